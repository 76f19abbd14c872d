"""Reasons: each is true of the moves it is given for, and says more than the moves do."""

from collections.abc import Callable, Mapping, Sequence
from itertools import pairwise
from random import Random

import pytest

from solterm.advice.choose import hint
from solterm.advice.placement import Placements
from solterm.advice.quick import Hint
from solterm.advice.reasons import Gain, Reason, drop_idle_steps, find_gain, tell_reason
from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup, CoverGroup, list_pairs
from solterm.core.idle import role_of
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.goals import Cleared
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


def hidden(rules: Rules, table: Table) -> int:
    piles = zip(rules.ids, table.piles, strict=True)
    return sum(bool(card & DOWN) for name, pile in piles if name != "s" for card in pile)


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


def is_pair(table: Table, pair: Sequence[Card]) -> bool:
    return any((two[1], two[0]) == pair for pile in table.piles for two in pairwise(pile))


def scores(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    end = after(rules, table, way)
    scored = rules.count_scored(end) - rules.count_scored(table)
    if reason.words and reason.words == rules.game.goal.prospect(
        table.piles, end.piles, rules.index
    ):
        return True
    return scored == reason.number or "d" in rules.index


def follows(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    end = after(rules, table, way)
    if isinstance(rules.game.goal, Cleared) and way[-1].dst[:1] in ("f", ""):
        played = [move for move in way if not rules.is_turn(move)]
        return len(reason.cards) + reason.number <= len(played)
    if list_pairs(rules.game.groups):
        piles = {name for move in rules.legal_moves(end) for name in move[:2] if name}
        return {*reason.cards} <= {end.piles[rules.index[name]][-1] for name in piles}
    return {*reason.cards} <= homeward(rules, end) - homeward(rules, table)


def is_safe(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    groups = [group for group in map(BuilderGroup.of, rules.game.groups) if group.kind != "f"]
    piles = zip(rules.ids, after(rules, table, way).piles, strict=True)
    home = {card for name, pile in piles if name[0] == "f" for card in pile}
    left = cards.mask(card for card in cards.pack() if card not in home)
    builds = (each for group in groups for each in (group.build, group.builds_elsewhere))
    return not any(build and build.takes[reason.cards[0]] & left for build in builds)


def empties(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    def count(each: Table) -> int:
        piles = zip(rules.ids, each.piles, strict=True)
        return sum(not pile for name, pile in piles if name[0] == "t")

    return count(after(rules, table, way)) > count(table)


def makes_a_place(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    before, moved = after(rules, table, way[:-1]), way[-1]
    card = before.piles[rules.index[moved.src]][-moved.count]
    return moved.dst == way[-2].dst and (card,) == reason.cards


def shows_new_cards(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    ahead = [*rules.go_through_stock(table), after(rules, table, way)]
    return any(UNKNOWN in rules.game.visible(each) for each in ahead)


def holds(rules: Rules, table: Table, way: Way, reason: Reason) -> bool:
    return Placements(rules.game, rules.index, table).count_held(way[0]) == reason.number


IS_TRUE: Mapping[Gain, Callable[[Rules, Table, Way, Reason], bool]] = {
    Gain.WINS: lambda rules, table, way, _: rules.is_won(after(rules, table, way)),
    Gain.SCORES: scores,
    Gain.TURNS_UP: lambda rules, table, way, reason: (
        hidden(rules, table) - hidden(rules, after(rules, table, way)) == reason.number
    ),
    Gain.FOLLOWS: follows,
    Gain.SAFE: is_safe,
    Gain.EMPTIES: empties,
    Gain.PLAYS: lambda rules, table, way, _: (
        waiting(rules, after(rules, table, way)) < waiting(rules, table)
    ),
    Gain.PLACE: makes_a_place,
    Gain.NEW_CARDS: shows_new_cards,
    Gain.UNCOVERS: uncovers,
    Gain.JOINS: lambda rules, table, way, reason: is_pair(after(rules, table, way), reason.cards),
    Gain.HOLDS: holds,
    Gain.ONLY: lambda rules, table, way, _: [*rules.legal_moves(table)] == [way[0]],
}


def check(play: Play, found: Hint) -> None:
    if found.reason:
        is_true = IS_TRUE[found.reason.gain](play.rules, play.known, found.way, found.reason)
        assert is_true, f"{play.game.id} {play.deal} {play.events}: {found.text} {found.way}"
        assert len(tell_reason(found.reason).split()) <= 10


@some_games_at_a_level
def test_reasons_are_true(game: Game, level: int) -> None:
    for deal in range(1, 1 + tries(6, 1)):
        play, chance = Play(game, deal, level), Random(deal)
        for _ in range(tries(60, 18)):
            found = hint(play)
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


def test_a_card_of_a_later_move_is_named() -> None:
    play = play_from(find("klondike-deal-1"), "s 4h 7d\nt1 8S\nt2 KD")
    told = find_gain(play.rules, play.table, [Move("s"), Move("w", "t1")])
    assert told and tell_reason(told) == "plays 7D from the waste in two moves"


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


def test_a_move_is_not_praised_for_what_others_gain() -> None:
    play = play_from(find("klondike-deal-1"), "t1 kc 8S\nt2 9H\nt3 JD 5H\nt4 TC 6C")
    told = Hint.of(play.rules, play.table, [Move("t3", "t4"), Move("t1", "t2")]).text
    assert told == "Try 5H to column 4: that uncovers JD."
