"""Access control: admit everyone, everyone with a key, or only the keys in a file.

The file has the format of OpenSSH's ``authorized_keys``: a public key per line, after its options.
Options restrict a key, and ignoring one could allow what the administrator has forbidden. So the
host ignores lines with unknown options, and logs them.
"""

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from ipaddress import IPv4Address, IPv4Network, IPv6Address, IPv6Network, ip_address, ip_network
from pathlib import Path
from typing import NamedTuple

from solterm.store.errors import show_path

_LARGEST = 4 << 20
"""Bytes."""

_OPTION = re.compile(r'\s*([A-Za-z0-9-]+)(?:="((?:[^"\\]|\\.)*)")?\s*(,|(?=\s)|$)')

_FORBID_NOTHING = (
    *("restrict", "pty", "no-pty", "no-port-forwarding", "no-agent-forwarding"),
    *("no-x11-forwarding", "no-user-rc"),
)
"""Options without effect here, since sessions can do none of these things."""


_Network = IPv4Network | IPv6Network


class AccessError(Exception):
    """The file of keys is unusable; the message says why."""


class _Entry(NamedTuple):
    """A line of the file: a key that may log in."""

    fingerprint: str
    networks: tuple[tuple[bool, _Network], ...]
    """The networks it may come from (True) or not (False); empty for all."""
    expiry: datetime | None

    def admits(self, address: str, now: datetime) -> bool:
        """Return whether the key may log in from an address now."""
        if self.expiry and now >= self.expiry:
            return False
        if not self.networks:
            return True
        there = _address(address)
        hits = [wanted for wanted, each in self.networks if there and there in each]
        return bool(hits) and all(hits)


class Access:
    """Decides who may log in."""

    def __init__(self, keys: Path | None = None, closed: bool = False) -> None:
        """Admit only the keys in the file ``keys``, if given; if ``closed``, admit no guests.

        Raises ``AccessError`` if the file is unreadable or has no usable key.
        """
        self._path = keys
        self._closed = closed
        self._entries: dict[str, list[_Entry]] = {}
        self.faults: list[str] = []
        """A sentence for each unusable line of the file."""
        self.reload()

    def reload(self) -> None:
        """Read the file again. Raises ``AccessError``; then the keys stay as they were."""
        if self._path is None:
            return
        lines, faults = _read(_text(self._path))
        if not lines:
            told = " ".join(["", *faults[:3]])
            raise AccessError(f"{show_path(self._path)} has no key that may log in.{told}")
        self._entries, self.faults = lines, faults

    def refusal(self, fingerprint: str | None, address: str) -> str:
        """Return why a key (None: a guest) may not log in from an address; empty if it may."""
        if fingerprint is None:
            if self._path:
                return "This host admits no guests: use a key that it knows."
            if self._closed:
                return "This host admits no guests: 'ssh-keygen -t ed25519' makes you a key."
            return ""
        if self._path is None:
            return ""
        now = datetime.now(UTC)
        lines = self._entries.get(fingerprint, ())
        if any(each.admits(address, now) for each in lines):
            return ""
        return "Your key may not log in here; ask the host's administrator."


def _text(path: Path) -> str:
    try:
        with path.open("rb") as file:
            data = file.read(_LARGEST + 1)
    except OSError as error:
        reason = error.strerror or error
        raise AccessError(f"Can't read {show_path(path)}: {reason}.") from None
    if len(data) > _LARGEST:
        raise AccessError(f"{show_path(path)} is too large for a file of keys.")
    return data.decode(errors="replace")


def _read(text: str) -> tuple[dict[str, list[_Entry]], list[str]]:
    """Return the file's keys by fingerprint, and a sentence for each unusable line."""
    lines: dict[str, list[_Entry]] = {}
    faults = []
    for number, line in enumerate(text.splitlines(), 1):
        plain = line.strip()
        if plain and not plain.startswith("#"):
            try:
                read = _read_line(plain)
            except ValueError as error:
                faults.append(f"The host ignores line {number} of the keys: {error}.")
            else:
                lines.setdefault(read.fingerprint, []).append(read)
    return lines, faults


def _read_line(line: str) -> _Entry:
    """Read a line; raise ``ValueError`` with the reason if it is unusable."""
    if fingerprint := _fingerprint(line):
        return _Entry(fingerprint, (), None)
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
            raise ValueError(f"the option {name} is not supported")
    fingerprint = _fingerprint(rest.strip())
    if not fingerprint:
        raise ValueError("it holds no public key")
    return _Entry(fingerprint, tuple(networks), expiry)


def _options(line: str) -> Iterator[tuple[str, str | None, str]]:
    """Yield the options of a line: name, value, and the rest of the line."""
    at = 0
    while found := _OPTION.match(line, at):
        at = found.end()
        yield found[1].lower(), found[2], line[at:]
        if found[3] != ",":
            return
    raise ValueError("its options are malformed")


def _fingerprint(text: str) -> str:
    """Return the fingerprint of a public key in OpenSSH's format; empty for other text."""
    # Imported here: only a host with a file of keys reads any.
    import asyncssh

    try:
        return asyncssh.import_public_key(text).get_fingerprint()
    except (asyncssh.KeyImportError, ValueError):
        return ""


def _network(text: str) -> tuple[bool, _Network]:
    """Read an address or network of ``from=``; ``!`` excludes it."""
    bare = text.strip().removeprefix("!")
    try:
        network = ip_network(bare, strict=False)
    except ValueError:
        raise ValueError(
            f"from= takes addresses and networks here, and {bare[:60]!a} is neither"
        ) from None
    return not text.strip().startswith("!"), network


def _moment(text: str) -> datetime:
    """Read a time in the format of ``expiry-time``: YYYYMMDD[HHMM[SS]][Z]."""
    bare = text.removesuffix("Z")
    form = {8: "%Y%m%d", 12: "%Y%m%d%H%M", 14: "%Y%m%d%H%M%S"}.get(len(bare))
    try:
        found = datetime.strptime(bare, form or "")
        return found.replace(tzinfo=UTC) if text.endswith("Z") else found.astimezone(UTC)
    except (ValueError, OverflowError):
        raise ValueError("expiry-time is not a time") from None


def _address(text: str) -> IPv4Address | IPv6Address | None:
    """Read an address; an IPv4 address mapped to IPv6 counts as IPv4."""
    try:
        found = ip_address(text.partition("%")[0])
    except ValueError:
        return None
    return getattr(found, "ipv4_mapped", None) or found
