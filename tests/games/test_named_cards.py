"""A move with ``@N`` plays exactly the card it names."""

from collections.abc import Iterable
from random import Random

import pytest

from solterm.core.cards import DOWN, Card
from solterm.core.game import Game
from solterm.core.groups import list_pairs
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.vocabulary.exceptions import DrawUnder, LevelOneMove
from solterm.games.pair_games import THE_WISH
from tests.core.positions import legal, position
from tests.core.strategies import some_games
from tests.effort import tries


def texts(game: Game, random: Random, table: Table) -> list[str]:
    """Return texts of moves with a depth at either pile or both."""
    depths = ("", "@1", "@2", "@2", "@3")
    filled = [name for name, pile in zip(game.ids, table.piles, strict=True) if pile] or ["s"]
    some = [f"{random.choice(filled)}@{random.choice((1, 2, 2, 3))}" for _ in range(tries(12, 4))]
    onto = [f"{random.choice((*game.ids, 'f'))}{random.choice(depths)}" for _ in some]
    pairs = [f"{one} {other}" for one, other in zip(some, onto, strict=True)]
    return pairs + [f"{other} {one}" for one, other in zip(some, onto, strict=True)]


def spots(text: str) -> set[tuple[str, int]]:
    """Return the piles a text names, and the depth in each."""
    move = Move.parse(text)
    return {(move.src, move.depth or 1), (move.dst, move.target_depth or 1)}


def card_at(rules: Rules, table: Table, pile: str, depth: int) -> Card:
    return table.piles[rules.index[pile]][-depth] & ~DOWN


def rules_of(game: Game, level: int) -> Iterable[Rules]:
    """Return the rules that moves at a level may follow, including those of an exception."""
    armed = [game.rules_armed(level, each) for each in (LevelOneMove(), DrawUnder())]
    return dict.fromkeys((game.rules(level), *armed))


@some_games
def test_a_move_with_a_depth_plays_that_card_or_is_refused(game: Game) -> None:
    random = Random(game.id)
    for level in LEVELS:
        play = Play(game, random.randrange(1, 32001), level)
        for _ in range(tries(8, 2)):
            table = play.table
            for rules in rules_of(game, level):
                moves = [
                    move for move in rules.legal_moves(table) if move.depth or move.target_depth
                ]
                some = random.sample(moves, min(len(moves), tries(12, 4)))
                typed = texts(game, random, table) + [str(move) for move in some]
                typed += [str(move.turned_round) for move in some]
                for text in dict.fromkeys(typed):
                    check(rules, table, text)
            choices = list(play.legal_moves)
            if not choices:
                break
            play.push(random.choice(choices))


def check(rules: Rules, table: Table, text: str) -> None:
    try:
        move = rules.resolve(table, text)
    except Refusal as error:
        assert str(error).endswith(".")
        return
    refusal = rules.why_not(table, move)
    if refusal is not None:
        assert refusal.endswith("."), text
        return
    named = spots(text)
    meant = {(move.src, move.depth or 1), (move.dst, move.target_depth or 1)}
    if ("f", 1) in named:
        meant = {(pile[:1] if pile[:1] == "f" else pile, at) for pile, at in meant}
    assert meant == named, (text, str(move))
    after = rules.make(table, move)
    if move.dst[:1] in "fd" or not table.piles[rules.index[move.dst]]:
        return
    if list_pairs(rules.game.groups):
        gone = [card_at(rules, table, pile, at) for pile, at in sorted(meant)]
        assert sorted(after.piles[rules.index["d"]][-2:]) == sorted(gone), text
    else:
        taken = card_at(rules, table, move.src, move.depth or 1)
        assert after.piles[rules.index[move.dst]][-1] == taken, text


# -- The Wish ----------------------------------------------------------------------------------

SECONDS = "t1 7c KC 9H\nt4 8d kd 7D\nt6 as 8S\nt8 qh JH"


def test_a_depth_applies_to_the_pile_before_it() -> None:
    rules, table = THE_WISH.rules(1), position(THE_WISH, "t1 9c kc 8H\nt4 9d 8d KD")
    assert legal(rules, table) == {"t1@2 t4", "t4@2 t1"}
    for text, gone in {
        "t4@2 t1": "d 8D 8H",
        "t1 t4@2": "d 8D 8H",
        "t1@2 t4": "d KC KD",
        "t4 t1@2": "d KC KD",
    }.items():
        after = rules.make(table, rules.resolve(table, text))
        assert after.piles[rules.index["d"]] == position(THE_WISH, gone).piles[rules.index["d"]]


def test_two_second_cards_may_pair_only_at_level_1() -> None:
    table = position(THE_WISH, SECONDS)
    assert legal(THE_WISH.rules(2), table) == set()
    rules = THE_WISH.rules(1)
    assert legal(rules, table) == {"t1@2 t4@2"}
    assert rules.resolve(table, "t4@2 t1@2") == Move("t1", "t4", depth=2, target_depth=2)
    assert rules.make(table, Move("t1", "t4", depth=2, target_depth=2)) == position(
        THE_WISH, "t1 7c 9H\nt4 8d 7D\nt6 as 8S\nt8 qh JH\nd KC KD"
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("t1@2 t6@2", "KC and AS do not go together: their ranks differ."),
        ("t1@2 t1@2", "A pair is two cards: name two piles."),
        ("t1@2 t4@1", "Name an end card by its pile alone."),
        ("t1@2 t4@3", "You can't take a card out from under others."),
        ("t1@2 t2@2", "There is no card on pile 2."),
    ],
)
def test_refused_pairs_have_a_reason(text: str, reason: str) -> None:
    rules, table = THE_WISH.rules(1), position(THE_WISH, SECONDS)
    assert rules.why_not(table, rules.resolve(table, text)) == reason


@pytest.mark.parametrize("deal", [5, 15036, *range(1, 30)])
def test_at_level_1_the_game_is_over_when_no_two_of_the_upper_cards_match(
    deal: int,
) -> None:
    play, random = Play(THE_WISH, deal, 1), Random(deal)
    while play.outcome is None:
        play.push(random.choice(list(play.legal_moves)))
    tops = [card for pile in play.table.piles[:-1] for card in pile[-2:]]
    assert len({card & 15 for card in tops}) == len(tops)
