"""The player's settings: one readable file, which an editor may change as well as the program."""

import re
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from solterm.core.values import Value, replace
from solterm.store import backends, place
from solterm.store.errors import StoreError
from solterm.store.files import Unfit
from solterm.store.interface import PlayerData
from solterm.store.playerfolder import PlayerFolder

FILE = "settings.toml"
"""The file's name in the data folder."""


class Typed(Value):
    """The values of a setting that is typed freely: printable text, empty or up to a length."""

    most: int

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and len(value) <= self.most and value.isprintable()

    def __str__(self) -> str:
        return f"a text of at most {self.most} printable characters"


class Keys:
    """The values of each line under ``[keys]``: names of keys with spaces between."""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and bool(value.split()) and value.isprintable()

    def __str__(self) -> str:
        return "names of keys with spaces between"


Choices = range | tuple[object, ...] | Typed | Keys
"""The values a setting may have."""

_Value = TypeVar("_Value")


_declared: list[tuple[Any, ...]] = []

LOOK, PLAY, MESSAGES, PLAYER = "Look", "Playing", "Messages", "You"
"""The groups that a form shows the settings in."""


def setting(
    default: _Value,
    about: str,
    among: Choices = (True, False),
    group: str = "",
    label: str = "",
    words: Mapping[Any, str] = MappingProxyType({}),
) -> _Value:
    """Declare a field of ``Settings``: its default, its comment in the file, and its values.

    A form shows it in a group, under a label, with words for values that need them. One without a
    group has a screen of its own.
    """
    _declared.append((default, about, among, group, label, words))
    return default


def _table(about: str, among: Choices) -> Mapping[str, str]:
    """A field of ``Settings`` that is a table of the file: a name and its value on each line."""
    return setting(MappingProxyType[str, str]({}), about, among)


THEMES = ("dos", "felt", "mono", "contrast", "dusk")
BOARDS = ("desktop", "white", "gray", "inverse")
PRESETS = ("classic", "vi", "one-hand")
DECKS = (
    *("windsurfer", "liberty", "traditional", "spectrum"),
    *("portico", "column"),
    *("safari", "mask"),
    *("crane", "determination"),
    *("castle", "gravestone"),
)
"""Backs, a line for each set of faces they go with: traditional, Greek, African, Japanese and
horror."""

_CARDS = {"auto": "automatic", "unicode": "with suits", "ascii": "plain letters"}
_LOGIN = {"": "(login name)"}

_BARE = re.compile(r"[A-Za-z0-9_-]+")
"""Names that need no quotes in the file."""

_TRUTH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}

_LARGEST = 1 << 20

_UNREAD = "mend or delete it; until then all settings are at their defaults."


class Settings(Value):
    """What the player has chosen.

    A new setting is one more line here: file, line mode and the screen's form have it then.
    """

    theme: str = setting("dos", "Colours; C changes those of dos, dusk needs 256", THEMES, LOOK)
    background: int = setting(0, "Background colour", range(16), LOOK)
    foreground: int = setting(0, "Set of foreground colours", range(3), LOOK)
    board: str = setting("desktop", "Table; desktop is the theme's own", BOARDS, LOOK, "Table")
    cards: Literal["auto", "unicode", "ascii"] = setting(
        "auto", "How cards are drawn", ("auto", "unicode", "ascii"), LOOK, words=_CARDS
    )
    deck: str = setting(
        "traditional", "Backs of the cards, and the faces that go with them", DECKS, LOOK
    )
    four_colours: bool = setting(False, "Every suit has a colour of its own", group=LOOK)
    left_handed: bool = setting(
        False, "The table is mirrored, and the cursor with it", group=LOOK, label="Left-handed"
    )
    level: int = setting(3, "Level at which a game begins", range(1, 4), PLAY)
    automatic: bool = setting(
        False, "Cards go home by themselves after each move", group=PLAY, label="Automatic play"
    )
    lamp: bool = setting(False, "The first row says whether the game can still be won", group=PLAY)
    drag: bool = setting(True, "The mouse may drag cards", group=PLAY, label="Drag cards")
    fast_deal: bool = setting(
        True, "The cards lie there at once instead of being dealt visibly", group=PLAY
    )
    cascade: bool = setting(True, "Cards cascade over the table when a game is won", group=PLAY)
    animation: bool = setting(True, "Cards are seen on their way to another pile", group=PLAY)
    lesson: bool = setting(
        True, "The menu offers the lesson to a player who has not played yet", group=PLAY
    )
    messages: bool = setting(
        True, "A refused move says why by itself", group=MESSAGES, label="Error messages"
    )
    sound: bool = setting(True, "A refused move beeps", group=MESSAGES)
    news: bool = setting(
        True, "What others on a host have won is told in the message row", group=MESSAGES
    )
    door: bool = setting(True, "Others on a host may look on at your games", group=MESSAGES)
    preset: str = setting(
        *("classic", "Set of keys; vi has the cursor on H J K L, one-hand on W A S D", PRESETS),
        *(PLAYER, "Keys"),
    )
    player: str = setting(
        "", "Name on the score boards; empty is the login name", Typed(24), PLAYER, words=_LOGIN
    )
    favourites: str = setting("", "Favourite games, by their ids with spaces between", Typed(2000))
    keys: Mapping[str, str] = _table('Keys of commands, undo = "u z" and the like', Keys())


class Setting(NamedTuple):
    """What there is to choose."""

    name: str
    default: object
    about: str
    among: Choices
    group: str = ""
    label: str = ""
    words: Mapping[Any, str] = MappingProxyType({})

    @property
    def title(self) -> str:
        """What a form calls it."""
        return self.label or self.name.replace("_", " ").capitalize()

    def tell(self, value: object) -> str:
        """Return a value in words."""
        if isinstance(value, bool):
            return "on" if value else "off"
        return self.words.get(value, str(value))


SETTINGS = tuple(
    Setting(name, *told) for name, told in zip(Settings._fields, _declared, strict=True)
)
"""All of them, in the order of the file."""


def load(home: Path) -> tuple[Settings, list[str]]:
    """The settings kept in a folder, and a sentence for everything in the file that is no good.

    What is missing or no good stays at its default; a file that is not there is no fault.
    """
    return _load(PlayerFolder(home))


def load_own() -> tuple[Settings, list[str]]:
    """The player's own settings, wherever they are kept, and what is no good of them."""
    try:
        return _load(backends.find_player_data())
    except StoreError as error:
        return Settings(), [str(error)]


def save(home: Path, settings: Settings) -> None:
    """Keep the settings in a folder, made when missing; an interrupted save leaves the old ones.

    Raises ``StoreError`` when the file cannot be written.
    """
    _save(PlayerFolder(home), settings)


def save_own(settings: Settings) -> None:
    """Keep the player's own settings; raises ``StoreError`` when that cannot be done."""
    _save(backends.find_player_data(), settings)


def _load(kept: PlayerData) -> tuple[Settings, list[str]]:
    called = kept.title(FILE)
    try:
        text = kept.read(FILE, _LARGEST)
    except FileNotFoundError:
        return Settings(), []
    except Unfit as error:
        return Settings(), [f"{called} {error}; {_UNREAD}"]
    # Imported here: it costs time, and most players have no such file.
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Settings(), [f"{called} is no settings file ({error}); {_UNREAD}"]
    except RecursionError:
        return Settings(), [f"{called} is no settings file (nested too deep); {_UNREAD}"]
    settings, faults = _sift(table)
    return settings, [f"{called}: {fault}" for fault in faults]


def _save(kept: PlayerData, settings: Settings) -> None:
    try:
        kept.replace(FILE, as_text(settings))
    except OSError as error:
        remedy = "check for room on the disk and the permissions of the folder"
        raise StoreError(
            f"{kept.title(FILE)} cannot be saved ({error.strerror}); {remedy}."
        ) from None


def list_settings(settings: Settings) -> list[str]:
    """The settings, a line each: ``sound = true  A refused move beeps``."""
    return [
        f"{_line(each.name, getattr(settings, each.name)):24}  {each.about}"
        for each in _list_offered()
    ]


def change(settings: Settings, name: str, value: str) -> Settings:
    """The settings with one of them changed to a value as a player types it.

    Raises ``ValueError`` with a sentence for a setting or a value that does not exist.
    """
    known = {each.name: each for each in _list_offered()}
    if name not in known:
        raise ValueError(f"There is no setting {name!r}; there are {', '.join(known)}.")
    default, among = known[name].default, known[name].among
    typed: Any = value
    if isinstance(default, bool):
        typed = _TRUTH.get(value.lower(), value)
    elif isinstance(default, int) and value.isascii() and value.isdecimal():
        typed = int(value)
    if type(typed) is not type(default) or typed not in among:
        raise ValueError(f"{name} must be {_choice(among)}.")
    change: dict[str, Any] = {name: typed}
    return replace(settings, **change)


def _list_offered() -> list[Setting]:
    """The settings that are changed by a word; where a host names the player, not the name."""
    withheld = ("keys", "player") if place.is_named_by_host() else ("keys",)
    return [each for each in SETTINGS if each.name not in withheld]


def as_text(settings: Settings) -> str:
    """The settings as the file has them: each under a comment that explains it."""
    parts = ["# The settings of solterm.\n"]
    for each in SETTINGS:
        comment = f"# {each.about}: {_choice(each.among)}."
        value = getattr(settings, each.name)
        if isinstance(value, Mapping):
            lines = [f"[{each.name}]", *(_line(*item) for item in value.items())]
        else:
            lines = [_line(each.name, value)]
        parts.append("\n".join([comment, *lines, ""]))
    return "\n".join(parts)


def _line(name: str, value: object) -> str:
    """A name and its value; JSON writes truth, numbers and text as TOML does."""
    import json

    key = name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
    return f"{key} = {json.dumps(value, ensure_ascii=False)}"


def _sift(table: Mapping[str, object]) -> tuple[Settings, list[str]]:
    """The settings of a file that are good, and what is wrong with the others."""
    known = {each.name: each for each in SETTINGS}
    good: dict[str, Any] = {}
    faults = []
    for name, value in table.items():
        if name not in known:
            faults.append(f"there is no setting {name!r}; it is ignored.")
            continue
        default, among = known[name].default, known[name].among
        if isinstance(default, Mapping):
            if not isinstance(value, Mapping):
                faults.append(f"{name} must be a table, [{name}]; its default is used.")
                continue
            good[name] = {
                key: each for key, each in value.items() if key.isprintable() and each in among
            }
            faults += [
                f"{key!r} in [{name}] must be {_choice(among)}; it is ignored."
                for key in value
                if key not in good[name]
            ]
        # The types are compared too, since to Python true is 1.
        elif type(value) is type(default) and value in among:
            good[name] = value
        else:
            faults.append(f"{name} must be {_choice(among)}; its default is used.")
    return Settings(**good), faults


def _choice(among: Choices) -> str:
    """The values a setting may have, in words."""
    if isinstance(among, range):
        return f"{among[0]} to {among[-1]}"
    if not isinstance(among, tuple):
        return str(among)
    *first, last = (str(value).lower() for value in among)
    return f"{', '.join(first)} or {last}"
