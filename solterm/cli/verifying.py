"""``solterm verify``: whether a record, the results of a file or those of a board hold."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

from solterm.cli.boards import prove, read_claims, split_claims
from solterm.cli.console import Column, Line, Part, Table
from solterm.cli.progress import Task, progress
from solterm.cli.reports import ReportError, name_file, player_store, replay
from solterm.contests.claims import Claim
from solterm.context import Context
from solterm.sessions.boards import boards_of
from solterm.store import locations
from solterm.store.boards import BoardError, Boards
from solterm.store.errors import StoreError
from solterm.store.files import Unfit
from solterm.store.playerfolder import read_claim_file

_HELD = (
    Column("Board", style="cyan"),
    Column("Player", style="bold"),
    Column("Points", is_right=True),
    Column("Level", is_right=True),
    Column("Date"),
)
_REFUSED = (Column("Result", style="red"), Column("Why it is refused"))


class Checked(NamedTuple):
    """A result and the finding of its replay."""

    name: str
    found: Claim | str
    """The claim if it holds, else the reason why not."""


class Verification(NamedTuple):
    """The findings of replaying results."""

    results: Sequence[Checked]
    record: str = ""
    """The result of a single record."""

    @property
    def refused(self) -> int:
        """How many results do not hold."""
        return sum(isinstance(each.found, str) for each in self.results)

    def text(self) -> str:
        return "\n".join([*self._tell_record(), *map(_line, self.results)])

    def values(self) -> None:
        return None

    def parts(self) -> Iterator[Part]:
        for line in self._tell_record():
            yield Line(line, "green")
        held = [each.found for each in self.results if isinstance(each.found, Claim)]
        if held:
            title = f"{len(held)} of {len(self.results)} hold"
            rows = [(each.board, each.player, each.points, each.level, each.date) for each in held]
            yield Table(_HELD, rows, title)
        if self.refused:
            title = f"{self.refused} of {len(self.results)} refused"
            refused = [each for each in self.results if isinstance(each.found, str)]
            yield Table(_REFUSED, [(each.name, str(each.found)) for each in refused], title)

    def _tell_record(self) -> list[str]:
        return [f"holds: {self.record}"] if self.record else []


def _line(result: Checked) -> str:
    found = result.found
    if isinstance(found, str):
        return f"refused: {result.name}: {found}"
    claim = f"{found.board}, {found.player}, {found.points}, level {found.level}, {found.date}"
    return f"holds: {claim}"


def verify(context: Context, what: str) -> Verification:
    """Replay a record, the results of a file, or those of a whole board or folder."""
    with player_store(context) as store:
        boards = boards_of(store)
        if board := boards.find(what):
            prove(boards, board)
            return Verification(
                [Checked(digest[:16], claim or why) for digest, claim, why in boards.all(board)]
            )
        if Path(what).is_dir():
            return _verify_folder(context, boards, Path(what))
        text = read_claims(context, what)
        if not text.lstrip().startswith("[Board "):
            return Verification([], replay(context, what).text())
        return _verify_claims(boards, split_claims(text))


def _verify_claims(boards: Boards, texts: Sequence[str]) -> Verification:
    with progress(_task(len(texts))) as shown:
        found = []
        for number, text in enumerate(texts, 1):
            found.append(Checked(f"Result {number}", _check(boards, text)))
            shown.update(number)
    return Verification(found)


def _verify_folder(context: Context, boards: Boards, folder: Path) -> Verification:
    """Replay the results in a folder and those within it."""
    try:
        locations.check_files(context)
    except StoreError as error:
        raise ReportError(str(error)) from None
    paths = sorted(folder.rglob("*.txt"))
    if not paths:
        raise ReportError(f"{name_file(str(folder))} holds no results of a board.")
    with progress(_task(len(paths))) as shown:
        found = []
        for number, path in enumerate(paths, 1):
            found.append(Checked(name_file(path.name), _check_file(boards, path)))
            shown.update(number)
    return Verification(found)


def _task(many: int) -> Task:
    return Task("Verifying", many, hint="Ctrl+C stops", delay=0.3)


def _check_file(boards: Boards, path: Path) -> Claim | str:
    try:
        return _check(boards, read_claim_file(path))
    except Unfit as error:
        return f"It {error}."


def _check(boards: Boards, text: str) -> Claim | str:
    """Return what a claim says or, if it does not hold, why."""
    try:
        return boards.check(text)
    except BoardError as error:
        return str(error)
