"""How cards are dressed: twelve backs, and the five sets of faces they go with.

A back is a pattern, repeated over the card, and a picture in its middle where a card is large
enough. A set of faces has a mark beside the rank of Jack, Queen and King, and for large cards
their figures, in which ``@`` is the suit. Marks and patterns are made of characters that the Linux
console and CP437 fonts have, none of them two cells wide, and have twins in ASCII; figures and
pictures are ASCII anyway.
"""

from typing import NamedTuple

Picture = tuple[str, ...]
"""Rows of equal length."""


class Faces(NamedTuple):
    """One set of faces."""

    marks: str
    """What stands beside the rank of Jack, Queen and King; a blank: nothing."""
    plain_marks: str
    """The same in ASCII."""
    figures: tuple[Picture, Picture, Picture]
    """Jack, Queen and King."""
    bland: bool = False
    """Do they show rank and suit, well apart, and nothing else?"""


class Back(NamedTuple):
    """One back."""

    pattern: Picture
    plain_pattern: Picture
    """The same in ASCII."""
    picture: Picture = ()


class Deck(NamedTuple):
    """What the cards of a pack have in common."""

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
)
_GREEK = Faces(
    "σφΩ",
    "sfO",
    (
        (r" /=\ ^", r"{oo} |", r"[@@]=|"),
        (r" ~~~  ", r"{oo} U", r"/@@\_Y"),
        (r" \|/ Z", r"(oo) |", r"}@@{_Z"),
    ),
)
_AFRICAN = Faces(
    "↑○▲",
    "/o^",
    (
        (r" ,,, ^", r"<oo> |", r"(@@)-|"),
        (r" ooo  ", r"<oo> _", r"=@@=(_"),
        (r"\^^/ ^", r"[oo] |", r"\@@/=|"),
    ),
)
_JAPANESE = Faces(
    "/♪☼",
    "/~*",
    (
        (r" /^\ /", r"(--)/ ", r"[@@]  "),
        (r" .O.  ", r"(--)\|", r"/@@\_V"),
        (r"\_^_/ ", r"(--) |", r"/@@\=|"),
    ),
)
_HORROR = Faces(
    "∩^▼",
    "n^v",
    (
        (r" .--. ", r"( oo )", r"/^@@^\ "[:6]),
        (r" _/\_ ", r" (oo)/", r" /@@/ "),
        (r"/\^^/\ "[:6], r"\(oo)/", r" @VV@ "),
    ),
)
BLAND = Faces("   ", "   ", ((), (), ()), bland=True)
"""The faces of the bland deck of A Farewell to Kings, whatever the back."""

DECKS = {
    "windsurfer": Deck(
        Back(("≈▲≈~", "~≈~≈"), ("~^~-", "-~-~"), (r"  |\  ", r"  |_\ ", r"~~~~~~")),
        _TRADITIONAL,
    ),
    "liberty": Deck(
        Back(("*·*·", "≡≡≡≡"), ("*.*.", "===="), (r" .--. ", r" | /| ", r"/_/__\ "[:6])),
        _TRADITIONAL,
    ),
    "traditional": Deck(Back(("▒",), ("#",)), _TRADITIONAL),
    "spectrum": Deck(
        Back(("░▒▓▒",), (".:%:",), (r" .--. ", r"/.--.\ "[:6], r"//  \\ "[:6])),
        _TRADITIONAL,
    ),
    "portico": Deck(
        Back(("║│║│",), ("|!|!",), (r"_/--\_", r"||||||", r"======")),
        _GREEK,
    ),
    "column": Deck(
        Back(("▌▐▌▐",), ("[][]",), (r"(o==o)", r" |||| ", r"_||||_")),
        _GREEK,
    ),
    "safari": Deck(
        Back(("/\\/\\", "\\/\\/"), ("/\\/\\", "\\/\\/"), (r" \|/ o", r"  |   ", r"__|___")),
        _AFRICAN,
    ),
    "mask": Deck(
        Back(("(oo)", "(==)"), ("(oo)", "(==)"), (r"/^^^^\ "[:6], r"|o  o|", r"\_()_/")),
        _AFRICAN,
    ),
    "crane": Deck(
        Back(("⌐¬  ", "  ⌐¬"), ("\\/  ", "  \\/"), (r"\\  //", r" \\// ", r"--\/> ")),
        _JAPANESE,
    ),
    "determination": Deck(
        Back(("╬═╬═", "║ ║ "), ("+=+=", "| | "), (r".----.", r"|O  -|", r"'-~~-'")),
        _JAPANESE,
    ),
    "castle": Deck(
        Back(("█▄█▄", "████"), ("n_n_", "HHHH"), (r"n_  _n", r"|#nn#|", r"|_/\_|")),
        _HORROR,
    ),
    "gravestone": Deck(
        Back(("∩ ∩ ", " ∩ ∩"), ("n n ", " n n"), (r".----.", r"| RIP|", r"|____|")),
        _HORROR,
    ),
}
"""By the names the settings have for them."""

USUAL = DECKS["traditional"]
