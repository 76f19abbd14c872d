"""Play some deals of every game by hints alone, to see whether a change makes hints worse.

The work for each hint is limited, not the time, so the results are the same on every machine::

    python -m scripts.hints_base before.csv             writes a row for each deal
    python -m scripts.hints_base after.csv before.csv   compares too; fails if hints win less

A row has the game, the deal, whether it was won, the cards home, the moves, and how many hints led
back to an earlier position although no new card had shown since. A third file gets the hints.
"""

import argparse
import csv
import sys
from collections import defaultdict
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import NamedTuple

from solterm.advice.ask import Direct
from solterm.advice.choose import Hints
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.games import catalogue, find

POSITIONS = 300
MOST, GUESSES = 1500, 30
"""The most hints in a game, and the most of them that no search favours."""
WORSE = 2
"""A game may win this many deals less than before, if others make up for it."""


class Row(NamedTuple):
    """What hints made of a deal."""

    game: str
    deal: int
    won: int
    home: int
    moves: int
    repeats: int


def main() -> None:
    """Play, write the rows, and compare them."""
    parser = argparse.ArgumentParser(description="Plays deals of every game by hints alone.")
    parser.add_argument("file", type=Path)
    parser.add_argument("before", type=Path, nargs="?")
    parser.add_argument("--texts", type=Path, help="a file for all hints")
    parser.add_argument("--deals", type=int, default=2)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--games", nargs="*", default=list(catalogue()))
    given = parser.parse_args()
    jobs = [(game, deal) for game in given.games for deal in range(1, given.deals + 1)]
    rows, texts = list[Row](), list[str]()
    with ProcessPoolExecutor(given.jobs) as pool:
        for row, told in pool.map(_play, jobs):
            rows.append(row)
            texts += told
    with given.file.open("w", newline="") as file:
        csv.writer(file).writerows([Row._fields, *rows])
    if given.texts:
        given.texts.write_text("\n".join(texts))
    print(f"{_sum(rows)}")
    if given.before:
        sys.exit(_compare(_read(given.before), rows))


def _play(job: tuple[str, int]) -> tuple[Row, list[str]]:
    game, deal = job
    play, hints = Play(find(game), deal), Hints(Direct(positions=POSITIONS))
    guesses = repeats = 0
    seen, met = set(play.seen), {play.table}
    texts: list[str] = []
    for _ in range(MOST):
        hint = hints.ask(play).wait()
        texts.append(f"{game} {deal} {len(play.events)}: {hint.text}")
        guesses += hint.is_guess
        if hint.move is None or guesses > GUESSES:
            break
        play.push(hint.move)
        if not seen.issuperset(play.seen):
            seen.update(play.seen)
            met.clear()
        repeats += play.table in met
        met.add(play.table)
    home, is_won = play.rules.count_scored(play.table), play.outcome is Outcome.WON
    return Row(game, deal, int(is_won), home, len(play.events), repeats), texts


def _sum(rows: Sequence[Row]) -> str:
    won, home = sum(row.won for row in rows), sum(row.home for row in rows)
    moves, repeats = sum(row.moves for row in rows), sum(row.repeats for row in rows)
    return f"{won} of {len(rows)} won, {home} cards home, {moves} moves, {repeats} repeats"


def _read(file: Path) -> list[Row]:
    with file.open(newline="") as lines:
        return [
            Row(each["game"], *(int(each[name]) for name in Row._fields[1:]))
            for each in csv.DictReader(lines)
        ]


def _compare(before: Sequence[Row], after: Sequence[Row]) -> str | None:
    """Print what differs; return why hints are worse, or None."""
    played = {row[:2] for row in after}
    before = [row for row in before if row[:2] in played]
    print(f"{_sum(before)} before")
    for difference in _differences(before, after):
        print(difference)
    fewer = sum(row.won for row in before) - sum(row.won for row in after)
    if fewer > 0:
        return f"Hints win {fewer} deals less."
    lost: dict[str, int] = defaultdict(int)
    for row in before:
        lost[row.game] += row.won
    for row in after:
        lost[row.game] -= row.won
    worse = [game for game, number in lost.items() if number >= WORSE]
    return f"Hints win {WORSE} deals less of {', '.join(worse)}." if worse else None


def _differences(before: Sequence[Row], after: Sequence[Row]) -> Iterator[str]:
    known = {row[:2]: row for row in before}
    for row in after:
        was = known.get(row[:2])
        if was and was != row:
            yield f"{row.game} {row.deal}: {was[2:]} -> {row[2:]}"


if __name__ == "__main__":
    main()
