"""Golden data: one game of each rule set with every position, and perft counts.

`scripts/golden` writes the files. Lines of a game that begin with ">" are the player's actions; the
others follow from them. A new rule set gets a game of random moves.
"""

import re
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import suppress
from itertools import product
from pathlib import Path
from random import Random
from typing import NamedTuple

from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import IllegalMove
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.table import Table, write
from solterm.games import catalogue, find

FOLDER = Path(__file__).parents[1] / "golden"

# -- playthroughs ------------------------------------------------------------------------------

_TITLE = re.compile(
    r"^A game of .* \((?P<game>[a-z0-9-]+)\), deal (?P<deal>\d+), level (?P<level>\d)$"
)

_FOREWORD = """\
Written by scripts/golden from the lines that begin with ">". To tell another story, change those
lines and run it again; then read every position before you keep it. Empty piles are left out.
"""


_FIRST_DEAL = 617
_FIRST_EVENTS = 36
_CHANGES = {9: "x", 14: "level 2", 16: "x", 26: "level 1"}
"""The events other than moves in a new game, by number."""


def playthroughs() -> list[Path]:
    return sorted(FOLDER.glob("*.txt"))


def begun(game: Game) -> str:
    """Return a new game with a few dozen actions at each level."""
    play = Play(game, _FIRST_DEAL)
    random = Random(game.id)
    for number in range(_FIRST_EVENTS):
        event = _CHANGES.get(number) or _any_move(play, random)
        if event is None:
            break
        with suppress(IllegalMove):  # not every game has an exception here
            play.perform(event)
    title = f"A game of {game.name} ({game.id}), deal {_FIRST_DEAL}, level 3"
    return retold("\n".join((title, *(f"> {event}" for event in play.events))))


def _any_move(play: Play, random: Random) -> str | None:
    """Return a random move. Prefer moves home, and any move to a turn of the stock."""
    moves = list(play.legal_moves)
    home = [move for move in moves if move.dst[:1] == "f"]
    cards = [move for move in moves if not play.rules.is_turn(move)]
    choice = home or (cards if random.random() < 0.7 else moves) or moves
    return str(random.choice(choice)) if choice else None


def retold(text: str) -> str:
    """Replay a stored game, and return its text."""
    title, *lines = text.splitlines()
    named = _TITLE.match(title)
    assert named is not None, f"no title: {title}"
    play = Play(find(named["game"]), int(named["deal"]), int(named["level"]))
    events = [line.removeprefix("> ") for line in lines if line.startswith("> ")]
    return "\n".join((title, "", _FOREWORD, *_story(play, events)))


def _story(play: Play, events: list[str]) -> Iterator[str]:
    for event in events:
        yield from _scene(play)
        yield f"legal: {', '.join(map(str, play.legal_moves)) or 'nothing'}"
        yield f"> {event}\n"
        play.perform(event)
    yield from _scene(play)
    yield ""


def _scene(play: Play) -> Iterator[str]:
    armed = ", an exception waits" if play.armed else ""
    yield (
        f"{record.result_of(play).capitalize()} at level {play.level}{armed}: "
        f"moves {play.moves}, exceptions {play.tally.exceptions}, score {play.mark}"
    )
    yield from (line for line in write(play.table, play.game.ids).splitlines() if " " in line)


# -- perft -------------------------------------------------------------------------------------

PERFT = FOLDER / "perft"
DEALS = (617, 24680, 123_456_789_012)
DEEPEST = 12
WIDEST = 800
"""The first depth with more positions is the last one counted."""

_PERFT_FOREWORD = """\
{name} ({id}): from each deal, how many different positions there are after 1, 2, 3 ... actions, and
how many ways lead to them. Written by scripts/golden.
"""


class Line(NamedTuple):
    """The counts of one depth."""

    positions: int
    ways: int


def perft(game: Game, level: int, deal: int, widest: int = WIDEST) -> list[Line]:
    """Count the positions of one deal by depth, up to the first depth with more than `widest`."""
    rules = game.rules(level)
    ways = Counter([Play(game, deal).table])
    counts: list[Line] = []
    while len(counts) < DEEPEST and 0 < len(ways) <= widest:
        deeper = Counter[Table]()
        for table, number in ways.items():
            for move in rules.legal_moves(table):
                deeper[rules.make(table, move)] += number
        ways = deeper
        counts.append(Line(len(ways), ways.total()))
    return counts


def perft_text(counts: list[Line]) -> str:
    """Return the counts of one deal in the file's form."""
    return "\n".join(
        f"{depth:8}{line.positions:12,}{line.ways:20,}" for depth, line in enumerate(counts, 1)
    )


Case = tuple[int, int]
"""Level and deal."""

CASES: tuple[Case, ...] = tuple(product(LEVELS, DEALS))
"""The positions counted for each game."""

_CASE = re.compile(r"level (?P<level>\d), deal (?P<deal>\d+)")


def perft_path(game: Game) -> Path:
    return PERFT / f"{game.id}.txt"


def stored_perft(game: Game) -> dict[Case, str]:
    counts: dict[Case, str] = {}
    for block in perft_path(game).read_text().split("\n\n")[1:]:
        title, _, lines = block.strip("\n").partition("\n")
        if named := _CASE.fullmatch(title):
            counts[int(named["level"]), int(named["deal"])] = lines
    return counts


# -- writing -----------------------------------------------------------------------------------


def main(wanted: Sequence[str]) -> int:
    """Write the files of all games, or of the wanted ones, and print the changed ones."""
    games = [find(name) for name in wanted] or list(catalogue().values())
    failed = [game.id for game in games if not _write_story(game)]
    for game in games:
        _write_perft(game)
    return 1 if failed else 0


def _write_story(game: Game) -> bool:
    path = FOLDER / f"{game.id}.txt"
    try:
        _write(path, retold(path.read_text()) if path.exists() else begun(game))
    except IllegalMove as refused:
        print(f"{path.name}: its game can no longer be replayed. {refused}", file=sys.stderr)
        return False
    return True


def _write_perft(game: Game) -> None:
    blocks = [
        f"level {level}, deal {deal}\n{perft_text(perft(game, level, deal))}\n"
        for level, deal in CASES
    ]
    foreword = _PERFT_FOREWORD.format(name=game.name, id=game.id)
    _write(perft_path(game), "\n".join((foreword, *blocks)))


def _write(path: Path, text: str) -> None:
    changed = not path.exists() or path.read_text() != text
    path.write_text(text)
    print(f"{path.name}: {'changed' if changed else 'as it was'}")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
