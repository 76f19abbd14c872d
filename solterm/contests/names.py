"""Names: what a player, or a thing a player names, may be called.

A name is shown to others. It is printable, and every character of it can be seen: two names that
look alike are one, and a name that looks like none is none.
"""

import re
import unicodedata

LONGEST_NAME = 24
"""Characters of a player's name."""

_PROFILE = re.compile(r"[0-9a-f]{16}")

_UNSEEN = re.compile(
    "[\u034f\u115f\u1160\u17b4\u17b5\u180b-\u180f\u2800\u3164\ufe00-\ufe0f\uffa0"
    "\U000e0100-\U000e01ef]"
)
"""Characters that count as printable and leave no mark: fillers, blanks, selectors of variants."""


def check_name(name: str) -> str:
    """A player's name as it is kept; raises ``ValueError`` with a sentence for one that is none.

    >>> check_name("  Ann ")
    'Ann'
    """
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(tidy) <= LONGEST_NAME or not tidy.isprintable() or '"' in tidy:
        raise ValueError(f'A name has 1 to {LONGEST_NAME} printable characters, and no quotes (").')
    if not is_seen(tidy):
        raise ValueError("A name has no characters that cannot be seen.")
    return tidy


def is_seen(text: str) -> bool:
    """Can every character of a printable text be seen?

    >>> is_seen("Ann"), is_seen("\\u3164"), is_seen("An\\ufe0fn")
    (True, False, False)
    """
    # A mark without a letter to stand on is drawn over whatever stands before it.
    loose = any(unicodedata.combining(first) for first in text[:1])
    return not loose and not _UNSEEN.search(text)


def is_profile(text: str) -> bool:
    """Is it what tells players of one name apart?"""
    return _PROFILE.fullmatch(text) is not None
