"""KLONCAN's own words on its screen: the hand for stock and waste, the field for foundations."""

import re

from solterm.core.game import Game

_WORDS = (
    (re.compile(r"\bThere is no card on the (?:stock|waste)\."), "There is no card in the hand."),
    (re.compile(r"\b([Tt]he) (?:stock|waste)\b"), r"\1 hand"),
    (re.compile(r"\ban empty foundation\b"), "an empty place of the field"),
    (re.compile(r"\b(?:(?:a|the|the first free) foundation|foundation \d)\b"), "the field"),
    (re.compile(r"\bFoundation \d\b"), "The field"),
)


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
