"""Saved games and samples: open, replay, delete, export and import them."""

from collections.abc import Iterator
from functools import partial
from pathlib import Path

from textual import events
from textual.binding import Binding
from textual.suggester import Suggester

from solterm.context import Context
from solterm.games import find
from solterm.sessions import shelf
from solterm.sessions.sharing import day_in, has_record, import_game, start_in
from solterm.sessions.shelf import Shelved
from solterm.store import recordfiles
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE
from solterm.tui.look.wrapping import wrap
from solterm.tui.screens.dialogs import TextDialog, fault_of
from solterm.tui.screens.list_page import ListPage, ListRow, on_item

_MORE_KEYS = "E exports it, Del deletes it, and A saves the present game under another name."
"""The keys for which the last row of a narrow window has no room."""


class _RecordFiles(Suggester):
    """Completes the name of a file to the newest one that it may be."""

    def __init__(self, context: Context) -> None:
        super().__init__(use_cache=False, case_sensitive=True)
        self._context = context

    async def get_suggestion(self, value: str) -> str | None:
        return recordfiles.complete(self._context, value)


class SavesScreen(ListPage[None]):
    """Lists the saves."""

    TITLE = "Saved games"
    ABOUT = """
solterm keeps your games move by move: they are there when you come back. A save is a position with
a name, to come back to as often as you like. Scored games have none.

A game that a friend has copied for you is saved when you paste its text here, or into the menu. If
you win it from there, it counts as won with help.
"""
    COLUMNS = shelf.COLUMNS
    BINDINGS = [
        on_item("enter", "open", "Open", "Play on from there; replay a sample or a won game"),
        on_item("r,R", "replay", "Replay", "Replay it, step by step"),
        on_item("d,D", "deal", "Deal", "Play its deal from the start"),
        Binding("s,S", "save", "Save", tooltip="Save the present game under its own name"),
        Binding("i,I", "import", "Import", tooltip="Read a record from a file and save it"),
        on_item("e,E", "export", "Export", "Write the record to a file"),
        on_item("delete", "delete", "Delete", "Delete the save"),
        Binding("a,A", "save_as", "Save as", tooltip="Save the present game under another name"),
    ]

    def __init__(self, kept: KeptPlay | None = None, pasted: str = "") -> None:
        super().__init__()
        self.kept = kept
        """The game the player may save."""
        self._pasted = pasted
        """A text with a record to save."""
        self._shelf: list[Shelved] = []

    def on_mount(self) -> None:
        if self.kept is None:
            with self.telling_trouble():
                store = self.seat.store
                if saved := store.load_suspended(purpose=FREE):
                    self.kept = KeptPlay.resume(store, saved, find)
        if self._pasted:
            self.call_next(self._import_pasted, self._pasted)

    def look_up(self) -> None:
        self._shelf = shelf.list_samples()
        self._shelf = [*shelf.list_own(self.seat.store), *self._shelf]

    def rows(self) -> Iterator[ListRow]:
        for each in self._shelf:
            told = wrap(each.tell(), self.app.size.width - 2)
            if each.content.play:
                told = [*told[:1], *[_MORE_KEYS] * each.is_save]
            yield ListRow(each.cells(), each, "\n".join(told[:2]))

    def key_of(self, item: Shelved) -> tuple[str, str]:
        return item.name, item.saved

    # -- what can be done with a save ------------------------------------------------------

    def open(self, chosen: Shelved) -> None:
        if chosen.is_over:
            self.replay(chosen)
        elif question := shelf.tell_ended_by(self.seat.store, chosen):
            self.ask(question, partial(self._open, chosen))
        else:
            self._open(chosen)

    def _open(self, chosen: Shelved) -> None:
        self.game_doors.show_table(*shelf.take(self.seat.store, chosen))

    def replay(self, chosen: Shelved) -> None:
        self.doors.show_replay(chosen.name, chosen.record)

    def deal(self, chosen: Shelved) -> None:
        self.game_doors.bring(chosen.start)

    def delete(self, chosen: Shelved) -> None:
        self.ask(shelf.ask_to_remove(chosen), partial(self._remove, chosen))

    def _remove(self, chosen: Shelved) -> None:
        self.notice = shelf.remove(self.seat.store, chosen)

    def export(self, chosen: Shelved) -> None:
        chosen.refuse_secret()
        self.ask_for_file("Write the record to which file?", shelf.name_file(chosen), chosen.text)

    # -- saving ----------------------------------------------------------------------------

    def action_save(self) -> None:
        kept = shelf.check_savable(self.kept)
        self._save(kept, shelf.name_own(kept), is_chosen=False)

    def action_save_as(self) -> None:
        kept = shelf.check_savable(self.kept)

        def refuse(name: str) -> str | None:
            is_name = name.strip() and name.isprintable()
            return None if is_name else "Type a name with at least one printable character."

        dialog = TextDialog("Name of the save?", shelf.name_own(kept), refuse, shelf.LONGEST)
        self.prompt(dialog, partial(self._save, kept, is_chosen=True))

    def _save(self, kept: KeptPlay, name: str, is_chosen: bool) -> None:
        if question := shelf.ask_to_replace(self.seat.store, name, kept, is_chosen):
            self.ask(question, partial(self._put, kept, name))
        else:
            self._put(kept, name)

    def _put(self, kept: KeptPlay, name: str) -> None:
        said = shelf.save(self.seat.store, name, kept)
        self._show_save(name)
        self.notice = said

    def _show_save(self, name: str) -> None:
        self.look_again()
        names = [each.name for each in self._shelf]
        self.go_to(names.index(name.strip()))

    # -- files -----------------------------------------------------------------------------

    def action_import(self) -> None:
        names: list[str] = []

        def take_in(file: str) -> None:
            text = recordfiles.read(self.solterm.context, file)
            names.append(import_game(self.seat.store, text, Path(file.strip()).stem))

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
            self._tell_imported(import_game(self.seat.store, text))

    def _tell_imported(self, name: str) -> None:
        self._show_save(name)
        saved = shelf.tell_saved(self.seat.store, name)
        self.notice = f"{saved} R replays it, D deals its cards."
