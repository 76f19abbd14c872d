"""The reasons of hints: each is a value, and ``tell_reason`` puts it in words."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import Enum, auto
from functools import partial
from itertools import takewhile
from typing import NamedTuple

from solterm.advice.placement import Placements, is_placement
from solterm.advice.steps import drop_needless
from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.groups import BuilderGroup, CoverGroup, list_pairs
from solterm.core.idle import role_of
from solterm.core.move import Move
from solterm.core.plural import spell
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Cleared
from solterm.core.vocabulary.spaces import ANY_CARD, NOTHING
from solterm.core.words.describe import TURNED, either, pile_name

_SUIT = 13
"""The cards of a suit."""
_NEAR = 12
"""How many moves ahead to look for the next gain of a winning line."""
_NAMED = 2
"""The most cards of a run to name; of a longer one, the next and the number of the others."""


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
    place: str = ""
    """Where, in words."""
    words: str = ""
    """Words that go beyond the kind."""
    steps: int = 1
    """How many moves it takes."""


def tell_reason(reason: Reason) -> str:
    """Return a reason as a verb, such as "brings AS home in two moves"."""
    said = _tell(reason, [cards.text(card) for card in reason.cards])
    return f"{said} in {spell(reason.steps)} moves" if reason.steps > 1 else said


def _tell(reason: Reason, named: Sequence[str]) -> str:
    number, place, words = reason.number, reason.place, reason.words
    match reason.gain:
        case Gain.WINS:
            return "wins"
        case Gain.SCORES:
            return words or f"brings {either(named) or _count(number)} home"
        case Gain.TURNS_UP:
            return words or f"turns {_count(number)} up"
        case Gain.FOLLOWS:
            more = [f"{spell(number)} more"] if number else []
            return f"lets {either([*named, *more], 'and')} {words or 'follow'}"
        case Gain.SAFE:
            return f"is safe, as {named[0]} has no other use"
        case Gain.EMPTIES:
            return " for ".join([f"empties {place}", *named])
        case Gain.PLAYS:
            return f"plays {either(named) or words or 'a card'}{f' from {place}' if place else ''}"
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
            return f"holds back {_count(number)}" if number else f"covers {words}"
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
    if found is None:
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
        elif gain:
            return gain, [*way, *_find_last(rules, table, way, gain)]
    return None, moves


def _find_last(rules: Rules, table: Table, moves: Sequence[Move], reason: Reason) -> Iterator[Move]:
    """Yield the move of the card that moves make a place for, if that is their gain."""
    if reason.gain is Gain.PLACE:
        _, table = _make_all(rules, table, moves)
        for move in rules.legal_moves(table):
            pile = table.piles[rules.index[move.src]]
            if move.dst == moves[-1].dst and pile[-move.count] == reason.cards[0]:
                yield move
                return


def find_next_gain(rules: Rules, table: Table, moves: Sequence[Move]) -> tuple[int, Reason | None]:
    """Return the nearest gain of moves that needs the first, and the number of the move with it.

    It looks no further than the first move that shows an unseen card, and a few moves ahead. In a
    golf the gain is the run that the first move begins.
    """
    if isinstance(rules.game.goal, Cleared):
        run = [*takewhile(lambda move: not rules.is_turn(move), moves)]
        gain = find_gain(rules, table, run) if len(run) > 1 else None
        return 1, gain if gain and gain.gain is Gain.FOLLOWS else None
    before = after = table
    for number, move in enumerate(moves[:_NEAR], 1):
        before, after = after, rules.make(after, move)
        way = moves[:number]
        if drop_idle_steps(rules, table, way)[0] == moves[0]:
            gain = find_gain(rules, table, way)
            if gain and number > 1:  # what this step alone brings
                gain = _find_end(rules, before, [move]) or gain
            if gain and not _is_usual(rules, gain, number):
                return number, gain._replace(steps=1)
        if rules.glimpse(table, move) or UNKNOWN in rules.game.visible(after):
            break
    return 1, None


def _is_usual(rules: Rules, reason: Reason, number: int) -> bool:
    """Return whether most steps of a way gain the like, or the step itself says it."""
    if reason.gain in (Gain.NEW_CARDS, Gain.FOLLOWS, Gain.SAFE):
        return True
    if reason.gain is not Gain.SCORES:
        return False
    is_said = number == 1 and not reason.words
    is_each = reason.words == rules.game.goal.gain(1) != "" or bool(list_pairs(rules.game.groups))
    return is_said or is_each


def find_first_gain(
    rules: Rules, table: Table, moves: Sequence[Move], other: Move | None = None
) -> Reason | None:
    """Return the first gain of some moves that the ``other`` move does not have too."""
    usual = find_gain(rules, table, [other]) if other else None
    starts = (moves[:number] for number in range(1, len(moves) + 1))
    gains = filter(None, (find_gain(rules, table, start) for start in starts))
    return next((gain for gain in gains if gain._replace(steps=1) != usual), None)


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
        return _find_alone(rules, table, after, moves[0]) or _find_end(rules, table, moves)
    if rules.is_turn(moves[-1]) and (gain := find_gain(rules, table, moves[:-1])):
        return gain  # before the stock is turned
    gain = _find_end(rules, table, moves)
    return gain._replace(steps=len(moves)) if gain and gain.gain is not Gain.FOLLOWS else gain


# -- what one move gains ---------------------------------------------------------------------------


def _find_alone(rules: Rules, start: Table, after: Table, move: Move) -> Reason | None:
    """Return what one move gains, if there is more to say than that its card is played."""
    game, scored = rules.game, rules.count_scored(after) - rules.count_scored(start)
    if rules.is_turn(move) or scored <= 0:
        return None
    if scored == move.count == _SUIT:
        return Reason(Gain.SCORES, number=_SUIT, words="finishes a suit")
    if move.dst[:1] != "f":
        return _find_cleared(rules, start, after, move) if list_pairs(game.groups) else None
    if turned := _find_turned(rules, start, after):
        return turned
    is_golf = isinstance(game.goal, Cleared)  # where it may be better to leave what could follow
    before, homeward = _list_homeward(rules, start), _list_homeward(rules, after)
    opened = {} if is_golf else dict(homeward.items() - before.items())
    if opened:
        return Reason(Gain.FOLLOWS, (opened.get(move.src) or min(opened.values()),))
    if emptied := _find_emptied(rules, start, after):
        return emptied
    card = start.piles[game.index[move.src]][-(move.depth or move.count)] & ~DOWN
    if card == UNKNOWN or is_golf:
        return None
    is_safe = _is_bare(rules, after, card)
    return Reason(Gain.SAFE, (card,)) if is_safe else _find_next(rules, after, move)


def _find_cleared(rules: Rules, start: Table, after: Table, move: Move) -> Reason | None:
    """Return what it is good for that some cards have been removed."""
    before = {pile for each in rules.legal_moves(start) for pile in each[:2]}
    opened = dict.fromkeys(
        pile
        for each in rules.legal_moves(after)
        for pile in each[:2]
        if pile not in before and pile[:1] in ("t", "r")
    )
    piles = [after.piles[rules.index[name]] for name in opened if name in rules.index]
    known = [pile[-1] for pile in piles if pile and _is_known(pile[-1])]
    if known:
        return Reason(Gain.FOLLOWS, tuple(known[:2]), words="leave next")
    for name in filter(None, move[:2]):
        card, pile = _find_covered(rules, after, name), after.piles[rules.index[name]]
        if card is None and name[0] == "t" and pile and _is_known(pile[-1]):
            card = pile[-1]
        if card is not None:
            return Reason(Gain.UNCOVERS, (card,))
    waste = after.piles[rules.index["w"]] if "w" in move[:2] else ()
    is_bared = waste and _is_known(waste[-1])
    return Reason(Gain.UNCOVERS, waste[-1:], words=" on the waste") if is_bared else None


def _find_covered(rules: Rules, after: Table, gone: str) -> Card | None:
    """Return the known card of a pyramid or peak that lost its last cover with a card."""
    group = rules.game.group(gone)
    if not isinstance(group, CoverGroup) or group.cover is None:
        return None
    for number in range(group.count):
        over = [f"{group.kind}{place + 1}" for place in group.cover.over(number)]
        pile = after.piles[rules.index[f"{group.kind}{number + 1}"]]
        is_free = gone in over and not any(after.piles[rules.index[name]] for name in over)
        if pile and is_free and _is_known(pile[-1]):
            return pile[-1]
    return None


def _find_next(rules: Rules, after: Table, move: Move) -> Reason | None:
    """Return the card that a foundation takes next, if it is a certain one."""
    build = BuilderGroup.of(rules.game.group(move.dst)).build
    card = after.piles[rules.index[move.dst]][-1]
    takes = build.takes[card] if build and _is_known(card) else 0
    if takes.bit_count() != 1:
        return None
    return Reason(Gain.FOLLOWS, (takes.bit_length() - 1,), words="follow once it is free")


def _list_homeward(rules: Rules, table: Table) -> Mapping[str, Card]:
    """Return the known cards that can go to a foundation, by their piles."""
    homeward = {}
    for move in rules.legal_moves(table):
        if move.dst[:1] == "f" and not move.depth:
            card = table.piles[rules.index[move.src]][-1]
            if _is_known(card):
                homeward[move.src] = card
    return homeward


def _is_bare(rules: Rules, table: Table, card: Card) -> bool:
    """Return whether no card outside the foundations could be laid on a card."""
    away = rules.game.in_play // len(cards.pack()) if rules.game.pack is None else 0
    if not away or rules.game.shuffles:
        return False
    piles = zip(rules.ids, table.piles, strict=True)
    home = [each & ~DOWN for name, pile in piles if name[0] == "f" for each in pile]
    for group in rules.game.groups:
        builder = BuilderGroup.of(group)
        if group.kind == "f":
            continue
        for build in filter(None, (builder.build, builder.builds_elsewhere)):
            follow = (each for each in cards.pack() if build.takes[card] >> each & 1)
            if any(home.count(each) < away for each in follow):
                return False
    return True


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
    if turned := _find_turned(rules, start, after):
        return turned
    changed = [
        (name, was, now)
        for name, was, now in zip(rules.ids, start.piles, after.piles, strict=True)
        if was is not now
    ]
    for name, was, now in changed:
        if scored > 0 and name[0] == "d":
            more = len(now) - len(was)
            return Reason(Gain.SCORES, number=more, words=f"clears {_count(more)}")
    if emptied := _find_emptied(rules, start, after):
        return emptied
    for name, was, now in changed:
        role = role_of(game.group(name)) if len(now) < len(was) else ""
        if role == "stock" and last.dst and role_of(game.group(last.src)) == "waiting":
            name, role = last.src, "waiting"  # it was turned up on the way
        if role in ("reserve", "waiting") and not rules.is_turn(last):
            return _find_played(rules, before, after, name, last, is_alone=len(moves) == 1)
    if rules.is_turn(last) and UNKNOWN in game.visible(after):
        return Reason(Gain.NEW_CARDS)
    words = game.goal.gain(scored) if scored > 0 else ""
    return Reason(Gain.SCORES, number=scored, words=words) if words else None


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
    most = _NAMED if len(follow) <= _NAMED else 1
    named = tuple(takewhile(_is_known, follow))[:most]
    return Reason(Gain.FOLLOWS, named, len(follow) - len(named)) if follow else None


def _find_turned(rules: Rules, start: Table, after: Table) -> Reason | None:
    """Return how many cards are turned up outside the stock, and how many wait there."""
    turned, there = 0, ""
    for name, was, now in zip(rules.ids, start.piles, after.piles, strict=True):
        if name != "s" and (more := _count_down(was) - _count_down(now)) > 0:
            turned, there = turned + more, name
    if turned != 1:
        return Reason(Gain.TURNS_UP, number=turned) if turned else None
    pile, words = start.piles[rules.index[there]], ""
    hidden = _count_down(pile)
    if len(pile) == 1:  # a place of a pyramid, not a column
        piles = zip(rules.ids, start.piles, strict=True)
        hidden = sum(_count_down(each) for name, each in piles if name[0] == "t")
    elif hidden == 1:
        words = f"turns up {pile_name(rules.game, there)}'s last hidden card"
    if hidden > 1:
        words = f"turns up one of {spell(hidden)} hidden cards"
    return Reason(Gain.TURNS_UP, number=1, words=words)


def _find_played(
    rules: Rules, before: Table, after: Table, name: str, last: Move, *, is_alone: bool
) -> Reason:
    """Return that a card leaves a waiting pile or reserve, or what that is good for."""
    card = before.piles[rules.index[last.src]][-1:]
    if is_alone and (follower := _find_follower(rules, after, last)) is not None:
        return Reason(Gain.PLACE, (follower,))
    under = after.piles[rules.index[name]][-1:]
    if is_alone and last.src == name and under and _is_known(under[0]):
        can_follow = any(move.src == name for move in rules.legal_moves(after))
        return Reason(Gain.UNCOVERS, (under[0],), words=", which can follow" * can_follow)
    is_named = last.src == name and card and _is_known(card[0]) and not is_alone and last.dst
    place = "" if name == TURNED else pile_name(rules.game, name)
    words = pile_name(rules.game, name) if name == TURNED else ""
    return Reason(Gain.PLAYS, (card[0],) if is_named else (), 1, place, words)


def _find_follower(rules: Rules, after: Table, move: Move) -> Card | None:
    """Return a known card of a column that can now be laid on the card just moved.

    One that lies as well where it is doesn't count.
    """
    for follow in rules.legal_moves(after):
        pile = after.piles[rules.index[follow.src]]
        if follow.dst == move.dst and follow.src[0] == "t" and not follow.depth:
            card = pile[-follow.count]
            if _is_known(card) and not _is_in_sequence(rules, follow.src, pile, follow.count):
                return card
    return None


def _find_emptied(rules: Rules, start: Table, after: Table) -> Reason | None:
    """Return which column becomes empty, and for which card if only some may go there.

    It is no gain if another column that was empty is not any more.
    """
    if _count_empty(rules, after) <= _count_empty(rules, start):
        return None
    for name, was, now in zip(rules.ids, start.piles, after.piles, strict=True):
        if not was or now or name[0] != "t":
            continue
        space = BuilderGroup.of(rules.game.group(name)).space
        if space == NOTHING:
            continue
        waits: tuple[Card, ...] = ()
        for move in rules.legal_moves(after) if space != ANY_CARD else ():
            pile = after.piles[rules.index[move.src]]
            card = pile[-move.count] if pile else DOWN
            if move.dst == name and _is_known(card) and move.count < len(pile):
                waits = (card,)
                break
        return Reason(Gain.EMPTIES, waits, place=pile_name(rules.game, name))
    return None


# -- what moves are good for that gain nothing yet -------------------------------------------------


def _find_merit(
    rules: Rules, table: Table, moves: Sequence[Move], way: Sequence[Move]
) -> tuple[Reason | None, Sequence[Move]]:
    """Return what the first of some moves is good for, and the moves it takes; else ``way``."""
    first = moves[0]
    if rules.is_turn(first):
        ahead = list(rules.go_through_stock(table))
        is_new = any(UNKNOWN in rules.game.visible(each) for each in ahead)
        return Reason(Gain.NEW_CARDS, words="leads to new cards") if is_new else None, way
    if is_placement(rules.game, first):
        held = Placements(rules.game, rules.index, table).count_held(first)
        is_empty = not table.piles[rules.index[first.dst]]
        covered = "no other card" if is_empty else "no card that could go home sooner"
        return Reason(Gain.HOLDS, number=held, words=covered), way
    if joining := _find_joining(rules, table, moves):
        return joining
    after = rules.make(table, first)
    if rules.glimpse(table, first) or UNKNOWN in rules.game.visible(after):
        return None, way
    source = after.piles[rules.index[first.src]]
    if first.src[0] == "t" and source and _is_known(source[-1]):
        return _find_bared(rules, after, first, source[-1]), way
    card = _find_covered(rules, after, first.src) if first.src[0] == "t" else None
    return Reason(Gain.UNCOVERS, (card,)) if card is not None else None, way


def _find_bared(rules: Rules, after: Table, move: Move, bare: Card) -> Reason:
    """Return what is good about the card that a move leaves free in a column."""
    found = Reason(Gain.UNCOVERS, (bare,))
    follow = list(rules.legal_moves(after))
    is_golf = isinstance(rules.game.goal, Cleared)
    if any(each.src == move.src and each.dst[:1] == "f" for each in follow):
        return found._replace(words=f", which can {'follow' if is_golf else 'go home'}")
    if is_golf:
        return found
    for each in follow:
        if each.depth or each.src[0] != "t" or each.dst[:1] != "t":
            continue
        moved, on = (after.piles[rules.index[name]] for name in (each.src, each.dst))
        is_loose = not _is_in_sequence(rules, each.src, moved, each.count)
        low = moved[-each.count]
        if each.dst == move.src and each.src != move.dst and _is_known(low) and is_loose:
            return found._replace(words=f", where {cards.text(low)} fits")
        if each.src == move.src and each.count == 1 and on and _is_known(on[-1]) and is_loose:
            return found._replace(words=f", which fits on {cards.text(on[-1])}")
    return found


def _find_joining(
    rules: Rules, table: Table, moves: Sequence[Move]
) -> tuple[Reason, Sequence[Move]] | None:
    """Return which cards of one suit moves join that begin with the first, and those moves.

    None if the first does not help to, or if suits don't leave.
    """
    if not any(BuilderGroup.of(group).takes_suits for group in rules.game.groups):
        return None
    find = partial(_find_join, rules, table)
    for number in range(1, len(moves) + 1):
        if joined := find(moves[:number]):
            way = drop_needless(rules, table, moves[:number], partial(_joins, find, joined))
            if way[0] == moves[0]:
                return Reason(Gain.JOINS, joined, steps=len(way)), way
    return None


def _joins(find: Callable[[Sequence[Move]], object], pair: object, moves: Sequence[Move]) -> bool:
    return find(moves) == pair


def _find_join(rules: Rules, table: Table, moves: Sequence[Move]) -> tuple[Card, Card] | None:
    """Return the two cards of one suit that the last of some moves joins."""
    before, after = _make_all(rules, table, moves)
    if moves[-1].dst[:1] != "t":
        return None
    at = rules.index[moves[-1].dst]
    was, now = before.piles[at], after.piles[at]
    if not was or len(now) <= len(was):
        return None
    upper, lower = now[len(was)], was[-1]
    if not (_is_known(upper) and _is_known(lower)) or cards.suit(upper) != cards.suit(lower):
        return None
    return (upper, lower) if cards.rank(lower) == cards.rank(upper) + 1 else None


def _make_all(rules: Rules, table: Table, moves: Sequence[Move]) -> tuple[Table, Table]:
    """Return the tables before and after the last of some moves."""
    before = after = table
    for move in moves:
        before, after = after, rules.make(after, move)
    return before, after


def _is_in_sequence(rules: Rules, name: str, pile: Sequence[Card], count: int) -> bool:
    """Return whether the lowest of some end cards lies on a card that it builds on."""
    build = BuilderGroup.of(rules.game.group(name)).build
    if build is None or len(pile) == count or not _is_known(pile[-count - 1]):
        return False
    return bool(build.takes[pile[-count - 1]] >> pile[-count] & 1)


def _is_known(card: Card) -> bool:
    return not card & DOWN and card != UNKNOWN


def _count(number: int) -> str:
    return "a card" if number == 1 else f"{spell(number)} cards"


def _count_empty(rules: Rules, table: Table) -> int:
    piles = zip(rules.ids, table.piles, strict=True)
    return sum(1 for name, pile in piles if name[0] == "t" and not pile)


def _count_down(pile: Sequence[int]) -> int:
    return sum(1 for card in pile if card & DOWN)
