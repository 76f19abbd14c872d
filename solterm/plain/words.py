"""Card names in place of pile ids, and rows and columns for the cells of a grid."""

import re
from collections.abc import Sequence

from solterm.core import cards
from solterm.core.declaration import Declaration
from solterm.core.play.play import Play

_CARD = re.compile(r"(10|[a2-9tjqk])([cdhs])")
_AT_MOST = 3
"""Words of a move: from, to, how many."""


def is_card(word: str) -> bool:
    """Whether a word names a card, in either case; a ten is ``10H`` or ``TH``."""
    return _CARD.fullmatch(word.lower()) is not None


def in_piles(play: Play, words: Sequence[str]) -> list[str]:
    """Replace the cards named in a move, or in place of a pile, by their piles.

    A card to move stands for itself and the cards on it, so it also gives the count; the end card
    means one card. Raises ``ValueError`` with a sentence for a card that isn't face up.
    """
    found = []
    count = ""
    for place, word in enumerate(words):
        if not is_card(word) or place > 1:
            found.append(word)
            continue
        pile, depth = _find_open(play, word)
        found.append(pile)
        if place == 0 and len(words) == _AT_MOST - 1:
            count = str(depth)
        elif depth > 1 and len(words) > 1:
            raise ValueError(f"{_name_card(word)} is covered on {pile}.")
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
        raise ValueError(f"{_name_card(word)} isn't face up here.")
    if len(places) > 1:
        piles = " and ".join(name for name, _ in places)
        raise ValueError(f"{_name_card(word)} lies on {piles}: say which pile.")
    return places[0]


def _name_card(word: str) -> str:
    return word.upper().replace("10", "T")


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
