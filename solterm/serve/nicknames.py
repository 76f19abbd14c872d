"""Nicknames: what players of a host are called, and which names look alike.

A nickname is ASCII. Others read it on their own terminals, in fonts that nobody has chosen for
telling letters of two scripts apart, and of ASCII alone it can be said in a few lines what looks
alike. It needs no quoting anywhere, as a file's name or on a board.
"""

import re
import secrets
import unicodedata
from collections.abc import Callable

SHORTEST, LONGEST = 2, 20
"""Characters of a nickname."""

_NICKNAME = re.compile(r"[A-Za-z][A-Za-z0-9_-]*")

_LOOKS_LIKE = str.maketrans(
    {
        **{"-": "", "_": ""},
        **{"0": "o", "1": "l", "i": "l", "3": "e", "4": "a", "5": "s", "8": "b", "q": "g"},
        **{"v": "u", "w": "uu", "m": "nn", "d": "cl"},
    }
)
"""What a character is read as, in pieces: a w as the two v that look like it."""
_RN = re.compile(r"r(?=r*n)")
"""An r before an n, which together are read as an m."""

_NUMBER = re.compile(r"[-_0-9]*$")
"""What may follow a name to tell it from another: it does not make ``root-2`` an honest name."""

_NAMELESS = "player"
"""What somebody is called whose login name gives no other, with a number behind it."""

_RESERVED = (
    *("admin", "administrator", "sysadmin", "root", "sudo", "superuser", "operator", "sysop"),
    *("moderator", "owner", "staff", "support", "host", "server", "system", "daemon", "nobody"),
    *("anonymous", "guest", "everybody", "everyone", "solterm", "you", "me", _NAMELESS),
)
"""Whom nobody is to be taken for."""

_IN_ORDER = 20
"""Numbers tried one by one before they are drawn."""

_LONGEST_WISH = 100


class NameRefused(ValueError):
    """A name that a player may not have: why, in a sentence."""


def skeleton(name: str) -> str:
    """What is left of a name when all that looks alike is one; equal ones are one name.

    >>> skeleton("Ann"), skeleton("a-n_n"), skeleton("Vern1s"), skeleton("vemis")
    ('ann', 'ann', 'uennls', 'uennls')
    """
    return _RN.sub("n", name.casefold().translate(_LOOKS_LIKE))


def check_nickname(name: str) -> str:
    """A nickname as it is kept; raises ``NameRefused`` for a text that is none, or not free to all.

    >>> check_nickname(" Ann ")
    'Ann'
    """
    tidy = name.strip(" ")
    if not SHORTEST <= len(tidy) <= LONGEST or not _NICKNAME.fullmatch(tidy):
        raise NameRefused(
            f"A name here has {SHORTEST} to {LONGEST} letters, digits, - and _,"
            " and begins with a letter."
        )
    if len(re.sub("[-_]", "", tidy)) < SHORTEST:
        raise NameRefused("A name here has two letters at least.")
    if _is_reserved(tidy):
        raise NameRefused(f"A name like {tidy} is not given to anybody: choose another.")
    return tidy


def propose(wish: str, is_free: Callable[[str], bool]) -> str:
    """A nickname as near to a wish as can be had, whatever text the wish is.

    >>> propose("Zoë", lambda name: True), propose("ann", {"ann-2"}.__contains__)
    ('Zoe', 'ann-2')
    >>> propose("root", lambda name: True), propose("", {"player-3"}.__contains__)
    ('player-1', 'player-3')
    """
    try:
        base = check_nickname(_clean(wish))
    except NameRefused:
        return _number(_NAMELESS, 1, is_free)
    return base if is_free(base) else _number(base, 2, is_free)


def _clean(wish: str) -> str:
    """What of a login name can stand in a nickname; of a domain's user, the user."""
    user = wish[:_LONGEST_WISH].rpartition("\\")[2].partition("@")[0]
    apart = unicodedata.normalize("NFKD", user)
    plain = re.sub(r"[ .]+", "-", apart.encode("ascii", "ignore").decode())
    allowed = re.sub(r"[^A-Za-z0-9_-]", "", plain)
    return re.sub(r"^[^A-Za-z]+", "", allowed)[:LONGEST].rstrip("-_")


def _is_reserved(name: str) -> bool:
    bare = skeleton(_NUMBER.sub("", name))
    return any(bare == skeleton(each) for each in _RESERVED)


def _number(base: str, first: int, is_free: Callable[[str], bool]) -> str:
    """The first of ``base-1``, ``base-2`` ... that is free; one far out where many are taken.

    Of many alike nobody looks at every number, or a flood of them would cost ever more.
    """
    tries = 0
    while True:
        number = first + tries if tries < _IN_ORDER else secrets.randbelow(10**9) + _IN_ORDER
        tail = f"-{number}"
        name = base[: LONGEST - len(tail)].rstrip("-_") + tail
        if is_free(name):
            return name
        tries += 1
