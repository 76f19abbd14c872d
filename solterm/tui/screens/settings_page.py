"""The settings, with a small table in the present look, and the keys of the table."""

import re
from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.containers import Horizontal

from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD
from solterm.games.vocabulary import ALTERNATING, columns, foundations, ids, stock, waste
from solterm.sessions.life import GUEST
from solterm.sessions.report import Column
from solterm.store.settings import SETTINGS, Keys, Setting, Typed, Zones
from solterm.tui.keys.commands import Command, Need
from solterm.tui.keys.keymap import Keymap, key_words
from solterm.tui.look import themes
from solterm.tui.look.canvas import Canvas
from solterm.tui.screens.choices_page import ChoicesPage, Field
from solterm.tui.screens.dialogs import Answer, Dialog
from solterm.tui.screens.identity import IdentityScreen
from solterm.tui.screens.list_page import ListPage, ListRow, SearchedPage, heading, on_item
from solterm.tui.table import painter
from solterm.tui.table.layout import layout
from solterm.tui.table.painter import TableMarks
from solterm.tui.widgets.card_table import PaintedTable
from solterm.tui.widgets.lines import Words
from solterm.tui.widgets.lists import LineList

_MORE = "More"
_GROUPS = {
    "Look": ("theme", "cards", "deck", "four_colours"),
    "Playing": ("level", "winnable", "automatic", "lamp", "clock", "animation"),
    "Messages": ("messages", "sound", "alerts", "door", "public"),
    "You": ("preset", "player", "zone"),
    _MORE: (
        *("background", "foreground", "board", "left_handed", "drag", "fast_deal", "cascade"),
        *("lesson", "titles", "speech", "news", "phrases"),
    ),
}
"""The settings on the page; those under More are folded. The others are changed elsewhere."""

_LABELS = {
    "board": "Table",
    "left_handed": "Left-handed",
    "winnable": "Winnable deals",
    "automatic": "Automatic play",
    "drag": "Drag cards",
    "messages": "Error messages",
    "preset": "Keys",
    "public": "Web pages",
    "zone": "Time zone",
}
"""Labels of settings whose names don't say enough."""

_HOSTS = ("alerts", "door", "public", "news", "phrases", "zone")
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
    "zone": {"": "(automatic)"},
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


class SettingsScreen(SearchedPage[None], ChoicesPage[None]):
    """Changes settings, with effect at once."""

    DEFAULT_CSS = """
    SettingsScreen {
        & #body { height: 1fr; }
        & #list { width: 42; }
        & #notes { min-height: 2; }
    }
    """

    TITLE = "Settings"
    ABOUT = """
Every change takes effect at once. Type a word to see only the settings about it; Esc shows all. An
asterisk marks the settings that you have changed, Del changes one back. More has those that few
players need. The file settings.toml in the data folder keeps them all, and you can edit it as well.
The cards show the present look.
"""
    BINDINGS = [
        on_item(
            "enter", "choose", "Choose", "The next value; or type a text, or do what the line says"
        ),
    ]

    _is_unfolded = False

    def compose_content(self) -> ComposeResult:
        with Horizontal(id="body"):
            yield LineList(id="list", markup=False)
            yield Sample()
        yield Words(id="notes")

    def title_text(self) -> str:
        return f"{self.TITLE}: {self.search or 'type to search'}"

    def rows(self) -> Iterator[ListRow]:
        for group, fields in list_fields().items():
            if group != _MORE and not self.search:
                yield heading(group)
            elif group == _MORE and not self.search:
                yield self._fold()
            is_listed = group != _MORE or self._is_unfolded
            for field in filter(self._is_of_use, fields):
                if matches(field, self.search) if self.search else is_listed:
                    yield self.field_row(field)
        for label, do, about in self._list_more():
            if not self.search or _begin(f"{label} {about}", self.search):
                yield ListRow((label,), do, about)

    def _is_of_use(self, field: Field) -> bool:
        if field.key in _HOSTS:
            return self.seat.host.has_host
        return field.key != "player" or not self.solterm.context.is_on_host

    def _fold(self) -> ListRow:
        about = "Show or hide the settings that few players need."
        label = "Fewer settings" if self._is_unfolded else "More settings ..."
        return ListRow((label,), self.fold_or_unfold, about)

    def _list_more(self) -> Iterator[tuple[str, Callable[[], object], str]]:
        if self.seat.host.has_host:
            about = "Your name on this host, and the keys you log in with."
            yield "Your name and keys ...", self.show_identity, about
        about = "See and change the keys of commands."
        yield "Keys of the table ...", self.doors.show_own_keys, about
        about = "Reset the statistics of all games."
        yield "Clear the statistics ...", self.ask_to_forget, about

    def tell_empty(self) -> str:
        return f"No setting has {self.search!r} in its name. Ctrl+P searches everything."

    # -- searching and folding -------------------------------------------------------------

    def find(self, typed: str) -> None:
        self.set_search(typed.lower())
        self.show_rows(0 if typed else None)
        fields = (row.item for row in self.shown.rows if isinstance(row.item, Field))
        named = next((each for each in fields if _names(each, self.search)), None)
        if typed and named:
            self.go_to(self.find_item(named) or 0)

    def fold_or_unfold(self) -> None:
        """Show the settings under More, or fold them."""
        self._is_unfolded = not self._is_unfolded

    # -- changes ---------------------------------------------------------------------------

    def value_of(self, field: Field) -> object:
        return getattr(self.solterm.settings, field.key)

    def change(self, field: Field, value: object) -> None:
        before = self.skin
        self.solterm.change_settings(**{field.key: value})
        self.show_notice()
        context = self.solterm.context
        if field.key == "public" and value and context.site and context.nickname:
            self.notice = f"Your page: {context.site}/players/{context.nickname}"
        if self.skin is not before:
            self.query_one(Sample).paint()

    # -- what else can be done -------------------------------------------------------------

    def show_identity(self) -> None:
        """Show the player's name and keys; a guest reads how to get a name."""
        if self.solterm.context.is_guest:
            self.doors.show_text("Your name and keys", GUEST, is_page=True)
        else:
            self.app.push_screen(IdentityScreen())

    def ask_to_forget(self) -> None:
        """Clear the statistics, once the player is sure."""
        self.ask("Reset all statistics? (Finished games are kept.)", self._forget)

    def _forget(self) -> None:
        self.seat.store.forget()
        self.notice = "Statistics start again from now."


class Sample(PaintedTable):
    """A small table in the present look."""

    DEFAULT_CSS = """
    Sample {
        width: 1fr;
        height: 100%;
        margin: 1 1 0 1;
    }
    """

    def paint_on(self, canvas: Canvas) -> None:
        play = _sample()
        geometry = layout(play, canvas.width, canvas.height, self.solterm.skin.left_handed)
        if geometry:
            painter.paint_table(canvas, play, TableMarks("t2", "t4", 1, ("t2",)), geometry)


@cache
def list_fields() -> dict[str, list[Field]]:
    """Return the settings that the page may show, by group."""
    known = {each.name: each for each in SETTINGS}
    return {group: [_field(known[name]) for name in names] for group, names in _GROUPS.items()}


def _field(setting: Setting) -> Field:
    among = setting.among
    assert not isinstance(among, Keys), "the keys have their own screen"
    if isinstance(among, Typed | Zones):
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


def matches(field: Field, typed: str) -> bool:
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


class KeyDialog(Dialog[str | None]):
    """Returns the next key the player presses, except Esc."""

    def __init__(self, command: str) -> None:
        keep = Answer[str | None](("escape",), "Esc", "Keep the present keys", None)
        super().__init__(f"Press the new key for: {command}", [keep])

    def press(self, event: events.Key) -> None:
        typed = event.character if event.character and event.character.isprintable() else ""
        self.dismiss(None if event.key == "escape" else typed.strip() or event.key)


class OwnKeysScreen(ListPage[None]):
    """Lists the commands and their keys."""

    TITLE = "Keys of the table"
    ABOUT = """
Give any command of the table a key of your choice in place of its usual ones. The function keys and
their digits, Esc and Ctrl+C stay as they are. If another command has the key, give that command
a new one first. The settings have whole sets of keys to choose from.
"""
    COLUMNS = (Column("command", shrinks=True), Column("keys"))
    BINDINGS = [
        on_item("enter", "ask_for_key", "New key", "Then press the new key"),
        on_item("delete,d,D", "take_usual", "Usual keys", "The usual keys of this command"),
        Binding("a,A", "all_usual", "All usual", tooltip="The usual keys of all commands"),
    ]

    def rows(self) -> Iterator[ListRow]:
        own = self.solterm.settings.keys
        about = "* marks your own keys." if own else ""
        for each in self.skin.keys.commands:
            if not each.number and self._is_of_use(each):
                keys = _tell(each) + (" *" if each.id in own else "")
                yield ListRow((each.help, keys), each, about)

    def key_of(self, item: Command) -> str:
        return item.id

    def _is_of_use(self, command: Command) -> bool:
        is_here = command.need is not Need.HOST or self.seat.host.has_host
        return command.id != "cancel" and is_here

    def ask_for_key(self, command: Command) -> None:
        self.prompt(KeyDialog(command.help), partial(self._give, command))

    def _give(self, command: Command, key: str) -> None:
        present = self.solterm.settings.keys
        wanted = Keymap({command.id: key})
        if wanted.faults:
            self.say_trouble(wanted.faults[0].replace("; it is ignored", ""))
            return
        theirs = set(wanted.find(command.id).keys)
        for other in self.skin.keys.commands:
            if other.id != command.id and not theirs.isdisjoint(other.keys):
                self.say_trouble(f"That key is taken: {other.help}.")
                return
        self._keep({**present, command.id: key})
        self.notice = f"{command.help}: {_tell(self.item)}."

    def take_usual(self, command: Command) -> None:
        present = self.solterm.settings.keys
        usual = Keymap(preset=self.solterm.settings.preset).find(command.id)
        for other in self.skin.keys.commands:
            taken = other.id in present and not set(usual.keys).isdisjoint(other.keys)
            if other.id != command.id and taken:
                self.say_trouble(f"One of its usual keys is taken: {other.help}.")
                return
        self._keep({name: value for name, value in present.items() if name != command.id})

    def action_all_usual(self) -> None:
        if self.solterm.settings.keys:
            self.ask("Reset the keys of all commands?", partial(self._keep, {}))

    def _keep(self, given: dict[str, str]) -> None:
        self.solterm.change_settings(keys=given)
        self.show_rows()


def _tell(command: Command) -> str:
    # A sign is among the keys under its name, too (plus, +).
    return " ".join(dict.fromkeys(map(key_words, command.keys))) or "none"
