"""How cards and lines are written: with suits and box drawing, or in plain ASCII."""

import re
from dataclasses import dataclass

from solterm.core import cards
from solterm.core.cards import DOWN, Card

_CARD = re.compile(r"\b([A2-9TJQK])([CDHS])\b")


@dataclass(frozen=True)
class Glyphs:
    """One way to write what the table shows."""

    suits: str
    """In the order of ``cards.SUITS``."""
    joints: str
    """A line's character by the sum of its arms (up 1, down 2, left 4, right 8)."""
    double: tuple[str, ...]
    """Double box: top left, across, top right, side, bottom left, bottom right."""
    back: str
    """A face-down card is filled with it."""
    pip: str
    """One card in the small rectangles that count a pile."""
    turnover: str
    """An empty stock that can be turned over."""
    hidden: str
    """Cards left out of a squeezed fan."""
    pointer: tuple[str, str]
    """The cursor's two brackets."""
    target: str
    """Over a pile that takes the marked cards."""

    def card(self, card: Card) -> str:
        """A card in three cells, rank to the right: ``10♥``, `` K♠``."""
        name = cards.RANK_NAMES[cards.rank(card) - 1]
        rank = name if name.isdigit() else name[0]
        return f"{rank:>2}{self.suits[cards.suit(card)]}"

    def sentence(self, text: str) -> str:
        """A sentence of the core with its cards (``TH``) written this way (``10♥``)."""
        return _CARD.sub(lambda m: self.card(cards.parse(m[0]) & ~DOWN).strip(), text)


_SINGLE = " │││─┘┐┤─└┌├─┴┬┼"
_PLAIN = " |||-+++-+++-+++"

UNICODE = Glyphs(
    suits="♣♦♥♠",
    joints=_SINGLE,
    double=tuple("╔═╗║╚╝"),
    back="▒",
    pip="▌",
    turnover="○",
    hidden="·",
    pointer=("►", "◄"),
    target="▼",
)
"""Only characters the Linux console and CP437 fonts have, none of them two cells wide."""

ASCII = Glyphs(
    suits="CDHS",
    joints=_PLAIN,
    double=tuple("+=+|++"),
    back="#",
    pip="=",
    turnover="O",
    hidden=".",
    pointer=(">", "<"),
    target="v",
)


def choose(preference: str, encoding: str) -> Glyphs:
    """The glyphs for a preference (``auto``, ``unicode``, ``ascii``) and an output encoding."""
    if preference == "ascii":
        return ASCII
    if preference == "unicode":
        return UNICODE
    utf8 = encoding.lower().replace("-", "").replace("_", "") == "utf8"
    return UNICODE if utf8 else ASCII
