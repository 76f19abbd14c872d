"""Games whose stock feeds piles that only give to foundations: Interregnum and Matrimony.

Such a game runs by itself. The only decision is which cards stay although they could go home, which
changes where later deals put cards. So that is what a plan says.

In 3 seconds each, plans win all of the deals 1 to 50 of Interregnum; the general space wins 30.
"""

from functools import reduce
from operator import or_
from random import Random

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.engines.builders import Builders
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow, Gather
from solterm.core.vocabulary.consequences import CloseByIndicator
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import AboveIndicator, Only
from solterm.solver.declared import bared, group_of, plays_as
from solterm.solver.forms.plain import Plain
from solterm.solver.searches.planning import PlanOutcome

_CHANGES = (1, 1, 2, 3)
"""The numbers of changes to make at a time, each as likely as it is listed often."""
_TURN = (-1, -1)
"""The step that turns or gathers the stock; others have the number of a pile, and of a foundation.
"""

Held = dict[int, frozenset[int]]
"""The cards held back, by the number of the deal after which they are."""


class Fed(Plain):
    """The positions of such a game by the rules, with data for its plans."""

    pace = 5

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.index = rules.index
        self.piles = [name for name in rules.ids if name[0] == "t"]
        self.foundations = [name for name in rules.ids if name[0] == "f"]
        self.groups = [BuilderGroup.of(rules.game.group(name)) for name in self.foundations]
        self.gathers = isinstance(rules.game.group("s").action, Gather)

    @classmethod
    def of(cls, rules: Rules) -> "Fed | None":
        """Return the space of games whose stock is dealt in rows and perhaps, pile by pile, again.

        Indicators may close the foundations.
        """
        game = rules.game
        stock, piles, indicators = (group_of(game, kind) for kind in "str")
        names = tuple(name for name in rules.ids if name[0] == "t")
        homes = [name for name in rules.ids if name[0] == "f"]
        known = (
            plays_as(rules, Builders, "frst", consequences=(CloseByIndicator(),))
            if indicators
            else plays_as(rules, Builders, "fst")
        )
        known = (
            known
            and stock in [BuilderGroup("s", action=action(names)) for action in (DealRow, Gather)]
            and piles == BuilderGroup("t", len(names), lift=Lift.TOP, goes_to="f")
            and indicators in (None, BuilderGroup("r", len(homes)))
            and all(
                _is_foundation(bared(BuilderGroup.of(game.group(name))), f"r{name[1:]}")
                is bool(indicators)
                for name in homes
            )
        )
        return cls(rules) if known else None


def _is_foundation(group: BuilderGroup, indicator: str) -> bool | None:
    """Return whether the indicator closes a foundation; None for one that is not covered."""
    build, space = group.build, group.space
    known = (
        build is not None
        and len(build.steps) == 1
        and build.wrap
        and not build.stop
        and replace(group, count=1)
        == BuilderGroup("f", build=build, space=space, capacity=cards.KING)
    )
    if not known or not (isinstance(space, Only) or space == AboveIndicator(indicator)):
        return None
    return isinstance(space, AboveIndicator)


class FedPlans:
    """The plans from one position: the cards held back."""

    lenience = 0.25
    patience = 800

    def __init__(self, space: Fed, start: Table) -> None:
        def pile_of(name: str) -> list[int]:
            return [card & ~DOWN for card in start.piles[space.index[name]]]

        self._names = space.piles
        self._foundations = space.foundations
        self._passes = start.passes
        self._redeals = len(space.piles) if space.gathers else 0
        self._stock = pile_of("s")[::-1]
        self._piles = [pile_of(name) for name in space.piles]
        self._takes = [group.build.takes for group in space.groups if group.build]
        self._masks: list[int] = []
        """For each foundation the mask of the cards it takes next;"""
        self._lacks: list[int] = []
        """so many it takes."""
        for group, name, takes in zip(space.groups, space.foundations, self._takes, strict=True):
            pile = pile_of(name)
            lacks = cards.KING - isinstance(group.space, AboveIndicator) - len(pile)
            opening = group.space.mask(start.piles, space.index, "t")
            self._masks.append((takes[pile[-1]] if pile else opening) if lacks > 0 else 0)
            self._lacks.append(max(lacks, 0))
        self._wanted = reduce(or_, self._masks)

    def begin(self, random: Random) -> Held:
        return {}

    def change(self, plan: Held, outcome: PlanOutcome, random: Random) -> Held:
        """Hold back other cards that could go home; ``choices`` are their deals, with the cards."""
        held = dict(plan)
        for _ in range(random.choice(_CHANGES) if outcome.choices else 0):
            deal, card = random.choice(outcome.choices)
            held[deal] = held.get(deal, frozenset()) ^ {card}
        return held

    def play(self, plan: Held) -> PlanOutcome:
        """Play with some cards held back, and send all others home that can go."""
        piles, stock, passes = [pile[:] for pile in self._piles], self._stock, self._passes
        masks, lacks = self._masks[:], self._lacks[:]
        wanted = self._wanted
        deal, count = 0, len(piles)
        chances: list[tuple[int, int]] = []
        steps: list[tuple[int, int]] = []
        while True:
            kept = plan.get(deal, ())
            again = True
            while again:
                again = False
                for number, pile in enumerate(piles):
                    while pile and wanted >> pile[-1] & 1:
                        card = pile[-1]
                        chances.append((deal, card))
                        if card in kept:
                            break
                        del pile[-1]
                        again = True
                        home = 0
                        while not masks[home] >> card & 1:
                            home += 1
                        lacks[home] -= 1
                        masks[home] = self._takes[home][card] if lacks[home] else 0
                        wanted = 0
                        for mask in masks:
                            wanted |= mask
                        steps.append((number, home))
            if not stock:
                taken = next((each for each in range(passes, self._redeals) if piles[each]), None)
                if taken is None:
                    return PlanOutcome(sum(lacks), chances, steps)
                stock, piles[taken], passes = piles[taken], [], taken + 1
                steps.append(_TURN)
            first = max(passes, 1) - 1
            for place, card in enumerate(stock[:count], first):
                piles[place % count].append(card)
            stock = stock[count:]
            deal += 1
            steps.append(_TURN)

    def moves(self, steps: list[tuple[int, int]]) -> tuple[Move, ...]:
        return tuple(
            Move("s") if step == _TURN else Move(self._names[step[0]], self._foundations[step[1]])
            for step in steps
        )
