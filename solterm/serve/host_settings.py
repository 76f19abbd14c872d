"""The settings of a host, a TOML file with a comment for each.

If the file has an error, the host keeps its settings.
"""

import re
import tomllib
from collections.abc import Callable
from ipaddress import ip_network
from pathlib import Path

from solterm.core.refusal import Refusal
from solterm.core.values import Value
from solterm.store import files
from solterm.store.errors import show_path
from solterm.store.files import Folder

FILE = "serve.toml"
"""The file's name in the host's data folder."""

LONGEST_NAME = 20
"""Characters of a host's name."""

_NAME = re.compile(rf"[A-Za-z0-9_.-]{{0,{LONGEST_NAME}}}", re.ASCII)
_WEB_ADDRESS = re.compile(r"https?://[A-Za-z0-9.:\[\]-]{1,200}", re.ASCII)
_WORD = re.compile(r"[A-Za-z0-9_-]{2,20}", re.ASCII)
_LARGEST = 1 << 16

_Setting = int | bool | str | tuple[str, ...]
_Read = Callable[[object], _Setting]
"""Reads a setting of the file; raises ``Refusal`` with the allowed values."""
_declared: list[tuple[str, _Read]] = []


def _number(default: int, among: range, about: str) -> int:
    def read(value: object) -> int:
        if type(value) is not int or value not in among:  # to Python, true is 1
            raise Refusal(f"{among[0]} to {among[-1]}")
        return value

    _declared.append((about, read))
    return default


def _truth(about: str) -> bool:
    def read(value: object) -> bool:
        if type(value) is not bool:
            raise Refusal("true or false")
        return value

    _declared.append((about, read))
    return False


def _name(about: str) -> str:
    def read(value: object) -> str:
        if not (isinstance(value, str) and _NAME.fullmatch(value)):
            raise Refusal(f"up to {LONGEST_NAME} letters, digits, '-', '_' and '.', in quotes")
        return value

    _declared.append((about, read))
    return ""


def _web_address(about: str) -> str:
    def read(value: object) -> str:
        if value == "" or (isinstance(value, str) and _WEB_ADDRESS.fullmatch(value)):
            return str(value)
        raise Refusal('an address without a path, like "https://cards.example"')

    _declared.append((about, read))
    return ""


def _words(about: str) -> tuple[str, ...]:
    def read(value: object) -> tuple[str, ...]:
        words = [each for each in _texts(value) if _WORD.fullmatch(each)]
        if words != value:
            raise Refusal('a list of words of 2 to 20 letters and digits, like ["spam"]')
        return tuple(words)

    _declared.append((about, read))
    return ()


def _networks(about: str) -> tuple[str, ...]:
    def read(value: object) -> tuple[str, ...]:
        try:
            if (texts := _texts(value)) == value:
                return tuple(str(ip_network(each, strict=False)) for each in texts)
        except ValueError:
            pass
        raise Refusal('a list of addresses or networks, like ["192.0.2.5", "10.0.0.0/8"]')

    _declared.append((about, read))
    return ()


def _texts(value: object) -> list[str]:
    return [each for each in value if isinstance(each, str)] if isinstance(value, list) else []


class HostSettings(Value):
    """The settings of a host."""

    name: str = _name(
        "The host's name in the list of players, if several share a database; empty: the machine's"
    )
    sessions: int = _number(200, range(1, 100_001), "Sessions at once, of all players")
    sessions_of_a_player: int = _number(
        3, range(1, 101), "... of one player; one more ends the longest idle one"
    )
    sessions_of_an_address: int = _number(20, range(1, 100_001), "... from one address")
    logins_a_minute: int = _number(30, range(1, 100_001), "Logins a minute from one address")
    new_players_an_hour: int = _number(
        30, range(1, 100_001), "New players an hour from one address, not counting guests"
    )
    pending_connections: int = _number(
        100,
        range(1, 100_001),
        "Connections at once without a session; one more drops a silent one, or waits",
    )
    pending_connections_of_an_address: int = _number(
        10, range(1, 100_001), "... from one address (of IPv6, from one /56 network)"
    )
    login_seconds: int = _number(
        30, range(1, 601), "Seconds to log in, and then to ask for a session"
    )
    idle_minutes: int = _number(
        60,
        range(1, 10_001),
        "Minutes without a key until a session ends, after a warning",
    )
    dead_line_seconds: int = _number(
        120, range(3, 3601), "Seconds until a connection that no longer answers is closed"
    )
    memory: int = _number(
        96, range(1, 4097), "MiB of memory for a session, besides the shared part"
    )
    file_size: int = _number(256, range(1, 65_537), "MiB for a player's file")
    cpu_minutes: int = _number(60, range(1, 10_001), "Minutes of CPU time for a session")
    commands_a_second: int = _number(
        20, range(1, 100_001), "Commands a second for a session; more have to wait"
    )
    cpu_percent: int = _number(
        3,
        range(1, 101),
        "... fewer beyond this share of a processor, but at least one a second",
    )
    proxies: tuple[str, ...] = _networks(
        "Addresses or networks of load balancers, which must send PROXY protocol version 2"
    )
    web_proxies: tuple[str, ...] = _networks(
        "Addresses or networks of web servers before --web, which must send X-Forwarded-For"
    )
    web_address: str = _web_address(
        "The address of the web pages, for links in what players copy; empty: the machine's, or as"
        " their browser has it"
    )
    tournaments_a_day: int = _number(
        10, range(1, 10_001), "Tournaments that a player may begin or join in a day"
    )
    boards_of_a_player: int = _number(
        200, range(1, 100_001), "Named boards on which a player may have results"
    )
    games_of_a_player: int = _number(
        20_000, range(100, 10_000_001), "Games, played and saved, that the host stores of a player"
    )
    games_before_boards: int = _number(
        0,
        range(0, 1001),
        "Games a new player finishes before the boards show the results to others",
    )
    unwanted_names: tuple[str, ...] = _words(
        "Words that no name may contain, also in similar letters"
    )
    solver: bool = _truth("Whether players may use the solver (two more processes each)")


def read_settings(data: Path) -> HostSettings:
    """Read the settings in a data folder; without a file, write one with the defaults.

    Raises ``Refusal``.
    """
    path = data / FILE
    try:
        table = tomllib.loads(files.read(path, _LARGEST))
    except FileNotFoundError:
        with Folder.open(data) as folder:
            folder.put(FILE, write_settings(HostSettings()))
        return HostSettings()
    except files.Unfit as error:
        raise Refusal(f"{show_path(path)} {error}.") from None
    except (OSError, ValueError, RecursionError) as error:
        raise Refusal(f"Can't read {show_path(path)}: {error}.") from None
    return _check(path, table)


def write_settings(settings: HostSettings) -> str:
    """Return the text of the file, with a comment before each setting."""
    parts = ["# The settings of this host. After a change: kill -HUP, or restart it.\n"]
    for name, (about, _) in zip(settings._fields, _declared, strict=True):
        parts.append(f"# {about}.\n{name} = {_write(getattr(settings, name))}\n")
    return "\n".join(parts)


def _write(value: _Setting) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(map(_quote, value))}]"
    return _quote(value) if isinstance(value, str) else str(value).lower()


def _quote(text: str) -> str:
    return f'"{text}"'  # neither a name nor a network needs escaping


def _check(path: Path, table: dict[str, object]) -> HostSettings:
    known = dict(zip(HostSettings._fields, _declared, strict=True))
    chosen: dict[str, object] = {}
    for name, value in table.items():
        if name not in known:
            raise Refusal(f"{show_path(path)}: unknown setting {name!r}.")
        _, read = known[name]
        try:
            chosen[name] = read(value)
        except Refusal as error:
            raise Refusal(f"{show_path(path)}: {name} must be {error}.") from None
    return HostSettings(**chosen)  # type: ignore[arg-type]
