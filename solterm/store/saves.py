"""Saved games: positions that a player can return to any number of times.

The store keeps every game anyway; a save is a copy of its record under a name. Scored games can't
be saved, since returning would be an undo.
"""

from collections.abc import Callable
from typing import NamedTuple

from solterm.core.game import Game
from solterm.core.names import is_seen
from solterm.core.phrases import suggest
from solterm.core.play import record
from solterm.core.play.events import IMPORTED, OPENED, ORIGINS
from solterm.core.play.mode import Mode
from solterm.core.play.record import Record, RecordError
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store, now

LONGEST = 40
"""Characters a name may have."""


class SaveError(StoreError):
    """A game can't be saved or loaded: the reason, in a sentence."""


class Save(NamedTuple):
    """A saved game."""

    name: str
    saved: str
    """The date: ISO 8601, UTC."""
    text: str
    """The record."""

    @property
    def tags(self) -> dict[str, str]:
        """The tags of its record; empty for a damaged one."""
        try:
            return dict(record.read(self.text).tags)
        except RecordError:
            return {}

    @property
    def about(self) -> str:
        """A description: ``kloncan-klondike, deal 617, level 3, playing, saved 2026-11-21``."""
        tags = self.tags
        if not tags:
            return "a damaged record"
        result = tags.get("Result", "playing")
        day = self.saved.partition("T")[0]
        return f"{tags['Game']}, deal {tags['Deal']}, level {tags['Level']}, {result}, saved {day}"


def save(store: Store, name: str, kept: KeptPlay) -> None:
    """Save a play under a name, replacing a save of that name.

    Raises ``SaveError`` for a scored play or an invalid name.
    """
    if kept.play.mode:
        raise SaveError("Scored games can't be saved under a name; solterm keeps them anyway.")
    put(store, name, kept.record())


def ask_to_replace(store: Store, name: str, kept: KeptPlay, is_chosen: bool) -> str:
    """Return the question to ask before a save replaces another of its name, or "".

    Under a name that the player did not choose, a play replaces its own earlier positions unasked.
    """
    found = next((each for each in list_saves(store) if each.name == name.strip()), None)
    if found is None:
        return ""
    before, after = _events(found.text), _events(kept.record())
    if before and after and before == after[: len(before)] and not is_chosen:
        return ""
    return f"There is a save {found.name!r}: {found.about}. Replace it?"


def _events(text: str) -> tuple[str, ...]:
    """Return the deal of a record and what was played of it, in order; () if it is damaged."""
    try:
        found = record.read(text)
    except RecordError:
        return ()
    deal = (found.tags.get(each, "") for each in ("Game", "Deal", "Options", "Level"))
    return (*deal, *(each for each in found.events if each not in ORIGINS))


def report_saved(store: Store, name: str) -> str:
    """Return the message for a successful save."""
    name = name.strip()
    if store.unsaved:
        return f"{name!r} is saved until the program ends. {store.unsaved}"
    return f"Saved as {name!r}."


def put(store: Store, name: str, text: str) -> None:
    """Save a record, unchecked, under a name; raises ``SaveError`` for an invalid name."""
    checked = _check_name(name)
    store.refuse_when_full()
    with store.transaction() as database:
        database.execute("DELETE FROM saved_game WHERE name = ?", (checked,))
        database.execute(
            "INSERT INTO saved_game (name, record, saved) VALUES (?, ?, ?)",
            (checked, text, now()),
        )


def add(store: Store, found: Record, wanted: str) -> str:
    """Save a record from elsewhere, unchecked, and return the name of the save.

    The save says that it was imported. One that is saved already keeps its name; other saves keep
    theirs, too. Raises ``SaveError`` for an invalid name.
    """
    text, saved = str(record.begin_from(found, IMPORTED)), list_saves(store)
    if same := next((each.name for each in saved if _events(each.text) == _events(text)), ""):
        return same
    taken, number = {each.name for each in saved}, 1
    name = wanted = wanted.strip()[:LONGEST]
    while name in taken:
        number += 1
        more = f" {number}"
        name = f"{wanted[: LONGEST - len(more)]}{more}"
    put(store, name, text)
    return name


def list_saves(store: Store) -> list[Save]:
    """Return all saves, newest first."""
    rows = store.read("SELECT name, saved, record FROM saved_game ORDER BY saved DESC, name")
    return [Save(*map(str, row)) for row in rows]


def find(store: Store, name: str) -> Save:
    """Return the save of a name; raises ``SaveError``."""
    for each in list_saves(store):
        if each.name == name.strip():
            return each
    near = suggest(name, [each.name for each in list_saves(store)])
    more = f". {near}" if near else "; see the list of saved games."
    raise SaveError(f"No saved game is called {name!r}{more}")


def load(store: Store, name: str, game_of: Callable[[str], Game]) -> KeptPlay:
    """Load a save as a new free play, which says so, ending the open one of its game.

    Raises ``SaveError`` for an unknown name or a damaged record, and for a game that is won: it
    would count as a win of this player's.
    """
    try:
        found = record.read(find(store, name).text)
        is_marked = found.events[:1] and found.events[0] in ORIGINS
        play = (found if is_marked else record.begin_from(found, OPENED)).replay(game_of)
    except RecordError as error:
        raise SaveError(f"The saved game {name!r} is damaged. {error}") from None
    if play.tally.won:
        raise SaveError(f"The saved game {name!r} is won: it can be replayed, not played on.")
    play.mode = Mode.FREE
    return KeptPlay.adopt(store, play, game_of)


def delete(store: Store, name: str) -> None:
    """Delete a save; raises ``SaveError`` for an unknown name."""
    found = find(store, name)
    with store.transaction() as database:
        database.execute("DELETE FROM saved_game WHERE name = ?", (found.name,))


def _check_name(name: str) -> str:
    tidy = name.strip()
    if not (0 < len(tidy) <= LONGEST and tidy.isprintable() and is_seen(tidy)):
        raise SaveError(f"The name needs 1 to {LONGEST} printable characters.")
    return tidy
