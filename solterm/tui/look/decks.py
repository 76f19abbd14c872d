"""Decks: twelve backs, and the five sets of faces they come with.

A back is a repeated pattern, with a picture in the middle of large cards, and mostly has its own
colours. A set of faces has a mark beside the rank of Jack, Queen and King, and figures for large
cards. Everything has a version in ASCII, in which ``@`` stands for the suit. The other versions use
only narrow characters of the Linux console and CP437 fonts; ``drawings`` has the figures.
"""

from typing import NamedTuple

from solterm.tui.look import drawings
from solterm.tui.look.colours import (
    AQUA,
    BLACK,
    BLUE,
    BRIGHT,
    BRIGHT_RED,
    BROWN,
    CYAN,
    GREY,
    LIME,
    PURPLE,
    RED,
    WHITE,
    YELLOW,
    Colour,
)
from solterm.tui.look.drawings import Drawing

Picture = tuple[str, ...]
"""Rows of equal length."""


class Faces(NamedTuple):
    """One set of faces."""

    marks: str
    """The marks beside the rank of Jack, Queen and King; a blank for none."""
    plain_marks: str
    """The same in ASCII."""
    figures: tuple[Picture, Picture, Picture]
    """Jack, Queen and King in ASCII."""
    drawings: tuple[Drawing, ...] = ()
    """The same in block characters, for large cards."""
    bland: bool = False
    """Whether they show only rank and suit, well apart."""


class Back(NamedTuple):
    """One back."""

    pattern: Picture
    plain_pattern: Picture
    """The same in ASCII."""
    picture: Picture = ()
    """In ASCII."""
    emblem: Drawing = drawings.TRELLIS
    """The same in block characters."""
    ink: Colour | None = None
    paper: Colour | None = None
    """Its own colours among the sixteen; None: the table's."""


class Deck(NamedTuple):
    """A back and its faces."""

    back: Back
    faces: Faces


_TRADITIONAL = Faces(
    "   ",
    "   ",
    (
        (r" __~ |", r"(oo) |", r"/@@\=|"),
        (r" vvv  ", r"(oo) *", r"/@@\_|"),
        (r" WWW |", r"(oo) |", r"/@@\-+"),
    ),
    drawings.TRADITIONAL,
)
_GREEK = Faces(
    "σφΩ",
    "sfO",
    (
        (r" /=\ ^", r"{oo} |", r"[@@]=|"),
        (r" ~~~  ", r"{oo} U", r"/@@\_Y"),
        (r" \|/ Z", r"(oo) |", r"}@@{_Z"),
    ),
    drawings.GREEK,
)
_AFRICAN = Faces(
    "↑○▲",
    "/o^",
    (
        (r" ,,, ^", r"<oo> |", r"(@@)-|"),
        (r" ooo  ", r"<oo> _", r"=@@=(_"),
        (r"\^^/ ^", r"[oo] |", r"\@@/=|"),
    ),
    drawings.AFRICAN,
)
_JAPANESE = Faces(
    "/♪☼",
    "/~*",
    (
        (r" /^\ /", r"(--)/ ", r"[@@]  "),
        (r" .O.  ", r"(--)\|", r"/@@\_V"),
        (r"\_^_/ ", r"(--) |", r"/@@\=|"),
    ),
    drawings.JAPANESE,
)
_HORROR = Faces(
    "∩^▼",
    "n^v",
    (
        (r" .--. ", r"( oo )", r"/^@@^\ "[:6]),
        (r" _/\_ ", r" (oo)/", r" /@@/ "),
        (r"/\^^/\ "[:6], r"\(oo)/", r" @VV@ "),
    ),
    drawings.HORROR,
)
BLAND = Faces("   ", "   ", ((), (), ()), bland=True)
"""The faces of the bland deck of A Farewell to Kings, with any back."""

DECKS = {
    "windsurfer": Deck(
        Back(
            ("≈▲≈~", "~≈~≈"),
            ("~^~-", "-~-~"),
            (r"  |\  ", r"  |_\ ", r"~~~~~~"),
            drawings.SAIL,
            BRIGHT,
            CYAN,
        ),
        _TRADITIONAL,
    ),
    "liberty": Deck(
        Back(
            ("*·*·", "≡≡≡≡"),
            ("*.*.", "===="),
            (r" .--. ", r" | /| ", r"/_/__\ "[:6]),
            drawings.LIBERTY,
            AQUA,
            GREY,
        ),
        _TRADITIONAL,
    ),
    "traditional": Deck(Back(("▒",), ("#",)), _TRADITIONAL),
    "spectrum": Deck(
        Back(
            ("░▒▓▒",),
            (".:%:",),
            (r" .--. ", r"/.--.\ "[:6], r"//  \\ "[:6]),
            drawings.RAINBOW,
            YELLOW,
            PURPLE,
        ),
        _TRADITIONAL,
    ),
    "portico": Deck(
        Back(
            ("║│║│",), ("|!|!",), (r"_/--\_", r"||||||", r"======"), drawings.TEMPLE, BLACK, WHITE
        ),
        _GREEK,
    ),
    "column": Deck(
        Back(("▌▐▌▐",), ("[][]",), (r"(o==o)", r" |||| ", r"_||||_"), drawings.COLUMN, BLUE, WHITE),
        _GREEK,
    ),
    "safari": Deck(
        Back(
            ("/\\/\\", "\\/\\/"),
            ("/\\/\\", "\\/\\/"),
            (r" \|/ o", r"  |   ", r"__|___"),
            drawings.ACACIA,
            YELLOW,
            BROWN,
        ),
        _AFRICAN,
    ),
    "mask": Deck(
        Back(
            ("(oo)", "(==)"),
            ("(oo)", "(==)"),
            (r"/^^^^\ "[:6], r"|o  o|", r"\_()_/"),
            drawings.MASK,
            BRIGHT_RED,
            BLACK,
        ),
        _AFRICAN,
    ),
    "crane": Deck(
        Back(
            ("⌐¬  ", "  ⌐¬"),
            ("\\/  ", "  \\/"),
            (r"\\  //", r" \\// ", r"--\/> "),
            drawings.CRANE,
            BRIGHT,
            RED,
        ),
        _JAPANESE,
    ),
    "determination": Deck(
        Back(
            ("╬═╬═", "║ ║ "),
            ("+=+=", "| | "),
            (r".----.", r"|O  -|", r"'-~~-'"),
            drawings.DARUMA,
            YELLOW,
            RED,
        ),
        _JAPANESE,
    ),
    "castle": Deck(
        Back(
            ("█▄█▄", "████"),
            ("n_n_", "HHHH"),
            (r"n_  _n", r"|#nn#|", r"|_/\_|"),
            drawings.CASTLE,
            GREY,
            WHITE,
        ),
        _HORROR,
    ),
    "gravestone": Deck(
        Back(
            ("∩ ∩ ", " ∩ ∩"),
            ("n n ", " n n"),
            (r".----.", r"| RIP|", r"|____|"),
            drawings.GRAVE,
            LIME,
            BLACK,
        ),
        _HORROR,
    ),
}
"""The decks by their names in the settings."""

USUAL = DECKS["traditional"]
