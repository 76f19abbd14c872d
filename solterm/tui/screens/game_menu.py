"""The game menu: all commands of the table under a few headings.

Players who know no keys start here. Each command shows its key, which works in the menu as well.
"""

from rich.style import Style
from rich.text import Text
from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import ModalScreen
from textual.widgets import OptionList, Static
from textual.widgets.option_list import Option

from solterm.core.play.play import Play
from solterm.tui.keys import offers
from solterm.tui.keys.commands import MENUS
from solterm.tui.keys.keymap import Keymap, key_name
from solterm.tui.widgets.lists import PlainList

_FRAME = 6
"""Columns of the list without its text: border, margin and scroll bar."""
_GAP = 3
"""Columns between a command and its key."""


class GameMenu(ModalScreen[str | None]):
    """Left and Right change the heading; Enter returns the id of a command."""

    DEFAULT_CSS = """
    GameMenu {
        align: left top;
        & > #headings {
            height: 1;
            background: $box-paper;
            color: $box-ink;
            text-style: $box-style;
            link-color: $box-ink;
            link-style: none;
        }
        & > #commands {
            height: auto;
            max-height: 100%;
            padding: 0;
            & > .option-list--option-highlighted { text-style: reverse; }
        }
    }
    """

    BINDINGS = [
        Binding("left", "turn(-1)", "Left"),
        Binding("right", "turn(1)", "Right"),
        Binding("escape,tab", "dismiss(None)", "Back", priority=True),
    ]

    def __init__(self, play: Play, keys: Keymap, is_hosted: bool) -> None:
        super().__init__()
        self._play = play
        self._by_key = keys.by_key
        self.under = {
            heading: [
                each
                for each in keys.commands
                if each.menu == heading and offers.has(play, each, is_hosted)
            ]
            for heading in MENUS
        }
        self._heading = 0

    def compose(self) -> ComposeResult:
        yield Static(id="headings")
        yield PlainList(id="commands", classes="box", markup=False)

    def on_mount(self) -> None:
        self._open(0)

    def _open(self, heading: int) -> None:
        self._heading = heading
        self.query_one("#headings", Static).update(self._headings())
        lines = self._lines()
        options = self.query_one(OptionList)
        options.clear_options()
        options.add_options(lines)
        options.highlighted = 0
        width = max(len(str(line.prompt)) for line in lines) + _FRAME
        left = 1 + sum(len(each) + 3 for each in MENUS[:heading])
        options.styles.width = width
        options.styles.offset = (max(0, min(left, self.app.size.width - width)), 0)

    def _headings(self) -> Text:
        text = Text(" ")
        chosen = Style(reverse=True)
        for number, heading in enumerate(MENUS):
            style = chosen if number == self._heading else Style()
            text.append(f" {heading} ", style + Style(meta={"@click": f"screen.open({number})"}))
            text.append(" ")
        return text

    def _lines(self) -> list[Option]:
        commands = self.under[MENUS[self._heading]]
        named = [(offers.label(self._play, each), key_name(each)) for each in commands]
        width = max(len(label) for label, _ in named) + _GAP
        keyed = max(len(key) for _, key in named)
        return [
            Option(f"{label:{width}}{key:>{keyed}}", id=each.id)
            for (label, key), each in zip(named, commands, strict=True)
        ]

    @property
    def chosen(self) -> str | None:
        option = self.query_one(OptionList).highlighted_option
        return option.id if option else None

    def action_turn(self, by: int) -> None:
        self._open((self._heading + by) % len(MENUS))

    def action_open(self, heading: int) -> None:
        self._open(heading)

    @on(OptionList.OptionSelected)
    def choose(self, event: OptionList.OptionSelected) -> None:
        self.dismiss(event.option_id)

    def on_key(self, event: events.Key) -> None:
        # A command's own key works here, too.
        command = self._by_key.get(event.key)
        if command and command.menu and event.key not in ("space", "enter"):
            event.stop()
            self.dismiss(command.id)

    def on_click(self, event: events.Click) -> None:
        if event.widget is self:
            self.dismiss(None)
