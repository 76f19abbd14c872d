"""House rules: what the administrator decides while hosts run, bans and the message of the day.

They are in the accounts' database, and each host on it reads them again every few seconds.
"""

import re
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from ipaddress import ip_network
from typing import NamedTuple

from solterm.core.refusal import Refusal
from solterm.serve.access import Address
from solterm.serve.accounts import Accounts, stamp

MOTD = "motd"
"""The name of the message of the day."""

CLOSING_SECONDS = 12.0
"""For other hosts to read the rules, and for a player's sessions there to end."""

LONGEST_MOTD = 200
"""Characters."""

DELETED = "Your account on this host is deleted, with all of its games and results."
"""For a player who is kept out while the account is deleted; such a ban has no name."""

_FINGERPRINT = re.compile(r"(SHA256|WEB):[A-Za-z0-9+/]{43}")
_SPAN = re.compile(r"([1-9][0-9]{0,3})([mhdw])")
_UNITS = {"m": "minutes", "h": "hours", "d": "days", "w": "weeks"}


class Ban(NamedTuple):
    """Someone who may not log in."""

    subject: str
    """The id of a player, the fingerprint of a key, or a network."""
    called: str
    """What the administrator typed."""
    since: str
    until: str
    """ISO 8601 in UTC; empty for good."""

    def covers(self, address: Address, fingerprint: str, player: str) -> bool:
        if self.subject in (fingerprint, player):
            return True
        try:
            return address.ip in ip_network(self.subject)
        except ValueError:
            return False

    def tell(self) -> str:
        """Return the sentence for the player."""
        if not self.called:
            return DELETED
        if self.until:
            return f"You are banned from this host until {self.until[:16].replace('T', ' ')} UTC."
        return "You are banned from this host."


class HouseRules(NamedTuple):
    """What holds now."""

    bans: tuple[Ban, ...] = ()
    motd: str = ""

    def refusal(self, address: Address, fingerprint: str, player: str = "") -> str:
        """Return why a client may not play; empty if it may."""
        now = stamp(datetime.now(UTC))
        for each in self.bans:
            if (not each.until or now < each.until) and each.covers(address, fingerprint, player):
                return each.tell()
        return ""


def read_rules(accounts: Accounts) -> HouseRules:
    """Return the rules in force. Raises ``StoreError``."""
    now = stamp(datetime.now(UTC))
    rows = accounts.engine.read(
        "SELECT subject, called, since, until FROM ban WHERE until = '' OR until > ?"
        " ORDER BY since",
        now,
    )
    notes = accounts.engine.read("SELECT text FROM host_note WHERE name = ?", MOTD)
    return HouseRules(tuple(Ban(*row) for row in rows), notes[0][0] if notes else "")


def put_ban(accounts: Accounts, subject: str, called: str, span: timedelta | None) -> Ban:
    """Ban a subject, for a time or for good; it replaces an earlier ban."""
    now = datetime.now(UTC)
    ban = Ban(subject, called, stamp(now), stamp(now + span) if span else "")
    with accounts.engine.transaction() as transaction:
        transaction.execute("DELETE FROM ban WHERE subject = ?", (subject,))
        transaction.execute(
            "INSERT INTO ban (subject, called, since, until) VALUES (?, ?, ?, ?)", ban
        )
    return ban


def close_account(accounts: Accounts, player: str) -> None:
    """Keep a player out of all hosts while the account is deleted."""
    put_ban(accounts, player, "", timedelta(minutes=10))


def lift_ban(accounts: Accounts, subject: str) -> bool:
    """Lift a ban; return whether there was one."""
    is_banned = bool(accounts.engine.read("SELECT 1 FROM ban WHERE subject = ?", subject))
    with accounts.engine.transaction() as transaction:
        transaction.execute("DELETE FROM ban WHERE subject = ?", (subject,))
    return is_banned


def put_motd(accounts: Accounts, text: str) -> None:
    """Set the message of the day; empty for none. Raises ``Refusal`` for one too long."""
    if len(text) > LONGEST_MOTD or not text.isprintable():
        raise Refusal(f"A message of the day is one line of at most {LONGEST_MOTD} characters.")
    with accounts.engine.transaction() as transaction:
        transaction.execute("DELETE FROM host_note WHERE name = ?", (MOTD,))
        if text:
            transaction.execute("INSERT INTO host_note (name, text) VALUES (?, ?)", (MOTD, text))


def read_subject(text: str, find_player: Callable[[str], str]) -> str:
    """Return the subject of a ban: a fingerprint, a network, or the id of a player.

    ``find_player`` returns the id for a name, and raises ``Refusal`` for an unknown one.

    >>> read_subject("192.0.2.7", str.upper), read_subject("192.0.2.0/24", str.upper)
    ('192.0.2.7/32', '192.0.2.0/24')
    >>> read_subject("ann", str.upper)
    'ANN'
    """
    if _FINGERPRINT.fullmatch(text):
        return text
    try:
        return str(ip_network(text, strict=False))
    except ValueError:
        return find_player(text)


def read_span(text: str) -> timedelta:
    """Return a span of time; raise ``Refusal`` for any other text.

    >>> read_span("90m"), read_span("2w")
    (datetime.timedelta(seconds=5400), datetime.timedelta(days=14))
    """
    if found := _SPAN.fullmatch(text):
        return timedelta(**{_UNITS[found[2]]: int(found[1])})
    raise Refusal(f"{text[:40]!r} is no span of time: write 30m, 12h, 3d or 2w.")
