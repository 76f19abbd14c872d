"""Who may come in: anybody with a key, guests too, or those whom a file of keys names.

The file is one of OpenSSH's, ``authorized_keys``: a public key a line, options before it. Options
say what a key may *not* do, and a host that overlooked one would allow what its administrator had
forbidden: a line with an option that means nothing here lets nobody in, and is told.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple

from solterm.store.errors import show_path

_LARGEST = 4 << 20
"""Bytes of a file of keys."""

_OPTION = re.compile(r'\s*([A-Za-z0-9-]+)(?:="((?:[^"\\]|\\.)*)")?\s*(,|(?=\s)|$)')

_FORBID_NOTHING = (
    *("restrict", "pty", "no-pty", "no-port-forwarding", "no-agent-forwarding"),
    *("no-x11-forwarding", "no-user-rc"),
)
"""Options that forbid what nobody can do here, or allow it again. A terminal is always allowed: it
reaches nothing but the game."""


_Network = IPv4Network | IPv6Network


class GateError(Exception):
    """The file of keys lets nobody in: why, in a sentence."""


class _Line(NamedTuple):
    """A key that may come in."""

    fingerprint: str
    networks: tuple[tuple[bool, _Network], ...]
    """Where from: whether a network is one of those, or one of those that are not; none: all."""
    expiry: datetime | None

    def admits(self, address: str, now: datetime) -> bool:
        """May it come in from there, now?"""
        if self.expiry and now >= self.expiry:
            return False
        if not self.networks:
            return True
        there = _address(address)
        hits = [wanted for wanted, each in self.networks if there and there in each]
        return bool(hits) and all(hits)


class Gate:
    """Answers for each who comes whether they may come in."""

    def __init__(self, keys: Path | None = None, closed: bool = False) -> None:
        """``keys`` lets in only those that the file names; ``closed`` no guests.

        Raises ``GateError`` when the file cannot be read, or names no key.
        """
        self._path = keys
        self._closed = closed
        self._lines: dict[str, list[_Line]] = {}
        self.faults: list[str] = []
        """What is wrong with lines of the file, a sentence each."""
        self.reload()

    def reload(self) -> None:
        """Read the file again. Raises ``GateError`` as at first, and all stays as it was then."""
        if self._path is None:
            return
        lines, faults = _read(_text(self._path))
        if not lines:
            told = " ".join(["", *faults[:3]])
            raise GateError(f"{show_path(self._path)} names no key that may come in.{told}")
        self._lines, self.faults = lines, faults

    def refusal(self, fingerprint: str | None, address: str) -> str:
        """Why a key, or a guest if it is None, may not come in from there; empty if it may."""
        if fingerprint is None:
            if self._path:
                return "This host has no guests: come with a key that it knows."
            if self._closed:
                return "This host has no guests: 'ssh-keygen -t ed25519' makes you a key."
            return ""
        if self._path is None:
            return ""
        now = datetime.now(UTC)
        lines = self._lines.get(fingerprint, ())
        if any(each.admits(address, now) for each in lines):
            return ""
        return "Your key may not come in here; ask who keeps this host."


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        reason = error.strerror or error
        raise GateError(f"{show_path(path)} cannot be read ({reason}).") from None
    if len(data) > _LARGEST:
        raise GateError(f"{show_path(path)} is larger than any file of keys.")
    return data.decode(errors="replace")


def _read(text: str) -> tuple[dict[str, list[_Line]], list[str]]:
    """The keys of a file, by their fingerprints, and what is wrong with its other lines."""
    lines: dict[str, list[_Line]] = {}
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        if plain and not plain.startswith("#"):
            try:
                read = _read_line(plain)
            except ValueError as error:
                faults.append(f"Line {number} of the keys lets nobody in: {error}.")
            else:
                lines.setdefault(read.fingerprint, []).append(read)
    return lines, faults


def _read_line(line: str) -> _Line:
    """A line; raises ``ValueError`` with what is wrong with it."""
    if fingerprint := _fingerprint(line):
        return _Line(fingerprint, (), None)
    networks: list[tuple[bool, _Network]] = []
    expiry = None
    rest = line
    for name, value, rest in _options(line):  # noqa: B007  the last rest is the key
        if name == "from" and value:
            networks += [_network(each) for each in value.split(",")]
        elif name == "expiry-time" and value:
            until = _moment(value)
            expiry = min(expiry, until) if expiry else until
        elif name not in _FORBID_NOTHING or value is not None:
            raise ValueError(f"the option {name} means nothing here")
    fingerprint = _fingerprint(rest.strip())
    if not fingerprint:
        raise ValueError("it holds no public key")
    return _Line(fingerprint, tuple(networks), expiry)


def _options(line: str) -> Iterator[tuple[str, str | None, str]]:
    """The options at the beginning of a line: name, value, and what follows."""
    at = 0
    while found := _OPTION.match(line, at):
        at = found.end()
        yield found[1].lower(), found[2], line[at:]
        if found[3] != ",":
            return
    raise ValueError("its options cannot be read")


def _fingerprint(text: str) -> str:
    """The fingerprint of a public key as OpenSSH writes it; empty for any other text."""
    # Imported here: only a host with a file of keys reads any.
    import asyncssh

    try:
        return asyncssh.import_public_key(text).get_fingerprint()
    except (asyncssh.KeyImportError, ValueError):
        return ""


def _network(text: str) -> tuple[bool, _Network]:
    """One of ``from=``: an address or a network, with ``!`` before one that is not meant."""
    bare = text.strip().removeprefix("!")
    try:
        network = ip_network(bare, strict=False)
    except ValueError:
        raise ValueError(
            f"from= takes addresses and networks here, and {bare[:60]!a} is neither"
        ) from None
    return not text.strip().startswith("!"), network


def _moment(text: str) -> datetime:
    """A time as ``expiry-time`` has it: YYYYMMDD, with HHMM or HHMMSS behind it, a Z for UTC."""
    bare = text.removesuffix("Z")
    form = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}.get(len(bare))
    try:
        found = datetime.strptime(bare, form or "")
        return found.replace(tzinfo=UTC) if text.endswith("Z") else found.astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("expiry-time is no time") from None


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """An address as a socket names it; one of IPv4 that came over IPv6 is one of IPv4."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
