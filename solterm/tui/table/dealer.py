"""The deal, a few cards at a time: what lies on the table while a game is dealt visibly."""

from collections.abc import Iterator, Mapping

from solterm.core.cards import DOWN
from solterm.core.play.play import Play
from solterm.core.table import Pile

FRAMES = 30
"""Pictures of a deal at most; where there are more cards, several come at once."""


class Dealer:
    """Deals a table before the player's eyes; it is told when to lay the next cards."""

    def __init__(self) -> None:
        self.dealt: Mapping[str, Pile] | None = None
        """What lies on the table by now; None: it is dealt."""
        self._frames: Iterator[Mapping[str, Pile]] = iter(())

    def begin(self, play: Play) -> bool:
        """Begin to deal, if nothing is played yet. Is there anything to be dealt?"""
        self._frames = iter(steps(play) if is_untouched(play) else ())
        return self.go_on(play)

    def go_on(self, play: Play) -> bool:
        """Lay the next cards. Is there more to come? Once something is played, there is not."""
        self.dealt = next(self._frames, None) if is_untouched(play) else None
        return self.dealt is not None

    def finish(self) -> None:
        """Let all be dealt."""
        self.dealt = None


def is_untouched(play: Play) -> bool:
    """Is nothing played yet? Switching automatic play on is no play."""
    return all(event.startswith("autoplay ") for event in play.events)


def steps(play: Play) -> list[Mapping[str, Pile]]:
    """The piles after each step of dealing the present table, all but the last, which is it.

    Cards are dealt row by row, as a hand does; a squared pile is laid down whole. The stock holds
    what is left, face down.
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
    """The stock while those cards are laid: its own, and over them what is not dealt yet."""
    if "s" not in goal:
        return {}
    left = [card | DOWN for name, pile in goal.items() for card in pile[len(laid[name]) :]]
    return {"s": tuple(left)}
