"""The last row: the keys that work now, from the screen's active bindings."""

from collections.abc import Mapping

from rich.style import Style
from rich.text import Text
from textual import events
from textual.app import RenderResult
from textual.binding import Binding
from textual.message import Message
from textual.reactive import reactive
from textual.screen import Screen
from textual.widget import Widget

from solterm.tui.keys.keymap import key_words

_LAST = ("help", "back")
"""The actions of the last two of the row; they stay where others have no room."""


class KeyClicked(Message):
    """A click on a key; the screen does what the key does."""

    def __init__(self, key: str) -> None:
        super().__init__()
        self.key = key


class _Bar(Widget):
    """A row of keys. It changes with the active bindings."""

    DEFAULT_CSS = """
    _Bar {
        height: 1;
        background: $key-label-paper;
        color: $key-label-ink;
        text-style: $key-label-style;
    }
    """

    ALLOW_SELECT = False
    COMPONENT_CLASSES = {"bar--key", "bar--label"}

    def on_mount(self) -> None:
        self.screen.bindings_updated_signal.subscribe(self, self._update)

    def _update(self, screen: Screen[object]) -> None:
        if self.is_attached and screen is self.screen:
            self.refresh()


class KeyBar(_Bar):
    """``Enter Play   F2 Help   Esc Back``: as many keys as fit."""

    def render(self) -> RenderResult:
        text = Text(" ", no_wrap=True, end="")
        for key, binding in self._list_shown():
            text.append(_tell(binding), Style(meta={"key": key}))
            text.append("   ")
        return text

    def _list_shown(self) -> list[tuple[str, Binding]]:
        shown: dict[str, tuple[str, Binding]] = {}
        for key, active in self.screen.active_bindings.items():
            if active.binding.show and active.enabled:
                shown.setdefault(active.binding.action, (key, active.binding))
        # The base of all pages declares help and the way back, and a page its own keys after them.
        parts = sorted(shown.values(), key=lambda part: part[1].action in _LAST)
        last = sum(action in shown for action in _LAST)
        while (
            len(parts) > last
            and sum(len(_tell(part[1])) + 3 for part in parts) > self.size.width + 1
        ):
            parts.pop(-1 - last)
        return parts

    def on_click(self, event: events.Click) -> None:
        if key := event.style.meta.get("key"):
            self.post_message(KeyClicked(key))


def _tell(binding: Binding) -> str:
    return f"{binding.key_display or key_words(binding.key)} {binding.description}".rstrip()


class FunctionBar(_Bar):
    """Ten function keys as in DOS: ``1Pile   2Help  ``, blank for keys without a use now."""

    DEFAULT_CSS = """
    FunctionBar {
        & > .bar--key {
            background: $key-number-paper;
            color: $key-number-ink;
            text-style: $key-number-style;
        }
        & > .bar--label {
            background: $key-label-paper;
            color: $key-label-ink;
            text-style: $key-label-style;
        }
    }
    """

    names: reactive[Mapping[int, str]] = reactive({})
    """Labels that replace the descriptions of the bindings."""

    def render(self) -> RenderResult:
        keys = self.get_component_rich_style("bar--key")
        labels = self.get_component_rich_style("bar--label")
        named = self._list_enabled()
        text = Text(no_wrap=True, end="")
        for place in range(1, 11):
            left, right = self._left(place), self._left(place + 1)
            room = right - left - 1
            text.append(str(place % 10), keys)
            text.append(_fit(named.get(place, ""), room).ljust(room), labels)
        return text

    def _list_enabled(self) -> dict[int, str]:
        found = {}
        for key, active in self.screen.active_bindings.items():
            number = key.removeprefix("f")
            if key.startswith("f") and number.isdigit() and active.enabled:
                found[int(number)] = self.names.get(int(number), active.binding.description)
        return found

    def _left(self, place: int) -> int:
        return (place - 1) * self.size.width // 10

    def on_click(self, event: events.Click) -> None:
        place = next(place for place in range(10, 0, -1) if event.x >= self._left(place))
        self.post_message(KeyClicked(f"f{place}"))


def _fit(label: str, room: int) -> str:
    """Shorten a label, but not the aim behind an arrow, which may tell two keys apart.

    >>> _fit("Hand>P", 5), _fit("Contst", 5)
    ('Han>P', 'Conts')
    """
    source, arrow, aim = label.partition(">")
    left = room - len(arrow + aim)
    is_apart = arrow and 1 < left < len(source)
    return f"{source[:left]}>{aim}" if is_apart else label[:room]
