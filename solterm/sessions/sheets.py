"""The six games of a score sheet: which is next, what leaving one writes, and where sheets go."""

from typing import NamedTuple

from solterm.contests.ending import figures
from solterm.contests.kinds import SHEET, BoardName
from solterm.contests.purpose import Purpose
from solterm.contests.series import points
from solterm.contests.sheet import Fate, Row, fate, row_of
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.record import RecordError
from solterm.games import find
from solterm.sessions.plays import Start
from solterm.store import contests, players, sheets
from solterm.store.boards import BoardError, Boards
from solterm.store.entries import InProgress
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.sheets import KeptSheet
from solterm.store.store import Store


class ResultLine(NamedTuple):
    """A line of the result of a game."""

    name: str
    value: str
    note: str = ""
    """What is to be known of it: ``low is better``."""


def board_of(game_id: str) -> str:
    """The board of the best sheets of a game."""
    return str(BoardName(SHEET, game_id))


def under_way(store: Store, game_id: str) -> dict[int, InProgress]:
    """The games that were begun and not ended, by their rows."""
    its = [each for each in store.in_progress() if each.game == game_id]
    rows = {row: each for each in its if (row := Purpose.parse(each.context).row)}
    return dict(sorted(rows.items()))


def start_of(game: Game, number: int, level: int) -> Start:
    """How the game of a row comes to the table."""
    return Start(game, None, level, {}, SHEET.terms, Purpose.of_row(number))


def fate_of(store: Store, kept: KeptPlay) -> Fate:
    """What leaving a play does to the sheet it is played for, if it is for any."""
    number = kept.purpose.row
    if number is None or _is_written(store, kept, number):
        return Fate.NOTHING
    return fate(sheets.present(store, kept.play.game.id).sheet, number, kept.play)


def standing_row(store: Store, kept: KeptPlay) -> Row | None:
    """What stands already in the row that a play is for."""
    number = kept.purpose.row
    return sheets.present(store, kept.play.game.id).sheet.rows[number - 1] if number else None


def row_words(kept: KeptPlay, what: Fate) -> str:
    """What becomes of its row of the sheet when a game is left; empty where that is asked."""
    row = kept.purpose.row
    if row is None or what is Fate.WORSENS:
        return ""
    if what is Fate.NOTHING:
        return f"Game {row} of the sheet stays as it is." if not kept.play.acted else ""
    return f"It is written as game {row} when you leave."


def replace_question(kept: KeptPlay, there: Row) -> str:
    """What is asked before a better result is replaced."""
    return (
        f"Game {kept.purpose.row} of the sheet has a score of {there.score}, which is better."
        " Write this one in its place? Y writes it, N keeps the better one."
    )


def result(kept: KeptPlay) -> list[ResultLine]:
    """What a game came to, as it is told at its end: which it was, its scores and its counts."""
    play, row = kept.play, kept.purpose.row
    told = figures(play, kept.tour_points)
    return [
        ResultLine("Game played", str(row) if row else f"deal {play.deal}"),
        *(ResultLine(name, str(value), note) for name, value, note in told),
        ResultLine("Number of moves", str(play.moves)),
        ResultLine("Number of exceptions", str(play.tally.exceptions)),
    ]


def leave(store: Store, kept: KeptPlay, replace: bool = True) -> None:
    """End a play for good and write its row, which comes first: a program that is killed between
    the two finds the play open, and ending it again writes the same row.

    With ``replace`` false, a better result that stands there stays. Raises ``PlayedElsewhere``
    when the play went on in another terminal, and ``StoreError`` when the row cannot be written;
    the play is not ended then.
    """
    number, game_id = kept.purpose.row, kept.play.game.id
    if number is None:
        kept.finish()
        return
    kept.save()
    if kept.play_id is None:
        raise StoreError(kept.unsaved or "The game is not saved, and its row is not written.")
    saved = store.load(kept.play_id)
    if not saved.open or list(saved.record.events) != kept.play.events:
        kept.finish()  # tells what became of it elsewhere
        return
    what = fate_of(store, kept)
    if what is Fate.WRITES or (what is Fate.WORSENS and replace):
        store.enter_row(game_id, number, row_of(kept.play), kept.play_id)
    kept.finish()


def _is_written(store: Store, kept: KeptPlay, number: int) -> bool:
    """Does the row hold this very play already?"""
    plays = sheets.present(store, kept.play.game.id).plays
    return kept.play_id is not None and plays[number - 1] == kept.play_id


def put_away(store: Store, boards: Boards, game_id: str, name: str) -> str:
    """Begin a new sheet; the one before goes to the archive, and a full one to the board first.

    Games under way end with it and are written where nothing better stands. The answer is what
    hindered the board, in a sentence, or "". Raises ``StoreError`` when nothing could be changed.
    """
    for each in under_way(store, game_id).values():
        leave(store, KeptPlay.resume(store, store.load(each.play_id), find), replace=False)
    complaint = enter(store, boards, sheets.present(store, game_id), name)
    store.new_sheet(game_id)
    return complaint


def enter_present(store: Store, boards: Boards, game_id: str, name: str = "") -> str:
    """Enter the sheet being played on, if it is full by now: see ``enter``."""
    try:
        return enter(store, boards, sheets.present(store, game_id), name)
    except StoreError as error:
        return str(error)


def enter(store: Store, boards: Boards, kept: KeptSheet, name: str = "") -> str:
    """Enter a sheet on the board of its game once all six games are played; twice is once.

    The answer is what hindered it, in a sentence, or "" when nothing did. KLONCAN asks for no
    name: it is the one the player has on other boards.
    """
    if kept.sheet.next is not None:
        return ""
    try:
        texts = contests.proofs(store, kept.plays, find)
        played = [record.read(each).replay(find) for each in texts]
        day, total = kept.touched.partition("T")[0], points(SHEET, played)
        who = (board_of(kept.game), players.name_of(name), players.profile())
        boards.enter(*who, texts, total, day)
    except BoardError as error:
        return f"The board does not take this sheet. {error}"
    except (RecordError, StoreError) as error:
        return f"This sheet is not on the board yet. {error}"
    return boards.complaint
