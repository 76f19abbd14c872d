"""The animated deal: the piles on the table while a game is dealt a few cards at a time."""

from collections.abc import Iterator, Mapping

from solterm.core.cards import DOWN
from solterm.core.play.play import Play
from solterm.core.table import Pile

FRAMES = 30
"""Frames of a deal at most; with more cards, several come at once."""


class Dealer:
    """An animated deal, advanced by the screen's timer."""

    def __init__(self) -> None:
        self.dealt: Mapping[str, Pile] | None = None
        """The piles dealt so far; None if the deal is over."""
        self._frames: Iterator[Mapping[str, Pile]] = iter(())

    def begin(self, play: Play) -> bool:
        """Begin unless the game has begun; return whether there are cards to deal."""
        self._frames = iter(steps(play) if is_untouched(play) else ())
        return self.go_on(play)

    def go_on(self, play: Play) -> bool:
        """Deal the next cards; return False at the end, or once something has been played."""
        self.dealt = next(self._frames, None) if is_untouched(play) else None
        return self.dealt is not None

    def finish(self) -> None:
        """End the deal at once."""
        self.dealt = None


def is_untouched(play: Play) -> bool:
    """Whether the game has not begun; switching automatic play on does not count."""
    return all(event.startswith("autoplay ") for event in play.events)


def steps(play: Play) -> list[Mapping[str, Pile]]:
    """Return the piles after each step of the deal, except the last, which is the table itself.

    Cards come row by row, a squared pile at once. The stock holds the remaining
    cards, face down.
    """
    rules = play.rules
    goal = {name: play.pile(name) for name in rules.game.ids}
    rounds: list[tuple[int, str, int]] = []
    for name, pile in goal.items():
        if name == "s" or not pile:
            continue
        first = 0 if rules.game.group(name).fanned else len(pile) - 1
        rounds += [(row - first, name, row + 1) for row in range(first, len(pile))]
    # Sorting is stable: within a row the order is that of the piles.
    order = [(name, count) for _, name, count in sorted(rounds, key=lambda each: each[0])]
    laid: dict[str, Pile] = dict.fromkeys(goal, ())
    frames: list[Mapping[str, Pile]] = []
    at_once = -(-len(order) // FRAMES)
    for number, (name, count) in enumerate(order):
        if number % at_once == 0:
            frames.append(laid | _stock(goal, laid))
        laid[name] = goal[name][:count]
    return frames


def _stock(goal: Mapping[str, Pile], laid: Mapping[str, Pile]) -> dict[str, Pile]:
    # Its own cards, and over them those not dealt yet.
    if "s" not in goal:
        return {}
    left = [card | DOWN for name, pile in goal.items() for card in pile[len(laid[name]) :]]
    return {"s": tuple(left)}
