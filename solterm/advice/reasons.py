"""What moves are for, and what they gain, in words."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile
from operator import itemgetter
from typing import NamedTuple

from solterm.advice.merits import (
    GOES_ON,
    find_joining,
    is_in_sequence,
    tell_covered,
    tell_merit,
)
from solterm.advice.placement import is_placement
from solterm.advice.runs import deals_to_foundation
from solterm.advice.steps import drop_needless
from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.groups import BuilderGroup, list_pairs
from solterm.core.idle import role_of
from solterm.core.move import Move
from solterm.core.plural import spell
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Cleared
from solterm.core.vocabulary.policies import BaseMissing
from solterm.core.vocabulary.spaces import ANY_CARD, NOTHING
from solterm.core.words.describe import TURNED, either, pile_name

NEW_CARDS = "shows new cards"
"""What turning the stock gains at least."""
_SUIT = 13
"""The cards of a suit."""
_STEPS = re.compile(r" in [a-z0-9-]+ moves$")
_NEAR = 12
"""How many moves ahead to look for the next gain of a winning line."""
_LETS = "lets "
"""How a gain begins that another card can follow."""
IS_SAFE = "is safe"
"""What a card gains that goes to a foundation and could help nowhere else."""
_NEW_BASE = "brings a new card to"
"""How a gain begins that another card lies at the bottom of a column."""
_CLEARS = "clears "
"""How a gain begins that cards are discarded."""
_WINS, _SUIT_DONE = "wins", "finishes a suit"
_ENDS = _WINS, _SUIT_DONE
"""Gains of a single move that say more than any later one."""
_PLACE = "makes a place for "
"""How a gain begins that a card can be laid on the one that moved."""
_UNCOVERS = "uncovers "
"""How a gain begins that another card lies free."""
_NAMED = 2
"""The most cards of a run to name; of a longer one, the next and the number of the others."""


class Purpose(NamedTuple):
    """What a move is for."""

    why: str
    """As a verb; "" if nothing can be said."""
    way: Sequence[Move]
    """The moves that it takes, from the first on."""


def find_purpose(rules: Rules, table: Table, moves: Sequence[Move]) -> Purpose:
    """Return what the first of some moves is for."""
    if (gain := tell_gain(rules, table, moves[:1])) in _ENDS:
        return Purpose(gain, moves[:1])
    for number in range(len(moves), 0, -1):
        way = drop_idle_steps(rules, table, moves[:number])
        if number == 1 and is_placement(rules.game, moves[0]):
            break  # all that it gains is that the card is played
        if way[0] == moves[0] and (gain := tell_gain(rules, table, way)):
            if not gain.startswith(NEW_CARDS):
                return Purpose(gain, [*way, *_find_last(rules, table, way, gain)])
            if rules.is_turn(moves[0]):  # a turn after other moves needs none of them
                return Purpose(_tell_turn(rules, table, moves[0], NEW_CARDS), way)
    turns = sum(1 for _ in takewhile(rules.is_turn, moves))
    joining = find_joining(rules, table, moves)
    merit = tell_merit(rules, table, moves)
    why = _tell_turn(rules, table, moves[0], merit) if turns else merit
    return Purpose(why, joining or moves[: turns + 1])


def _find_last(rules: Rules, table: Table, moves: Sequence[Move], gain: str) -> Iterator[Move]:
    """Yield the move of the card that moves make a place for, if that is their gain."""
    if gain.startswith(_PLACE):
        for move in moves:
            table = rules.make(table, move)
        follower = gain.removeprefix(_PLACE)
        for move in rules.legal_moves(table):
            pile = table.piles[rules.index[move.src]]
            if move.dst == moves[-1].dst and cards.text(pile[-move.count]) == follower:
                yield move
                return


def find_next_gain(rules: Rules, table: Table, moves: Sequence[Move]) -> tuple[int, str]:
    """Return the nearest gain of moves that needs the first, and the number of the move with it.

    Without one, return 1 and what the first move is good for. It looks no further than the first
    move that shows an unseen card, and a few moves ahead.
    """
    before = after = table
    # Each move of a game of pairs clears cards, and another card may go first than one that can
    # follow now.
    usual = (_LETS, _NEW_BASE, *([_CLEARS] if list_pairs(rules.game.groups) else []))
    for number, move in enumerate(moves[:_NEAR], 1):
        before, after = after, rules.make(after, move)
        way = moves[:number]
        if drop_idle_steps(rules, table, way)[0] == moves[0]:
            gain = tell_gain(rules, table, way)
            if gain and number > 1:  # what this step alone brings
                gain = _tell_end(rules, before, [move]) or gain
            is_usual = gain in (NEW_CARDS, rules.game.goal.gain(1)) or gain.startswith(usual)
            if gain and not is_usual:
                return number, _STEPS.sub("", gain)
        if rules.glimpse(table, move) or UNKNOWN in rules.game.visible(after):
            break
    return 1, tell_merit(rules, table, moves[:1])


def drop_idle_steps(rules: Rules, table: Table, moves: Sequence[Move]) -> tuple[Move, ...]:
    """Return moves without the steps that their gain does not need; all if they gain nothing."""
    gain = _tell_end(rules, table, moves)
    if not gain or len(moves) == 1:
        return tuple(moves)
    return drop_needless(rules, table, moves, lambda kept: _tell_end(rules, table, kept) == gain)


def tell_first_gain(
    rules: Rules, table: Table, moves: Sequence[Move], other: Move | None = None
) -> str:
    """Return the first gain of some moves as a verb; "" if they gain nothing.

    A gain that the ``other`` move has too does not count.
    """
    usual = tell_gain(rules, table, [other]) if other else ""
    starts = (moves[:number] for number in range(1, len(moves) + 1))
    gains = filter(None, (tell_gain(rules, table, start) for start in starts))
    return next((gain for gain in gains if not usual or not gain.startswith(usual)), "")


def tell_gain(rules: Rules, table: Table, moves: Sequence[Move]) -> str:
    """Return what moves gain as a verb, such as "brings AS home in two moves"; "" for nothing.

    >>> from solterm import find
    >>> from solterm.core.table import read
    >>> game = find("klondike-deal-1")
    >>> there = read("t1 kc 8S\\nt2 9H\\nt3 TC", game.ids)
    >>> tell_gain(game.rules(), there, [Move("t1", "t2")])
    "turns up column 1's last hidden card"
    """
    if len(moves) == 1:
        after = rules.make(table, moves[0])
        if rules.is_won(after):
            return _WINS
        return _tell_alone(rules, table, after, moves[0]) or _tell_end(rules, table, moves)
    turns_last = rules.is_turn(moves[-1])
    if turns_last and (gain := tell_gain(rules, table, moves[:-1])):
        return gain  # before the stock is turned
    gain = _tell_end(rules, table, moves)
    is_run = gain.startswith(_LETS)
    return f"{gain} in {spell(len(moves))} moves" if gain and not is_run else gain


def _tell_turn(rules: Rules, table: Table, turn: Move, gain: str) -> str:
    """Return why to turn the stock; the ``gain`` is what that is good for in itself."""
    others = [move for move in rules.legal_moves(table) if move != turn]
    if not others and gain in (NEW_CARDS, GOES_ON):
        return "is the only move now"
    if gain == NEW_CARDS and (kept := _list_kept(rules, table, others)):
        return f"{gain} and keeps {either(kept, 'and')} for later"
    after = rules.legal_moves(rules.make(table, turn))
    helps = [move for move in others if rules.makes_progress(table, move)]
    waits = next((move for move in helps if move in after and move.src[:1] == "t"), None)
    if gain == NEW_CARDS and waits:
        card = table.piles[rules.index[waits.src]][-(waits.depth or waits.count)]
        return f"{gain}, and {cards.text(card)} can wait" if _is_known(card) else gain
    is_plain = gain in (NEW_CARDS, GOES_ON) and not helps
    return f"{gain}; no other move gains anything" if is_plain else gain


def _list_kept(rules: Rules, table: Table, plays: Sequence[Move]) -> list[str]:
    """Return cards of a golf or pair that are as free after a turn of the stock: at most two."""
    names: Iterable[str] = ()
    if isinstance(rules.game.goal, Cleared) and deals_to_foundation(rules):
        names = [move.src for move in plays]
    elif list_pairs(rules.game.groups):  # a pair with the waste's top card would be covered
        names = next((move[:2] for move in plays if {move.src[0], move.dst[:1]} <= {*"trd"}), ())
    ends = [table.piles[rules.index[name]][-1] for name in names if name[0] in "tr"]
    return [cards.text(end) for end in ends if _is_known(end)][:2]


def _tell_alone(rules: Rules, start: Table, after: Table, move: Move) -> str:
    """Return what one move gains, if there is more to say than that its card is played."""
    game = rules.game
    if rules.is_turn(move) or rules.count_scored(after) <= rules.count_scored(start):
        return ""
    if isinstance(game.waits, BaseMissing) and game.waits.holds(start.piles, rules.index):
        return f"makes {cards.text(start.piles[game.index[move.src]][-1])[:-1]} the base"
    if rules.count_scored(after) - rules.count_scored(start) == _SUIT and move.count == _SUIT:
        return _SUIT_DONE
    if move.dst[:1] != "f":
        return _tell_cleared(rules, start, after, move) if list_pairs(game.groups) else ""
    if turned := _tell_turned(rules, start, after):
        return turned
    is_golf = isinstance(game.goal, Cleared)  # where it may be better to leave what could follow
    before, homeward = _list_homeward(rules, start), _list_homeward(rules, after)
    opened = {} if is_golf else dict(homeward.items() - before.items())
    if move.src in opened:
        return f"frees {cards.text(opened[move.src])}, which can follow"
    if opened:
        return f"lets {cards.text(next(iter(opened.values())))} follow"
    if emptied := _tell_emptied(rules, start, after):
        return emptied
    card = start.piles[game.index[move.src]][-(move.depth or move.count)] & ~DOWN
    if card == UNKNOWN:
        return ""
    if is_golf:
        return ""
    if _is_bare(rules, after, card):
        return f"{IS_SAFE}, as {cards.text(card)} has no other use"
    return _tell_follower(rules, after, move.dst)


def _tell_cleared(rules: Rules, start: Table, after: Table, move: Move) -> str:
    """Return what it is good for that some cards have been removed; "" if nothing can be said."""
    before = {pile for move in rules.legal_moves(start) for pile in move[:2]}
    opened = dict.fromkeys(
        pile
        for move in rules.legal_moves(after)
        for pile in move[:2]
        if pile not in before and pile[:1] in ("t", "r")
    )
    piles = [after.piles[rules.index[name]] for name in opened if name in rules.index]
    known = [cards.text(pile[-1]) for pile in piles if pile and _is_known(pile[-1])]
    if known:
        return f"lets {either(known[:2], 'and')} leave next"
    bared = sorted(_list_bared(rules, after, move), reverse=True)
    if bared and bared[0].startswith(_UNCOVERS):
        return bared[0]
    if _fits_no_other(rules, start, move):
        return f"{IS_SAFE}, as they fit no other card"
    if bared:
        return bared[0]
    waste = after.piles[rules.index["w"]] if "w" in move[:2] else ()
    if waste and _is_known(waste[-1]):
        return f"{_UNCOVERS}{cards.text(waste[-1])} on the waste"
    if rules.count_scored(after) - rules.count_scored(start) == 1:
        return "needs no second card"
    return _tell_brought(rules, start, after)


def _list_bared(rules: Rules, after: Table, move: Move) -> Iterator[str]:
    """Yield what the cards of a move no longer cover."""
    for name in filter(None, move[:2]):
        pile = after.piles[rules.index[name]]
        if told := tell_covered(rules, after, name):
            yield told
        elif name[0] == "t" and pile and _is_known(pile[-1]):
            yield f"{_UNCOVERS}{cards.text(pile[-1])}"


def _fits_no_other(rules: Rules, table: Table, move: Move) -> bool:
    """Return whether the two cards of a move could leave with no other card any more."""
    if not move.dst or rules.game.pack is not None or "d" not in rules.index:
        return False
    gone = cards.mask(card & ~DOWN for card in table.piles[rules.index["d"]])
    pair = [table.piles[rules.index[name]][-1] for name in move[:2]]
    fits = [pairs.fit for pairs in list_pairs(rules.game.groups)]
    left = ~(gone | cards.mask(pair))
    return not any(fit.partners[card] & left for fit in fits for card in pair)


def _tell_brought(rules: Rules, start: Table, after: Table) -> str:
    """Return which two cards can leave once the gaps of a grid are closed, and could not before."""
    known = {*_list_couples(rules, after)}
    for table in (start, after):
        for action in (move for move in rules.legal_moves(table) if not move.dst):
            closed = rules.make(table, action)
            for couple in _list_couples(rules, closed):
                if table is after and couple not in known:
                    return f"brings {either(list(map(cards.text, couple)), 'and')} together"
                known.add(couple)
    return ""


def _list_couples(rules: Rules, table: Table) -> Iterator[tuple[Card, Card]]:
    """Yield the known cards that can leave together from a grid."""
    for move in rules.legal_moves(table):
        if move.dst and move.src[0] == move.dst[0] == "g":
            first, second = (table.piles[rules.index[name]][-1] for name in move[:2])
            if _is_known(first) and _is_known(second):
                yield min(first, second), max(first, second)


def _tell_follower(rules: Rules, table: Table, pile: str) -> str:
    """Return which card a foundation takes next, or of which rank."""
    build = BuilderGroup.of(rules.game.group(pile)).build
    card = table.piles[rules.index[pile]][-1]
    takes = build.takes[card] if build and _is_known(card) else 0
    follow = [each for each in cards.pack() if takes >> each & 1]
    if len(follow) == 1:
        return f"{_LETS}{cards.text(follow[0])} follow once it is free"
    ranks = {cards.rank(each) for each in follow}
    return f"{_LETS}{cards.article(ranks.pop())} follow" if len(ranks) == 1 else ""


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
    home = [
        each & ~DOWN for name, pile in _by_name(rules, table) if name[0] == "f" for each in pile
    ]
    for group in rules.game.groups:
        builder = BuilderGroup.of(group)
        if group.kind == "f":
            continue
        for build in filter(None, (builder.build, builder.builds_elsewhere)):
            follow = (each for each in cards.pack() if build.takes[card] >> each & 1)
            if any(home.count(each) < away for each in follow):
                return False
    return True


def _by_name(rules: Rules, table: Table) -> Iterator[tuple[str, Sequence[Card]]]:
    return zip(rules.ids, table.piles, strict=True)


def _tell_end(rules: Rules, start: Table, moves: Sequence[Move]) -> str:
    """Return what some moves gain in the end."""
    before = after = start
    for move in moves:
        before, after = after, rules.make(after, move)
    last = moves[-1]
    game = rules.game
    if prospect := game.goal.prospect(start.piles, after.piles, rules.index):
        return prospect
    scored = rules.count_scored(after) - rules.count_scored(start)
    if scored > 1 and last.dst[:1] == "f":
        is_golf = isinstance(game.goal, Cleared)
        return _tell_run(rules, start, moves) if is_golf else f"brings {_cards(scored)} home"
    if scored > 0 and last.dst[:1] == "f":
        card = before.piles[game.index[last.src]][-1] & ~DOWN
        if isinstance(game.goal, Cleared):
            return ""  # as the move says
        return f"brings {'a card' if card == UNKNOWN else cards.text(card)} home"
    changed = [
        (name, was, now)
        for name, was, now in zip(rules.ids, start.piles, after.piles, strict=True)
        if was is not now
    ]
    if turned := _tell_turned(rules, start, after):
        return turned
    for name, was, now in changed:
        if scored > 0 and name[0] == "d":
            return f"{_CLEARS}{_cards(len(now) - len(was))}"
    if emptied := _tell_emptied(rules, start, after):
        return emptied
    for name, was, now in changed:
        role = role_of(game.group(name)) if len(now) < len(was) else ""
        if role == "stock" and last.dst and role_of(game.group(last.src)) == "waiting":
            name, role = last.src, "waiting"  # it was turned up on the way
        if role in ("reserve", "waiting") and not rules.is_turn(last):
            return _tell_played(rules, before, after, name, last, is_alone=len(moves) == 1)
    if rules.is_turn(last) and UNKNOWN in game.visible(after):
        return NEW_CARDS
    if scored > 0 and (gain := game.goal.gain(scored)):
        return gain
    for name, was, now in changed:
        if name[0] == "t" and was and now and was[0] != now[0] and not rules.is_turn(last):
            return f"{_NEW_BASE} {pile_name(game, name)}"
    return ""


def _tell_run(rules: Rules, table: Table, moves: Sequence[Move]) -> str:
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
    named = list(map(cards.text, takewhile(_is_known, follow)))[:most]
    if more := len(follow) - len(named):
        named.append(f"{spell(more)} more")
    return f"{_LETS}{either(named, 'and')} follow" if follow else ""


def _tell_turned(rules: Rules, start: Table, after: Table) -> str:
    """Return which cards are turned up outside the stock, and how many wait there."""
    turned, there = 0, ""
    for name, was, now in zip(rules.ids, start.piles, after.piles, strict=True):
        if name != "s" and (more := _count_down(was) - _count_down(now)) > 0:
            turned, there = turned + more, name
    if turned != 1:
        return f"turns {_cards(turned)} up" if turned else ""
    at = rules.index[there]
    if len(start.piles[at]) == 1:  # a place of a pyramid, not a column
        hidden = sum(_count_down(pile) for name, pile in _by_name(rules, start) if name[0] == "t")
    elif (hidden := _count_down(start.piles[at])) == 1:
        return f"turns up {pile_name(rules.game, there)}'s last hidden card"
    return f"turns up one of {spell(hidden)} hidden cards" if hidden > 1 else "turns a card up"


def _tell_played(
    rules: Rules, before: Table, after: Table, name: str, last: Move, *, is_alone: bool
) -> str:
    """Return that a card leaves a waiting pile or reserve. The move itself names it if alone."""
    game = rules.game
    card = before.piles[game.index[last.src]][-1:]
    if last.src == name and card and _is_known(card[0]) and not is_alone and last.dst:
        place = "" if name == TURNED else f" from {pile_name(game, name)}"
        return f"plays {cards.text(card[0])}{place}"
    if last.dst[:1] == "g" and (beside := _list_beside(rules, before, last.dst)):
        rest = {name for name, pile in _by_name(rules, after) if name[0] == TURNED and pile}
        fits = bool(rest) and rest <= {move.src for move in rules.legal_moves(after)}
        return f"puts it beside {either(beside, 'and')}{'; all others still fit' * fits}"
    if is_alone and (follower := _find_follower(rules, after, last)):
        return f"{_PLACE}{cards.text(follower)}"
    under = after.piles[game.index[name]][-1:]
    if is_alone and last.src == name and under and _is_known(under[0]):
        can_follow = any(move.src == name for move in rules.legal_moves(after))
        return f"uncovers {cards.text(under[0])}{', which can follow' * can_follow}"
    if is_alone and last.src == name and (wanted := _tell_wanted(rules, after, last.dst)):
        return f"{_PLACE}{wanted}"
    return f"plays {'' if name == TURNED else 'a card from '}{pile_name(game, name)}"


def _tell_wanted(rules: Rules, after: Table, column: str) -> str:
    """Return which cards can be laid on the end of a column; "" for many, or for none in play."""
    build, pile = BuilderGroup.of(rules.game.group(column)).build, after.piles[rules.index[column]]
    if build is None or not _is_known(pile[-1]):
        return ""
    home = cards.mask(
        each & ~DOWN for name, pile in _by_name(rules, after) if name[0] == "f" for each in pile
    )
    wanted = build.wanted(pile[-1]) if build.takes[pile[-1]] & ~home else ""
    return "" if "," in wanted else wanted


def _list_beside(rules: Rules, table: Table, cell: str) -> list[str]:
    """Return the cards to the left and right of a cell of the grid, above and below."""
    near = rules.game.grid.beside[int(cell[1:]) - 1]
    piles = [table.piles[rules.index[f"g{each + 1}"]] for each in near]
    return [cards.text(pile[-1]) for pile in piles if pile and _is_known(pile[-1])]


def _find_follower(rules: Rules, after: Table, move: Move) -> Card | None:
    """Return a known card of a column that can now be laid on the card just moved.

    Cards whose move gains something come first. One that lies as well where it is doesn't count.
    """
    found: list[tuple[bool, Card]] = []
    for follow in rules.legal_moves(after):
        pile = after.piles[rules.index[follow.src]]
        if follow.dst == move.dst and follow.src[0] == "t" and not follow.depth:
            card = pile[-follow.count]
            if _is_known(card) and not is_in_sequence(rules, follow.src, pile, follow.count):
                found.append((not tell_gain(rules, after, [follow]), card))
    return min(found, key=itemgetter(0), default=(False, None))[1]


def _tell_emptied(rules: Rules, start: Table, after: Table) -> str:
    """Return which column becomes empty, and for which card if only some may go there."""
    for name, was, now in zip(rules.ids, start.piles, after.piles, strict=True):
        if not was or now or name[0] != "t":
            continue
        space = BuilderGroup.of(rules.game.group(name)).space
        if space == NOTHING:
            continue
        waits = ""
        for move in rules.legal_moves(after) if space != ANY_CARD else ():
            pile = after.piles[rules.index[move.src]]
            card = pile[-move.count] if pile else DOWN
            if move.dst == name and _is_known(card) and move.count < len(pile):
                waits = f" for {cards.text(card)}"
                break
        return f"empties {pile_name(rules.game, name)}{waits}"
    return ""


def _is_known(card: Card) -> bool:
    return not card & DOWN and card != UNKNOWN


def _cards(number: int) -> str:
    return "a card" if number == 1 else f"{spell(number)} cards"


def _count_down(pile: Sequence[int]) -> int:
    return sum(1 for card in pile if card & DOWN)
