"""Named saves: positions a player puts aside, to come back to as often as wanted.

Every game is kept by itself; a save is a copy of its record under a name. Scored games have none,
since going back to one would be an undo.
"""

from collections.abc import Callable
from typing import NamedTuple

from solterm.contests.names import is_seen
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.record import RecordError
from solterm.core.play.terms import Terms
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.store import Store, now

LONGEST = 40
"""Characters a name may have."""


class SaveError(StoreError):
    """A save that cannot be made or brought back: the reason, in a sentence."""


class Save(NamedTuple):
    """One line of the list of saves."""

    name: str
    saved: str
    """When: ISO 8601, UTC."""
    text: str
    """The record."""

    @property
    def tags(self) -> dict[str, str]:
        """The tags of its record, as far as they can be read."""
        try:
            return dict(record.read(self.text).tags)
        except RecordError:
            return {}

    @property
    def about(self) -> str:
        """What it is: ``kloncan-klondike, deal 617, level 3, playing, saved 2026-11-21``."""
        tags = self.tags
        if not tags:
            return "a damaged record"
        result = tags.get("Result", "playing")
        day = self.saved.partition("T")[0]
        return f"{tags['Game']}, deal {tags['Deal']}, level {tags['Level']}, {result}, saved {day}"


def save(store: Store, name: str, kept: KeptPlay) -> None:
    """Save a play under a name, in place of a save of that name.

    Raises ``SaveError`` for a scored play or a name that is none.
    """
    if kept.play.terms:
        raise SaveError("A scored game is not saved under a name: it is kept by itself.")
    put(store, name, kept.record())


def report_saved(store: Store, name: str) -> str:
    """What is said of a save that was made: that it is saved only where it is."""
    name = name.strip()
    if store.unsaved:
        return f"{name!r} is there until the program ends. {store.unsaved}"
    return f"Saved as {name!r}."


def put(store: Store, name: str, text: str) -> None:
    """Put a record under a name, in place of one of that name.

    Raises ``SaveError`` for a name that is none; the record is not looked at.
    """
    checked = _check_name(name)
    with store.transaction() as database:
        database.execute("DELETE FROM saved_game WHERE name = ?", (checked,))
        database.execute(
            "INSERT INTO saved_game (name, record, saved) VALUES (?, ?, ?)",
            (checked, text, now()),
        )


def list_saves(store: Store) -> list[Save]:
    """All saves, the newest first."""
    rows = store.read("SELECT name, saved, record FROM saved_game ORDER BY saved DESC, name")
    return [Save(*map(str, row)) for row in rows]


def find(store: Store, name: str) -> Save:
    """The save of a name; raises ``SaveError`` when there is none."""
    for each in list_saves(store):
        if each.name == name.strip():
            return each
    raise SaveError(f"There is no saved game {name!r}; the list of saved games has their names.")


def load(store: Store, name: str, game_of: Callable[[str], Game]) -> KeptPlay:
    """Bring a save back as a game to play on; the open free play of the same game is ended by it.

    Raises ``SaveError`` when there is none of that name, or its record does not hold.
    """
    try:
        play = record.read(find(store, name).text).replay(game_of)
    except RecordError as error:
        raise SaveError(f"The saved game {name!r} is no good. {error}") from None
    play.terms = Terms.FREE
    return KeptPlay.adopt(store, play, game_of)


def delete(store: Store, name: str) -> None:
    """Delete a save; raises ``SaveError`` when there is none of that name."""
    found = find(store, name)
    with store.transaction() as database:
        database.execute("DELETE FROM saved_game WHERE name = ?", (found.name,))


def _check_name(name: str) -> str:
    """A name without blanks around it; raises ``SaveError`` for one that is none."""
    tidy = name.strip()
    if not (0 < len(tidy) <= LONGEST and tidy.isprintable() and is_seen(tidy)):
        raise SaveError(f"A saved game is named with 1 to {LONGEST} printable characters.")
    return tidy
