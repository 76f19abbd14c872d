"""Valid names for players, tours and tournaments.

Other players see these names. A name is printable and has no invisible characters, so names that
look the same are the same. ``skeleton`` finds those that differ and look alike.
"""

import re
import unicodedata

from solterm.core.refusal import Refusal

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

_MOST_MARKS = 2
"""The most marks on a letter; more of them would be drawn over other rows."""

_PLAIN = str.maketrans(
    {
        **{"‘": "'", "’": "'", "–": "-", "—": "-", "ı": "i", "ł": "l", "Ł": "L", "ø": "o"},
        **{"Ø": "O", "đ": "d", "Đ": "D", "ħ": "h", "æ": "ae", "Æ": "AE", "œ": "oe", "Œ": "OE"},
    }
)
"""Letters and signs of Latin text that have no other form without marks."""
_LOOKS_LIKE = str.maketrans(
    {
        **{"0": "o", "1": "l", "i": "l", "3": "e", "4": "a", "5": "s", "8": "b", "q": "g"},
        **{"v": "u", "w": "uu", "m": "nn", "d": "cl"},
    }
)
"""Folds similar characters, into pieces if necessary: w counts as two v."""
_RN = re.compile(r"r(?=r*n)")
"""An r before an n: the pair looks like an m."""


def check_name(name: str) -> str:
    """Return a name in normal form; raises ``Refusal`` if it is not valid.

    >>> check_name("  Ann ")
    'Ann'
    """
    if "[" in name or "]" in name:  # programs that read the boards may take them for markup
        raise Refusal("A name has no square brackets ([ ]).")
    tidy = " ".join(unicodedata.normalize("NFC", name).split())
    if not 0 < len(tidy) <= LONGEST_NAME or not tidy.isprintable() or '"' in tidy:
        raise Refusal(f'A name has 1 to {LONGEST_NAME} printable characters, and no quotes (").')
    if not is_seen(tidy):
        raise Refusal("A name has no invisible characters.")
    if _count_marks(tidy) > _MOST_MARKS:
        raise Refusal(f"A name has at most {_MOST_MARKS} marks on a letter.")
    return tidy


def is_seen(text: str) -> bool:
    """Return whether every character of a printable text is visible.

    >>> is_seen("Ann"), is_seen("\\u3164"), is_seen("An\\ufe0fn")
    (True, False, False)
    """
    # A combining mark without a base is drawn over the character before it.
    loose = any(unicodedata.combining(first) for first in text[:1])
    return not loose and not _UNSEEN.search(text)


def _count_marks(text: str) -> int:
    """Return the most marks on a letter."""
    most = marks = 0
    for each in unicodedata.normalize("NFD", text):
        marks = marks + 1 if unicodedata.category(each).startswith("M") else 0
        most = max(most, marks)
    return most


def to_latin(text: str) -> str:
    """Return a text in ASCII, without marks; characters of other scripts stay as they are.

    >>> to_latin("Zoë’s Cup")
    "Zoe's Cup"
    """
    apart = unicodedata.normalize("NFKD", text.translate(_PLAIN))
    return "".join(each for each in apart if not unicodedata.combining(each))


def skeleton(name: str) -> str:
    """Return a name with similar letters folded; names with equal skeletons look alike.

    >>> skeleton("Ann"), skeleton("a-n_n"), skeleton("Vern1s"), skeleton("vemis"), skeleton("Ánn")
    ('ann', 'ann', 'uennls', 'uennls', 'ann')
    """
    letters = filter(str.isalnum, to_latin(name).casefold())
    return _RN.sub("n", "".join(letters).translate(_LOOKS_LIKE)) or name.casefold()


def is_profile(text: str) -> bool:
    """Return whether a text is a profile, which distinguishes players with the same name."""
    return _PROFILE.fullmatch(text) is not None
