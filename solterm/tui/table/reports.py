"""What an event has shown, in sentences."""

from collections.abc import Iterator

from solterm.contests.score import tell_score, tell_worth
from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import Table
from solterm.core.vocabulary.goals import OwnScore


def tell_pair(play: Play, event: str, before: Table) -> Iterator[str]:
    """Name the two cards that left together when a pile was turned."""
    index = play.rules.index
    if event in index and "d" in index:
        gone = play.table.piles[index["d"]][len(before.piles[index["d"]]) :]
        if len(gone) == 2:
            yield f"{' '.join(map(cards.text, gone))} are a pair and leave."


def tell_exception(play: Play, before: Table) -> str:
    """Name the card that an exception turned, and what a win is worth now."""
    turned = [
        pile[-1]
        for pile, was in zip(play.known.piles, before.piles, strict=True)
        if len(pile) > len(was) and not pile[-1] & DOWN
    ]
    what = f"{cards.text(turned[0])} turned" if len(turned) == 1 else "counted"
    return f"Exception: {'; '.join(filter(None, (what, tell_worth(play))))}."


def tell_glimpse(play: Play) -> str:
    """Name the cards that were seen for a moment."""
    return f"You see {', '.join(map(cards.text, play.glimpsed))}."


def tell_result(play: Play, points: OwnScore | None) -> tuple[str, ...]:
    """Return the lines of the box that ends a game; () while it goes on or is stuck.

    ``points`` are those that a tour counts in place of the game's own score.
    """
    if play.outcome is not Outcome.WON:
        return (play.ending,) if play.ending else ()
    if contest := play.rules.duel(play.table):
        return (contest.result,)
    return "You have won!", f"Your score is {tell_score(play, points)}."
