"""The settings: every one of them, with a small table beside them that shows the present look."""

import textwrap
from collections.abc import Mapping
from functools import cache
from typing import ClassVar, NamedTuple, cast

from solterm import hall
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.policies import Lift, TurnStock
from solterm.core.vocabulary.spaces import ANY_CARD
from solterm.games.vocabulary import ALTERNATING, columns, foundations, ids, stock, waste
from solterm.store import place, statistics
from solterm.store.errors import StoreError
from solterm.store.settings import SETTINGS, Keys, Setting, Settings, Typed
from solterm.tui.boxes.questions import Question, TypedLine
from solterm.tui.look import themes
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.listed import Key, ListScreen
from solterm.tui.table import painter
from solterm.tui.table.layout import layout
from solterm.tui.table.painter import View

_NAMES = {
    "messages": "Error messages",
    "background": "Background",
    "foreground": "Foreground",
    "cards": "Characters",
    "sound": "Sound",
    "level": "Level",
    "theme": "Theme",
    "board": "Table",
    "deck": "Deck",
    "four_colours": "Four colours",
    "left_handed": "Left-handed",
    "fast_deal": "Fast deal",
    "cascade": "Cascade",
    "drag": "Drag cards",
    "automatic": "Automatic play",
    "lamp": "Lamp",
    "preset": "Keys",
    "player": "Player",
    "door": "Door",
    "news": "News",
}
"""What the settings are called here; one that is not listed goes by its own name."""

_HOSTS = ("door", "news")
"""Settings that only those need who come to a host."""

_COLOURS = (
    *("black", "red", "green", "brown", "blue", "purple", "cyan", "white", "grey"),
    *("bright red", "lime", "yellow", "sky", "pink", "aqua", "bright"),
)
"""The names of the sixteen colours of a terminal, in its order."""

_WORDS: Mapping[str, Mapping[object, str]] = {
    "background": {k: _COLOURS[colour] for k, colour in enumerate(themes.BACKGROUNDS)},
    "foreground": dict(enumerate(themes.FOREGROUNDS)),
    "cards": {"auto": "as it can", "unicode": "with suits", "ascii": "plain letters"},
}
"""Values in plain words, where those of the file are not."""

_LIST = 37
"""Columns of the list; the sample has the others."""
_SAMPLE_TOP = 3


class _Action(NamedTuple):
    """A line that is no setting: what Enter does there."""

    id: str
    """The screen's method is ``do_ID``."""
    name: str
    about: str


_ACTIONS = (
    _Action("keyboard", "Keys of the table ...", "See the keys of all commands, and change them."),
    _Action("forget", "Clear the statistics ...", "Begin the statistics of all games anew."),
)
_IDENTITY = _Action(
    "identity", "Your name and keys ...", "What you are called on this host, and by which keys."
)


class SettingsScreen(ListScreen):
    """Changes settings; what is changed is seen and kept at once."""

    TITLE_TEXT = "Settings"
    ABOUT = """
Every change is seen at once and kept in the file settings.toml of the data folder, which an
editor may change as well. The cards at the right show the present look.
"""
    ENTER: ClassVar[tuple[str, str]] = ("", "The next value, or type a new one")
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("right", "next", "", "The next value"),
        Key("left", "previous", "Change", "The value before", shown="Left/Right/Enter"),
        Key("D", "default", "Default", "The usual value again"),
    )

    # -- the list --------------------------------------------------------------------------

    @property
    def entries(self) -> list[object]:
        settings = self.solterm.settings
        plain = [each for each in SETTINGS if _is_single(settings, each)]
        hosted = [_IDENTITY] if hall.here() else []
        return [*plain, *hosted, *_ACTIONS]

    def list_width(self, canvas: Canvas) -> int:
        return _LIST

    def line(self, entry: object, width: int) -> str:
        if isinstance(entry, _Action):
            return entry.name
        field = cast(Setting, entry)
        value = getattr(self.solterm.settings, field.name)
        return f"{_name(field):16}{_word(field, value)}"

    def notes(self, width: int) -> list[str]:
        entry = self.entry
        if isinstance(entry, _Action):
            return textwrap.wrap(entry.about, width)
        field = cast(Setting, entry)
        return textwrap.wrap(f"{field.about}.", width)

    def paint_beside(self, canvas: Canvas) -> None:
        """A small table in the present look."""
        x = _LIST + 3
        width, height = canvas.width - x - 1, canvas.height - _SAMPLE_TOP - 4
        play = _sample()
        geometry = layout(play, width, height, self.solterm.settings.left_handed)
        if geometry is None:
            return
        small = Canvas(width, height, canvas.glyphs)
        painter.paint_table(small, play, View("t2", "t4", 1, ("t2",)), geometry, 0)
        for y, (chars, roles) in enumerate(small.rows(), _SAMPLE_TOP):
            for column, (char, role) in enumerate(zip(chars, roles, strict=True), x):
                canvas.text(column, y, char, Role(role))

    # -- keys ------------------------------------------------------------------------------

    def choose(self) -> None:
        """Enter."""
        entry = self.entry
        if isinstance(entry, _Action):
            getattr(self, f"do_{entry.id}")()
        else:
            self._change(cast(Setting, entry), 1)

    def do_next(self) -> None:
        """Right."""
        if not isinstance(self.entry, _Action):
            self._change(cast(Setting, self.entry), 1)

    def do_previous(self) -> None:
        """Left."""
        if not isinstance(self.entry, _Action):
            self._change(cast(Setting, self.entry), -1)

    def do_default(self) -> None:
        """D: the usual value again."""
        if not isinstance(self.entry, _Action):
            field = cast(Setting, self.entry)
            self.solterm.change_settings(**{field.name: field.default})

    def _change(self, field: Setting, by: int) -> None:
        value, among = getattr(self.solterm.settings, field.name), field.among
        if isinstance(among, Typed):
            question = f"{field.about}:"
            self.prompt = TypedLine(question, lambda text: self._take_typed(field, text), value)
            return
        assert not isinstance(among, Keys), "the keys have their own screen"
        values = list(among)
        self.solterm.change_settings(
            **{field.name: values[(values.index(value) + by) % len(values)]}
        )

    def _take_typed(self, field: Setting, text: str) -> str | None:
        if text.strip() not in field.among:
            return f"It must be {field.among}."
        self.solterm.change_settings(**{field.name: text.strip()})
        return None

    def do_identity(self) -> None:
        """Who the player is, to the host; a guest reads how to be somebody."""
        from solterm.sessions.welcome import GUEST
        from solterm.tui.screens.identity import IdentityScreen

        if place.is_guest():
            self.solterm.show_page(IdentityScreen.TITLE_TEXT, GUEST)
        else:
            self.solterm.push_screen(IdentityScreen())

    def do_keyboard(self) -> None:
        """The keys of the table."""
        self.solterm.show_keyboard()

    def do_forget(self) -> None:
        """Clear the statistics, once that is confirmed."""
        question = "Begin the statistics of all games anew? The games stay stored."
        self.prompt = Question(question, self._forget)

    def _forget(self) -> None:
        try:
            statistics.forget(self.solterm.store)
        except StoreError as error:
            self.notice = str(error)
        else:
            self.notice = "The statistics begin anew now."


def _is_single(settings: Settings, field: Setting) -> bool:
    """Is a setting one value, and of use? Keys have a screen, favourites are marked in the menu."""
    several = isinstance(getattr(settings, field.name), Mapping)
    if field.name in _HOSTS and hall.here() is None:
        return False
    if field.name == "player" and place.is_named_by_host():
        return False
    return not several and field.name != "favourites"


def _name(field: Setting) -> str:
    return _NAMES.get(field.name, field.name.replace("_", " ").capitalize())


def _word(field: Setting, value: object) -> str:
    """A value in plain words."""
    if isinstance(value, bool):
        return "on" if value else "off"
    if field.name == "player":
        return str(value) or "(login name)"
    return _WORDS.get(field.name, {}).get(value, str(value))


@cache
def _sample() -> Play:
    """A few cards of every kind, to show a look on."""
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
        deal=(Deal(ids("t", 4), rows=3, down=1), Deal(("w",)), Rest()),
        layout="s   w   f\n\nt1  t2  t3  t4",
    )
    return Play(game, 617)
