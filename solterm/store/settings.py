"""The player's settings: a readable TOML file that the player may edit too."""

import json
import re
from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Literal, NamedTuple, TypeVar

from solterm.context import Context, find_zone
from solterm.core.phrases import either, suggest
from solterm.core.refusal import Refusal
from solterm.core.values import Value, replace
from solterm.store import backends
from solterm.store.errors import StoreError
from solterm.store.files import Unfit
from solterm.store.interface import PlayerData

FILE = "settings.toml"
"""The file's name in the data folder."""


class Typed(Value):
    """Printable text up to a length."""

    most: int

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and len(value) <= self.most and value.isprintable()

    def __str__(self) -> str:
        return f"a text of at most {self.most} printable characters"


class Zones:
    """Names of time zones; empty for none."""

    def __contains__(self, value: object) -> bool:
        return value == "" or (isinstance(value, str) and find_zone(value) is not None)

    def __str__(self) -> str:
        return "a time zone such as Europe/Berlin, or empty"


class Keys:
    """The values in ``[keys]``: names of keys with spaces between."""

    def __contains__(self, value: object) -> bool:
        return isinstance(value, str) and bool(value.split()) and value.isprintable()

    def __str__(self) -> str:
        return "names of keys with spaces between"


Choices = range | tuple[object, ...] | Typed | Zones | Keys

_Value = TypeVar("_Value")


_declared: list[tuple[Any, ...]] = []


def setting(default: _Value, about: str, among: Choices = (True, False)) -> _Value:
    """Declare a field of ``Settings``: its default, its comment in the file, its allowed values."""
    _declared.append((default, about, among))
    return default


def _table(about: str, among: Choices) -> Mapping[str, str]:
    return setting(MappingProxyType[str, str]({}), about, among)


THEMES = ("dos", "felt", "mono", "contrast", "dusk", "terminal")
BOARDS = ("desktop", "white", "gray", "inverse")
PRESETS = ("classic", "vi")
DECKS = (
    *("windsurfer", "liberty", "traditional", "spectrum"),
    *("portico", "column"),
    *("safari", "mask"),
    *("crane", "determination"),
    *("castle", "gravestone"),
)
"""Card backs; each line has its own faces: traditional, Greek, African, Japanese, horror."""

_BARE = re.compile(r"[A-Za-z0-9_-]+")
"""TOML's bare keys."""

_TRUTH = {"true": True, "on": True, "yes": True, "false": False, "off": False, "no": False}

_LARGEST = 1 << 20

_UNREAD = "correct or delete it; until then all settings have their defaults."


class Settings(Value):
    """The player's settings.

    To add one, add a field here, and the file and line mode follow. The form of the screen names
    the fields that it shows (``tui/screens/settings_page.py``).
    """

    theme: str = setting("dos", "Colours; dusk needs 256, terminal keeps your background", THEMES)
    background: int = setting(0, "Background colour", range(16))
    foreground: int = setting(0, "Set of foreground colours", range(3))
    board: str = setting("desktop", "Table; desktop is the theme's own", BOARDS)
    cards: Literal["auto", "unicode", "ascii"] = setting(
        "auto", "How cards are drawn", ("auto", "unicode", "ascii")
    )
    deck: str = setting("traditional", "Backs of the cards, and the faces that go with them", DECKS)
    four_colours: bool = setting(False, "Each suit has a different colour")
    left_handed: bool = setting(False, "Mirror the table and the cursor keys")
    level: int = setting(3, "Level of new games", range(1, 4))
    winnable: bool = setting(False, "Free games have deals that can be won, as far as known")
    automatic: bool = setting(False, "Cards go home by themselves, but count only with a win")
    lamp: bool = setting(False, "The first row says whether the game can still be won")
    clock: Literal["off", "minutes", "seconds"] = setting(
        "off", "The first row says how long you have played", ("off", "minutes", "seconds")
    )
    drag: bool = setting(True, "The mouse may drag cards")
    fast_deal: bool = setting(True, "Deal at once, without an animation")
    cascade: bool = setting(True, "Cards cascade over the table when you win")
    animation: bool = setting(True, "Cards glide from pile to pile")
    lesson: bool = setting(True, "The menu offers new players the lesson")
    titles: bool = setting(True, "KLONCAN and Solitaire Royale open with their titles")
    messages: bool = setting(True, "Say why a move is refused")
    sound: bool = setting(True, "Refused moves and keys beep")
    alerts: bool = setting(True, "Challenges, races, evenings and notices ring and mark the title")
    speech: bool = setting(False, "Line mode names cards and piles in words, for listeners")
    news: bool = setting(True, "The message row reports wins of other players on this host")
    phrases: bool = setting(True, "The message row shows phrases of others on this host")
    door: bool = setting(True, "Others on this host may watch and replay your games")
    public: bool = setting(False, "The host's web pages name you and show your finished games")
    preset: str = setting("classic", "Keys; vi moves the cursor with H J K L", PRESETS)
    player: str = setting("", "Name on the score boards; empty is the login name", Typed(24))
    zone: str = setting("", "On hosts, times are also told in this time zone", Zones())
    favourites: str = setting("", "Favourite games, by their ids with spaces between", Typed(2000))
    ignored: str = setting(
        "", "Players whose phrases and challenges are hidden, spaces between", Typed(1000)
    )
    keys: Mapping[str, str] = _table('Keys of commands, such as undo = "u z"', Keys())


class Setting(NamedTuple):
    """The declaration of a setting."""

    name: str
    default: object
    about: str
    among: Choices


SETTINGS = tuple(
    Setting(name, *told) for name, told in zip(Settings._fields, _declared, strict=True)
)
"""All settings, in the order of the file."""


def load_settings(context: Context) -> tuple[Settings, list[str]]:
    """Load the player's settings; return them with a sentence for every fault in the file.

    Missing and invalid settings keep their defaults; a missing file is no fault.
    """
    try:
        return _load(backends.find_player_data(context))
    except StoreError as error:
        return Settings(), [str(error)]


def save_settings(context: Context, settings: Settings) -> None:
    """Save the player's settings; an interruption leaves the old ones. Raises ``StoreError``."""
    backends.find_player_data(context).replace(FILE, as_text(settings))


def _load(data: PlayerData) -> tuple[Settings, list[str]]:
    title = data.title(FILE)
    try:
        text = data.read(FILE, _LARGEST)
    except FileNotFoundError:
        return Settings(), []
    except Unfit as error:
        return Settings(), [f"{title} {error}; {_UNREAD}"]
    # Imported here since it costs time, and most players have no settings file.
    import tomllib

    try:
        table = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        return Settings(), [f"{title} is not a settings file ({error}); {_UNREAD}"]
    except RecursionError:
        return Settings(), [f"{title} is not a settings file (nested too deep); {_UNREAD}"]
    settings, faults = _sift(table)
    return settings, [f"{title}: {fault}" for fault in faults]


def list_settings(context: Context, settings: Settings) -> list[str]:
    """Return a line for each setting: ``news = true  The message row reports wins ...``."""
    return [
        f"{_line(each.name, getattr(settings, each.name)):24}  {each.about}"
        for each in _list_offered(context)
    ]


def change(context: Context, settings: Settings, name: str, value: str) -> Settings:
    """Return the settings with one changed to a typed value.

    Raises ``Refusal`` with a sentence for an unknown setting or value.
    """
    known = {each.name: each for each in _list_offered(context)}
    if name not in known:
        more = suggest(name, known) or f"There are {', '.join(known)}."
        raise Refusal(f"There is no setting {name!r}. {more}")
    default, among = known[name].default, known[name].among
    typed: Any = value
    if isinstance(default, bool):
        typed = _TRUTH.get(value.lower(), value)
    elif isinstance(default, int) and value.isascii() and value.isdecimal():
        typed = int(value)
    if type(typed) is not type(default) or typed not in among:
        raise Refusal(f"{name} must be {_choice(among)}.")
    change: dict[str, Any] = {name: typed}
    return replace(settings, **change)


def toggle_word(settings: Settings, name: str, word: str) -> tuple[Settings, bool]:
    """Return the settings with a word added to a list of words, or removed; and whether added.

    Capitals make no difference.
    """
    words = getattr(settings, name).split()
    kept = [each for each in words if each.lower() != word.lower()]
    is_new = len(kept) == len(words)
    changed: dict[str, Any] = {name: " ".join([*kept, *[word] * is_new])}
    return replace(settings, **changed), is_new


def _list_offered(context: Context) -> list[Setting]:
    """Return the settings that a command may change; not the name if the host gives it."""
    withheld = ("keys", "player") if context.is_on_host else ("keys",)
    return [each for each in SETTINGS if each.name not in withheld]


def as_text(settings: Settings) -> str:
    """Return the text of the settings file, with a comment for each setting."""
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
    """Return a TOML line; JSON writes these values in the same way."""
    key = name if _BARE.fullmatch(name) else json.dumps(name, ensure_ascii=False)
    return f"{key} = {json.dumps(value, ensure_ascii=False)}"


def _sift(table: Mapping[str, object]) -> tuple[Settings, list[str]]:
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
        # Compare the types too, since True == 1.
        elif type(value) is type(default) and value in among:
            good[name] = value
        else:
            faults.append(f"{name} must be {_choice(among)}; its default is used.")
    return Settings(**good), faults


def _choice(among: Choices) -> str:
    if isinstance(among, range):
        return f"{among[0]} to {among[-1]}"
    if not isinstance(among, tuple):
        return str(among)
    return either(str(value).lower() for value in among)
