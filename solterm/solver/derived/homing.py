"""Cards that may go home at once, since to keep them can never help.

A card that lies on a column is of use there for one thing: another may be laid on it. Once every
card that could is on a foundation, which none leaves, it lies there for nothing. Whoever can win
with it on the column can win with it gone: the same moves are there, but those of the card itself,
which are left out, and what lay under it is free the sooner. (Horne's rule for Free Cell, said of
any build: where columns build in the suit itself, the next lower card is home already, and each
card may go as soon as it can.)
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
    """The moves to foundations that can do no harm."""

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
        """Those of a game; None where a card on a foundation may be missed, or no more is known.

        Foundations must be alike, built up by one in their suits; nothing may happen by itself, be
        dealt onto columns or draw from under other cards, as any of these could count on a card.
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
        """The first of the legal moves that takes home a card nobody can miss."""
        index, piles = self._rules.index, table.piles
        home = 0
        counted: dict[int, int] = {}
        for move in moves:
            if move.dst[:1] != "f" or move.at or move.src not in self._from:
                continue
            if not (piles[index[move.dst]] or self._opens_alike):
                continue  # it may be the base that is chosen
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
    """The piles from which a card may be missed in no other way than to lay another on it.

    A card of a waste may be: without it the next packet of the stock falls otherwise. Where each
    card may be turned up at any time, that is not so either.
    """
    sources = {name for name in game.ids if name[0] in "tr"}
    for group in game.groups:
        action = group.action
        if type(action) is TurnStock and action.count == 1 and action.passes is None:
            sources.add(action.waste)
    return frozenset(sources)
