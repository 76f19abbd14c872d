"""Score sheets: contests of six games with one rule-set, the newest being the current one."""

from typing import NamedTuple

from solterm.contests import contests
from solterm.contests.contest import Contest, lay_out
from solterm.contests.kinds import SHEET
from solterm.core.levels import LEVELS
from solterm.store.store import Store


class SheetChoice(NamedTuple):
    """The answers to KLONCAN's two questions before a score sheet."""

    level: int
    """The level at which its games begin."""
    messages: bool
    """Whether error messages appear by themselves."""


def score_sheet(game_id: str) -> Contest:
    """Return an empty score sheet of a game.

    >>> score_sheet("demon").totals
    Row(score=0, moves=0, exceptions=0)
    """
    return lay_out(SHEET, lambda: 0, (game_id,) * SHEET.rows, game_id)


def present(store: Store, game_id: str) -> Contest:
    """Return the current sheet of a game; a new one is stored with its first game."""
    found = contests.find_named(store, SHEET, game_id)
    return found if found and found.open else score_sheet(game_id)


def list_begun(store: Store) -> list[Contest]:
    """Return the current score sheets with at least one result."""
    return [each for each in contests.list_contests(store, SHEET, only_open=True) if each.played]


def archive(store: Store, game_id: str = "") -> list[Contest]:
    """Return all sheets with results, of one rule-set or all, latest first."""
    found = contests.list_contests(store, SHEET)
    its = [each for each in found if each.played and game_id in (each.name, "")]
    return sorted(its, key=lambda each: each.begun, reverse=True)


def choice(store: Store, game_id: str) -> SheetChoice | None:
    """Return what the player chose for the sheets of a game; None before that."""
    rows = store.read("SELECT level, messages FROM sheet_choice WHERE game = ?", game_id)
    chosen = (SheetChoice(level, bool(messages)) for level, messages in rows if level in LEVELS)
    return next(chosen, None)


def choose(store: Store, game_id: str, chosen: SheetChoice) -> None:
    """Store what the player chose for the sheets of a game."""
    with store.transaction() as database:
        database.execute("DELETE FROM sheet_choice WHERE game = ?", (game_id,))
        database.execute(
            "INSERT INTO sheet_choice (game, level, messages) VALUES (?, ?, ?)",
            (game_id, chosen.level, int(chosen.messages)),
        )


def set_messages(store: Store, wanted: bool) -> None:
    """Turn error messages on or off for all sheets."""
    with store.transaction() as database:
        database.execute("UPDATE sheet_choice SET messages = ?", (int(wanted),))
