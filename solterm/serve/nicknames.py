"""Nicknames: the players' names on a host.

Nicknames are ASCII. Every terminal shows it, it never needs quoting, and a short table covers its
similar characters (``skeleton``). With several scripts, players could imitate each other's names.
"""

import re
import secrets
import unicodedata
from collections.abc import Callable, Sequence

from solterm.core.names import skeleton
from solterm.core.refusal import Refusal

SHORTEST, LONGEST = 2, 20
"""Characters of a nickname."""

_NICKNAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")

_NUMBER = re.compile(r"[-_0-9]*$")
"""The number behind a name: ``root-2`` is as reserved as ``root``."""

_NAMELESS = "player"
"""The name, with a number, of players whose login name can't be used."""

_RESERVED = (
    *("admin", "administrator", "sysadmin", "root", "sudo", "superuser", "operator", "sysop"),
    *("moderator", "owner", "staff", "support", "host", "server", "system", "daemon", "nobody"),
    *("anonymous", "guest", "everybody", "everyone", "solterm", "you", "me", _NAMELESS),
)
"""Names that would pass for the host or its administrator."""

_IN_ORDER = 20
"""Numbers that are tried in order, before random ones."""

_LONGEST_WISH = 100


def check_nickname(name: str, unwanted: Sequence[str] = ()) -> str:
    """Return a nickname without spaces around it. Raises ``Refusal`` if it is none or reserved.

    It may contain none of the ``unwanted`` words, not even in similar letters.

    >>> check_nickname(" Ann ")
    'Ann'
    >>> check_nickname("xXSpaмXx".replace("м", "m"), ["5pam"])
    Traceback (most recent call last):
        ...
    solterm.core.refusal.Refusal: This host does not want that name: choose another.
    """
    tidy = name.strip(" ")
    if not SHORTEST <= len(tidy) <= LONGEST or not _NICKNAME.fullmatch(tidy):
        raise Refusal(
            f"Names have {SHORTEST} to {LONGEST} letters, digits, - and _, and begin with a letter."
        )
    if len(re.sub("[-_]", "", tidy)) < SHORTEST:
        raise Refusal("Names have at least two letters.")
    if _is_reserved(tidy):
        raise Refusal(f"Names like {tidy} are reserved: choose another.")
    if is_unwanted(tidy, unwanted):
        raise Refusal("This host does not want that name: choose another.")
    return tidy


def is_unwanted(name: str, unwanted: Sequence[str]) -> bool:
    """Return whether a name contains one of these words, also in similar letters."""
    return any(skeleton(word) in skeleton(name) for word in unwanted)


def propose(wish: str, is_free: Callable[[str], bool], unwanted: Sequence[str] = ()) -> str:
    """Return a free nickname as close as possible to a wish, which may be any text.

    >>> propose("Zoë", lambda name: True), propose("ann", {"ann-2"}.__contains__)
    ('Zoe', 'ann-2')
    >>> propose("root", lambda name: True), propose("", {"player-3"}.__contains__)
    ('player-1', 'player-3')
    """
    try:
        base = check_nickname(_clean(wish), unwanted)
    except Refusal:
        return _number(_NAMELESS, 1, is_free)
    return base if is_free(base) else _number(base, 2, is_free)


def _clean(wish: str) -> str:
    """Return what a nickname can keep of a login name, without its domain."""
    user = wish[:_LONGEST_WISH].rpartition("\\")[2].partition("@")[0]
    apart = unicodedata.normalize("NFKD", user)
    plain = re.sub(r"[ .]+", "-", apart.encode("ascii", "ignore").decode())
    allowed = re.sub(r"[^A-Za-z0-9_-]", "", plain)
    return re.sub(r"^[^A-Za-z]+", "", allowed)[:LONGEST].rstrip("-_")


def _is_reserved(name: str) -> bool:
    bare = skeleton(_NUMBER.sub("", name))
    return any(bare == skeleton(each) for each in _RESERVED)


def _number(base: str, first: int, is_free: Callable[[str], bool]) -> str:
    """Return the first free one of ``base-1``, ``base-2`` ..., or a random one if many are taken.

    Trying every number would let a flood of equal names cost more and more.
    """
    tries = 0
    while True:
        number = first + tries if tries < _IN_ORDER else secrets.randbelow(10**9) + _IN_ORDER
        tail = f"-{number}"
        name = base[: LONGEST - len(tail)].rstrip("-_") + tail
        if is_free(name):
            return name
        tries += 1
