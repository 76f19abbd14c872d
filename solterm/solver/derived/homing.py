"""Cards that may go home at once, since keeping them never helps.

A card on a column has one use: to take another card. Once every card that fits there is on a
foundation that gives none back, it has none. A line that wins with the card on the column wins
without it as well: drop the card's own moves; the others stay legal, and the card below is free
earlier. (This is Horne's rule for Free Cell, for any build. If columns build in suit, the next
lower card is home already, so each card may go as soon as it can.)
"""

from solterm.core.cards import CODES, DOWN, pack
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.actions import TurnToSlot
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift, TurnStock
from solterm.core.vocabulary.spaces import Only


class Homing:
    """The harmless moves to foundations."""

    def __init__(self, rules: Rules) -> None:
        game = rules.game
        self._rules = rules
        self._homes = [place for name, place in game.index.items() if name[0] == "f"]
        self._from = _harmless_sources(game)
        self._opens_alike = all(type(g.space) is Only for g in game.groups if g.kind == "f")
        self._laid_on = [0] * CODES
        for group in game.groups:
            for build in (group.build, group.run, group.lays):
                if build and group.kind != "f":
                    for card in pack():
                        self._laid_on[card] |= build.takes[card]

    @classmethod
    def of(cls, rules: Rules) -> "Homing | None":
        """Return those of a game; None if a card on a foundation may be missed, or that is unknown.

        All foundations must build up by one in suit. Automatic moves, rows dealt onto columns and
        draws from under other cards might need a card, so they rule it out.
        """
        game = rules.game
        homes = [group for group in game.groups if group.kind == "f"]
        fits = (
            type(rules).generate is Builders.generate
            and isinstance(game.goal, Gathered)
            and game.goal.kind == "f"
            and not game.consequences
            and max(game.draw, game.draw_once) < 2
            and all(type(g.action) in (type(None), TurnStock, TurnToSlot) for g in game.groups)
            and all(g.build and g.build.match is Match.SUIT for g in homes)
            and all(g.build and g.build.steps == (1,) and g.lift is Lift.NONE for g in homes)
            and len({g.build for g in homes}) == 1
        )
        return cls(rules) if fits and homes else None

    def find(self, table: Table, moves: list[Move]) -> Move | None:
        """Return the first legal move that brings home a card that no other card needs."""
        index, piles = self._rules.index, table.piles
        home = 0
        counted: dict[int, int] = {}
        for move in moves:
            if move.dst[:1] != "f" or move.at or move.src not in self._from:
                continue
            if not (piles[index[move.dst]] or self._opens_alike):
                continue  # it may choose the base
            card = piles[index[move.src]][-1]
            if not counted:
                for place in self._homes:
                    for each in piles[place]:
                        counted[each & ~DOWN] = counted.get(each & ~DOWN, 0) + 1
                packs = self._rules.game.packs
                home = sum(1 << each for each, number in counted.items() if number == packs)
            if not self._laid_on[card] & ~home:
                return move
        return None


def _harmless_sources(game: Game) -> frozenset[str]:
    """Return the piles whose cards are useful only as a place to lay others on.

    A card of a waste may be needed otherwise, since the next packet falls differently without it.
    That does not apply if every card can be turned up at any time.
    """
    sources = {name for name in game.ids if name[0] in "tr"}
    for group in game.groups:
        action = group.action
        if type(action) is TurnStock and action.count == 1 and action.passes is None:
            sources.add(action.waste)
    return frozenset(sources)
