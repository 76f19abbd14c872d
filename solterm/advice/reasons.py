"""The reasons of hints: each is a value, and ``tell_reason`` puts it in words."""

from collections.abc import Iterator, Sequence
from enum import Enum, auto
from itertools import takewhile
from typing import NamedTuple

from solterm.advice.placement import Placements, is_placement
from solterm.advice.steps import drop_needless
from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.groups import BuilderGroup, CoverGroup, list_pairs
from solterm.core.idle import role_of
from solterm.core.move import Move
from solterm.core.phrases import either, spell
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Cleared
from solterm.core.vocabulary.spaces import NOTHING
from solterm.core.words.describe import TURNED, pile_name

_SUIT = 13
"""The cards of a suit."""


class Gain(Enum):
    """What moves gain. Each kind says when it is true."""

    WINS = auto()
    """The moves win."""
    SCORES = auto()
    """More cards count for the goal, or the goal has words for the moves."""
    TURNS_UP = auto()
    """Cards outside the stock lose their back."""
    FOLLOWS = auto()
    """Cards can go home or leave that could not before; in a golf, the other cards of the moves."""
    SAFE = auto()
    """A card goes home, and no other can be laid on it any more."""
    EMPTIES = auto()
    """A column becomes empty, and another card may be laid there."""
    PLAYS = auto()
    """A card leaves the stock, the waste, a hand or a reserve."""
    PLACE = auto()
    """A card of a column can be laid on the card that moved, and leaves no sequence."""
    NEW_CARDS = auto()
    """Turning the stock shows a card that the player has not seen."""
    UNCOVERS = auto()
    """A card lies free."""
    JOINS = auto()
    """The first card lies on the second, of the same suit, where whole suits leave."""
    HOLDS = auto()
    """The number of cards that could go home sooner than the one that waits on them."""
    ONLY = auto()
    """No other move is legal."""


class Reason(NamedTuple):
    """The reason for moves."""

    gain: Gain
    cards: tuple[Card, ...] = ()
    number: int = 0
    words: str = ""
    """Where, or the goal's own words."""
    steps: int = 1
    """How many moves it takes."""


def tell_reason(reason: Reason) -> str:
    """Return a reason as a verb, such as "brings AS home in two moves"."""
    said = _tell(reason, [cards.text(card) for card in reason.cards])
    return f"{said} in {spell(reason.steps)} moves" if reason.steps > 1 else said


def _tell(reason: Reason, named: Sequence[str]) -> str:
    number, words = reason.number, reason.words
    match reason.gain:
        case Gain.WINS:
            return "wins"
        case Gain.SCORES:
            return words or f"brings {either(named) or _count(number)} home"
        case Gain.TURNS_UP:
            return f"turns up {words or _count(number)}"
        case Gain.FOLLOWS:
            more = [f"{spell(number)} more"] if number else []
            return f"lets {either([*named, *more], 'and')} follow"
        case Gain.SAFE:
            return f"is safe, as {named[0]} has no other use"
        case Gain.EMPTIES:
            return f"empties {words}"
        case Gain.PLAYS:
            return f"plays {words}"
        case Gain.PLACE:
            return f"makes a place for {named[0]}"
        case Gain.NEW_CARDS:
            return words or "shows new cards"
        case Gain.UNCOVERS:
            return f"uncovers {named[0]}{words}"
        case Gain.JOINS:
            joins = f"joins {named[0]} to {named[1]}"
            return joins if reason.steps > 1 else f"goes on {named[1]} of its own suit"
        case Gain.HOLDS:
            held = f"holds back {_count(number)}"
            return held if number else "covers no card that could go home sooner"
        case Gain.ONLY:
            return "is the only move now"


def find_reason(
    rules: Rules, table: Table, moves: Sequence[Move]
) -> tuple[Reason | None, Sequence[Move]]:
    """Return what the first of some moves is for, if that can be said, and the moves it takes."""
    alone = find_gain(rules, table, moves[:1])
    if alone and (alone.gain is Gain.WINS or alone.number == _SUIT):
        return alone, moves[:1]
    found, way = _find_gain_ahead(rules, table, moves)
    says_no_more = found and found.gain is Gain.SCORES and found.cards and len(way) == 1
    if found is None or says_no_more:
        turns = sum(1 for _ in takewhile(rules.is_turn, moves))
        found, way = _find_merit(rules, table, moves, moves[: turns + 1])
    is_plain = found is None or found.gain is Gain.NEW_CARDS
    if is_plain and [*rules.legal_moves(table)] == [moves[0]]:
        found = Reason(Gain.ONLY)
    return found, way


def _find_gain_ahead(
    rules: Rules, table: Table, moves: Sequence[Move]
) -> tuple[Reason | None, Sequence[Move]]:
    """Return the gain of the most moves that need the first, without those that it doesn't need."""
    for number in range(len(moves), 0, -1):
        way = drop_idle_steps(rules, table, moves[:number])
        if number == 1 and is_placement(rules.game, moves[0]):
            break  # all that it gains is that the card is played
        gain = find_gain(rules, table, way) if way[0] == moves[0] else None
        if gain and gain.gain is Gain.NEW_CARDS:
            if rules.is_turn(moves[0]):  # a turn after other moves needs none of them
                return Reason(Gain.NEW_CARDS), way
        elif gain and gain.gain is Gain.PLACE:
            after = _list_moves_to(rules, rules.make(table, moves[0]), moves[0].dst)
            return gain, [*way, *[move for move, card in after if card == gain.cards[0]][:1]]
        elif gain:
            return gain, way
    return None, moves


def drop_idle_steps(rules: Rules, table: Table, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return moves without the steps that their gain does not need; all if they gain nothing."""
    gain = _find_end(rules, table, moves)
    if not gain or len(moves) == 1:
        return tuple(moves)
    return drop_needless(rules, table, moves, lambda kept: _find_end(rules, table, kept) == gain)


def find_gain(rules: Rules, table: Table, moves: Sequence[Move]) -> Reason | None:
    """Return what moves gain.

    >>> from solterm import find
    >>> from solterm.core.table import read
    >>> game = find("klondike-deal-1")
    >>> there = read("t1 kc 8S\\nt2 9H\\nt3 TC", game.ids)
    >>> tell_reason(find_gain(game.rules(), there, [Move("t1", "t2")]))
    "turns up column 1's last hidden card"
    """
    if len(moves) == 1:
        after = rules.make(table, moves[0])
        if rules.is_won(after):
            return Reason(Gain.WINS)
        found = _find_alone(rules, table, after, moves[0]) or _find_end(rules, table, moves)
        if found and found.gain is Gain.PLAYS:
            card = _find_follower(rules, after, moves[0])
            return found if card is None else Reason(Gain.PLACE, (card,))
        return found
    if rules.is_turn(moves[-1]) and (gain := find_gain(rules, table, moves[:-1])):
        return gain  # before the stock is turned
    gain = _find_end(rules, table, moves)
    if gain is None or gain.gain is Gain.FOLLOWS:
        return gain
    is_gained_before = gain == _find_end(rules, table, moves[:-1])
    return None if is_gained_before else gain._replace(steps=len(moves))


# -- what one move gains ---------------------------------------------------------------------------


def _find_alone(rules: Rules, start: Table, after: Table, move: Move) -> Reason | None:
    """Return what one move gains, if there is more to say than that its card is played."""
    game, scored = rules.game, rules.count_scored(after) - rules.count_scored(start)
    if rules.is_turn(move) or scored <= 0:
        return None
    if scored == move.count == _SUIT:
        return Reason(Gain.SCORES, number=_SUIT, words="finishes a suit")
    are_pairs, is_golf = bool(list_pairs(game.groups)), isinstance(game.goal, Cleared)
    if not are_pairs and move.dst[:1] != "f":
        return None
    if turned := _find_turned(rules, start, after):
        return turned
    if not is_golf:  # where it may be better to leave what could follow
        before = _list_leaving(rules, start)
        if opened := [card for card in _list_leaving(rules, after) if card not in before]:
            return Reason(Gain.FOLLOWS, tuple(opened[:2]))
    if are_pairs:
        bare = (_find_bare(rules, after, name) for name in filter(None, move[:2]))
        card = next((each for each in bare if each is not None), None)
        return Reason(Gain.UNCOVERS, (card,)) if card is not None else None
    if emptied := _find_emptied(rules, start, start, after):
        return emptied
    card = start.piles[game.index[move.src]][-(move.depth or move.count)] & ~DOWN
    is_safe = card != UNKNOWN and not is_golf and _is_useless(rules, after, card)
    return Reason(Gain.SAFE, (card,)) if is_safe else None


def _list_leaving(rules: Rules, table: Table) -> list[Card]:
    """Return the known cards that can go home, or be removed from columns and reserves."""
    are_pairs, leaving = bool(list_pairs(rules.game.groups)), dict[Card, None]()
    for move in rules.legal_moves(table):
        is_home = move.dst[:1] == "f" and not move.depth
        for name in move[:2] if are_pairs else [move.src] if is_home else []:
            pile = table.piles[rules.index[name]] if name and name in rules.index else ()
            if pile and _is_known(pile[-1]) and (name[0] in "tr" or not are_pairs):
                leaving[pile[-1]] = None
    return [*leaving]


def _find_follower(rules: Rules, after: Table, move: Move) -> Card | None:
    """Return a known card of a column that can now be laid on the card just moved.

    One that lies as well where it is doesn't count.
    """
    for follow, card in _list_moves_to(rules, after, move.dst):
        if follow.src[0] != "t" or follow.depth or not _is_known(card):
            continue
        build = BuilderGroup.of(rules.game.group(follow.src)).build
        under = (UNKNOWN, *after.piles[rules.index[follow.src]])[-follow.count - 1]
        if not (build and _is_known(under) and build.takes[under] >> card & 1):
            return card
    return None


def _list_moves_to(rules: Rules, table: Table, name: str) -> list[tuple[Move, Card]]:
    """Return the moves to a pile, each with the lowest card that it moves."""
    moves = (move for move in rules.legal_moves(table) if move.dst == name)
    return [(move, table.piles[rules.index[move.src]][-move.count]) for move in moves]


def _find_bare(rules: Rules, after: Table, name: str) -> Card | None:
    """Return the known card of a column that lies free now, or the one a place of it covered."""
    pile, group = after.piles[rules.index[name]], rules.game.group(name)
    if pile or name[0] != "t":
        return pile[-1] if pile and name[0] == "t" and _is_known(pile[-1]) else None
    if not isinstance(group, CoverGroup) or group.cover is None:
        return None
    for number in range(group.count):
        over = [f"t{place + 1}" for place in group.cover.over(number)]
        pile = after.piles[rules.index[f"t{number + 1}"]]
        is_free = name in over and not any(after.piles[rules.index[each]] for each in over)
        if pile and is_free and _is_known(pile[-1]):
            return pile[-1]
    return None


def _is_useless(rules: Rules, table: Table, card: Card) -> bool:
    """Return whether no card outside the foundations could be laid on a card."""
    away = rules.game.in_play // len(cards.pack()) if rules.game.pack is None else 0
    if not away or rules.game.shuffles:
        return False
    piles = zip(rules.ids, table.piles, strict=True)
    home = [each & ~DOWN for name, pile in piles if name[0] == "f" for each in pile]
    left = [each for each in cards.pack() if home.count(each) < away]
    groups = [BuilderGroup.of(group) for group in rules.game.groups if group.kind != "f"]
    builds = [each for group in groups for each in (group.build, group.builds_elsewhere) if each]
    return not any(build.takes[card] & cards.mask(left) for build in builds)


# -- what moves gain in the end --------------------------------------------------------------------


def _find_end(rules: Rules, start: Table, moves: Sequence[Move]) -> Reason | None:
    """Return what some moves gain in the end."""
    before, after = _make_all(rules, start, moves)
    last, game = moves[-1], rules.game
    if prospect := game.goal.prospect(start.piles, after.piles, rules.index):
        return Reason(Gain.SCORES, words=prospect)
    scored = rules.count_scored(after) - rules.count_scored(start)
    if scored > 0 and last.dst[:1] == "f":
        if isinstance(game.goal, Cleared):  # the move itself says that a card is played
            return _find_run(rules, start, moves) if scored > 1 else None
        card = before.piles[game.index[last.src]][-1] & ~DOWN
        is_named = scored == 1 and card != UNKNOWN
        return Reason(Gain.SCORES, (card,) if is_named else (), scored)
    if _find_turned(rules, before, after) and (turned := _find_turned(rules, start, after)):
        return turned
    grown = {name: len(now) - len(was) for name, was, now in _list_changes(rules, start, after)}
    if scored > 0 and "d" in grown:
        return Reason(Gain.SCORES, number=grown["d"], words=f"clears {_count(grown['d'])}")
    if emptied := _find_emptied(rules, start, before, after):
        return emptied
    is_play = not rules.is_turn(last) and _count_waiting(rules, before, after) < 0
    for name in (each for each, more in grown.items() if more < 0 and is_play):
        role = role_of(game.group(name))
        is_turned_up = role == "stock" and last.dst and role_of(game.group(last.src)) == "waiting"
        if is_turned_up or role in ("reserve", "waiting"):
            place = last.src if is_turned_up else name
            card = before.piles[rules.index[last.src]][-1] if last.dst else UNKNOWN
            is_named = len(moves) > 1 and last.src == place and _is_known(card)
            told = cards.text(card) if is_named else "a card"
            where = pile_name(game, place)
            words = where if place == TURNED else f"{told} from {where}"
            return Reason(Gain.PLAYS, words=words)
    if rules.is_turn(last) and UNKNOWN in game.visible(after):
        return Reason(Gain.NEW_CARDS)
    words = game.goal.gain(scored) if scored > 0 else ""
    return Reason(Gain.SCORES, number=scored, words=words) if words else None


def _count_waiting(rules: Rules, before: Table, after: Table) -> int:
    """Return by how many the cards in stock, waste, hands and reserves change, in all."""
    changes = _list_changes(rules, before, after)
    return sum(len(now) - len(was) for name, was, now in changes if role_of(rules.game.group(name)))


def _find_run(rules: Rules, table: Table, moves: Sequence[Move]) -> Reason | None:
    """Return which cards of a golf follow the first of some moves, up to the next turn."""
    run: list[Card] = []
    for move in moves:
        if run and rules.is_turn(move):
            break
        if not rules.is_turn(move):
            run.append(table.piles[rules.index[move.src]][-1])
        table = rules.make(table, move)
    follow = run if rules.is_turn(moves[0]) else run[1:]
    named = tuple(filter(_is_known, follow[:1]))
    return Reason(Gain.FOLLOWS, named, len(follow) - len(named)) if follow else None


def _find_turned(rules: Rules, start: Table, after: Table) -> Reason | None:
    """Return how many cards are turned up outside the stock, and how many wait there."""
    turned = {
        name: more
        for name, was, now in _list_changes(rules, start, after)
        if name != "s" and (more := count_down(was) - count_down(now)) > 0
    }
    number = sum(turned.values())
    if number != 1:
        return Reason(Gain.TURNS_UP, number=number) if turned else None
    pile = start.piles[rules.index[there := next(iter(turned))]]
    hidden = count_down(pile)
    if len(pile) == 1:  # a place of a pyramid, not a column
        piles = zip(rules.ids, start.piles, strict=True)
        hidden = sum(count_down(each) for name, each in piles if name[0] == "t")
    words = f"one of {spell(hidden)} hidden cards"
    last = f"{pile_name(rules.game, there)}'s last hidden card" if len(pile) > 1 else "a card"
    return Reason(Gain.TURNS_UP, number=1, words=words if hidden > 1 else last)


def _find_emptied(rules: Rules, start: Table, before: Table, after: Table) -> Reason | None:
    """Return which column the last move empties, unless one that was empty is not any more."""
    changed = [each for each in _list_changes(rules, start, after) if each[0][0] == "t"]
    if sum(not now for _, _, now in changed) <= sum(not was for _, was, _ in changed):
        return None
    for name, was, now in _list_changes(rules, before, after):
        is_emptied = name[0] == "t" and was and not now
        if is_emptied and BuilderGroup.of(rules.game.group(name)).space != NOTHING:
            return Reason(Gain.EMPTIES, words=pile_name(rules.game, name))
    return None


# -- what moves are good for that gain nothing yet -------------------------------------------------


def _find_merit(
    rules: Rules, table: Table, moves: Sequence[Move], way: Sequence[Move]
) -> tuple[Reason | None, Sequence[Move]]:
    """Return what the first of some moves is good for, and the moves it takes; else ``way``."""
    first = moves[0]
    if rules.is_turn(first):
        is_new = has_unseen_ahead(rules, table)
        return Reason(Gain.NEW_CARDS, words="leads to new cards") if is_new else None, way
    if is_placement(rules.game, first):
        held = Placements(rules.game, rules.index, table).count_held(first)
        return Reason(Gain.HOLDS, number=held), way
    if joining := _find_joining(rules, table, moves):
        return joining
    after = rules.make(table, first)
    if rules.glimpse(table, first) or UNKNOWN in rules.game.visible(after):
        return None, way
    if (bare := _find_bare(rules, after, first.src)) is None:
        return None, way
    leaves = any(move.src == first.src and move.dst[:1] == "f" for move in rules.legal_moves(after))
    home = "follow" if isinstance(rules.game.goal, Cleared) else "go home"
    return Reason(Gain.UNCOVERS, (bare,), words=f", which can {home}" if leaves else ""), way


def _find_joining(
    rules: Rules, table: Table, moves: Sequence[Move]
) -> tuple[Reason, Sequence[Move]] | None:
    """Return which cards of one suit moves join that begin with the first, and those moves.

    None if the first does not help to, or if suits don't leave.
    """
    if not any(BuilderGroup.of(group).takes_suits for group in rules.game.groups):
        return None

    def serves(kept: Sequence[Move]) -> bool:
        return _find_join(rules, table, kept) == joined

    for number in range(1, len(moves) + 1):
        if joined := _find_join(rules, table, moves[:number]):
            way = drop_needless(rules, table, moves[:number], serves)
            if way[0] == moves[0]:
                return Reason(Gain.JOINS, joined, steps=len(way)), way
    return None


def _find_join(rules: Rules, table: Table, moves: Sequence[Move]) -> tuple[Card, Card] | None:
    """Return the two cards of one suit that the last of some moves joins."""
    before, after = _make_all(rules, table, moves)
    at = rules.index.get(moves[-1].dst)
    if at is None or moves[-1].dst[0] != "t":
        return None
    was, now = before.piles[at], after.piles[at]
    if not was or len(now) <= len(was):
        return None
    upper, lower = now[len(was)], was[-1]
    if not (_is_known(upper) and _is_known(lower)) or cards.suit(upper) != cards.suit(lower):
        return None
    return (upper, lower) if cards.rank(lower) == cards.rank(upper) + 1 else None


# -- tables ----------------------------------------------------------------------------------------


def _make_all(rules: Rules, table: Table, moves: Sequence[Move]) -> tuple[Table, Table]:
    """Return the tables before and after the last of some moves."""
    before = after = table
    for move in moves:
        before, after = after, rules.make(after, move)
    return before, after


def _list_changes(
    rules: Rules, before: Table, after: Table
) -> Iterator[tuple[str, Sequence[Card], Sequence[Card]]]:
    """Yield the piles that differ, with their cards before and after."""
    for name, was, now in zip(rules.ids, before.piles, after.piles, strict=True):
        if was is not now:
            yield name, was, now


def _is_known(card: Card) -> bool:
    return not card & DOWN and card != UNKNOWN


def _count(number: int) -> str:
    return "a card" if number == 1 else f"{spell(number)} cards"


def count_down(pile: Sequence[Card]) -> int:
    """Return how many cards of a pile lie face down."""
    return sum(map(DOWN.__and__, pile)) // DOWN  # faster than a Python loop


def has_unseen_ahead(rules: Rules, table: Table) -> bool:
    """Return whether turning the stock would show a card the player has not seen."""
    return any(UNKNOWN in rules.game.visible(each) for each in rules.go_through_stock(table))
