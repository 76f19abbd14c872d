"""Games saved under names, and sample games: opened, replayed, written to files and read from them.

A game needs no saving to be kept; a save is for coming back to a position as often as wanted.
"""

import textwrap
from collections.abc import Callable
from pathlib import Path
from typing import ClassVar, NamedTuple, cast

from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.games import find, find_known
from solterm.games.samples import SAMPLES, sample
from solterm.store import aside, recordfiles, saves
from solterm.store.errors import StoreError, show_path
from solterm.store.kept import KeptPlay
from solterm.tui.boxes.questions import Question, TypedLine
from solterm.tui.screens.listed import Key, ListScreen


class _Line(NamedTuple):
    """A line of the list: a save, a sample, or a heading."""

    name: str
    text: str = ""
    """The record; empty for a heading."""
    saved: str = ""
    """The day; empty for a sample."""
    aside: int = 0
    """The id of a play that was put aside because it could not be read."""


class _About(NamedTuple):
    """What a record says."""

    record: Record | None = None
    play: Play | None = None
    fault: str = ""
    """Why it does not hold; else empty."""


class SavesScreen(ListScreen):
    """Lists what is saved."""

    TITLE_TEXT = "Saved games"
    ABOUT = """
Every game is kept by itself, move by move: it is there again when you come back. A save keeps a
position under a name besides, to come back to it as often as you like. Scored games have none.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Open", "Play on from there; a sample is replayed")
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("S", "save", "Save", "Save the present game under its own name"),
        Key("A", "save_as", "Save as", "Save the present game under a name you type"),
        Key("R", "replay", "Replay", "Show it step by step"),
        Key("delete", "delete", "Delete", "Delete the save"),
        Key("E", "export", "Export", "Write the record to a file"),
        Key("I", "take_in", "Import", "Read a record from a file and save it"),
    )

    def __init__(self, kept: KeptPlay | None = None) -> None:
        super().__init__()
        self.kept = kept
        """The game that may be saved."""
        self._lines: list[_Line] = []
        self._known: dict[str, _About] = {}

    def on_mount(self) -> None:
        """Look them up, and the game played last where none was handed over."""
        self._look_up()
        if self.kept is None:
            self._attempt(self._resume)
        self.repaint()

    def _resume(self) -> None:
        store = self.solterm.store
        saved = store.load_suspended(context="")
        if saved:
            self.kept = KeptPlay.resume(store, saved, find)

    def _look_up(self) -> None:
        self._lines = []
        self._attempt(self._list)
        self._attempt(self._list_aside)
        self._lines.append(_Line("Samples"))
        self._lines += [_Line(what, sample(name)) for name, what in SAMPLES.items()]
        if not self.is_choice(self._lines[min(self.here, len(self._lines) - 1)]):
            self.here = max(0, self.here - 1)
            if not self.is_choice(self._lines[self.here]):
                self.here += 1

    def _list(self) -> None:
        found = saves.list_saves(self.solterm.store)
        self._lines += [_Line(each.name, each.text, each.saved[:10]) for each in found]

    def _list_aside(self) -> None:
        store = self.solterm.store
        found = aside.list_plays(store)
        self._lines += [_Line("Put aside, since they could not be read")] if found else []
        for each in found:
            game = find_known(each.game)
            name = f"{game.name if game else each.game} {each.deal}"
            try:
                text = str(store.load(each.play_id).record)
            except StoreError as error:
                text = str(error)
            self._lines.append(_Line(name, text, each.touched[:10], each.play_id))

    def _attempt(self, do: Callable[[], object]) -> bool:
        """Do something; what goes wrong is said."""
        try:
            do()
        except (StoreError, RecordError) as error:
            self.notice = str(error)
            self.solterm.beep()
            return False
        return True

    # -- the list --------------------------------------------------------------------------

    @property
    def entries(self) -> list[_Line]:
        return self._lines

    def is_choice(self, entry: object) -> bool:
        return bool(cast(_Line, entry).text)

    @property
    def chosen(self) -> _Line:
        """The line under the cursor."""
        return cast(_Line, self.entry)

    def heading(self, width: int) -> str:
        name, game = _columns(width)
        return f"{'Name':{name}}{'Game':{game}}{'Deal':>8} Lvl Moves Saved"

    def line(self, entry: object, width: int) -> str:
        line = cast(_Line, entry)
        name, game = _columns(width)
        if not line.text:
            return line.name
        if not line.saved:
            return line.name
        play = self._about(line).play
        title = f"{line.name[: name - 1]:{name}}"
        if play is None:
            return f"{title}cannot be read" if line.aside else f"{title}a damaged record"
        told = play.game.name[: game - 1]
        return f"{title}{told:{game}}{play.deal:>8} {play.level:>3} {play.moves:>5} {line.saved}"

    def notes(self, width: int) -> list[str]:
        about = self._about(self.chosen)
        play = about.play
        if play is None:
            return textwrap.wrap(about.fault, width)[:2]
        text = f"{play.game.name} ({play.game.collection}), deal {play.deal}, level {play.level}"
        stands = play.outcome.value if play.outcome else "playing"
        options = " ".join(f"{key} {value}" for key, value in play.options.items())
        return [", ".join(filter(None, [text, options, stands]))[:width]]

    def _about(self, line: _Line) -> _About:
        """What a line's record says; read once."""
        if line.text not in self._known:
            try:
                found = record.read(line.text)
                self._known[line.text] = _About(found, found.replay(find))
            except RecordError as error:
                self._known[line.text] = _About(fault=str(error))
        return self._known[line.text]

    # -- what can be done with a save ------------------------------------------------------

    def choose(self) -> None:
        """Enter: play on from there, once it is clear that another game ends with that."""
        line = self.chosen
        play = self._about(line).play
        if line.aside:
            self._take_up(line)
        elif not line.saved:
            self.do_replay()
        elif play is None:
            self._say(f"The saved game {line.name!r} is no good: it cannot be opened.")
        elif open_deal := self._open_deal(play.game.id):
            question = f"That ends your game of {play.game.name} (deal {open_deal}). Open it?"
            self.prompt = Question(question, lambda: self._open(line.name))
        else:
            self._open(line.name)

    def _take_up(self, line: _Line) -> None:
        """Go on with a game that was put aside; one that is open in its stead is put aside."""

        def take_up() -> None:
            store = self.solterm.store
            kept = KeptPlay.resume(store, store.load(line.aside), find)
            aside.take_up(store, line.aside)
            self.solterm.show_table(kept, kept.doubt or f"{line.name}: you go on where you left.")

        self._attempt(take_up)

    def _open_deal(self, game: str) -> int | None:
        """The deal of the free game that opening a save of this rule-set ends, if there is one."""
        try:
            saved = self.solterm.store.load_suspended(game, "")
        except StoreError:
            return None  # opening it says what is the matter
        return saved.deal if saved and saved.record.events else None

    def _open(self, name: str) -> None:
        def open_it() -> None:
            kept = saves.load(self.solterm.store, name, find)
            self.solterm.show_table(kept, f"{name}: the game stands as it was saved.")

        self._attempt(open_it)

    def do_replay(self) -> None:
        """R: from the deal on."""
        line = self.chosen
        about = self._about(line)
        if about.record is None:
            self._say(f"The saved game {line.name!r} is no good: it cannot be replayed.")
        else:
            self.solterm.show_replay(line.name, about.record)

    def do_save(self) -> None:
        """S: under its own name, in place of what was saved there."""
        if kept := self._to_save():
            self._save(self._own_name(kept))

    def do_save_as(self) -> None:
        """A: under a name that is typed."""
        if kept := self._to_save():
            self.prompt = TypedLine(
                "Save the game under which name?",
                self._save_as,
                self._own_name(kept),
                saves.LONGEST,
            )

    def _to_save(self) -> KeptPlay | None:
        if self.kept is None:
            self._say("No free game is in progress that could be saved.")
        elif self.kept.play.terms:
            self._say("A scored game is not saved under a name: it is kept by itself.")
        else:
            return self.kept
        return None

    def _own_name(self, kept: KeptPlay) -> str:
        return f"{kept.play.game.name} {kept.play.deal}"[: saves.LONGEST]

    def _save_as(self, name: str) -> str | None:
        if not (name.strip() and name.isprintable()):
            return "Type a name, of at least one printable character."
        if any(each.name == name.strip() and each.saved for each in self._lines):
            self.prompt = Question(
                f"There is a save {name.strip()!r} already. Replace it?", lambda: self._save(name)
            )
            return None
        self._save(name)
        return None

    def _save(self, name: str) -> None:
        kept = self.kept
        assert kept is not None, "there is a game to save"
        if self._attempt(lambda: saves.save(self.solterm.store, name, kept)):
            self._found(name)
            self.notice = saves.report_saved(self.solterm.store, name)

    def _found(self, name: str) -> None:
        """Set the cursor on a save."""
        self._look_up()
        names = [line.name for line in self._lines]
        self.here = names.index(name.strip()) if name.strip() in names else self.here

    def do_delete(self) -> None:
        """Del: once that is confirmed."""
        line = self.chosen
        if line.aside:
            question = f"Give {line.name!r} up for good? It counts as lost then."
            self.prompt = Question(question, lambda: self._give_up(line))
        elif line.saved:
            question = f"Delete the saved game {line.name!r}?"
            self.prompt = Question(question, lambda: self._delete(line.name))
        else:
            self._say("Samples stay.")

    def _give_up(self, line: _Line) -> None:
        if self._attempt(lambda: self.solterm.store.close(line.aside)):
            self._look_up()
            self.notice = f"{line.name!r} is given up."

    def _delete(self, name: str) -> None:
        if self._attempt(lambda: saves.delete(self.solterm.store, name)):
            self._look_up()
            self.notice = f"{name!r} is deleted."

    # -- files -----------------------------------------------------------------------------

    def do_export(self) -> None:
        """E: the record under the cursor to a new file."""
        line = self.chosen
        plain = "".join(char if char.isalnum() else "-" for char in line.name).strip("-").lower()
        self.prompt = TypedLine(
            "Write the record to which file?",
            lambda name: self._export(name, line.text),
            f"~/{plain or 'game'}.txt",
        )

    def _export(self, name: str, text: str) -> str | None:
        try:
            path = recordfiles.write(name, text)
        except StoreError as error:
            return str(error)
        self.notice = f"The record is in {show_path(path)}."
        return None

    def do_take_in(self) -> None:
        """I: a record from a file, saved under the file's name."""
        self.prompt = TypedLine("Read the record from which file?", self._take_in, "~/")

    def _take_in(self, file: str) -> str | None:
        try:
            text, _ = recordfiles.read(file, find)
            name = self._free_name(Path(file.strip()).stem)
            saves.put(self.solterm.store, name, text)
        except (StoreError, RecordError) as error:
            return str(error)
        self._found(name)
        self.notice = saves.report_saved(self.solterm.store, name)
        return None

    def _free_name(self, wanted: str) -> str:
        """A name that no save has yet."""
        taken = {line.name for line in self._lines}
        name, number = wanted[: saves.LONGEST], 1
        while name in taken:
            number += 1
            name = f"{wanted[: saves.LONGEST - 4]} {number}"
        return name

    def _say(self, sentence: str) -> None:
        self.notice = sentence
        self.solterm.beep()


def _columns(width: int) -> tuple[int, int]:
    """Cells of a save's name and of its game's."""
    rest = width - 29
    return (rest - 20, 20) if rest >= 40 else (rest - rest // 2, rest // 2)
