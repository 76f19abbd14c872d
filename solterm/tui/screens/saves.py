"""Saved games: positions under a name, records in and out, and games to be looked at again."""

from collections.abc import Callable
from pathlib import Path

from solterm.core import record
from solterm.core.record import RecordError
from solterm.games import find
from solterm.games.samples import SAMPLES, sample
from solterm.store import saves
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.saves import Save
from solterm.store.store import Store
from solterm.tui.screens.listed import ListScreen


class SavesScreen(ListScreen):
    """Lists the saved games; with a play at hand, saves it too."""

    heading = "Saved games"
    empty = "No game is saved under a name yet. Every game is kept by itself, too."

    def __init__(self, kept: KeptPlay | None = None) -> None:
        super().__init__()
        self.kept = kept
        save = "S Save   " if kept else ""
        self.keys = f"Enter Open   {save}R Replay   E Export   I Import   Del Delete   ESC Back"
        self._saves: list[Save] = []

    def on_mount(self) -> None:
        """Look what there is."""
        self._look()
        self.repaint()

    def _look(self) -> None:
        try:
            found = saves.listed(self.solterm.store)
        except StoreError as error:
            found, self.notice = [], str(error)
        self._saves = [*found, *(Save(about, "", sample(n)) for n, about in SAMPLES.items())]

    def lines(self) -> list[str]:
        return [f"{each.name:22.22} {each.about}" for each in self._saves]

    @property
    def _chosen(self) -> Save | None:
        return self._saves[self.place] if self._saves else None

    def choose(self) -> None:
        chosen = self._chosen
        if chosen is None:
            return
        if not chosen.saved:
            self._replay(chosen)
        else:
            question = "Open it? A game of its kind that is under way is ended by that"
            self.ask(question, lambda: self._open(chosen))

    def other_key(self, key: str, character: str | None) -> None:
        letter = (character or "").lower()
        chosen = self._chosen
        if letter == "s" and self.kept:
            self.type_in("Save as", self._save, self.kept.play.game.name)
        elif letter == "i":
            self.type_in("File to import", self._import)
        elif chosen and letter == "r":
            self._replay(chosen)
        elif chosen and letter == "e":
            self.type_in("File to export to", lambda path: self._export(chosen, path))
        elif chosen and chosen.saved and key == "delete":
            self.ask(f"Delete {chosen.name}", lambda: self._delete(chosen))

    def _open(self, chosen: Save) -> None:
        try:
            kept = saves.load(self.solterm.store, chosen.name, find)
        except StoreError as error:
            self.notice = str(error)
        else:
            self.app.pop_screen()
            self.solterm.show_table(kept, f"{chosen.name} is open.")

    def _save(self, name: str) -> None:
        kept = self.kept
        assert kept is not None, "S is there only with a play"
        self._try(lambda store: saves.save(store, name, kept), "The game is saved.")

    def _delete(self, chosen: Save) -> None:
        self._try(lambda store: saves.delete(store, chosen.name), f"{chosen.name} is deleted.")

    def _try(self, what: Callable[[Store], None], said: str) -> None:
        try:
            what(self.solterm.store)
            self.notice = said
        except StoreError as error:
            self.notice = str(error)
        self._look()

    def _replay(self, chosen: Save) -> None:
        try:
            read = record.read(chosen.text)
            read.replay(find)
        except RecordError as error:
            self.notice = str(error)
        else:
            self.solterm.show_replay(read)

    def _export(self, chosen: Save, path: str) -> None:
        file = Path(path).expanduser()
        try:
            with file.open("x", encoding="utf-8") as stream:
                stream.write(chosen.text)
        except FileExistsError:
            self.notice = f"{path} is there already; choose another name."
        except (OSError, ValueError) as error:
            self.notice = f"{path} cannot be written: {getattr(error, 'strerror', None) or error}."
        else:
            self.notice = f"The record is in {path}."

    def _import(self, path: str) -> None:
        file = Path(path).expanduser()
        try:
            text = file.read_text(encoding="utf-8-sig")
            record.read(text).replay(find)
            saves.put(self.solterm.store, file.stem[: saves.LONGEST], text)
        except (RecordError, StoreError) as error:
            self.notice = str(error)
        except UnicodeDecodeError:
            self.notice = f"{path} is no record: it is not a text in UTF-8."
        except (OSError, ValueError) as error:
            self.notice = f"{path} cannot be read: {getattr(error, 'strerror', None) or error}."
        else:
            self.notice = f"{file.stem} is saved."
        self._look()
