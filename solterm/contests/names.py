"""Valid names for players, tours and tournaments.

Other players see these names. A name is printable and has no invisible characters, so names that
look the same are the same.
"""

import re
import unicodedata

LONGEST_NAME = 24
"""The most characters in a player's name."""
EVENING = "Evening "
"""How the names of the tournaments begin that a host publishes by the clock."""

_PROFILE = re.compile(r"[0-9a-f]{16}")

_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Printable characters that are invisible: fillers, blanks, variation selectors."""


def check_name(name: str) -> str:
    """Return a new name in normal form; raises ``ValueError`` if it is not valid.

    >>> check_name("  Ann ")
    'Ann'
    """
    if "[" in name or "]" in name:  # programs that read the boards may take them for markup
        raise ValueError("A name has no square brackets ([ ]).")
    return check_stored_name(name)


def check_stored_name(name: str) -> str:
    """Return a name that may be older than the rules of ``check_name``, in normal form.

    >>> check_stored_name("  [Ann] ")
    '[Ann]'
    """
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(tidy) <= LONGEST_NAME or not tidy.isprintable() or '"' in tidy:
        raise ValueError(f'A name has 1 to {LONGEST_NAME} printable characters, and no quotes (").')
    if not is_seen(tidy):
        raise ValueError("A name has no invisible characters.")
    return tidy


def is_seen(text: str) -> bool:
    """Return whether every character of a printable text is visible.

    >>> is_seen("Ann"), is_seen("\\u3164"), is_seen("An\\ufe0fn")
    (True, False, False)
    """
    # A combining mark without a base is drawn over the character before it.
    loose = any(unicodedata.combining(first) for first in text[:1])
    return not loose and not _UNSEEN.search(text)


def is_profile(text: str) -> bool:
    """Return whether a text is a profile, which distinguishes players with the same name."""
    return _PROFILE.fullmatch(text) is not None
