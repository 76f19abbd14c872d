"""Measure how long the games are: the median moves of three games that the quick hint plays.

Writes ``solterm/games/lengths.csv``: run it for new games. A game that brings all cards home takes
a move for each of them, also where the quick hint soon gives up.
"""

import csv
from pathlib import Path
from statistics import median_high

from solterm import hint
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.games import catalogue

_FILE = Path(__file__).parents[1] / "solterm" / "games" / "lengths.csv"
_DEALS = range(1, 4)
_MOST = 400
_GUESSES = 20


def main() -> None:
    with _FILE.open("w", newline="", encoding="utf-8") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(("game", "moves"))
        for game in catalogue().values():
            rows.writerow((game.id, measure(game)))
            file.flush()


def measure(game: Game) -> int:
    least = 52 * game.packs if game.engine is Builders else 0
    return max(least, median_high(_play(Play(game, deal)) for deal in _DEALS))


def _play(play: Play) -> int:
    guesses = 0
    for _ in range(_MOST):
        if play.outcome or (move := (found := hint(play)).move) is None:
            break
        guesses += found.is_guess
        if guesses > _GUESSES:
            break
        play.push(move)
    return play.moves


if __name__ == "__main__":
    main()
