"""Matrimony: play a game that runs by itself again and again, keeping a few cards for later.

The piles are fed from the stock and only give to foundations. The only decision is which cards stay
although they could go home, which changes where later deals put cards. A whole game takes a moment.
The search plays games that differ a little from the best one in the cards that stay, and when. It
continues from a game that brings at least as many cards home, and sometimes from one that brings a
few fewer. When that stops helping, it starts over. It never proves a loss; a search through all
positions takes turns with it.

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
from solterm.core.searches.search import BestFirst, Search
from solterm.core.table import Table
from solterm.core.values import replace
from solterm.core.vocabulary.actions import Gather
from solterm.core.vocabulary.builds import Match
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import Only
from solterm.solver.declared import draws_under, group_of, kinds_of, plays_as
from solterm.solver.forms.plain import Plain

_LENIENCE = 0.25
"""How likely the search continues from a game with one card fewer home; two fewer, the square."""
_CHANGES = (1, 1, 2, 3)
"""The numbers of changes to make at a time, each as likely as it is listed often."""
_PATIENCE = 800
"""Games without improvement after which the search starts over."""
_SHARE = 4
"""The search through all positions visits one in so many positions."""


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
            kinds_of(game) == "fst"
            and plays_as(rules, Builders)
            and stock == BuilderGroup("s", action=Gather(names))
            and piles == BuilderGroup("t", len(names), lift=Lift.TOP, goes_to="f")
            and all(
                _is_foundation(BuilderGroup.of(group)) for group in game.groups if group.kind == "f"
            )
            and rules.goal == Gathered(game.in_play)
            and not game.consequences
            and not draws_under(game)
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


Held = dict[int, frozenset[int]]
"""The cards held back, by the number of the deal after which they are."""


class MatrimonySearch(Search[Table, Moves]):
    """A search that varies the cards held back, in turns with one of all positions."""

    def __init__(self, space: Matrimony, start: Table) -> None:
        super().__init__(space, start)
        self._all_positions = BestFirst(space, start)
        self._game = _Game(space, start)
        self._random = Random(0)  # the same on every machine
        self._games = 0
        self._begin()

    def _begin(self) -> None:
        self._held: Held = {}
        self._chances: list[tuple[int, int]] = []
        """The deals after which cards could go home, with these cards."""
        self._home = -1
        self._highest = -1
        """The most cards that any game since the start brought home."""
        self._idle = 0
        """Games in a row that brought home no more."""

    @property
    def positions(self) -> int:
        """How many positions it has visited; a game counts as one, since it takes no longer."""
        return self._all_positions.positions + self._games

    @property
    def is_exhausted(self) -> bool:
        return self._all_positions.is_exhausted and not self.is_won

    @property
    def memory(self) -> int:
        return self._all_positions.memory

    def go_on(self, positions: int) -> None:
        share = positions // _SHARE + 1
        self._all_positions.go_on(share)
        self.is_won = self._all_positions.is_won
        for _ in range(positions - share):
            if self.is_won:
                return
            self._play_another()

    def _play_another(self) -> None:
        if self._idle >= _PATIENCE:
            self._begin()
        random, held = self._random, dict(self._held)
        for _ in range(random.choice(_CHANGES) if self._chances else 0):
            deal, card = random.choice(self._chances)
            held[deal] = held.get(deal, frozenset()) ^ {card}
        home, chances = self._game.play(held)
        self._games += 1
        self._idle += 1
        if home > self._highest:
            self._highest, self._idle = home, 0
        if home >= self._home or random.random() < _LENIENCE ** (self._home - home):
            self._held, self._chances, self._home = held, chances, home
        self.is_won = home == self._game.goal

    def line(self) -> Moves:
        if self._all_positions.is_won or not self.is_won:
            return self._all_positions.line()
        moves: list[Move] = []
        self._game.play(self._held, moves)
        return tuple(moves)


class _Game:
    """Plays a game from a table on."""

    def __init__(self, space: Matrimony, start: Table) -> None:
        def pile_of(name: str) -> list[int]:
            return [card & ~DOWN for card in start.piles[space.index[name]]]

        self._names = space.piles
        self._foundations = space.foundations
        self._passes = start.passes
        self._stock = pile_of("s")[::-1]
        self._piles = [pile_of(name) for name in space.piles]
        homes = [pile_of(name) for name in space.foundations]
        self.goal = len(homes) * cards.KING
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

    def play(
        self, held: Held, moves: list[Move] | None = None
    ) -> tuple[int, list[tuple[int, int]]]:
        """Play with some cards held back; return the cards home, and the chances to send some home.

        It appends its moves to ``moves``.
        """
        piles, stock, passes = [pile[:] for pile in self._piles], self._stock, self._passes
        wanted = {card: takers[:] for card, takers in self._wanted.items()}
        heights = self._heights[:]
        home, deal, count = sum(heights), 0, len(piles)
        chances: list[tuple[int, int]] = []
        while True:
            kept = held.get(deal, ())
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
                        taker = self._send_home(card, wanted, heights)
                        if moves is not None:
                            moves.append(Move(self._names[number], self._foundations[taker]))
            if home == self.goal:
                return home, chances
            if not stock:
                taken = next((each for each in range(passes, count) if piles[each]), None)
                if taken is None:
                    return home, chances
                stock, piles[taken], passes = piles[taken], [], taken + 1
                if moves is not None:
                    moves.append(Move("s"))
            first = max(passes, 1) - 1
            for place, card in enumerate(stock[:count], first):
                piles[place % count].append(card)
            stock = stock[count:]
            deal += 1
            if moves is not None:
                moves.append(Move("s"))

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
