"""What the commands that only tell something tell: deals, records, score sheets, statistics.

Each function answers with the text to print, as JSON where that is asked for, and raises
``ReportError`` when it cannot.
"""

import json
import re
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import NamedTuple

from solterm.contests.mark import mark
from solterm.contests.proof import ProofError, prove
from solterm.core import record
from solterm.core.game import Game
from solterm.core.play import Play
from solterm.core.record import RecordError
from solterm.games import catalogue, find
from solterm.plain import figures, prose, protocol
from solterm.store import saves, statistics
from solterm.store.boards import BoardError, Boards, Entry
from solterm.store.errors import shown
from solterm.store.kept import KeptPlay
from solterm.store.store import Result, Store, StoreError
from solterm.store.tournaments import deals_of


class ReportError(Exception):
    """There is nothing to tell: why, in a sentence for the player."""


def deal(game: Game, number: int, level: int, as_json: bool = False) -> str:
    """The opening position of a deal at a level, every card named."""
    play = Play(game, number, level)
    at_level = play.rules.game
    if as_json:
        return json.dumps(protocol.opening(at_level, number, level, play.table))
    return f"{prose.title(play)}\n{prose.board(at_level, play.table, named=True)}"


def replay(file: str, as_json: bool = False) -> str:
    """What a record proves; ``-`` is standard input."""
    try:
        play = _replayed(_text_of(file))
    except RecordError as error:
        raise ReportError(f"{_name(file)}: {error}") from None
    proved = {
        "game": play.game.id,
        "deal": play.deal,
        "level": play.tally.level,
        "outcome": record.result_of(play),
        "score": mark(play),
        "moves": play.moves,
        "exceptions": play.tally.exceptions,
    }
    if as_json:
        return json.dumps(proved)
    return f"{prose.title(play)}: {proved['outcome']}, {prose.counts(play)}."


def _replayed(text: str) -> Play:
    """The play of a record, whose claimed score must be the one its events earn."""
    read = record.read(text)
    play = read.replay(find)
    claimed = read.tags.get("Score", str(mark(play)))
    if claimed != str(mark(play)):
        reason = f"it says {claimed!r}, but its events lead to {str(mark(play))!r}."
        raise RecordError(read.lines["Score"], reason)
    return play


def _text_of(file: str) -> str:
    try:
        data = _standard_input() if file == "-" else Path(file).read_bytes()
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise ReportError(f"{_name(file)} cannot be read: {reason}.") from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise RecordError(data.count(b"\n", 0, error.start) + 1, "it is not UTF-8.") from None


def _standard_input() -> bytes:
    return sys.stdin.buffer.read() if sys.stdin else b""


def _name(file: str) -> str:
    return "Standard input" if file == "-" else ascii(file)


def export(number: int | None) -> str:
    """The record of the current game, or of the so manieth latest finished one."""
    with _store() as store:
        saved = store.finished(number) if number else store.suspended()
        if saved:
            return KeptPlay.resume(store, saved, find).record()
    if number:
        games = "game" if number == 1 else "games"
        raise ReportError(f"You have not finished {number} {games} yet.")
    raise ReportError("No game is being played; 'solterm export 1' writes the latest finished one.")


def scores(as_json: bool = False) -> str:
    """The score sheets and the boards; as JSON, every result of a sheet and of a board."""
    with _store() as store:
        results = [result for result in store.results() if result.context.startswith("sheet")]
        sheets = [(game, store.sheet(game.id)) for game in catalogue().values()]
        boards = _boards(store)
        tops = [(name, boards.top(name, _ALL)) for name in boards.names()]
    if as_json:
        return json.dumps(
            [_score(result) for result in results]
            + [_entry(entry) for _, entries in tops for entry in entries]
        )
    begun = [
        f"{game.name} ({game.collection})\n{sheet.as_text()}"
        for game, sheet in sheets
        if any(sheet.rows)
    ]
    begun += [f"{name}\n{_top(entries)}\n" for name, entries in tops if entries]
    return "\n".join(begun) or "No game of a score sheet is finished yet."


_ALL = 1_000_000
"""More entries than any board has."""
_BEST = 5


def _boards(store: Store) -> Boards:
    return Boards(store, find, lambda board: deals_of(store, board))


def _top(entries: Sequence[Entry]) -> str:
    rows = [(each.player, each.score, f"level {each.level}", each.date) for each in entries]
    return table(rows[:_BEST])


def _entry(entry: Entry) -> dict[str, object]:
    told = ("board", "player", "game", "deal", "level", "score", "date")
    return {name: getattr(entry, name) for name in told}


def board_out(board: str) -> str:
    """All results of a board with their records, as one text."""
    with _store() as store:
        texts = _boards(store).texts(board)
    if not texts:
        raise ReportError(f"There is no result on a board {board!a} here.")
    return "\n".join(texts)


def board_in(file: str) -> str:
    """Take results that were written elsewhere, each proved first."""
    taken = 0
    with _store() as store:
        boards = _boards(store)
        for number, text in enumerate(_claims(_claims_text(file)), 1):
            try:
                boards.take(text)
            except BoardError as error:
                raise ReportError(f"Result {number} of {_name(file)} is refused. {error}") from None
            taken += 1
    return f"{taken} result{'s' * (taken != 1)} taken."


class Verdicts(NamedTuple):
    """What a check of results found."""

    lines: list[str]
    refused: int


def verified(what: str) -> Verdicts:
    """Replay a record, the results of a file, or those of a whole board."""
    with _store() as store:
        boards = _boards(store)
        if what in boards.names():
            good = [f"holds: {each.player}, {each.score}" for each in boards.top(what, _ALL)]
            bad = [f"refused: {name[:16]}: {why}" for name, why in boards.refused(what)]
            return Verdicts([*good, *bad], len(bad))
        text = _claims_text(what)
        if not text.lstrip().startswith("[Board "):
            return Verdicts([f"holds: {replay(what)}"], 0)
        lines, refused = [], 0
        for each in _claims(text):
            try:
                claim = prove(each, find, lambda board: deals_of(store, board))
                lines.append(f"holds: {claim.board}, {claim.player}, {claim.points}")
            except ProofError as error:
                lines.append(f"refused: {error}")
                refused += 1
        return Verdicts(lines, refused)


def _claims_text(file: str) -> str:
    try:
        return _text_of(file)
    except RecordError as error:
        raise ReportError(f"{_name(file)}: {error}") from None


def _claims(text: str) -> list[str]:
    """The claims of a text, one after the other."""
    return [each.strip() + "\n" for each in re.split(r'(?m)^(?=\[Board ")', text) if each.strip()]


def _score(result: Result) -> dict[str, object]:
    return {
        "board": result.context.split()[0],
        "player": "",  # A sheet is its player's own: KLONCAN asks for no name.
        "game": result.game,
        "deal": result.deal,
        "level": result.level,
        "score": result.score,
        "date": result.date,
    }


def stats(as_json: bool = False) -> str:
    """What the finished games add up to, by game and lowest level."""
    with _store() as store:
        found = statistics.figures(store)
    if as_json:
        # The contract's five fields and no more (``design.md`` section 8).
        told = ("game", "level", "played", "won", "best")
        return json.dumps([{name: getattr(each, name) for name in told} for each in found])
    return figures.overview(found) if found else "No game is finished yet."


def forget(game_id: str = "") -> str:
    """Begin the statistics of a game, or of all, anew."""
    with _store() as store:
        statistics.forget(store, game_id)
    return f"The statistics of {game_id or 'all games'} begin anew."


def backed_up(file: str) -> str:
    """Write all of the player's data into one file."""
    from solterm.store.backup import backup

    with _said():
        count = backup(Path(file).absolute())
    files = f"{count} file{'s' * (count != 1)}"
    return f"{_name(file)} holds {files}: all of your games, scores and settings."


def restored(file: str) -> str:
    """Put a backup in the place of the player's data."""
    from solterm.store.backup import restore

    with _said():
        aside = restore(Path(file).absolute())
    kept = f" What was there is in {shown(aside)}." if aside else ""
    return f"Your data is what {_name(file)} holds.{kept}"


def imported(file: str) -> str:
    """Keep a record as a saved game under the name of its file."""
    try:
        text = _text_of(file)
        play = _replayed(text)
    except RecordError as error:
        raise ReportError(f"{_name(file)}: {error}") from None
    name = "imported" if file == "-" else Path(file).stem[: saves.LONGEST]
    with _store() as store:
        saves.put(store, name, text)
    return f"{prose.title(play)}, is saved as {name!r}: 'open {name}' brings it back."


def table(rows: Sequence[Sequence[object]]) -> str:
    """Rows of cells in aligned columns.

    >>> print(table([("game", "won"), ("royale-golf", 3)]))
    game         won
    royale-golf  3
    """
    widths = [max(len(str(cell)) for cell in column) for column in zip(*rows, strict=True)]
    return "\n".join(
        "  ".join(f"{cell!s:{width}}" for cell, width in zip(row, widths, strict=True)).rstrip()
        for row in rows
    )


@contextmanager
def _store() -> Iterator[Store]:
    """The player's store; what it raises is why there is no report."""
    with _said():
        yield Store.open()


@contextmanager
def _said() -> Iterator[None]:
    """What goes wrong with the player's data is why there is no report."""
    try:
        yield
    except StoreError as error:
        raise ReportError(str(error)) from None
