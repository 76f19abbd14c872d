"""A two-minute lesson: KLONCAN's Klondike, one deal, key by key.

A test presses these keys in a real game of this deal and compares the tables.
"""

from collections.abc import Mapping
from typing import NamedTuple

GAME = "kloncan-klondike"
DEAL = 34097
LEVEL = 3


class Step(NamedTuple):
    """A message, the key it asks for, and the effect of that key."""

    words: str
    """The message. Cards have two letters; a command in braces stands for its key."""
    command: str
    """The command whose key is expected."""
    cursor: str
    """The pile under the cursor after the key."""
    event: str = ""
    """The event played then."""
    marked: str = ""
    """The pile whose cards are marked then."""

    def tell(self, keys: Mapping[str, str]) -> str:
        return self.words.format_map(keys)


STEPS = (
    Step(
        "This is Klondike. All 52 cards go to the FIELD, each suit from its Ace up to its King."
        " The cursor is on the first column. {right} moves it.",
        "right",
        "t2",
    ),
    Step(
        "The cursor is on the AC, and an Ace begins a suit. {pile_to_field} plays the end card of a"
        " column to the field.",
        "pile_to_field",
        "t2",
        event="t2 f1",
    ),
    Step(
        "The 5D turned up under it. Columns build down, red on black and black on red, so it fits"
        " on the 6C. {pile_to_pile} marks it.",
        "pile_to_pile",
        "t2",
        marked="t2",
    ),
    Step(
        "The 5D is marked, and arrows show the columns that take it. {right} goes to the 6C.",
        "right",
        "t3",
        marked="t2",
    ),
    Step(
        "{pile_to_pile} again moves the marked card. ({cancel} would drop the mark.)",
        "pile_to_pile",
        "t3",
        event="t2 t3",
    ),
    Step(
        "The second column is empty now; only a King may go there. The rest of the cards are in"
        " your HAND. {turn_hand} turns up three; you may play the last of them.",
        "turn_hand",
        "t3",
        event="s",
    ),
    Step(
        "The 4C fits on the red 5D, where the cursor is. {hand_to_pile} plays the top card of the"
        " hand to that column.",
        "hand_to_pile",
        "t3",
        event="w t3",
    ),
    Step(
        "A wrong move does no harm: you hear a beep and read the reason. Try it: {hand_to_field}"
        " would play the 3C to the field, where the 2C is still missing.",
        "hand_to_field",
        "t3",
    ),
    Step(
        "The 3C can't go on the AC: the 2C comes first. {error} repeats the reason. Now take the"
        " KD to the empty column: {right} moves the cursor.",
        "right",
        "t4",
    ),
    Step(
        "There is a shortcut. {natural} marks the cards under the cursor and proposes a place for"
        " them.",
        "natural",
        "t2",
        marked="t4",
    ),
    Step(
        "It proposes the empty column. {natural} again makes the move; {next_place} would propose"
        " another place.",
        "natural",
        "t4",
        event="t4 t2",
    ),
    Step(
        "That is all you need. {help} shows the keys, {game_menu} a menu of all commands, {hint}"
        " proposes a move, {undo} takes one back, and {exception} makes an exception, which costs"
        " points. {score} shows your score.",
        "score",
        "t4",
    ),
)

END = "Your score is 10: one card in the field. With all 52 you win, and score up to 1000."
