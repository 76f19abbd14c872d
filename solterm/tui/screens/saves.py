"""Saved games and samples: open, replay, delete, export and import them.

The store keeps every game without a save. A save is a position to return to, any number of times.
"""

from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path
from typing import NamedTuple

from textual import events
from textual.binding import Binding
from textual.suggester import Suggester

from solterm.context import Context
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.games import find
from solterm.manual.rules_pages import SAMPLES, sample
from solterm.sessions.plays import Start
from solterm.sessions.report import Column, Report, Value
from solterm.sessions.sharing import day_in, has_record, import_game, start_in
from solterm.store import aside, recordfiles, saves
from solterm.store.errors import StoreError
from solterm.store.kept import HIDDEN, KeptPlay, is_secret
from solterm.tui.look.wrapping import wrap
from solterm.tui.screens.dialogs import TextDialog, fault_of
from solterm.tui.screens.list_page import ListRow, on_item
from solterm.tui.screens.new_file import ask_for_file
from solterm.tui.screens.page import name_of
from solterm.tui.screens.rows_page import RowsPage

_SAMPLE, _ASIDE = "sample", "put aside"
_MORE_KEYS = "E exports it, Del deletes it, and A saves the present game under another name."
"""The keys for which the last row of a narrow window has no room."""
_COLUMNS = (
    Column("name", shrinks=True),
    Column("game", shrinks=True),
    Column("deal", is_number=True),
    Column("level", is_number=True, short="Lvl"),
    Column("moves", is_number=True, from_width=72),
    Column("saved"),
)


class _Line(NamedTuple):
    """A save, a game put aside, or a sample."""

    name: str
    text: str
    saved: str
    """The day; for others, their kind."""
    aside: int = 0
    """The id of a play that was put aside."""
    hides_deal: bool = False
    """Whether the number of its deal is still a secret."""

    @property
    def is_save(self) -> bool:
        return self.saved not in (_SAMPLE, _ASIDE)


class _About(NamedTuple):
    """The content of a record."""

    record: Record | None = None
    play: Play | None = None
    fault: str = ""
    """Why the record is not valid."""


class _RecordFiles(Suggester):
    """Completes the name of a file to the newest one that it may be."""

    def __init__(self, context: Context) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._context = context

    async def get_suggestion(self, value: str) -> str | None:
        return recordfiles.complete(self._context, value)


class SavesScreen(RowsPage[None]):
    """Lists the saves."""

    ABOUT = """
solterm keeps your games move by move: they are there when you come back. A save is a position with
a name, to come back to as often as you like. Scored games have none.

A game that a friend has copied for you is saved when you paste its text here, or into the menu. If
you win it from there, it counts as won with help.
"""
    BINDINGS = [
        on_item(
            "enter", "select_cursor", "Open", "Play on from there; replay a sample or a won game"
        ),
        Binding("r,R", "replay", "Replay", tooltip="Replay it, step by step"),
        Binding("d,D", "deal", "Deal", tooltip="Play its deal from the start"),
        Binding("s,S", "save", "Save", tooltip="Save the present game under its own name"),
        Binding("i,I", "import", "Import", tooltip="Read a record from a file and save it"),
        Binding("e,E", "export", "Export", tooltip="Write the record to a file"),
        Binding("delete", "delete", "Delete", tooltip="Delete the save"),
        Binding("a,A", "save_as", "Save as", tooltip="Save the present game under another name"),
    ]

    def __init__(self, kept: KeptPlay | None = None, pasted: str = "") -> None:
        super().__init__()
        self.kept = kept
        """The game the player may save."""
        self._pasted = pasted
        """A text with a record to save."""
        self._lines: list[_Line] = []
        self._known: dict[str, _About] = {}

    def on_mount(self) -> None:
        if self.kept is None:
            with self.telling_trouble():
                store = self.solterm.store
                if saved := store.load_suspended(context=""):
                    self.kept = KeptPlay.resume(store, saved, find)
        if self._pasted:
            self._import_pasted(self._pasted)

    def look_up(self) -> None:
        self._lines = []
        for look in (self._find_saves, self._find_aside):
            with self.telling_trouble():
                self._lines += look()
        self._lines += [_Line(what, sample(name), _SAMPLE) for name, what in SAMPLES.items()]

    def _find_saves(self) -> list[_Line]:
        found = saves.list_saves(self.solterm.store)
        return [_Line(each.name, each.text, each.saved[:10]) for each in found]

    def _find_aside(self) -> list[_Line]:
        store, lines = self.solterm.store, []
        for each in aside.list_plays(store):
            try:
                text = str(store.load(each.play_id).record)
            except StoreError as error:
                text = str(error)
            hides_deal = is_secret(store.context, each.context, each.deal)
            name = name_of(each.game) if hides_deal else f"{name_of(each.game)} {each.deal}"
            lines.append(_Line(name, text, _ASIDE, each.play_id, hides_deal))
        return lines

    # -- the table -------------------------------------------------------------------------

    def report(self) -> Report:
        return Report("Saved games", _COLUMNS, [self._tell(line) for line in self._lines])

    def _tell(self, line: _Line) -> Sequence[Value]:
        if line.saved == _SAMPLE:
            tags = record.read(line.text).tags
            return line.name, name_of(tags["Game"]), tags["Deal"], tags["Level"], "", line.saved
        play = self._about(line).play
        if play is None:
            return line.name, "cannot be read", "", "", "", line.saved
        deal = "" if line.hides_deal else play.deal
        return line.name, play.title, deal, play.level, play.moves, line.saved

    def notes(self, row: ListRow) -> Sequence[str]:
        line = self._lines[row.item]
        about, width = self._about(line), self.app.size.width - 2
        play = about.play
        if play is None:
            return wrap(about.fault, width)[:2]
        deal = "" if line.hides_deal else f", deal {play.deal}"
        text = f"{play.game}{deal}, level {play.level}"
        stands = str(play.outcome) if play.outcome else "not won yet"
        variant = play.game.variant(play.options)
        imported = "imported" if play.counts.imported else ""
        told = [", ".join(filter(None, [text, imported, variant, stands]))[:width]]
        return [*told, _MORE_KEYS] if line.is_save else told

    def _about(self, line: _Line) -> _About:
        if line.text not in self._known:
            try:
                found = record.read(line.text)
                self._known[line.text] = _About(found, found.replay(find))
            except RecordError as error:
                self._known[line.text] = _About(fault=str(error))
        return self._known[line.text]

    @property
    def chosen(self) -> _Line:
        return self._lines[self.here]

    # -- what can be done with a save ------------------------------------------------------

    def select_cursor(self, here: int) -> None:
        line = self.chosen
        play = self._about(line).play
        if line.aside:
            self._take_up(line)
        elif play is None:
            self.say_trouble(f"The save {line.name!r} is damaged: it cannot be opened.")
        elif line.saved == _SAMPLE or play.tally.won:
            self.action_replay()
        elif open_deal := self._open_deal(play.game.id):
            question = f"This ends your game of {play.title} (deal {open_deal}). Open the save?"
            self.ask(question, lambda: self._open(line.name))
        else:
            self._open(line.name)

    def _take_up(self, line: _Line) -> None:
        store = self.solterm.store
        kept = KeptPlay.resume(store, store.load(line.aside), find)
        aside.take_up(store, line.aside)
        self.solterm.show_table(kept, kept.inconsistency or f"{line.name}: back where you left.")

    def _open_deal(self, game: str) -> int | None:
        with suppress(StoreError):  # opening the save reports the error
            saved = self.solterm.store.load_suspended(game, "")
            return saved.deal if saved and saved.record.events else None
        return None

    def _open(self, name: str) -> None:
        kept = saves.load(self.solterm.store, name, find)
        self.solterm.show_table(kept, f"{name}: the game stands as you saved it.")

    def action_replay(self) -> None:
        line = self.chosen
        about = self._about(line)
        if about.record is None:
            self.say_trouble(f"The save {line.name!r} is damaged: it cannot be replayed.")
        elif line.hides_deal:
            self.notice = HIDDEN
        else:
            self.doors.show_replay(line.name, about.record)

    def action_deal(self) -> None:
        line = self.chosen
        play = self._about(line).play
        if line.hides_deal:
            self.notice = HIDDEN
        elif play is None:
            self.say_trouble(f"The save {line.name!r} is damaged: it names no deal.")
        else:
            start = Start(play.game, play.deal, play.start_level, play.options)
            self.solterm.deal_beside(start)

    def action_delete(self) -> None:
        line = self.chosen
        if line.aside:
            self.ask(f"Give up {line.name!r}? It counts as lost.", lambda: self._give_up(line))
        elif line.is_save:
            self.ask(f"Delete the save {line.name!r}?", lambda: self._delete(line.name))
        else:
            self.say_trouble("Samples cannot be deleted.")

    def _give_up(self, line: _Line) -> None:
        self.solterm.store.close(line.aside)
        self._show_again()
        self.notice = f"{line.name!r} counts as lost."

    def _delete(self, name: str) -> None:
        saves.delete(self.solterm.store, name)
        self._show_again()
        self.notice = f"{name!r} deleted."

    def _show_again(self, name: str = "") -> None:
        self.look_up()
        names = [line.name for line in self._lines]
        self.show_rows(names.index(name.strip()) if name.strip() in names else None)

    # -- saving ----------------------------------------------------------------------------

    def action_save(self) -> None:
        if kept := self._to_save():
            self._save(kept, self._own_name(kept), is_chosen=False)

    def action_save_as(self) -> None:
        kept = self._to_save()
        if kept is None:
            return

        def refuse(name: str) -> str | None:
            is_name = name.strip() and name.isprintable()
            return None if is_name else "Type a name with at least one printable character."

        dialog = TextDialog("Name of the save?", self._own_name(kept), refuse, saves.LONGEST)
        self.prompt(dialog, partial(self._save, kept, is_chosen=True))

    def _to_save(self) -> KeptPlay | None:
        if self.kept is None:
            self.say_trouble("You have no game in progress to save.")
        elif self.kept.play.mode:
            self.say_trouble("Scored games have no saves; yours is safe without one.")
        else:
            return self.kept
        return None

    def _own_name(self, kept: KeptPlay) -> str:
        return f"{kept.play.game.name} {kept.play.deal}"[: saves.LONGEST]

    def _save(self, kept: KeptPlay, name: str, is_chosen: bool) -> None:
        if question := saves.ask_to_replace(self.solterm.store, name, kept, is_chosen):
            self.ask(question, lambda: self._put(kept, name))
        else:
            self._put(kept, name)

    def _put(self, kept: KeptPlay, name: str) -> None:
        saves.save(self.solterm.store, name, kept)
        self._show_again(name)
        self.notice = saves.report_saved(self.solterm.store, name)

    # -- files -----------------------------------------------------------------------------

    def action_export(self) -> None:
        line = self.chosen
        if line.hides_deal:
            self.notice = HIDDEN
            return
        words = "".join(char if char.isalnum() else " " for char in line.name).lower().split()
        plain = "-".join(words)
        ask_for_file(self, "Write the record to which file?", f"~/{plain or 'game'}.txt", line.text)

    def action_import(self) -> None:
        names: list[str] = []

        def take_in(file: str) -> None:
            text = recordfiles.read(self.solterm.context, file)
            names.append(import_game(self.solterm.store, text, Path(file.strip()).stem))

        question = "Read the record from which file? Right completes a name."
        context = self.solterm.context
        proposed = recordfiles.complete(context, "~/") or "~/"
        files = _RecordFiles(context)
        dialog = TextDialog(question, proposed, partial(fault_of, take_in), suggester=files)
        self.prompt(dialog, lambda _: self._tell_imported(names[-1]))

    def on_paste(self, event: events.Paste) -> None:
        event.prevent_default()  # other pages send it to the menu
        self._import_pasted(event.text)

    def _import_pasted(self, text: str) -> None:
        with self.telling_trouble():
            if not has_record(text):
                names_deal = start_in(text) or day_in(text)
                where = " The menu plays the deal that it names: paste it there." * bool(names_deal)
                self.say_trouble(f"There is no recorded game in this text.{where}")
                return
            self._tell_imported(import_game(self.solterm.store, text))

    def _tell_imported(self, name: str) -> None:
        self._show_again(name)
        saved = saves.report_saved(self.solterm.store, name)
        self.notice = f"{saved} R replays it, D deals its cards."
