"""The shelf: saves, games put aside, and samples, as the screen and line mode list them.

The store keeps every game without a save. A save is a copy of its record under a name: a position
to return to, any number of times. Scored games have none, since returning would be an undo.
"""

from functools import lru_cache
from typing import NamedTuple

from solterm.core.names import is_seen
from solterm.core.phrases import suggest, tell_deal
from solterm.core.play import record
from solterm.core.play.events import IMPORTED, OPENED, ORIGINS
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.games import find as find_game
from solterm.games import find_known, name_apart
from solterm.manual.rules_pages import SAMPLES, sample
from solterm.sessions.plays import Start
from solterm.sessions.report import Column, Value
from solterm.store.entries import ASIDE
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay, refuse_secret
from solterm.store.purpose import FREE
from solterm.store.store import Store, now

LONGEST = 40
"""Characters a name may have."""

COLUMNS = (
    Column("name", shrinks=True),
    Column("game", shrinks=True),
    Column("deal", is_number=True),
    Column("level", is_number=True, short="Lvl"),
    Column("moves", is_number=True, from_width=72),
    Column("saved"),
)
_SAMPLE, _ASIDE = "sample", "put aside"


class Content(NamedTuple):
    """The content of a record."""

    record: Record | None = None
    play: Play | None = None
    fault: str = ""
    """Why the record is not valid."""


class Shelved(NamedTuple):
    """A save, a game put aside, or a sample."""

    name: str
    text: str
    """The record; for a game that can't be read, the reason."""
    day: str = ""
    """When it was saved, or last played if it was put aside; "" for a sample."""
    aside: int = 0
    """The id of a play that was put aside."""
    is_secret: bool = False
    """Whether others have still to play its deal."""
    by_id: str = ""
    """Its name by the id of its game, if it was put aside: ``free-cell 617``."""

    @property
    def is_sample(self) -> bool:
        return not self.day

    @property
    def is_save(self) -> bool:
        return not (self.is_sample or self.aside)

    @property
    def saved(self) -> str:
        """The day of a save; for others, their kind."""
        return _ASIDE if self.aside else self.day or _SAMPLE

    @property
    def content(self) -> Content:
        return _read(self.text)

    @property
    def is_over(self) -> bool:
        """Whether it can be replayed, but not played on."""
        play = self.content.play
        return self.is_sample or (play is not None and play.tally.won and not self.aside)

    @property
    def record(self) -> Record:
        """Its record, for a replay; raises ``StoreError`` if it is damaged or still a secret."""
        found = self.content.record
        if found is None:
            raise StoreError(f"The save {self.name!r} is damaged: it cannot be replayed.")
        self.refuse_secret()
        return found

    def refuse_secret(self) -> None:
        """Raise ``StoreError`` if others have still to play its deal."""
        refuse_secret(self.told_deal)

    @property
    def told_deal(self) -> int:
        """The number of its deal; 0 while it is a secret."""
        play = self.content.play
        return 0 if self.is_secret or play is None else play.deal

    @property
    def start(self) -> Start:
        """Its deal from the start; raises ``StoreError`` as ``record`` does."""
        play = self.content.play
        if play is None:
            raise StoreError(f"The save {self.name!r} is damaged: it names no deal.")
        self.refuse_secret()
        return Start(play.game, play.deal, play.start_level, play.options)

    def cells(self) -> tuple[Value, ...]:
        """Return what the columns show."""
        play = self.content.play
        if play is None:
            return self.name, "cannot be read", "", "", "", self.saved
        moves = "" if self.is_sample else play.moves
        level = play.start_level if self.is_sample else play.level
        return self.name, play.title, self.told_deal or "", level, moves, self.saved

    def line(self) -> str:
        """Return a description: ``Demon (smallWare), deal 617, level 3, won, saved 2026-11-21``."""
        if self.aside:  # its name says the rest
            return f"put aside, last played {self.day}"
        return f"{self.tell().rstrip('.')}, saved {self.day}"

    def tell(self) -> str:
        """Return what the columns have no room for."""
        play = self.content.play
        if play is None:
            return self.content.fault
        told = (
            f"{play.game}{tell_deal(play.number_told(self.told_deal))}, level {play.level}",
            "imported" if play.counts.imported else "",
            play.game.variant(play.options),
            str(play.outcome) if play.outcome else "not won yet",
        )
        return ", ".join(filter(None, told))


@lru_cache(maxsize=200)
def _read(text: str) -> Content:
    try:
        found = record.read(text)
        return Content(found, found.replay(find_game))
    except RecordError as error:
        return Content(fault=str(error))


# -- lists -------------------------------------------------------------------------------------


def list_samples() -> list[Shelved]:
    """Return the games that come with the program."""
    return [Shelved(what, sample(name)) for name, what in SAMPLES.items()]


def list_saves(store: Store) -> list[Shelved]:
    """Return the saves, newest first."""
    rows = store.read("SELECT name, record, saved FROM saved_game ORDER BY saved DESC, name")
    return [Shelved(str(name), str(text), str(saved)[:10]) for name, text, saved in rows]


def list_own(store: Store) -> list[Shelved]:
    """Return the saves, newest first, then the games put aside."""
    found = list_saves(store)
    for each in store.list_plays(ASIDE):
        try:
            text = str(store.load(each.play_id).record)
        except StoreError as error:
            text = str(error)
        game = find_known(each.game)
        name = name_apart(game) if game else each.game
        name, by_id = (f"{called} {each.deal or ''}".rstrip() for called in (name, each.game))
        found.append(Shelved(name, text, each.touched[:10], each.play_id, not each.deal, by_id))
    return found


def find(store: Store, name: str) -> Shelved:
    """Return the save of a name, or the game put aside; raises ``StoreError``."""
    own, wanted = list_own(store), name.strip()
    for each in own:
        if each.is_save and each.name == wanted:
            return each
    for each in own:
        if each.aside and wanted.lower() in (each.name.lower(), each.by_id):
            return each
    near = suggest(name, [each.name for each in own])
    more = f". {near}" if near else "; see the list of saved games."
    raise StoreError(f"No saved game is called {name!r}{more}")


# -- saving ------------------------------------------------------------------------------------


def check_savable(kept: KeptPlay | None) -> KeptPlay:
    """Return the game that can be saved; raise ``StoreError`` if there is none."""
    if kept is None:
        raise StoreError("You have no game in progress to save.")
    if kept.play.mode:
        raise StoreError("Scored games have no saves; yours is safe without one.")
    return kept


def name_own(kept: KeptPlay) -> str:
    """Return the name under which a game is saved unless its player chooses one."""
    play = kept.play
    return f"{play.game.name} {play.number_told() or 'board'}"[:LONGEST]


def ask_to_replace(store: Store, name: str, kept: KeptPlay, is_chosen: bool) -> str:
    """Return the question to ask before a save replaces another of its name, or "".

    Under a name that the player did not choose, a play replaces its own earlier positions unasked.
    """
    found = next((each for each in list_saves(store) if each.name == name.strip()), None)
    if found is None:
        return ""
    before, after = _list_events(found.text), _list_events(kept.record())
    if before and after and before == after[: len(before)] and not is_chosen:
        return ""
    return f"There is a save {found.name!r}: {found.line()}. Replace it?"


def save(store: Store, name: str, kept: KeptPlay) -> str:
    """Save a play under a name, replacing a save of that name; return what to say of it.

    Raises ``StoreError`` for a scored play or an invalid name.
    """
    put(store, name, check_savable(kept).record())
    return tell_saved(store, name)


def tell_saved(store: Store, name: str) -> str:
    """Return the message for a successful save."""
    name = name.strip()
    if store.unsaved:
        return f"{name!r} is saved until the program ends. {store.unsaved}"
    return f"Saved as {name!r}."


def put(store: Store, name: str, text: str) -> None:
    """Save a record, unchecked, under a name; raises ``StoreError`` for an invalid name."""
    name = name.strip()
    if not (0 < len(name) <= LONGEST and name.isprintable() and is_seen(name)):
        raise StoreError(f"The name needs 1 to {LONGEST} printable characters.")
    store.refuse_when_full()
    with store.transaction() as database:
        database.execute("DELETE FROM saved_game WHERE name = ?", (name,))
        database.execute(
            "INSERT INTO saved_game (name, record, saved) VALUES (?, ?, ?)", (name, text, now())
        )


def add(store: Store, found: Record, wanted: str) -> str:
    """Save a record from elsewhere, unchecked, and return the name of the save.

    The save says that it was imported. One that is saved already keeps its name; other saves keep
    theirs, too. Raises ``StoreError`` for an invalid name.
    """
    text, saved = str(record.begin_from(found, IMPORTED)), list_saves(store)
    events = _list_events(text)
    if same := next((each.name for each in saved if _list_events(each.text) == events), ""):
        return same
    taken, number = {each.name for each in saved}, 1
    name = wanted = wanted.strip()[:LONGEST]
    while name in taken:
        number += 1
        more = f" {number}"
        name = f"{wanted[: LONGEST - len(more)]}{more}"
    put(store, name, text)
    return name


def _list_events(text: str) -> tuple[str, ...]:
    """Return the deal of a record and what was played of it, in order; () if it is damaged."""
    try:
        found = record.read(text)
    except RecordError:
        return ()
    deal = (found.tags.get(each, "") for each in ("Game", "Deal", "Options", "Level"))
    return (*deal, *(each for each in found.events if each not in ORIGINS))


# -- what can be done with a save ----------------------------------------------------------------


def take(store: Store, chosen: Shelved) -> tuple[KeptPlay, str]:
    """Return a game to play on, and what to say of it.

    A save becomes a new free game, which says so and ends the open one of its rules. A game put
    aside changes places with the open one. Raises ``StoreError`` for a damaged save, and for one
    that is won: it would count as a win of this player's.
    """
    if chosen.aside:
        kept = KeptPlay.resume(store, store.load(chosen.aside), find_game)
        store.take_up(chosen.aside)
        return kept, f"{chosen.name}: back where you left."
    found = chosen.record
    is_marked = found.events[:1] and found.events[0] in ORIGINS
    play = (found if is_marked else record.begin_from(found, OPENED)).replay(find_game)
    if play.tally.won:
        raise StoreError(f"The save {chosen.name!r} is won: it can be replayed, not played on.")
    play.mode = Mode.FREE
    kept = KeptPlay.adopt(store, play, find_game)
    return kept, f"{chosen.name}: the game stands as you saved it."


def tell_ended_by(store: Store, chosen: Shelved) -> str:
    """Return the question whether to end the game that a save takes the place of; "" if none."""
    play = chosen.content.play
    if play is None or chosen.aside:
        return ""
    saved = store.load_suspended(play.game.id, FREE)
    if not (saved and saved.record.events):
        return ""
    return f"This ends your game of {play.title} (deal {saved.deal}). Open the save?"


def ask_to_remove(chosen: Shelved) -> str:
    """Return the question whether to remove it; raises ``StoreError`` for a sample."""
    if chosen.is_sample:
        raise StoreError("Samples cannot be deleted.")
    if chosen.aside:
        return f"Give up {chosen.name!r}? It counts as lost."
    return f"Delete the save {chosen.name!r}?"


def remove(store: Store, chosen: Shelved) -> str:
    """Delete a save, or give up a game put aside; return what to say of it."""
    if chosen.aside:
        store.close(chosen.aside)
        return f"{chosen.name!r} counts as lost."
    with store.transaction() as database:
        database.execute("DELETE FROM saved_game WHERE name = ?", (chosen.name,))
    return f"{chosen.name!r} deleted."


def name_file(chosen: Shelved) -> str:
    """Return the proposed name of a file for its record."""
    letters = "".join(char if char.isalnum() else " " for char in chosen.name)
    return f"~/{'-'.join(letters.lower().split()) or 'game'}.txt"
