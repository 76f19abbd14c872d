"""The frame of most screens: a title, the content, a message and the keys.

A screen declares its keys as ``Binding``s. Those with ``show`` are in the last row; F2 and ``?``
list all of them with their tooltips, on a ``TextScreen``.
"""

from rich.style import Style
from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.widgets import Static

from solterm.games import find_known, name_apart
from solterm.tui.keys.keymap import key_words
from solterm.tui.look.canvas import Role
from solterm.tui.screens.base_screen import BaseScreen, Result
from solterm.tui.textual_themes import rich_styles
from solterm.tui.widgets.key_bar import KeyBar
from solterm.tui.widgets.lines import MessageLine


def name_of(game_id: str) -> str:
    """Return a game's name, as ``name_apart`` does; its id if this version does not know it."""
    game = find_known(game_id)
    return name_apart(game) if game else game_id


class Page(BaseScreen[Result]):
    """A screen with a title, over another one."""

    ABOUT = ""
    """The introduction of the help, in Markdown."""
    BINDINGS = [
        Binding("f2,2,question_mark", "help", "Help", key_display="?"),
        Binding("escape", "back", "Back"),
    ]

    def compose(self) -> ComposeResult:
        yield Static(self.title_text(), id="title", markup=False)
        yield from self.compose_content()
        yield MessageLine()
        yield KeyBar()

    def title_text(self) -> str:
        """Return the text of the first row: the ``TITLE``, unless a screen says more."""
        return self.TITLE or ""

    def compose_content(self) -> ComposeResult:
        yield from ()

    def take_key(self, event: events.Key) -> bool:
        """Close the page with Q too, unless it has another meaning there."""
        is_back = event.key in ("q", "Q") and not self.is_bound(event.key)
        if is_back:
            self.action_back()
        return is_back

    def on_paste(self, event: events.Paste) -> None:
        self.say("A copied game or deal is pasted into the menu.")

    def style(self, role: Role) -> Style:
        return rich_styles(self.skin.palette)[role]

    def action_help(self) -> None:
        self.doors.show_page(self.title_text(), self.help_text())

    def help_text(self) -> str:
        rows = []
        for binding, words in self._explained():
            rows.append(f"| {words} | {binding.tooltip or binding.description} |")
        table = "\n".join(["| Key | Does |", "|---|---|", *rows])
        return f"{self.ABOUT.strip()}\n\n{table}"

    def _explained(self) -> list[tuple[Binding, str]]:
        keys: dict[str, tuple[Binding, list[str]]] = {}
        for active in self.active_bindings.values():
            binding = active.binding
            if binding.description and (binding.show or binding.tooltip):
                _, words = keys.setdefault(binding.action, (binding, []))
                word = binding.key_display or key_words(binding.key)
                if word not in words:
                    words.append(word)
        last = ("help", "back")
        explained = sorted(keys.values(), key=lambda each: each[0].action in last)
        return [(binding, " ".join(words)) for binding, words in explained]
