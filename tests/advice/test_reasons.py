"""Reasons: each is true of the moves it is given for, and says more than the moves do."""

import re
from collections.abc import Callable, Mapping, Sequence
from itertools import groupby, pairwise, product
from random import Random

import pytest

from solterm.advice.ask import Direct
from solterm.advice.choose import Hints
from solterm.advice.placement import Placements
from solterm.advice.quick import Hint
from solterm.advice.reasons import Gain, Reason, drop_idle_steps, find_gain, tell_reason
from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup, CoverGroup, list_pairs
from solterm.core.idle import role_of
from solterm.core.move import Move
from solterm.core.phrases import spell
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Cleared
from solterm.core.words.describe import pile_name
from solterm.games import find
from tests.core.positions import play_from
from tests.core.strategies import some_games_at_a_level
from tests.effort import tries

Way = Sequence[Move]


def after(rules: Rules, table: Table, way: Way) -> Table:
    for move in way:
        assert move in rules.legal_moves(table)
        table = rules.make(table, move)
    return table


def count_hidden(rules: Rules, table: Table) -> dict[str, int]:
    piles = zip(rules.ids, table.piles, strict=True)
    return {name: sum(bool(card & DOWN) for card in pile) for name, pile in piles if name != "s"}


def homeward(rules: Rules, table: Table) -> set[Card]:
    moves = (move for move in rules.legal_moves(table) if move.dst[:1] == "f" and not move.depth)
    return {table.piles[rules.index[move.src]][-1] for move in moves}


def covers(rules: Rules, table: Table, name: str) -> int:
    """Return how many cards of a pyramid or peak cover a pile."""
    group = rules.game.group(name)
    if not isinstance(group, CoverGroup) or group.cover is None:
        return 0
    over = group.cover.over(int(name[1:]) - 1)
    return sum(bool(table.piles[rules.index[f"{name[0]}{place + 1}"]]) for place in over)


def uncovers(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    end = after(rules, table, way)
    piles = [name for name in rules.ids if end.piles[rules.index[name]][-1:] == reason.cards]
    return any(
        table.piles[rules.index[name]] != end.piles[rules.index[name]]
        or covers(rules, table, name) > covers(rules, end, name) == 0
        for name in piles
    )


def waiting(rules: Rules, table: Table) -> int:
    piles = zip(rules.ids, table.piles, strict=True)
    return sum(len(pile) for name, pile in piles if role_of(rules.game.group(name)))


def plays(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    before, end = after(rules, table, way[:-1]), after(rules, table, way)
    if waiting(rules, end) >= waiting(rules, table) or rules.is_turn(way[-1]):
        return False
    what, _, place = reason.words.partition(" from ")
    if not place:  # the card of the stock that was turned up
        return role_of(rules.game.group(way[-1].src)) == "waiting"
    fewer = [
        name
        for name, was, now in zip(rules.ids, before.piles, end.piles, strict=True)
        if pile_name(rules.game, name) == place and len(now) < len(was)
    ]
    ends = {cards.text(before.piles[rules.index[name]][-1]) for name in fewer}
    return bool(fewer) and what in {*ends, "a card"}


def is_pair(table: Table, pair: Sequence[Card]) -> bool:
    return any((two[1], two[0]) == pair for pile in table.piles for two in pairwise(pile))


def scores(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    end = after(rules, table, way)
    scored = rules.count_scored(end) - rules.count_scored(table)
    if reason.words and reason.words == rules.game.goal.prospect(
        table.piles, end.piles, rules.index
    ):
        return True
    piles = zip(rules.ids, table.piles, end.piles, strict=True)
    cleared = sum(len(now) - len(was) for name, was, now in piles if name == "d")
    return scored > 0 and reason.number in (scored, cleared)


def follows(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    end = after(rules, table, way)
    if isinstance(rules.game.goal, Cleared) and way[-1].dst[:1] in ("f", ""):
        played = []
        for move in way:
            if not rules.is_turn(move):
                played.append(table.piles[rules.index[move.src]][-1])
            table = rules.make(table, move)
        follow = played if rules.is_turn(way[0]) else played[1:]
        is_named = not reason.cards or reason.cards == (follow[0],)
        return is_named and len(reason.cards) + reason.number == len(follow)
    if list_pairs(rules.game.groups):
        piles = {name for move in rules.legal_moves(end) for name in move[:2] if name}
        ends = (end.piles[rules.index[name]][-1:] for name in piles)
        return {*reason.cards} <= {card for pile in ends for card in pile}
    return {*reason.cards} <= homeward(rules, end) - homeward(rules, table)


def is_safe(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    groups = [group for group in map(BuilderGroup.of, rules.game.groups) if group.kind != "f"]
    piles = zip(rules.ids, after(rules, table, way).piles, strict=True)
    home = {card for name, pile in piles if name[0] == "f" for card in pile}
    left = cards.mask(card for card in cards.pack() if card not in home)
    builds = (each for group in groups for each in (group.build, group.builds_elsewhere))
    return not any(build and build.takes[reason.cards[0]] & left for build in builds)


def empties(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    end = after(rules, table, way)
    return any(
        pile_name(rules.game, name) == reason.words and was and not now
        for name, was, now in zip(rules.ids, table.piles, end.piles, strict=True)
    )


def makes_a_place(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    before, moved = after(rules, table, way[:-1]), way[-1]
    card = before.piles[rules.index[moved.src]][-moved.count]
    return moved.dst == way[-2].dst and (card,) == reason.cards


def joins(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    upper, lower = reason.cards
    is_new = is_pair(after(rules, table, way), reason.cards)
    return is_new and cards.suit(upper) == cards.suit(lower)


def turns_up(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    hiding, left = count_hidden(rules, table), count_hidden(rules, after(rules, table, way))
    number = sum(max(0, hiding[name] - left[name]) for name in hiding)
    if match := re.fullmatch(r"(.+)'s last hidden card", reason.words):
        names = [name for name in hiding if pile_name(rules.game, name) == match[1]]
        return number == 1 and [hiding[name] for name in names] == [1]
    if match := re.fullmatch(r"one of (.+) hidden cards", reason.words):
        told = {spell(each) for each in (*hiding.values(), sum(hiding.values())) if each > 1}
        return number == 1 and match[1] in told
    return number == reason.number


def shows_new_cards(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    ahead = [*rules.go_through_stock(table), after(rules, table, way)]
    return any(UNKNOWN in rules.game.visible(each) for each in ahead)


def holds(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    return Placements(rules.game, rules.index, table).count_held(way[0]) == reason.number


IS_TRUE: Mapping[Gain, Callable[[Rules, Table, Way, Reason], bool]] = {
    Gain.WINS: lambda rules, table, way, _: rules.is_won(after(rules, table, way)),
    Gain.SCORES: scores,
    Gain.TURNS_UP: turns_up,
    Gain.FOLLOWS: follows,
    Gain.SAFE: is_safe,
    Gain.EMPTIES: empties,
    Gain.PLAYS: plays,
    Gain.PLACE: makes_a_place,
    Gain.NEW_CARDS: shows_new_cards,
    Gain.UNCOVERS: uncovers,
    Gain.JOINS: joins,
    Gain.HOLDS: holds,
    Gain.ONLY: lambda rules, table, way, _: [*rules.legal_moves(table)] == [way[0]],
}


def check(play: Play, found: Hint) -> None:
    """Check a hint against the rules: the cards, piles and numbers that it names."""
    rules, way, reason = play.rules, found.way, found.reason
    told = f"{play.game.id} {play.level} {play.deal} {play.events}: {found.text} {way}"
    known = {card & ~DOWN for pile in play.known.piles for card in pile}
    named = re.findall(r"\b[A2-9TJQK][CDHS]\b", found.text)
    assert {cards.parse(name) for name in named} <= known, told
    if found.turns > 1:
        assert [*way[: found.turns]] == [found.move] * found.turns, told
    if wins := re.search(r"wins within (\w+) steps", found.text):
        check_win(play, way, wins[1], told)
    if reason is None or (wins and reason.gain is not Gain.WINS):
        return
    assert IS_TRUE[reason.gain](rules, play.known, way, reason), told
    assert len(tell_reason(reason).split()) <= 10
    if reason.gain is Gain.NEW_CARDS:
        ends = [after(rules, play.traced, way)]
        if reason.words:  # it takes more turns
            ends = [*rules.go_through_stock(play.traced)]
        assert any(not play.seen.issuperset(play.game.visible(each)) for each in ends), told
    if reason.steps > 1:
        while play.rules.is_turn(way[-1]) and len(way) > reason.steps:
            way = way[:-1]  # the stock is turned afterwards
        assert reason.steps == len(way), told
        assert not IS_TRUE[reason.gain](rules, play.known, way[:-1], reason), f"sooner: {told}"


def check_win(play: Play, way: Way, steps: str, told: str) -> None:
    """Check that a way wins in the steps that a hint tells; turns in a row may count as one."""
    groups = groupby(way, key=lambda move: move if play.rules.is_turn(move) else object())
    fewest, tried = sum(1 for _ in groups), play.copy()
    for move in way:
        tried.push(move)
    assert tried.tally.won, told
    assert steps in {spell(count) for count in range(fewest, len(way) + 1)}, told


@some_games_at_a_level
def test_reasons_are_true(game: Game, level: int) -> None:
    """In each game, random moves and hints lead to positions whose hints are checked."""
    for deal, is_searched in product(range(1, 1 + tries(2, 1)), (False, *[True] * tries(1, 0))):
        play, chance = Play(game, deal, level), Random(deal)
        hints = Hints(Direct(positions=60))
        hints.worker.is_off = not is_searched
        for _ in range(tries(60, 15)):
            found = hints.ask(play).wait()
            check(play, found)
            legal = [*play.legal_moves]
            if not legal or not found.move:
                break
            move = chance.choice(legal)
            check(play, Hint.of(play.rules, play.known, [move]))
            play.push(found.move if chance.random() < 0.7 else move)


@pytest.mark.parametrize(
    ("game", "text", "move", "reason"),
    [
        ("klondike-deal-1", "t1 KH AS\nf2 2H", "t1 f1", "is safe, as AS has no other use"),
        ("klondike-deal-1", "w 8S\nt1 9H\nt2 KC 7D", "w t1", "makes a place for 7D"),
        ("klondike-deal-1", "w 8S\nt1 9H\nt2 8C 7D\nt3 kc 7H", "w t1", "makes a place for 7H"),
        ("klondike-deal-1", "w 8S\nt1 9H", "w t1", "plays a card from the waste"),
        ("klondike-deal-1", "w 5H 6H\nt1 2C", "s", "is the only move now"),
        ("klondike-deal-1", "t1 kc qh 8S\nt2 9H", "t1 t2", "turns up one of two hidden cards"),
        ("klondike-deal-1", "t1 9D 2S AS", "t1 f1", "lets 2S follow"),
        ("klondike-deal-1", "t1 9D AS\nt2 9C 2S", "t1 f1", "lets 2S follow"),
        ("klondike-deal-1", "t1 8S\nt2 9H\nt3 4C KD", "t1 t2", "empties column 1"),
        ("klondike-deal-1", "s\nw 4H", "s", "is the only move now"),
        ("sir-tommy", "s 5C\nw1 9D\nw2 3H", "s w1", "covers no card that could go home sooner"),
        ("sir-tommy", "s KC\nw1 9D QH 8H", "s w1", "holds back two cards"),
        ("poker", "h 9C\ng1 9S\ng2 2H", "h g6", "makes a pair"),
        ("poker", "h 8S\ng1 9S\ng2 2H", "h g6", "keeps a straight flush possible"),
        ("montana", "g2 2H", "g2 g1", "puts 2H in order"),
        ("accordion", "t1 5H\nt2 9H\nt3 TC", "t2 t1", "closes up a pile"),
        ("simple-simon", "t1 2H 9S\nt2 3D TS\nt3 4D 5C", "t1 t2", "goes on TS of its own suit"),
        ("yukon", "t1 2H 9S\nt2 3D TH", "t1 t2", "uncovers 2H"),
        ("yukon", "t1 AC 2D\nt2 9D 3S", "t1 t2", "uncovers AC, which can go home"),
        ("ultimate-pyramid", "t1 8C\nt2 QC\nw AD", "t2 w", "uncovers 8C"),
        ("fourteen-out", "t1 8C KC\nt2 AD", "t1 t2", "uncovers 8C"),
        ("fourteen-out", "t1 KC\nt2 AD", "t1 t2", "clears two cards"),
        ("royale-golf", "f 5C\nt1 9D 6C\nt2 4D", "t1 f", "uncovers 9D"),
        ("royale-golf", "f 5C\nt1 7D 6C", "t1 f", "uncovers 7D, which can follow"),
        ("tri-peaks", "f 5C\nt4 8d\nt10 9d\nt19 6C", "t19 f", "turns up one of two hidden cards"),
    ],
)
def test_a_reason_says_more_than_the_move(game: str, text: str, move: str, reason: str) -> None:
    play = play_from(find(game), text)
    found = Hint.of(play.rules, play.known, [play.resolve(move)])
    assert found.text.endswith(f": that {reason}.")
    check(play, found)


def test_a_run_of_a_golf_names_the_cards_that_follow() -> None:
    play = play_from(find("royale-golf"), "f 5C\nt1 6C\nt2 9D 8S 7D\ns kd")
    run = [Move("t1", "f"), *[Move("t2", "f")] * 3]
    found = [find_gain(play.rules, play.known, run[:number]) for number in (2, 3, 4)]
    told = [tell_reason(reason) for reason in found if reason]
    assert told == ["lets 7D follow", "lets 7D and one more follow", "lets 7D and two more follow"]


def test_what_a_move_gains_is_not_told_of_the_moves_behind_it() -> None:
    play = play_from(find("forty-thieves"), "w 3H\nt1 4H\nt2 9D 2H")
    found = Hint.of(play.rules, play.known, [Move("w", "t1"), Move("t2", "t1")])
    assert found.text == "Try 3H to column 1: that makes a place for 2H."


def test_turning_the_waste_over_plays_no_card() -> None:
    play = play_from(find("klondike-deal-1"), "w 5H 6H\nt1 9H 8S\nt2 9D")
    assert find_gain(play.rules, play.table, [Move("s"), Move("t1", "t2")]) is None


def test_a_move_without_a_reason_gets_none() -> None:
    play = play_from(find("monte-carlo"), "g1 9H\ng2 9C\ng4 5D\ng5 5C")
    assert Hint.of(play.rules, play.known, [play.resolve("s")]).text == "Close the gaps."
    play = play_from(find("klondike-deal-1"), "w 2S\nf1 AS")
    assert Hint.of(play.rules, play.known, [play.resolve("w f1")]).text == "Try 2S to foundation 1."


def test_a_step_that_the_gain_does_not_need_is_dropped() -> None:
    play = play_from(find("klondike-deal-1"), "t1 kc 8S\nt2 9H\nt3 5H\nt4 TC 6C")
    needless, needed = Move("t3", "t4"), Move("t1", "t2")
    assert drop_idle_steps(play.rules, play.table, [needless, needed]) == (needed,)
    play = play_from(find("klondike-deal-1"), "t1 kc 9H 8S\nt2 9D\nt3 TC")
    both = (Move("t1", "t2"), Move("t1", "t3"))
    assert drop_idle_steps(play.rules, play.table, both) == both
