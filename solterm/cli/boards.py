"""What the commands about boards tell: the best results, and whether results hold.

Like ``reports``, each function answers with text and raises ``ReportError`` when it cannot.
"""

import json
import re
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from solterm.cli.reports import (
    ReportError,
    name_file,
    player_store,
    replay,
    table,
    text_of,
)
from solterm.contests.claims import Claim
from solterm.contests.purpose import Purpose
from solterm.contests.titles import board_name
from solterm.core.game import Game
from solterm.core.play.record import RecordError
from solterm.games import catalogue
from solterm.sessions.boards import boards_of
from solterm.sessions.results import tabulate
from solterm.store import place, sharedfolder, sheets
from solterm.store.board_store import read_entry
from solterm.store.boards import BoardError, Boards, Entry
from solterm.store.errors import StoreError, show_path
from solterm.store.files import Unfit
from solterm.store.sheets import KeptSheet
from solterm.store.store import Store

_ALL = 1_000_000
"""More entries than any board has."""

_PATIENCE = 0.3
"""Seconds between two signs of how far a proof is."""

_CLAIMS = 16 << 20
"""Bytes of a file of results."""

_BEST = 5
"""Entries of a board that are told in lines."""


def scores(as_json: bool = False) -> str:
    """The score sheets and the boards; as JSON, every result of a sheet and of a board."""
    with player_store() as store:
        kept = sheets.archive(store)
        rows = [row for each in reversed(kept) for row in _rows(store, each)]
        boards = boards_of(store)
        boards.send()
        complaint = boards.complaint
        names = boards.names()
        for name in names:
            _prove(boards, name)
        tops = [(name, boards.top(name, _ALL), len(boards.list_refused(name))) for name in names]
    if as_json:
        return json.dumps(rows + [_entry(entry) for _, entries, _ in tops for entry in entries])
    begun = [text for game in catalogue().values() for text in _sheets(game, kept)]
    begun += [_board(*each) for each in tops]
    begun += [complaint or boards.complaint] if complaint or boards.complaint else []
    return "\n".join(begun) or "No game of a score sheet is finished yet."


def prepare() -> str:
    """Make the shared place ready for all players of the host."""
    try:
        return f"{show_path(sharedfolder.prepare())} is ready: all players may add to its boards."
    except StoreError as error:
        raise ReportError(str(error)) from None


def tell_place() -> str:
    """Where the boards lie that all players share, and whether that is in order."""
    root = place.find_shared()
    if root is None:
        return "Boards are each player's own: SOLTERM_SHARED names no folder for all of them."
    if trouble := sharedfolder.trouble():
        raise ReportError(trouble)
    return f"The boards of all players are in {show_path(root)}."


def _prove(boards: Boards, name: str) -> None:
    """Prove what of a board was not proved yet; if that takes its time, say how far it is."""
    told = ""
    begun = time.monotonic()
    for done, many in boards.prove_rest(name):
        if sys.stderr.isatty() and time.monotonic() - begun > _PATIENCE:
            told = f"Proving {name}: {done} of {many} results"
            print(f"\r{told}", end="", file=sys.stderr, flush=True)
            begun = time.monotonic()
    if told:
        print(f"\r{' ' * (len(told) + 8)}\r", end="", file=sys.stderr, flush=True)


def _board(name: str, entries: Sequence[Entry], refused: int) -> str:
    numbers = tabulate(name, entries)
    first, *beside = numbers.names
    rows = [
        (
            each.player,
            said[0],
            *(f"{what} {value}" for what, value in zip(beside, said[1:], strict=True)),
            f"level {each.level}",
            each.date,
        )
        for each, said in zip(entries, numbers.rows, strict=True)
    ]
    lines = [f"{board_name(name)} ({name}), {first}", *([table(rows[:_BEST])] if rows else [])]
    if refused:
        entries_were = "entry was" if refused == 1 else "entries were"
        lines.append(f"{refused} {entries_were} refused: 'solterm verify {name}' tells why.")
    return "\n".join([*lines, ""])


def _entry(entry: Entry) -> dict[str, object]:
    fields = ("board", "player", "game", "deal", "level", "score", "date")
    return {name: getattr(entry, name) for name in fields}


def _rows(store: Store, kept: KeptSheet) -> list[dict[str, object]]:
    """The rows that stand on a sheet; what was replaced by another game is on none."""
    found = []
    for number, (row, play) in enumerate(zip(kept.sheet.rows, kept.plays, strict=True), 1):
        result = store.result(play) if row else None
        if row and result:
            found.append(
                {
                    "board": str(Purpose.of_row(number)),
                    "player": "",  # A sheet is its player's own: KLONCAN asks for no name.
                    "game": kept.game,
                    "deal": result.deal,
                    "level": result.level,
                    "score": row.score,
                    "date": result.date,
                }
            )
    return found


def _sheets(game: Game, kept: Sequence[KeptSheet]) -> list[str]:
    """A game's sheets: the latest in full, of those before the totals."""
    its = [each for each in kept if each.game == game.id]
    if not its:
        return []
    lines = [f"{game.name} ({game.collection})", its[0].sheet.as_text()]
    for each in its[1:]:
        total, played = each.sheet.totals.score, each.sheet.played
        lines.append(f"Sheet of {each.started[:10]}: {total} in {played} games.")
    return ["\n".join(lines)]


# -- from host to host ---------------------------------------------------------------------


def export_board(board: str) -> str:
    """All results of a board with their records, as one text."""
    with player_store() as store:
        texts = boards_of(store).texts(board)
    if not texts:
        raise ReportError(f"There is no result on a board {board!a} here.")
    return "\n".join(texts)


def import_results(file: str) -> str:
    """Take results that were written elsewhere: all of them, or none if one does not hold."""
    texts = _claims(_text(file))
    if not texts:
        raise ReportError(f"{name_file(file)} holds no results of a board.")
    with player_store() as store:
        boards = boards_of(store)
        for number, text in enumerate(texts, 1):
            try:
                boards.check(text)
            except BoardError as error:
                raise ReportError(
                    f"Result {number} of {name_file(file)} is refused, and none was taken. {error}"
                ) from None
        new = [text for text in dict.fromkeys(texts) if not boards.has(text)]
        for text in texts:
            boards.take(text)
    return f"{_tell_taken(len(new), len(texts))} {boards.complaint}".rstrip()


def _tell_taken(new: int, many: int) -> str:
    """How many results were taken, and how many there was no need to take."""
    there = many - new
    were = f"{there} {'was' if there == 1 else 'were'} there already"
    if not new:
        return f"No result taken: {were}."
    taken = f"{new} result{'s' * (new != 1)} taken"
    return f"{taken}; {were}." if there else f"{taken}."


# -- do they hold? -------------------------------------------------------------------------


class Verification(NamedTuple):
    """What a check of results found."""

    lines: list[str]
    refused: int


def verify(what: str) -> Verification:
    """Replay a record, the results of a file, or those of a whole board or folder."""
    with player_store() as store:
        boards = boards_of(store)
        if board := boards.find(what):
            _prove(boards, board)
            return _report(
                [(digest[:16], claim or why) for digest, claim, why in boards.all(board)]
            )
        if Path(what).is_dir():
            _allow_files()
            return _report(_of_folder(boards, Path(what)))
        text = _text(what)
        if not text.lstrip().startswith("[Board "):
            return Verification([f"holds: {replay(what)}"], 0)
        claims = enumerate(_claims(text), 1)
        return _report([(f"Result {number}", _check(boards, each)) for number, each in claims])


def _allow_files() -> None:
    try:
        place.check_files()
    except StoreError as error:
        raise ReportError(str(error)) from None


def _of_folder(boards: Boards, folder: Path) -> list[tuple[str, Claim | str]]:
    """The files of a folder and those within, as boards keep them, with what is to be said."""
    found: list[tuple[str, Claim | str]] = []
    for path in sorted(folder.rglob("*.txt")):
        try:
            found.append((name_file(path.name), _check(boards, read_entry(path))))
        except Unfit as error:
            found.append((name_file(path.name), f"It {error}."))
    if not found:
        raise ReportError(f"{name_file(str(folder))} holds no results of a board.")
    return found


def _check(boards: Boards, text: str) -> Claim | str:
    """What a claim says or, if it is not so, why."""
    try:
        return boards.check(text)
    except BoardError as error:
        return str(error)


def _report(found: Sequence[tuple[str, Claim | str]]) -> Verification:
    lines = [
        f"refused: {name}: {each}"
        if isinstance(each, str)
        else f"holds: {each.board}, {each.player}, {each.points}, level {each.level}, {each.date}"
        for name, each in found
    ]
    return Verification(lines, sum(isinstance(each, str) for _, each in found))


def _text(file: str) -> str:
    try:
        return text_of(file, _CLAIMS).replace("\r\n", "\n")
    except RecordError as error:
        raise ReportError(f"{name_file(file)}: {error}") from None


def _claims(text: str) -> list[str]:
    """The claims of a text, one after the other."""
    return [each.strip() + "\n" for each in re.split(r'(?m)^(?=\[Board ")', text) if each.strip()]
