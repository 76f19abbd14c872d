"""Words of the screen: KLONCAN's own, and rows and columns for the cells of a grid."""

import re

from solterm.core.declaration import Declaration
from solterm.core.game import Game

_WORDS = (
    (re.compile(r"\bThere is no card on the (?:stock|waste)\."), "There is no card in the hand."),
    (re.compile(r"\b([Tt]he) (?:stock|waste)\b"), r"\1 hand"),
    (re.compile(r"\ban empty foundation\b"), "an empty place of the field"),
    (re.compile(r"\b(?:(?:a|the|the first free) foundation|foundation \d)\b"), "the field"),
    (re.compile(r"\bFoundation \d\b"), "The field"),
)


def in_rows(game: Declaration, sentence: str) -> str:
    """Return a sentence that names the cells of a grid by row and column, as the table does.

    >>> from solterm import find
    >>> in_rows(find("farewell-to-kings"), "Try KH to cell 43.")
    'Try KH to row 4, column 7.'
    """
    if "g1" not in game.ids:
        return sentence
    columns = game.grid.columns

    def tell(cell: re.Match[str]) -> str:
        row, column = divmod(int(cell[1]) - 1, columns)
        return f"row {row + 1}, column {column + 1}"

    return re.sub(rf"\b{game.group('g1').name} (\d+)\b", tell, sentence)


def in_own_words(game: Game, sentence: str) -> str:
    """Return a sentence about a game in the words of its source.

    >>> from solterm import find
    >>> in_own_words(find("kloncan-klondike"), "There is no card on the waste.")
    'There is no card in the hand.'
    """
    if game.collection == "KLONCAN":
        for usual, own in _WORDS:
            sentence = usual.sub(own, sentence)
    return sentence
