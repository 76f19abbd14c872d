"""``solterm verify``: whether a record, the results of a file or those of a board hold."""

from argparse import Namespace
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from solterm.cli.console import CommandAnswer, Output, Part, PlainLine, Task
from solterm.cli.long_tasks import progress
from solterm.cli.reports import name_file, player_store, read_play, tell_replayed
from solterm.cli.score_commands import prove, read_claims, split_claims
from solterm.contests.claims import Claim
from solterm.core.refusal import Refusal
from solterm.core.words.near import suggest
from solterm.sessions.boards import BoardError, Boards, boards_of, list_names
from solterm.sessions.report import Column, Emphasis, Report
from solterm.store import locations
from solterm.store.files import Unfit
from solterm.store.playerfolder import read_claim_file

_HELD = (
    Column("board", look=Emphasis.ID),
    Column("player", look=Emphasis.MAIN),
    Column("points", is_number=True),
    Column("level", is_number=True),
    Column("date"),
)
_REFUSED = (Column("result", look=Emphasis.BAD), Column("why it is refused"))


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

    def answer(self) -> CommandAnswer:
        """Return it as tables, and in a pipe as a line for each result."""
        parts: list[Part] = []
        lines = [f"holds: {self.record}"] if self.record else []
        parts += [PlainLine(line, Emphasis.GOOD) for line in lines]
        held = [each.found for each in self.results if isinstance(each.found, Claim)]
        if held:
            title = f"{len(held)} of {len(self.results)} hold"
            rows = [(each.board, each.player, each.points, each.level, each.date) for each in held]
            parts.append(Report(title, _HELD, rows))
        if self.refused:
            title = f"{self.refused} of {len(self.results)} refused"
            refused = [each for each in self.results if isinstance(each.found, str)]
            whys = [(each.name, str(each.found)) for each in refused]
            parts.append(Report(title, _REFUSED, whys))
        plain = "\n".join([*lines, *map(_line, self.results)])
        fault = f"{self.refused} of {len(self.results)} refused." if self.refused else ""
        return CommandAnswer(parts, plain=plain, fault=fault)


def _line(result: Checked) -> str:
    found = result.found
    if isinstance(found, str):
        return f"refused: {result.name}: {found}"
    claim = f"{found.board}, {found.player}, {found.points}, level {found.level}, {found.date}"
    return f"holds: {claim}"


def verify(args: Namespace, out: Output) -> CommandAnswer:
    """Replay results, and tell which hold."""
    return check_results(out, args.what).answer()


def check_results(out: Output, what: str) -> Verification:
    """Replay a record, the results of a file, or those of a whole board or folder."""
    with player_store(out.context) as store:
        boards = boards_of(store)
        if board := boards.find(what):
            prove(out, boards, board, again=True)
            return Verification(
                [Checked(digest[:16], claim or why) for digest, claim, why in boards.all(board)]
            )
        locations.check_files(out.context)
        if Path(what).is_dir():
            return _verify_folder(out, boards, Path(what))
        if what != "-" and not Path(what).exists():
            near = suggest(what, list_names(boards))
            raise Refusal(f"{what!a} is neither a file nor a board with results. {near}".rstrip())
        text = read_claims(out.context, what)
        if not text.lstrip().startswith("[Board "):
            return Verification([], tell_replayed(read_play(out.context, what)[0]).text())
        return _verify_claims(out, boards, split_claims(text))


def _verify_claims(out: Output, boards: Boards, texts: Sequence[str]) -> Verification:
    with progress(out, _task(len(texts))) as shown:
        found = []
        for number, text in enumerate(texts, 1):
            found.append(Checked(f"Result {number}", _check(boards, text)))
            shown.update(number)
    return Verification(found)


def _verify_folder(out: Output, boards: Boards, folder: Path) -> Verification:
    """Replay the results in a folder and those within it."""
    paths = sorted(folder.rglob("*.txt"))
    if not paths:
        raise Refusal(f"{name_file(str(folder))} holds no results of a board.")
    with progress(out, _task(len(paths))) as shown:
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
