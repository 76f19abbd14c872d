"""Card names in place of pile ids, rows and columns for the cells of a grid, and words to hear."""

import re
from collections.abc import Sequence

from solterm.core import cards
from solterm.core.declaration import Declaration
from solterm.core.phrases import capitalize, spell
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal

_CARD = re.compile(r"[A2-9TJQK][CDHS]")
_SYMBOLS = "\u2663\u2666\u2665\u2660"
"""The suits as they are printed on cards, in the order of ``cards.SUITS``."""
_AS_TYPED = str.maketrans(
    dict(zip(f"{_SYMBOLS}\u2667\u2662\u2661\u2664", 2 * cards.SUITS, strict=True))
    | {"\ufe0e": "", "\ufe0f": ""}  # they choose between text and a picture
)
_TYPED = r"(?<!\w)'[^'\n]+'(?!\w)"
"""What players type, in quotes."""
_CARDS = r"\b[A2-9TJQK][CDHS]\b(?: [A2-9TJQK][CDHS]\b)*"
_BEGINS = re.compile(r"\A\Z|[.!?]\s\Z|\n\Z")
"""The last two characters in front of a sentence."""
_LABELS = re.compile(r"^([a-z]\d*(?:-[a-z]\d+)?) {2,}", re.MULTILINE)
"""The ids in front of the piles of a table."""
_AT_MOST = 3
"""Words of a move: from, to, how many."""


def is_card(word: str) -> bool:
    """Whether a word names a card, in either case; a ten is ``10H``, ``TH`` or ``10\u2665``."""
    return _CARD.fullmatch(_name_card(word)) is not None


def is_suit(word: str) -> bool:
    """Whether a word is the symbol of a suit."""
    return word.translate(_AS_TYPED) in tuple(cards.SUITS) and not word.isascii()


def names_cards(word: str) -> bool:
    """Whether a word names a card, or a suit by its symbol."""
    return is_card(word) or is_suit(word)


def in_piles(play: Play, words: Sequence[str]) -> list[str]:
    """Replace the cards named in a move, or in place of a pile, by their piles.

    A card to move stands for itself and the cards on it, so it also gives the count; the end card
    means one card. The symbol of a suit stands for its foundation. Raises ``Refusal`` with a
    sentence for a card that isn't face up.
    """
    found: list[str] = []
    count = ""
    for place, word in enumerate(words):
        if is_suit(word) and place <= 1:
            found.append(_find_foundation(play, word, found[0] if found else ""))
            continue
        if not is_card(word) or place > 1:
            found.append(word)
            continue
        pile, depth = _find_open(play, word)
        found.append(pile)
        if place == 0 and len(words) == _AT_MOST - 1:
            count = str(depth)
        elif depth > 1 and len(words) > 1:
            raise Refusal(f"{_name_card(word)} is covered on {pile}.")
    return [*found, *filter(None, [count])]


def _find_open(play: Play, word: str) -> tuple[str, int]:
    """Return the pile and depth of a face-up card; the end card has depth 1."""
    wanted = cards.parse(_name_card(word))
    places = []
    for name in play.rules.ids:
        pile = play.pile(name)
        in_sight = play.rules.game.in_sight(name, pile)
        places += [
            (name, depth)
            for depth, card in enumerate(reversed(in_sight), 1)
            if card == wanted  # a face-down card is another value
        ]
    if not places:
        raise Refusal(f"{_name_card(word)} isn't face up here.")
    if len(places) > 1:
        piles = " and ".join(name for name, _ in places)
        raise Refusal(f"{_name_card(word)} lies on {piles}: say which pile.")
    return places[0]


def _find_foundation(play: Play, word: str, source: str) -> str:
    """Return the foundation of a suit: that with its cards, or any for a card from a source."""
    suit = cards.SUITS.index(word.translate(_AS_TYPED))
    name = cards.SUIT_NAMES[suit]
    game = play.rules.game
    homes = [each for each in game.ids if each[0] == "f"]
    own = [each for each in homes if (top := _top(play, each)) and cards.suit(top) == suit]
    moved = _top(play, source) if source in game.ids else None
    if moved is not None and cards.suit(moved) != suit:
        raise Refusal(f"{cards.text(moved)} is not of {name}.")
    if moved is not None and homes:
        return "f"
    if len(own) != 1:
        raise Refusal(f"Say which foundation of {name}." if own else f"No {name} are home.")
    return own[0]


def _top(play: Play, pile: str) -> cards.Card | None:
    """Return the end card of a pile if it is face up."""
    in_sight = play.rules.game.in_sight(pile, play.pile(pile))
    return in_sight[-1] if in_sight and not in_sight[-1] & cards.DOWN else None


def _name_card(word: str) -> str:
    return word.translate(_AS_TYPED).upper().replace("10", "T")


def locate(game: Declaration, text: str) -> str:
    """Add the row and column to each cell that a sentence names by number."""
    if "g1" not in game.ids:
        return text
    columns = game.grid.columns
    cell = re.compile(rf"\b({game.group('g1').name}) (\d+)\b", re.IGNORECASE)

    def tell(match: re.Match[str]) -> str:
        row, column = divmod(int(match[2]) - 1, columns)
        return f"{match[1]} {match[2]} (row {row + 1}, column {column + 1})"

    return cell.sub(tell, text)


def speak(game: Declaration | None, text: str) -> str:
    """Return a text for people who listen: ``ten of clubs, column four``.

    What players type stays as it is. ``game`` tells the names of piles.

    >>> speak(None, "KH QS to column 3. Type 't1 t3', or 'KH t3'.")
    "King of hearts, queen of spades to column 3. Type 't1 t3', or 'KH t3'."
    """
    piles = {game.group(name).name for name in game.ids if name[1:]} if game else set()
    piles |= {"row", "column"} if game and "g1" in game.ids else set()
    named = "|".join(sorted(map(re.escape, piles), key=len, reverse=True)) or "(?!)"
    words = re.compile(
        rf"{_TYPED}|(?P<cards>(?-i:{_CARDS}))|\b(?P<pile>{named}) (?P<n>\d+)\b", re.I
    )

    def tell(match: re.Match[str]) -> str:
        if match["pile"]:
            return f"{match['pile']} {spell(int(match['n']))}"
        if not match["cards"]:
            return match[0]
        told = ", ".join(map(_speak_card, match["cards"].split()))
        return (
            capitalize(told)
            if _BEGINS.search(text[max(0, match.start() - 2) : match.start()])
            else told
        )

    return _LABELS.sub(r"\1, ", words.sub(tell, text))


def _speak_card(letters: str) -> str:
    card = cards.parse(letters)
    name = cards.RANK_NAMES[cards.rank(card) - 1].lower()
    rank = spell(int(name)) if name.isdecimal() else name
    return f"{rank} of {cards.SUIT_NAMES[cards.suit(card)]}"
