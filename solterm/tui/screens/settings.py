"""The settings: a form, and a small table in the present look."""

import re
from collections.abc import Iterator, Mapping
from functools import cache

from textual import events, on
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal
from textual.content import Content
from textual.widget import Widget
from textual.widgets import Button, Input, Static

from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD
from solterm.games.vocabulary import ALTERNATING, columns, foundations, ids, stock, waste
from solterm.sessions import statistics
from solterm.store.settings import SETTINGS, Keys, Setting, Typed
from solterm.tui.look import themes
from solterm.tui.screens.page import Page, TextScreen
from solterm.tui.screens.typed_search import SearchedScreen
from solterm.tui.table import painter
from solterm.tui.table.layout import layout
from solterm.tui.table.painter import View
from solterm.tui.widgets.card_table import CardTable
from solterm.tui.widgets.form import Field, Form, FormButton, Row
from solterm.tui.widgets.lines import Words

_MORE = "More"
_GROUPS = {
    "Look": ("theme", "cards", "deck", "four_colours"),
    "Playing": ("level", "winnable", "automatic", "lamp", "animation"),
    "Messages": ("messages", "sound", "door"),
    "You": ("preset", "player"),
    _MORE: (
        *("background", "foreground", "board", "left_handed", "drag", "fast_deal", "cascade"),
        *("lesson", "titles", "news", "phrases"),
    ),
}
"""The settings in the form; those under More are folded. The others are changed elsewhere."""

_LABELS = {
    "board": "Table",
    "left_handed": "Left-handed",
    "winnable": "Winnable deals",
    "automatic": "Automatic play",
    "drag": "Drag cards",
    "messages": "Error messages",
    "preset": "Keys",
}
"""Labels of settings whose names don't say enough."""

_MORE_LABEL = "More settings ..."

_INTO = ("enter", "down", "up")
"""The keys that go to the text that a search found."""

_HOSTS = ("door", "news", "phrases")
"""Settings that only matter on a host."""

_COLOURS = (
    *("black", "red", "green", "brown", "blue", "purple", "cyan", "white", "grey"),
    *("bright red", "lime", "yellow", "sky", "pink", "aqua", "bright"),
)
"""The names of the terminal's sixteen colours, in order."""

_WORDS: Mapping[str, Mapping[object, str]] = {
    "background": {k: _COLOURS[colour] for k, colour in enumerate(themes.BACKGROUNDS)},
    "foreground": dict(enumerate(themes.FOREGROUNDS)),
    "cards": {"auto": "automatic", "unicode": "with suits", "ascii": "plain letters"},
    "player": {"": "(login name)"},
}
"""Words for values that say too little themselves."""


def tell_label(setting: Setting) -> str:
    """Return the label of a setting."""
    return _LABELS.get(setting.name) or setting.name.replace("_", " ").capitalize()


def tell_value(setting: Setting, value: object) -> str:
    """Return a value of a setting in words."""
    if isinstance(value, bool):
        return "on" if value else "off"
    return _WORDS.get(setting.name, {}).get(value, str(value))


class SettingsScreen(SearchedScreen[None], Page[None]):
    """Changes settings, with effect at once."""

    DEFAULT_CSS = """
    SettingsScreen {
        & #body { height: 1fr; }
        & Form { width: 41; }
    }
    """

    TITLE = "Settings"
    ABOUT = """
Every change takes effect at once. Type a word to see only the settings about it; Esc shows all. An
asterisk marks the settings that you have changed, Del changes one back. More has those that few
players need. The file settings.toml in the data folder keeps them all, and you can edit it as well.
The cards show the present look. Up and Down go from row to row, Space opens a list of values.
"""
    BINDINGS = [
        Binding("left", "turn(-1)", "Change", key_display="Left/Right", tooltip="Change the value"),
        Binding("right", "turn(1)", show=False),
        Binding(
            "enter",
            "turn(1)",
            "Next value",
            show=False,
            priority=True,
            tooltip="The next value; on a button, press it",
        ),
        Binding("delete", "default", "Default", tooltip="Back to the usual value"),
    ]

    def compose_content(self) -> ComposeResult:
        with Horizontal(id="body"):
            with Form():
                known = {each.name: each for each in SETTINGS}
                for group, names in _GROUPS.items():
                    if group == _MORE:
                        about = "Show or hide the settings that few players need."
                        yield FormButton(_MORE_LABEL, "more", about)
                    else:
                        yield Static(group, classes="heading")
                    for setting in (known[name] for name in names if self._is_of_use(name)):
                        value = getattr(self.solterm.settings, setting.name)
                        yield Row(_field(setting), value)
                yield from self._buttons()
            yield Sample()
        yield Words(id="notes")

    def _is_of_use(self, name: str) -> bool:
        if name in _HOSTS:
            return self.solterm.hall.has_host
        return name != "player" or not self.solterm.context.is_on_host

    def _buttons(self) -> Iterator[FormButton]:
        if self.solterm.hall.has_host:
            about = "Your name on this host, and the keys you log in with."
            yield FormButton("Your name and keys ...", "identity", about)
        yield FormButton(
            "Keys of the table ...", "keyboard", "See and change the keys of commands."
        )
        yield FormButton("Clear the statistics ...", "forget", "Reset the statistics of all games.")

    @property
    def form(self) -> Form:
        return self.query_one(Form)

    _told: Widget | None = None
    """The control or button whose description is on the screen."""

    _found: Row | None = None
    """The row that fits the search best."""
    _is_unfolded = False

    def on_mount(self) -> None:
        self._show_rows()
        self.form.go_to(self.form.stops[0])

    def title_text(self) -> str:
        return f"{self.TITLE}: {self.search or 'type to search'}"

    # -- searching and folding -------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        """Search for what is typed, except in a text."""
        if self.focused is None and event.key in _INTO and self._found:
            self.form.go_to(self._found.control)
            return True
        is_text = self.form.is_open or isinstance(self.focused, Input)
        return not is_text and super().take_key(event)

    def find(self, typed: str) -> None:
        self.set_search(typed.lower())
        self.query_one("#title", Static).update(self.title_text())
        self._show_rows()
        shown = [row for row in self.form.rows if row.display]
        buttons = [each for each in self.form.query(FormButton) if each.display]
        if not shown and buttons:
            self._found = None
            self.form.go_to(buttons[0])
            return
        if not shown:
            self._found = None
            self.set_focus(None)
            self.tell_about()
            self.notice = f"No setting has {self.search!r} in its name. Ctrl+P searches everything."
            return
        apt = (row for row in shown if row.field.choices or _names(row.field, self.search))
        self._found = found = next(apt, shown[0])
        if typed and isinstance(found.control, Input):
            self.set_focus(None)  # a text would take the letters that the search goes on with
            self.tell_about()
            self.notice = f"Enter goes to {found.field.name}."
        else:
            self.form.go_to(found.control)

    def _show_rows(self) -> None:
        for row in self.form.rows:
            is_folded = row.field.key in _GROUPS[_MORE] and not self._is_unfolded
            row.display = _matches(row.field, self.search) if self.search else not is_folded
        for heading in self.form.query(".heading"):
            heading.display = not self.search
        for button in self.form.query(FormButton):
            is_about = button.id != "more" and _begin(f"{button.label} {button.about}", self.search)
            button.display = is_about if self.search else True

    @on(Button.Pressed, "#more")
    def unfold(self) -> None:
        """Show the settings under More, or fold them."""
        self._is_unfolded = not self._is_unfolded
        self._show_rows()
        more = self.query_one("#more", FormButton)
        more.label = Content(f"[ {'Fewer' if self._is_unfolded else _MORE_LABEL} ]")
        self.call_after_refresh(more.scroll_visible, animate=False, top=self._is_unfolded)

    @on(Form.Moved)
    def tell_about(self) -> None:
        here = self.form.here
        if here is not self._told:  # else a dialog over it was closed
            self.notice, self._told = "", here
        row = self._found if self.focused is None else self.form.row
        about = f"{row.field.about}." if row else here.about if isinstance(here, FormButton) else ""
        legend = "\n* You changed it; Del sets it back." if row and row.is_changed else ""
        self.query_one("#notes", Words).say(f"{about}{legend}".strip())
        self.refresh_bindings()

    # -- changes ---------------------------------------------------------------------------

    @on(Row.Changed)
    def take_value(self, event: Row.Changed) -> None:
        self._change(event.row.field.key, event.row.value)

    @on(Input.Submitted)
    @on(Input.Blurred)
    def take_text(self, event: Input.Submitted | Input.Blurred) -> None:
        row = event.input.parent
        result = event.validation_result
        if not isinstance(row, Row) or not self.is_current:
            return
        if result and not result.is_valid:
            self.say_trouble(" ".join(result.failure_descriptions))
            event.input.focus()
        elif event.value.strip() != row.value:
            row.show(event.value.strip())
            self._change(row.field.key, row.value)

    def _change(self, name: str, value: object) -> None:
        self.solterm.change_settings(**{name: value})
        self.show_notice()
        self.tell_about()
        self.query_one(Sample).paint()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave Enter to texts, buttons and open lists."""
        if action == "turn":
            row = self.form.row
            return row is not None and bool(row.field.choices) and not self.form.is_open
        if action == "default":
            return self.form.row is not None and not self.form.is_open
        return super().check_action(action, parameters)

    def action_turn(self, by: int) -> None:
        if self.form.row:
            self.form.row.turn(by)

    def action_default(self) -> None:
        if row := self.form.row:
            row.choose(next(each.default for each in SETTINGS if each.name == row.field.key))

    # -- buttons ---------------------------------------------------------------------------

    @on(Button.Pressed, "#identity")
    def show_identity(self) -> None:
        """Show the player's name and keys; a guest reads how to get a name."""
        from solterm.sessions.welcome import GUEST
        from solterm.tui.screens.identity import IdentityScreen

        if self.solterm.context.is_guest:
            self.app.push_screen(TextScreen("Your name and keys", GUEST, is_page=True))
        else:
            self.solterm.push_screen(IdentityScreen())

    @on(Button.Pressed, "#keyboard")
    def show_keyboard(self) -> None:
        self.app.push_screen("keys")

    @on(Button.Pressed, "#forget")
    def ask_to_forget(self) -> None:
        """Clear the statistics, once the player is sure."""
        self.ask("Reset all statistics? (Finished games are kept.)", self._forget)

    def _forget(self) -> None:
        statistics.forget(self.solterm.store)
        self.notice = "Statistics start again from now."


class Sample(CardTable):
    """A small table in the present look."""

    DEFAULT_CSS = """
    Sample {
        width: 1fr;
        height: 100%;
        margin: 1 1 0 1;
    }
    """

    DEFAULT_CLASSES = ""

    def on_resize(self, event: events.Resize) -> None:
        self.paint()

    def paint(self) -> None:
        play, canvas = _sample(), self.canvas()
        geometry = layout(play, canvas.width, canvas.height, self.solterm.settings.left_handed)
        if geometry:
            painter.paint_table(canvas, play, View("t2", "t4", 1, ("t2",)), geometry, 0)
        self.show(canvas)


def _field(setting: Setting) -> Field:
    among = setting.among
    assert not isinstance(among, Keys), "the keys have their own screen"
    if isinstance(among, Typed):
        return Field(
            setting.name,
            tell_label(setting),
            setting.about,
            placeholder=tell_value(setting, ""),
            refuses=lambda text: None if text.strip() in among else f"It must be {among}.",
            usual=setting.default,
        )
    choices = [(value, tell_value(setting, value)) for value in among]
    label = tell_label(setting)
    return Field(setting.name, label, setting.about, choices, usual=setting.default)


def _matches(field: Field, typed: str) -> bool:
    """Whether words of a setting begin with those typed, or its name contains what is typed."""
    return _names(field, typed) or _begin(f"{field.about} {field.key} {field.name}", typed)


def _names(field: Field, typed: str) -> bool:
    return "".join(_words(typed)) in "".join(_words(field.name))


def _begin(text: str, typed: str) -> bool:
    """Whether each word typed begins a word of a text."""
    words, wanted = _words(text), _words(typed)
    return bool(wanted) and all(any(word.startswith(each) for word in words) for each in wanted)


def _words(text: str) -> list[str]:
    return re.findall(r"[^\W_]+", text.lower())


@cache
def _sample() -> Play:
    game = Game(
        id="sample",
        name="Sample",
        collection="",
        engine=Builders,
        groups=(
            stock(TurnStock(1)),
            waste(),
            foundations(1),
            columns(4, ALTERNATING, Lift.TOP, ANY_CARD),
        ),
        dealing=(Deal(ids("t", 4), rows=3, down=1), Deal(("w",)), Rest()),
        layout="s   w   f\n\nt1  t2  t3  t4",
    )
    return Play(game, 617)
