"""Hints: a move that leads on, found with nothing but the legal moves and what the player knows.

A position is worth what its cards have come to: brought home above all, turned up, out of the
reserve, out of stock and waste (``Worth``). A hint is the first step of a cheapest way to a
position that is worth more, along positions that are worth exactly as much as the present one. So
each hint either gains something or shortens the way to a gain, and hints that are followed never
run in circles: shuttling a card to and fro is no way to anything.

The search knows no more than the player: a position that shows a card never seen before ends a
way, and what is under the top of a squared pile counts only by its number.

Among gains of equal worth the one that spoils least is proposed: a card is laid to wait where it
keeps none from going home (``placement``), and of two that go home the one that lets more follow.
Where every card lies open a way to win is looked for first (``solving``).
Where lines of a grid are worth points, the place is judged by what they may still come to.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from heapq import heappop, heappush
from itertools import count
from typing import NamedTuple

from solterm.core.advice.covers import Covers
from solterm.core.advice.placement import Placements, is_placement
from solterm.core.cards import DOWN
from solterm.core.idle import role_of
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import Pile, Table
from solterm.core.words.describe import capitalize, move_words

_POSITIONS = 40
"""How many positions a search looks into before it lets go."""
_OPEN_POSITIONS = 1000
"""The same where every card lies open, and the search knows how far it is to a gain at least."""

_MOVE, _TURN = 10, 1
"""What a step of a way costs: turning the stock is almost free."""


NOTHING_IN_SIGHT = "No useful move is in sight."
LOST = "This position is lost."
"""What a hint says where no move can win any more."""


class Hint(NamedTuple):
    """A move to try, if there is one, and the sentence that says it."""

    move: Move | None
    text: str
    is_lost: bool = False
    """Whether it is certain that no move can win."""


class Worth(NamedTuple):
    """What a position is worth: four counts, none of which is given away but for the first."""

    home: int
    """Cards brought home by the game's own rule."""
    up: int
    """Less the cards that lie face down outside the stock."""
    freed: int
    """Less the cards of reserves that only give."""
    played: int
    """Less the cards that wait in stock, waste and hand."""


_GAINS = Worth(home=70, up=60, freed=50, played=40)
"""How welcome a rise of each count is, in the coin of a way's cost."""


def hint(play: Play) -> Hint:
    """Return the quick hint: what helps now, at the present level and without an exception.

    The move is a legal one, or None where the position is lost or no useful move is in sight; the
    sentence says which. Whether hints are allowed (never in scored games) is for the caller to ask.

    >>> from solterm import Play, find
    >>> print(hint(Play(find("free-cell"), deal=617)).text)
    Try JH to reserve space 1; later AS to foundation 1.
    """
    rules, table, game = play.rules, play.table, play.rules.game
    if rules.is_won(table):
        return Hint(None, "The game is won.")
    if best := _promising(play):
        return Hint(best, f"Try {move_words(game, table, best)}.")
    search = _Search(play)
    if best := search.winning_move():
        return Hint(best, f"Try {move_words(game, table, best)}: this way wins.")
    found = search.run()
    if found.way:
        return Hint(found.way.first, _sentence(play, found.way))
    turn = next((move for move in rules.legal_moves(table) if rules.is_turn(move)), None)
    if turn and (rules.leads_on(table, turn) or _unseen_ahead(play)):
        return Hint(turn, f"{capitalize(move_words(game, table, turn))}.")
    if found.glimpse:
        return Hint(found.glimpse, f"Try {move_words(game, table, found.glimpse)}.")
    if found.exhausted or play.outcome is Outcome.OVER:
        return Hint(None, LOST, is_lost=True)
    return Hint(None, NOTHING_IN_SIGHT)


def tell_way(play: Play, moves: Sequence[Move]) -> str:
    """Return the sentence that proposes the first of some moves, with the last as its aim."""
    rules, table = play.rules, play.traced
    first, last = moves[0], moves[-1]
    words = move_words(rules.game, table, first)
    start = capitalize(words) if rules.is_turn(first) else f"Try {words}"
    if len(moves) == 1 or rules.is_turn(last):
        return f"{start}."
    for move in moves[:-1]:
        table = rules.make(table, move)
    then = "then" if len(moves) == 2 else "later"
    return f"{start}; {then} {move_words(rules.game, table, last)}."


def _promising(play: Play) -> Move | None:
    """The move to the position that promises most, where the game can tell."""
    rules, table, goal = play.rules, play.table, play.rules.game.goal
    if goal.promise(table.piles, rules.index) is None:
        return None

    def promise(move: Move) -> float:
        return goal.promise(rules.make(table, move).piles, rules.index) or 0.0

    return max(rules.legal_moves(table), key=promise, default=None)


def _unseen_ahead(play: Play) -> bool:
    """Does endless turning of the stock show a card the player has not seen?"""
    turned = play.rules.go_through_stock(play.traced)
    return any(not play.seen.issuperset(play.game.visible(table)) for table in turned)


def _sentence(play: Play, way: "_Way") -> str:
    game = play.rules.game
    words = move_words(game, play.table, way.first)
    start = capitalize(words) if play.rules.is_turn(way.first) else f"Try {words}"
    if way.steps > 1:
        return f"{start}{'; then' if way.steps == 2 else '; later'} {way.aim}."
    return f"{start}: that turns a card up." if way.gain == "up" else f"{start}."


class _Way(NamedTuple):
    """A way to a position that is worth more."""

    first: Move
    """Its first step: the hint."""
    steps: int
    gain: str
    """The count of ``Worth`` that rises at its end."""
    aim: str
    """The words of its last step."""


@dataclass
class _Found:
    """What a search came to."""

    way: _Way | None = None
    """The way whose gain is highest above its cost."""
    glimpse: Move | None = None
    """The first step towards a card that was not seen yet."""
    exhausted: bool = True
    """Is there no position left to look into, and none that was passed over?"""


class _Search:
    """A cheapest-first search from a play's position along positions of equal standing.

    Following a hint shortens its way by the cost of one step, so the next search finds that way
    again among fewer positions. The budget is asked between costs only, never among positions of
    the same one: so no search gives up what the last one began.
    """

    def __init__(self, play: Play) -> None:
        self._rules = play.rules
        self._start, self._seen = play.searchable
        self._home = play.rules.count_scored(play.table)
        self._passed = play.passed
        groups = [play.rules.game.group(name) for name in play.rules.ids]
        self._roles = [role_of(group) for group in groups]
        self._in_sight = play.rules.game.in_sight
        self._locks = [group.locked for group in groups if group.locked]
        self._towards = Covers.of(play.rules) if self._is_open else None

    @property
    def _is_open(self) -> bool:
        """Is every card known, so that bringing one home is all there is to gain?"""
        hidden = any(card & DOWN for pile in self._start.piles for card in pile)
        return not hidden and not any(self._roles)

    def winning_move(self) -> Move | None:
        """The first step of a way to win, where every card lies open and one is found soon."""
        if self._towards is None:
            return None
        from solterm.core.advice.solving import winning_move

        return winning_move(self._rules, self._start, self._towards, self._passed)

    def run(self) -> _Found:
        """Search until the best way is certain, or the budget is spent."""
        found = _Found()
        best = (0, 0.0)
        looked = reached = 0
        cheapest = {self._key(self._start): 0}
        order = count()
        queue: list[tuple[int, int, int, int, Table, Move | None, int]] = []
        heappush(queue, (0, 0, next(order), 0, self._start, None, 1))
        budget = _OPEN_POSITIONS if self._towards else _POSITIONS
        while queue:
            least, _, _, cost, table, first, steps = heappop(queue)
            spent = looked >= budget and least > reached
            if spent or (found.way and max(_GAINS) - least - _MOVE <= best[0]):
                found.exhausted = False
                break
            if cost > cheapest[self._key(table)]:
                continue
            looked, reached = looked + 1, least
            for move in self._rules.legal_moves(table):
                turn = self._rules.is_turn(move)
                price = cost + (_TURN if turn else _MOVE)
                if self._rules.is_blind(table, move, self._seen):
                    found.glimpse = found.glimpse or first or move
                    continue
                after = self._rules.make(table, move)
                key = self._key(after)
                if price >= cheapest.get(key, price + 1):
                    continue
                cheapest[key] = price
                gain = self._gain(after)
                if gain is None:
                    found.exhausted = False
                elif gain and not turn:
                    worth = getattr(_GAINS, gain) - price
                    if found.way is None or worth >= best[0]:
                        fitness = (worth, self._spares(table, move, after))
                        if found.way is None or fitness > best:
                            aim = move_words(self._rules.game, table, move)
                            found.way, best = _Way(first or move, steps, gain, aim), fitness
                elif gain or self._shows_news(after):
                    found.glimpse = found.glimpse or first or move
                else:
                    ahead = self._towards.least(after) * _MOVE if self._towards else 0
                    spaces = sum(map(bool, after.piles)) if self._towards else 0
                    entry = (price + ahead, spaces, next(order), price, after)
                    heappush(queue, (*entry, first or move, steps + 1))
        return found

    def _key(self, table: Table) -> object:
        """What makes a position another one: which of several free places holds a card does not."""
        return self._towards.alike(table) if self._towards else table

    def _shut(self, table: Table) -> int:
        """How many piles nothing may leave now."""
        return sum(lock.holds(table.piles, self._rules.index) for lock in self._locks)

    def _spares(self, table: Table, move: Move, after: Table) -> float:
        """How little a move spoils: what it keeps from going home, or lets follow there.

        Of what may follow only cards of piles that stay as they were count: others may be news.
        """
        if is_placement(self._rules.game, move):
            return -Placements(self._rules.game, self._rules.index, table).cost(move)
        if move.dst[:1] == "f":
            same = {
                name
                for name, was, now in zip(self._rules.ids, table.piles, after.piles, strict=True)
                if now is was
            }
            follow = {each.src for each in self._rules.legal_moves(after) if each.dst[:1] == "f"}
            return float(len(follow & same)) - 52 * self._shut(after)
        return 0.0

    # Nearly all piles are the very ones of the start, so the two questions below, which are
    # asked of every position, look at the others only.

    def _gain(self, table: Table) -> str | None:
        """The first count of ``Worth`` that rises, "" where none does, None where one falls."""
        up = freed = played = 0
        for was, now, role in zip(self._start.piles, table.piles, self._roles, strict=True):
            if now is not was:
                fewer = len(was) - len(now)
                if role != "stock":
                    up += _down(was) - _down(now)
                if role == "reserve":
                    freed += fewer
                elif role:
                    played += fewer
        home = self._rules.count_scored(table) - self._home
        if home > 0:
            return "home"
        rises = Worth(home, up, freed, played)
        if min(rises) < 0:
            return None
        return next((name for name in Worth._fields if getattr(rises, name)), "")

    def _shows_news(self, table: Table) -> bool:
        """Does it show a card that the player has not seen?"""
        for name, was, now in zip(self._rules.ids, self._start.piles, table.piles, strict=True):
            if now is not was:
                for card in self._in_sight(name, now):
                    if card < DOWN and card not in self._seen:
                        return True
        return False


def _down(pile: Pile) -> int:
    return sum(map(DOWN.__and__, pile)) // DOWN  # without a step of Python for each card
