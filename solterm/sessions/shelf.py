"""The shelf: saves, games put aside, and samples, as the screen and line mode list them.

The store keeps every game without a save. A save is a position to return to, any number of times.
"""

from functools import lru_cache
from typing import NamedTuple

from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.games import find, find_known, name_apart
from solterm.manual.rules_pages import SAMPLES, sample
from solterm.sessions.plays import Start
from solterm.sessions.report import Column, Value
from solterm.store import aside, saves
from solterm.store.errors import StoreError
from solterm.store.kept import HIDDEN, KeptPlay
from solterm.store.saves import Save, SaveError
from solterm.store.store import Store

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
    saved: str
    """The day; for others, their kind."""
    aside: int = 0
    """The id of a play that was put aside."""
    touched: str = ""
    """The day it was last played, if it was put aside."""
    hides_deal: bool = False
    """Whether the number of its deal is still a secret."""
    by_id: str = ""
    """Its name by the id of its game, if it was put aside: ``free-cell 617``."""

    @property
    def is_save(self) -> bool:
        return not (self.is_sample or self.aside)

    @property
    def is_sample(self) -> bool:
        return self.saved == _SAMPLE

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
            raise SaveError(f"The save {self.name!r} is damaged: it cannot be replayed.")
        self.refuse_secret()
        return found

    def refuse_secret(self) -> None:
        """Raise ``StoreError`` if others have still to play its deal."""
        if self.hides_deal:
            raise StoreError(HIDDEN)

    @property
    def start(self) -> Start:
        """Its deal from the start; raises ``StoreError`` as ``record`` does."""
        self.refuse_secret()
        play = self.content.play
        if play is None:
            raise SaveError(f"The save {self.name!r} is damaged: it names no deal.")
        return Start(play.game, play.deal, play.start_level, play.options)

    def cells(self) -> tuple[Value, ...]:
        """Return what the columns show."""
        play = self.content.play
        if play is None:
            return self.name, "cannot be read", "", "", "", self.saved
        moves = "" if self.is_sample else play.moves
        level = play.start_level if self.is_sample else play.level
        deal = "" if self.hides_deal else play.deal
        return self.name, play.title, deal, level, moves, self.saved

    def line(self) -> str:
        """Return a description for line mode, with the id of the game."""
        if self.aside:
            return f"put aside, last played {self.touched}"
        return Save(self.name, self.saved, self.text).about

    def tell(self) -> str:
        """Return what the columns have no room for."""
        play = self.content.play
        if play is None:
            return self.content.fault
        deal = "" if self.hides_deal else f", deal {play.deal}"
        told = (
            f"{play.game}{deal}, level {play.level}",
            "imported" if play.counts.imported else "",
            play.game.variant(play.options),
            str(play.outcome) if play.outcome else "not won yet",
        )
        return ", ".join(filter(None, told))


@lru_cache(maxsize=200)
def _read(text: str) -> Content:
    try:
        found = record.read(text)
        return Content(found, found.replay(find))
    except RecordError as error:
        return Content(fault=str(error))


def list_samples() -> list[Shelved]:
    """Return the games that come with the program."""
    return [Shelved(what, sample(name), _SAMPLE) for name, what in SAMPLES.items()]


def list_own(store: Store) -> list[Shelved]:
    """Return the saves, newest first, then the games put aside."""
    found = [Shelved(each.name, each.text, each.saved[:10]) for each in saves.list_saves(store)]
    for each in aside.list_plays(store):
        try:
            text = str(store.load(each.play_id).record)
        except StoreError as error:
            text = str(error)
        game = find_known(each.game)
        name = name_apart(game) if game else each.game
        name, by_id = (f"{called} {each.deal or ''}".rstrip() for called in (name, each.game))
        when = each.touched[:10]
        found.append(Shelved(name, text, _ASIDE, each.play_id, when, not each.deal, by_id))
    return found


def find_own(store: Store, name: str) -> Shelved:
    """Return the save of a name, or the game put aside; raises ``SaveError``."""
    wanted = name.strip().lower()
    asides = [each for each in list_own(store) if each.aside]
    same = [each for each in asides if wanted in (each.name.lower(), each.by_id)]
    try:
        found = saves.find(store, name)
    except SaveError:
        if same:
            return same[0]
        raise
    return Shelved(found.name, found.text, found.saved[:10])


def take(store: Store, chosen: Shelved) -> tuple[KeptPlay, str]:
    """Return a game to play on, and what to say of it.

    A save becomes a new game, which ends the open one of its rules. A game put aside changes places
    with the open one. Raises ``SaveError`` for a damaged or won save.
    """
    if not chosen.aside:
        return saves.load(
            store, chosen.name, find
        ), f"{chosen.name}: the game stands as you saved it."
    kept = KeptPlay.resume(store, store.load(chosen.aside), find)
    aside.take_up(store, chosen.aside)
    return kept, kept.inconsistency or f"{chosen.name}: back where you left."


def tell_ended_by(store: Store, chosen: Shelved) -> str:
    """Return the question whether to end the game that a save takes the place of; "" if none."""
    play = chosen.content.play
    if play is None or chosen.aside:
        return ""
    saved = store.load_suspended(play.game.id, "")
    if not (saved and saved.record.events):
        return ""
    return f"This ends your game of {play.title} (deal {saved.deal}). Open the save?"


def ask_to_remove(chosen: Shelved) -> str:
    """Return the question whether to remove it; raises ``SaveError`` for a sample."""
    if chosen.is_sample:
        raise SaveError("Samples cannot be deleted.")
    if chosen.aside:
        return f"Give up {chosen.name!r}? It counts as lost."
    return f"Delete the save {chosen.name!r}?"


def remove(store: Store, chosen: Shelved) -> str:
    """Delete a save, or give up a game put aside; return what to say of it."""
    if chosen.aside:
        store.close(chosen.aside)
        return f"{chosen.name!r} counts as lost."
    saves.delete(store, chosen.name)
    return f"{chosen.name!r} deleted."


def check_savable(kept: KeptPlay | None) -> KeptPlay:
    """Return the game that can be saved; raise ``SaveError`` if there is none."""
    if kept is None:
        raise SaveError("You have no game in progress to save.")
    if kept.play.mode:
        raise SaveError("Scored games have no saves; yours is safe without one.")
    return kept


def name_own(kept: KeptPlay) -> str:
    """Return the name under which a game is saved unless its player chooses one."""
    return f"{kept.play.game.name} {kept.play.deal}"[: saves.LONGEST]


def name_file(chosen: Shelved) -> str:
    """Return the proposed name of a file for its record."""
    letters = "".join(char if char.isalnum() else " " for char in chosen.name)
    return f"~/{'-'.join(letters.lower().split()) or 'game'}.txt"
