"""The search of a list: letters begin it, and it takes all that is typed behind them."""

from abc import abstractmethod
from dataclasses import replace

from textual import events
from textual.binding import ActiveBinding, Binding
from textual.reactive import var
from textual.widgets import Input

from solterm.tui.keys.keymap import key_words
from solterm.tui.screens.base_screen import Result
from solterm.tui.screens.list_page import ListPage


class SearchInput(Input, can_focus=False):
    """Shows the search. The list keeps the focus and the terminal's cursor."""

    DEFAULT_CSS = """
    SearchInput, SearchInput:ansi {
        width: 1fr;
        height: 1;
        border: none;
        padding: 0;
        background: $table-paper;
        color: $table-ink;
        & > .input--placeholder { color: $faint-ink; text-style: $faint-style; }
    }
    """


class SearchedPage(ListPage[Result]):
    """A list that is searched for what is typed.

    A letter begins the search. From then on every character that can be printed belongs to it, so
    that no such key does anything else. Backspace deletes one, and Esc clears the search.
    """

    BINDINGS = [
        Binding("backspace", "shorten", show=False, tooltip="Delete a letter of the search"),
    ]

    search = var("", init=False, bindings=True)
    """What is searched for."""

    @abstractmethod
    def find(self, typed: str) -> None:
        """Search for a text, at once, as the next key may be typed ahead; "" ends the search."""

    def set_search(self, typed: str) -> None:
        """Keep the search, and show it."""
        self.search = typed
        for shown in self.query(SearchInput):
            shown.value = typed

    @property
    def active_bindings(self) -> dict[str, ActiveBinding]:
        """The keys that work now: in a search, no key that it takes, and Esc shows all again."""
        found = super().active_bindings
        if not self.search:
            return found
        return {
            key: active._replace(binding=self._name_in_search(active.binding))
            for key, active in found.items()
            if len(key_words(key)) > 1
        }

    def _name_in_search(self, binding: Binding) -> Binding:
        if len(binding.key_display or "") == 1:
            binding = replace(binding, key_display=None)
        return replace(binding, description="All") if binding.action == "back" else binding

    def begins_search(self, character: str) -> bool:
        return character.isalpha()

    def take_key(self, event: events.Key) -> bool:
        typed = event.character or ""
        is_text = bool(typed) and typed.isprintable()
        if is_text and (self.search or self.begins_search(typed)):
            self.find(self.search + typed)
            return True
        return super().take_key(event)

    def action_shorten(self) -> None:
        self.find(self.search[:-1])

    def action_back(self) -> None:
        """End the search, or else close the screen."""
        if self.search:
            self.find("")
        else:
            super().action_back()
