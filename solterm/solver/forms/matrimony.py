"""Matrimony: play a game that runs by itself again and again, keeping a few cards for later.

The piles are fed from the stock and only give to foundations. The only decision is which cards stay
although they could go home, which changes where later deals put cards. So that is what a plan says.

In 2 seconds each, it wins 27 of the deals 1 to 50; the general space wins 5.
"""

from random import Random

from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.engines.builders import Builders
from solterm.core.groups import BuilderGroup
from solterm.core.move import Move
from solterm.core.rules import Rules
from solterm.core.searches.general import Moves
from solterm.core.table import Table
from solterm.core.values import replace
from solterm.core.vocabulary.actions import Gather
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import Only
from solterm.solver.declared import group_of, plays_as
from solterm.solver.forms.plain import Plain
from solterm.solver.searches.planning import Outcome

_CHANGES = (1, 1, 2, 3)
"""The numbers of changes to make at a time, each as likely as it is listed often."""


class Matrimony(Plain):
    """The positions of such a game by the rules, with data for its search."""

    def __init__(self, rules: Rules) -> None:
        super().__init__(rules)
        self.index = rules.index
        self.piles = tuple(name for name in rules.ids if name[0] == "t")
        self.foundations = tuple(name for name in rules.ids if name[0] == "f")
        groups = [BuilderGroup.of(rules.game.group(name)) for name in self.foundations]
        self.builds = [group.build.takes for group in groups if group.build]
        spaces = [group.space for group in groups]
        self.openings = [space.cards if isinstance(space, Only) else 0 for space in spaces]

    @classmethod
    def of(cls, rules: Rules) -> "Matrimony | None":
        """Return the space of games whose stock is dealt in rows, then pile by pile."""
        game = rules.game
        stock, piles = group_of(game, "s"), group_of(game, "t")
        names = tuple(name for name in rules.ids if name[0] == "t")
        known = (
            plays_as(rules, Builders, "fst")
            and stock == BuilderGroup("s", action=Gather(names))
            and piles == BuilderGroup("t", len(names), lift=Lift.TOP, goes_to="f")
            and all(
                _is_foundation(BuilderGroup.of(group)) for group in game.groups if group.kind == "f"
            )
        )
        return cls(rules) if known else None


def _is_foundation(group: BuilderGroup) -> bool:
    build, space = group.build, group.space
    return (
        build is not None
        and build.match is Match.SUIT
        and len(build.steps) == 1
        and build.wrap
        and isinstance(space, Only)
        and replace(group, count=1, name="")
        == BuilderGroup("f", build=build, space=space, capacity=cards.KING)
    )


_TURN = (-1, -1)
"""The step that turns or gathers the stock; others have the number of a pile, and of a foundation.
"""
Held = dict[int, frozenset[int]]
"""The cards held back, by the number of the deal after which they are."""


class MatrimonyPlans:
    """The plans from one position: the cards held back."""

    lenience = 0.25
    patience = 800

    def __init__(self, space: Matrimony, start: Table) -> None:
        def pile_of(name: str) -> list[int]:
            return [card & ~DOWN for card in start.piles[space.index[name]]]

        self._names = space.piles
        self._foundations = space.foundations
        self._passes = start.passes
        self._stock = pile_of("s")[::-1]
        self._piles = [pile_of(name) for name in space.piles]
        homes = [pile_of(name) for name in space.foundations]
        self._goal = len(homes) * cards.KING
        self._heights = [len(pile) for pile in homes]
        self._next = [[mask.bit_length() - 1 for mask in takes] for takes in space.builds]
        self._openings = space.openings
        self._wanted: dict[int, list[int]] = {}
        for number, pile in enumerate(homes):
            if len(pile) < cards.KING:
                for card in self._wants(number, pile):
                    self._wanted.setdefault(card, []).append(number)

    def _wants(self, number: int, pile: list[int]) -> list[int]:
        if pile:
            return [self._next[number][pile[-1]]]
        return [card for card in cards.pack() if self._openings[number] >> card & 1]

    def begin(self, random: Random) -> Held:
        return {}

    def change(self, plan: Held, outcome: Outcome, random: Random) -> Held:
        """Hold back other cards that could go home; ``choices`` are their deals, with the cards."""
        held = dict(plan)
        for _ in range(random.choice(_CHANGES) if outcome.choices else 0):
            deal, card = random.choice(outcome.choices)
            held[deal] = held.get(deal, frozenset()) ^ {card}
        return held

    def play(self, plan: Held) -> Outcome:
        """Play with some cards held back, and send all others home that can go."""
        piles, stock, passes = [pile[:] for pile in self._piles], self._stock, self._passes
        wanted = {card: takers[:] for card, takers in self._wanted.items()}
        heights = self._heights[:]
        home, deal, count = sum(heights), 0, len(piles)
        chances: list[tuple[int, int]] = []
        steps: list[tuple[int, int]] = []
        while True:
            kept = plan.get(deal, ())
            again = True
            while again:
                again = False
                for number, pile in enumerate(piles):
                    while pile and pile[-1] in wanted:
                        card = pile[-1]
                        chances.append((deal, card))
                        if card in kept:
                            break
                        del pile[-1]
                        again = True
                        home += 1
                        steps.append((number, self._send_home(card, wanted, heights)))
            if not stock:
                taken = next((each for each in range(passes, count) if piles[each]), None)
                if taken is None:
                    return Outcome(self._goal - home, chances, steps)
                stock, piles[taken], passes = piles[taken], [], taken + 1
                steps.append(_TURN)
            first = max(passes, 1) - 1
            for place, card in enumerate(stock[:count], first):
                piles[place % count].append(card)
            stock = stock[count:]
            deal += 1
            steps.append(_TURN)

    def moves(self, steps: list[tuple[int, int]]) -> Moves:
        return tuple(
            Move("s") if step == _TURN else Move(self._names[step[0]], self._foundations[step[1]])
            for step in steps
        )

    def _send_home(self, card: int, wanted: dict[int, list[int]], heights: list[int]) -> int:
        taker = wanted[card][0]
        wants = [card] if heights[taker] else self._wants(taker, [])
        for each in wants:
            wanted[each].remove(taker)
            if not wanted[each]:
                del wanted[each]
        heights[taker] += 1
        if heights[taker] < cards.KING:
            wanted.setdefault(self._next[taker][card], []).append(taker)
        return taker
