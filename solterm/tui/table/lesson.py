"""Two-minute lessons, one deal each, key by key.

A test presses their keys in real games of these deals and compares the tables.
"""

from collections.abc import Mapping
from typing import NamedTuple

from solterm.core.game import Game


class LessonStep(NamedTuple):
    """A message, the key it asks for, and the effect of that key."""

    words: str
    """The message. Cards have two letters; a command in braces stands for its key."""
    command: str
    """The command whose key is expected."""
    cursor: str
    """The pile under the cursor after the key."""
    event: str = ""
    """The event played then; it may be refused."""
    marked: str = ""
    """The pile whose cards are marked then."""


class Lesson(NamedTuple):
    """The first moves of a game."""

    game: str
    """The id of the game."""
    deal: int
    first: str
    """The pile under the cursor at the deal."""
    steps: tuple[LessonStep, ...]
    end: str
    """The message after the last step, written like those of the steps."""
    level: int = 3
    options: Mapping[str, str] = {}


_KLONDIKE = Lesson(
    "klondike-deal-1",
    122089,
    "t1",
    (
        LessonStep(
            "This is Klondike. All cards go home to the foundations, each suit from its Ace up to"
            " its King. The cursor is on the first column. {right} moves it.",
            "right",
            "t2",
        ),
        LessonStep(
            "The cursor is on the AH, and an Ace begins a suit. {natural} marks the card and"
            " proposes a place for it.",
            "natural",
            "f1",
            marked="t2",
        ),
        LessonStep(
            "The AH is marked, and the cursor is on a foundation. {natural} again plays the card."
            " ({cancel} would drop the mark.)",
            "natural",
            "t2",
            event="t2 f1",
        ),
        LessonStep(
            "The 8S turned up under it. {undo} undoes a move, as often as you like. Try it.",
            "undo",
            "t2",
            event="undo",
        ),
        LessonStep(
            "The AH is back, though the move still counts. When you don't know what to play,"
            " {hint} proposes a move.",
            "hint",
            "f1",
            event="hint",
            marked="t2",
        ),
        LessonStep(
            "It proposes the AH. {natural} plays it.",
            "natural",
            "t2",
            event="t2 f1",
        ),
        LessonStep(
            "You can also choose the place yourself. Columns build down, red on black and black"
            " on red, so the 8S fits on the 9H. {pile_to_pile} marks it.",
            "pile_to_pile",
            "t2",
            marked="t2",
        ),
        LessonStep(
            "The 8S is marked, and an arrow shows the column that takes it. {right} goes to the"
            " 9H.",
            "right",
            "t3",
            marked="t2",
        ),
        LessonStep(
            "{pile_to_pile} again moves it. (Cards in sequence move together.)",
            "pile_to_pile",
            "t3",
            event="t2 t3",
        ),
        LessonStep(
            "The second column is empty now; only a King may go there. More cards are in the"
            " stock. {turn_hand} turns the first one.",
            "turn_hand",
            "t3",
            event="s",
        ),
        LessonStep(
            "The QH fits nowhere, so it waits on the waste. The strip above shows how many cards"
            " each of the two piles has. {turn_hand} turns the next card.",
            "turn_hand",
            "t3",
            event="s",
        ),
        LessonStep(
            "The 7D fits on the black 8S, where the cursor is. {hand_to_pile} plays the top card of"
            " the waste to that column.",
            "hand_to_pile",
            "t3",
            event="w t3",
        ),
        LessonStep(
            "A wrong move does no harm: you hear a beep and read the reason. Try it:"
            " {hand_to_field} would play the QH to a foundation.",
            "hand_to_field",
            "t3",
            event="w f",
        ),
        LessonStep(
            "The QH can't go on the AH: the 2H comes first. {error} repeats the reason. {help}"
            " shows the keys, {exception} makes an exception, which costs points, and {score}"
            " shows your score.",
            "score",
            "t3",
        ),
    ),
    "Your score is 10: one card is home. With all 52 you win, and score up to 1000. Enter marks"
    " and plays almost everything. {hint} helps, {undo} takes a move back, and {regain} goes back"
    " to where you could still win.",
)

_SPIDER = Lesson(
    "spider",
    17,
    "t1",
    (
        LessonStep(
            "This is Spider in one suit. Build runs in the columns, from the King down to the Ace."
            " The 6S fits on the 7S. {natural} marks it and proposes the place.",
            "natural",
            "t6",
            marked="t1",
        ),
        LessonStep(
            "The 6S is marked, and the cursor is on the 7S. {natural} again makes the move."
            " ({cancel} would drop the mark.)",
            "natural",
            "t1",
            event="t1 t6",
        ),
        LessonStep(
            "A card turned up. The 7S and the 6S are a run now, and a run of one suit moves"
            " together. When you need an idea, {hint} proposes a move.",
            "hint",
            "t10",
            event="hint",
            marked="t6",
        ),
        LessonStep(
            "The hint moves the run to the 8S, and that turns a card up. {natural} makes the move.",
            "natural",
            "t1",
            event="t6 t10 2",
        ),
        LessonStep(
            "Now three cards are in order. A run grows until it has thirteen. {undo} undoes a"
            " move, as often as you like. Try it.",
            "undo",
            "t1",
            event="undo",
        ),
        LessonStep(
            "When no move helps, {turn_hand} deals a card to each of the ten columns. No column"
            " may be empty then.",
            "turn_hand",
            "t1",
            event="s",
        ),
    ),
    "When a run is complete, {natural} takes it from its column to the web. Eight runs win."
    " With two or four suits, any card still fits on the next higher one.",
    options={"suits": "1"},
)

_FREE_CELL = Lesson(
    "free-cell",
    11,
    "t1",
    (
        LessonStep(
            "This is Free Cell. Suits go home from the Ace up to the King. Columns build down,"
            " red on black and black on red. {natural} marks the 4S and proposes a place.",
            "natural",
            "t8",
            marked="t1",
        ),
        LessonStep(
            "The 4S fits on the 5D. {natural} again makes the move. ({next_place} would propose"
            " another place.)",
            "natural",
            "t1",
            event="t1 t8",
        ),
        LessonStep(
            "All cards lie open, so you can plan ahead. When you need an idea, {hint} proposes a"
            " move.",
            "hint",
            "f1",
            event="hint",
            marked="t6",
        ),
        LessonStep(
            "The hint takes the AC home, and an Ace begins a suit. {natural} makes the move.",
            "natural",
            "t1",
            event="t6 f1",
        ),
        LessonStep(
            "The 2C and the 3C can follow later. {undo} undoes a move, as often as you like."
            " Try it.",
            "undo",
            "t1",
            event="undo",
        ),
        LessonStep(
            "Four free cells hold one card each. {hand_to_pile} takes the card under the cursor,"
            " the 5S, to a free cell.",
            "hand_to_pile",
            "t1",
            event="t1 r1",
        ),
    ),
    "The 5S can go to a red 6 from there. Fill a cell only if you see how its card will leave."
    " Nearly every deal can be won.",
)

_GOLF = Lesson(
    "royale-golf",
    96,
    "t1",
    (
        LessonStep(
            "This is Golf. Play all cards of the columns to the foundation, each one rank higher"
            " or lower than the last. The 3D fits on the 2D. {natural} plays it.",
            "natural",
            "t1",
            event="t1 f",
        ),
        LessonStep(
            "You may change direction at any time, and suits don't matter: the 2S fits on the 3D."
            " {natural} plays it.",
            "natural",
            "t1",
            event="t1 f",
        ),
        LessonStep(
            "Which card fits on the 2S? When you need an idea, {hint} proposes a move.",
            "hint",
            "f",
            event="hint",
            marked="t7",
        ),
        LessonStep(
            "The hint marks the 3H. {natural} plays it.",
            "natural",
            "t1",
            event="t7 f",
        ),
        LessonStep(
            "The 4D under the cursor would fit next. {undo} undoes a move, as often as you like."
            " Try it.",
            "undo",
            "t1",
            event="undo",
        ),
        LessonStep(
            "When no card fits, {turn_hand} turns a card of the stock onto the foundation."
            " The stock has only sixteen.",
            "turn_hand",
            "t1",
            event="s",
        ),
    ),
    "Look for long sequences before you turn the next card. No card follows a King."
    " You win when the columns are empty.",
)

_PYRAMID = Lesson(
    "royale-pyramid",
    19,
    "t22",
    (
        LessonStep(
            "This is Pyramid. Remove pairs of cards that make 13; a Jack counts 11, a Queen 12."
            " {natural} marks the 7C under the cursor and proposes a partner.",
            "natural",
            "t25",
            marked="t22",
        ),
        LessonStep(
            "The 6H makes 13 with the 7C. {natural} again removes both. ({cancel} would drop the"
            " mark.)",
            "natural",
            "t22",
            event="t22 t25",
        ),
        LessonStep(
            "Only cards without a card on them are free. When you need an idea, {hint} proposes a"
            " move.",
            "hint",
            "t26",
            event="hint",
        ),
        LessonStep(
            "The hint shows the KD. A King counts 13, so it leaves alone. {natural} removes it.",
            "natural",
            "t24",
            event="t26",
        ),
        LessonStep(
            "{undo} undoes a move, as often as you like. Try it.",
            "undo",
            "t24",
            event="undo",
        ),
        LessonStep(
            "{turn_hand} turns a card of the stock. It pairs with the free cards of the pyramid.",
            "turn_hand",
            "t24",
            event="s",
        ),
    ),
    "You win when all 52 cards are gone, those of the stock too. Before you remove a pair, see"
    " which cards it sets free.",
)

FIRST = _KLONDIKE
"""The lesson for new players."""
LESSONS: Mapping[str, Lesson] = {
    each.game: each for each in (FIRST, _SPIDER, _FREE_CELL, _GOLF, _PYRAMID)
}
"""The lessons by game."""


def find_lesson(game: Game | None) -> Lesson:
    """Return the lesson of a game, or the first lesson if the game has none."""
    return LESSONS.get(game.id, FIRST) if game else FIRST
