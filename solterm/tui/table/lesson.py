"""A two-minute lesson: KLONCAN's Klondike, one deal, key by key.

Its keys do to the table what they do in play, which a test holds it to: these keys, pressed in a
game of this deal, lead to the same table.
"""

from collections.abc import Mapping
from typing import NamedTuple

GAME = "kloncan-klondike"
DEAL = 34097
LEVEL = 3


class Step(NamedTuple):
    """What is told and asked, and what the right key does."""

    words: str
    """What there is to know. Cards are named in two letters, keys by their command, in braces."""
    command: str
    """The name of the command whose key is waited for."""
    cursor: str
    """The pile under the cursor when it was pressed."""
    event: str = ""
    """What is played then."""
    marked: str = ""
    """The pile whose cards are marked then."""

    def tell(self, keys: Mapping[str, str]) -> str:
        """Its words, with the player's own names of the keys."""
        return self.words.format_map(keys)


STEPS = (
    Step(
        "This is Klondike. All 52 cards are to go to the FIELD: each suit from its Ace up to"
        " its King. The cursor stands on the first column. {right} moves it.",
        "right",
        "t2",
    ),
    Step(
        "The cursor stands on the AC, and an Ace begins a suit. {pile_to_field} plays the end card"
        " of a column to the field.",
        "pile_to_field",
        "t2",
        event="t2 f1",
    ),
    Step(
        "A card turned up under it: the 5D. On columns you build down, red on black and black on"
        " red, so that it fits on the 6C. {pile_to_pile} marks it.",
        "pile_to_pile",
        "t2",
        marked="t2",
    ),
    Step(
        "The 5D is marked, and the columns that take it are shown. {right} goes to the 6C.",
        "right",
        "t3",
        marked="t2",
    ),
    Step(
        "{pile_to_pile} once more lays down what is marked. ({cancel} would let go of it.)",
        "pile_to_pile",
        "t3",
        event="t2 t3",
    ),
    Step(
        "The second column is a space now; only a King fills it. Cards to come are in your HAND."
        " {turn_hand} turns up three; the last of them may be played.",
        "turn_hand",
        "t3",
        event="s",
    ),
    Step(
        "The 4C fits on the red 5D, where the cursor stands. {hand_to_pile} plays the top card"
        " of the hand to that column.",
        "hand_to_pile",
        "t3",
        event="w t3",
    ),
    Step(
        "What does not fit does no harm: you hear a beep and are told why. Try it: {hand_to_field}"
        " would play the 3C to the field, where the 2C is still missing.",
        "hand_to_field",
        "t3",
    ),
    Step(
        "The 3C can't go on the AC: the 2C is wanted. {error} tells such a reason again. Now to"
        " the KD, which wants to go to the space: {right} moves the cursor.",
        "right",
        "t4",
    ),
    Step(
        "There is a short way for all that. {natural} marks what is under the cursor and proposes"
        " a place for it.",
        "natural",
        "t2",
        marked="t4",
    ),
    Step(
        "It proposes the space. {natural} again makes the move; {next_place} would look for"
        " another place.",
        "natural",
        "t4",
        event="t4 t2",
    ),
    Step(
        "That is how it goes on. {help} shows the keys, {game_menu} a menu of all there is,"
        " {hint} proposes a move, {undo} takes one back, and {exception} makes an exception, which"
        " costs points. {score} shows your score.",
        "score",
        "t4",
    ),
)
"""What is learned, in order."""

END = "Your score is 10: one card in the field. With all 52 there you win, and have up to 1000."
