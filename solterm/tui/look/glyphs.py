"""The characters of cards and lines: suits and box drawing, or plain ASCII."""

import re
from functools import lru_cache

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.values import Value, replace
from solterm.tui.look.decks import BLAND, DECKS, USUAL, Deck

_CARD = re.compile(r"\b([A2-9TJQK])([CDHS])\b")


class Glyphs(Value):
    """A set of characters for the table; compared by identity."""

    __eq__ = object.__eq__
    __hash__ = object.__hash__

    suits: str
    """In the order of ``cards.SUITS``."""
    joints: str
    """The characters of lines by the sum of their arms (up 1, down 2, left 4, right 8)."""
    double_joints: str
    """The same for double lines."""
    double: tuple[str, ...]
    """Double box: top left, across, top right, side, bottom left, bottom right."""
    pip: str
    """A card in the counter of a pile."""
    circle: str
    """The sign of an empty stock."""
    turnover: tuple[str, str]
    """The signs around the circle of a stock that can be turned over."""
    hidden: str
    """Hidden cards of a squeezed fan."""
    pointer: tuple[str, str]
    """The two brackets of the cursor."""
    target: str
    """The pointer over a pile that takes the marked cards."""
    deck: Deck = USUAL

    @property
    def ascii(self) -> bool:
        """Whether these characters are plain ASCII."""
        return self.joints.isascii()

    @property
    def pattern(self) -> tuple[str, ...]:
        """The rows that repeat on a face-down card."""
        back = self.deck.back
        return back.plain_pattern if self.ascii else back.pattern

    @property
    def marks(self) -> str:
        """The marks beside the rank of Jack, Queen and King; a blank for none."""
        faces = self.deck.faces
        return faces.plain_marks if self.ascii else faces.marks

    def card(self, card: Card) -> str:
        """Return a card in three cells, rank to the right: ``10♥``, `` K♠``."""
        name = cards.RANK_NAMES[cards.rank(card) - 1]
        rank = name if name.isdigit() else name[0]
        return f"{rank:>2}{self.suits[cards.suit(card)]}"

    def index(self, card: Card, width: int) -> str:
        """Return rank and suit for the top of a card of this width."""
        text = self.card(card)
        if width < len(text):
            return text.replace("10", " T")[-width:]
        if not self.deck.faces.bland:
            return text
        rank, suit = text[:2].strip(), text[2]
        return f"{rank:<2} {suit}" if width > len(text) else f"{rank}{suit}"

    def sentence(self, text: str) -> str:
        """Return a sentence with its cards (``TH``) in these characters (``10♥``)."""
        return _CARD.sub(lambda m: self.card(cards.parse(m[0]) & ~DOWN).strip(), text)


_SINGLE = " │││─┘┐┤─└┌├─┴┬┼"
_DOUBLE = " ║║║═╝╗╣═╚╔╠═╩╦╬"
_PLAIN = " |||-+++-+++-+++"
_PLAIN_DOUBLE = " |||=+++=+++=+++"

UNICODE = Glyphs(
    suits="♣♦♥♠",
    joints=_SINGLE,
    double_joints=_DOUBLE,
    double=tuple("╔═╗║╚╝"),
    pip="▌",
    circle="○",
    turnover=("«", "»"),
    hidden="·",
    pointer=("►", "◄"),
    target="▼",
)
"""Only narrow characters of the Linux console and CP437 fonts."""

ASCII = Glyphs(
    suits="CDHS",
    joints=_PLAIN,
    double_joints=_PLAIN_DOUBLE,
    double=tuple("+=+|++"),
    pip="=",
    circle="O",
    turnover=("<", ">"),
    hidden=".",
    pointer=(">", "<"),
    target="v",
)


def choose(preference: str, encoding: str, deck: str = "traditional") -> Glyphs:
    """Return the glyphs for a preference (``auto``, ``unicode``, ``ascii``) and an encoding."""
    if preference == "ascii":
        return dress(ASCII, deck)
    if preference == "unicode":
        return dress(UNICODE, deck)
    utf8 = encoding.lower().replace("-", "").replace("_", "") == "utf8"
    return dress(UNICODE if utf8 else ASCII, deck)


@lru_cache(maxsize=2 * len(DECKS))
def bland(glyphs: Glyphs) -> Glyphs:
    """Return the same glyphs and back with the faces of the bland deck."""
    return replace(glyphs, deck=glyphs.deck._replace(faces=BLAND))


@lru_cache(maxsize=2 * len(DECKS))
def dress(glyphs: Glyphs, deck: str) -> Glyphs:
    """Return the same glyphs with another deck."""
    return glyphs if DECKS[deck] is glyphs.deck else replace(glyphs, deck=DECKS[deck])
