"""Marks: lifting several cards, single covered cards, sequences, and repeating a mark."""

from collections.abc import Callable
from functools import cache

import pytest

from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.tui.table import marking
from solterm.tui.table.marking import MarkedCards
from tests.core.positions import play_from
from tests.effort import tries
from tests.harness.cases import over
from tests.tui.table import at_table

# -- lifting -----------------------------------------------------------------------------------


@over("more fewer", [("+", "-"), ("shift+up", "shift+down")])
def test_a_part_of_a_run_is_lifted_card_by_card(more: str, fewer: str) -> None:
    player = at_table("scorpion", 617)
    player.to("t3")
    player.press("f1")
    assert player.hand.marked_cards.depth == 3
    player.press(fewer)
    assert player.hand.marked_cards.depth == 2
    assert player.view().targets == set()
    player.press(more)
    assert player.view().targets == {"t2"}
    player.press("n", "enter")
    assert player.play.events == ["t3 t2 3"]


def test_a_lift_stays_within_its_pile() -> None:
    player = at_table("scorpion", 617)
    player.to("t7")
    player.press("f1", *["+"] * 8)
    assert player.table.hand.marked_cards.depth == 7
    assert player.notice == "You can't lift more cards here."
    player.press(*["-"] * 9)
    assert player.table.hand.marked_cards.depth == 1


@over(
    "game cards told",
    [
        ("royale-pyramid", "t1 8H", "8H fits nowhere now: it leaves with a 5."),
        ("nestor", "t1 8H", "8H fits nowhere now: it leaves with another 8."),
        ("monte-carlo", "g1 8H", "8H fits nowhere now: it leaves with another 8, if they touch."),
        ("kings-audience", "t1 JH", "JH fits nowhere now: it leaves with AH."),
        ("scorpion", "t1 8H", "8H fits nowhere now."),
    ],
)
def test_a_card_that_fits_nowhere_names_its_partner(game: str, cards: str, told: str) -> None:
    assert marking.why_nowhere(play_from(find(game), cards), MarkedCards(cards[:2])) == told


def test_the_last_mark_can_be_repeated() -> None:
    player = at_table("scorpion", 617)
    player.command("repeat")
    assert player.notice == "Nothing has been marked yet."
    player.to("t3")
    player.press("f1", "-", "escape", "right")
    player.command("repeat")
    assert (player.cursor, player.hand.marked_cards) == ("t3", MarkedCards("t3", 2))


# -- covered cards -----------------------------------------------------------------------------


@over("name", ["exception", "cheat"])
def test_at_level_2_an_exception_or_a_cheat_lets_a_second_card_go(name: str) -> None:
    player = at_table("lady-of-the-manor", 3, 2)
    player.to("t4")
    player.press("+")
    assert player.hand.marked_cards == MarkedCards("t4", 1)
    player.press("escape")
    player.command(name)
    player.press(*(["y"] if name == "cheat" else []), "+", "n", "enter")
    assert player.play.events[-1] == "t4@2 f1"
    assert player.play.tally.exceptions == (name == "exception")


def test_a_drawn_card_is_marked_once_x_allows_it() -> None:
    player = at_table("bouquet", 617)
    player.press("x")
    assert player.notice.endswith("+ marks it, Esc cancels.")
    draw = next(move for move in player.play.legal_moves if move.depth == 2)
    player.to(draw.src)
    player.press("+")
    assert player.table.hand.marked_cards == MarkedCards(draw.src, at=2)
    player.to(draw.dst)
    player.press("f1")
    assert player.play.events == ["x", str(draw)]
    assert player.notice.startswith("Exception: ")
    assert "turned" not in player.notice


def test_the_draw_of_three_shuffles_reaches_every_card_that_fits() -> None:
    player = at_table("three-shuffles-and-a-draw", 1)
    player.to("t2")
    player.press("+")
    assert player.table.hand.marked_cards == MarkedCards("t2", at=3)
    player.press("n")
    assert player.table.hand.cursor == "f2"
    player.press("enter")
    assert player.play.events == ["t2@3 f2"]


def test_a_stock_to_turn_up_is_never_marked() -> None:
    player = at_table("klondike-deal-1", 617)
    player.to("s")
    player.press("f1")
    assert player.table.hand.marked_cards is None
    assert player.notice == "Turn up the cards of the stock before you play them."


# -- shortcuts ---------------------------------------------------------------------------------


def _find_sequence() -> tuple[int, tuple[str, ...], Move]:
    """Return a Free Cell deal, its events so far, and a sequence that free cells can carry."""
    game = find("free-cell")
    for deal in range(1, 60):
        play = Play(game, deal)
        for _ in range(12):
            for name in play.rules.ids:
                for move in marking.moves_from(play, name):
                    single = move._replace(count=1)
                    if move.count > 1 and single not in play.legal_moves and play.pile(move.dst):
                        return deal, tuple(play.events), move
            onto = [m for m in play.legal_moves if m.dst[:1] == "t" and play.pile(m.dst)]
            if not onto:
                break
            play.push(onto[0])
    raise AssertionError("no deal builds a sequence")


@over("is_lifted", [True, False])
def test_f1_between_two_columns_moves_as_many_cards_as_can_go(is_lifted: bool) -> None:
    deal, events, move = _find_sequence()
    player = at_table("free-cell", deal, events=events)
    before = player.play.moves
    player.to(move.src)
    player.press("f1", *["+"] * is_lifted * (move.count - 1))
    assert move.dst in player.view().targets
    player.to(move.dst)
    player.press("f1")
    assert player.play.events[-1] == str(move)
    assert player.play.moves == before + 2 * move.count - 1


# -- all games ---------------------------------------------------------------------------------


def share_at(level: int) -> list[Game]:
    """Return all games in a thorough run, else a third of them, others at each level."""
    share = tries(1, 3)
    return list(catalogue().values())[level % share :: share]


@pytest.mark.parametrize("level", [3, 1])
def test_every_proposal_and_target_can_be_played(level: int) -> None:
    for game in share_at(level):
        play = Play(game, 617, level)
        for _ in range(tries(8, 2)):
            for name in play.rules.ids:
                grip = marking.default_mark(play, name)
                for move in marking.places(play, grip):
                    assert name in (move.src, move.dst)
                    assert play.why_not(move) is None or play.steps(move), (game.id, move)
                for target in marking.targets(play, grip):
                    assert marking.find_between(play, grip, target), (game.id, name, target)
            legal = list(play.legal_moves)
            if not legal:
                break
            play.push(legal[len(play.events) % len(legal)])


def _moves_between(play: Play) -> Callable[[str, str], set[Move | None]]:
    """Return a function that finds the moves between two piles, for each mark on the first."""

    @cache
    def grips(pile: str) -> list[MarkedCards]:
        return [marking.default_mark(play, pile), *marking.marks(play, pile)]

    @cache
    def moves(pile: str, other: str) -> set[Move | None]:
        return {marking.find_between(play, grip, other) for grip in grips(pile)}

    return moves


@pytest.mark.parametrize("level", [3, 2, 1])
def test_a_covered_card_moves_only_if_it_is_marked_itself(level: int) -> None:
    """A move between two piles never spends a draw by accident."""
    for game in share_at(level):
        play = Play(game, 12571, level)
        for _ in range(4):
            covered = [move for move in play.legal_moves if move.depth]
            for move in covered[:: len(covered) // 4 + 1]:
                for pile, other in ((move.src, move.dst), (move.dst, move.src)):
                    for grip in [marking.default_mark(play, pile), *marking.marks(play, pile)]:
                        made = marking.find_between(play, grip, other)
                        if made and made.depth:
                            own = made.depth if made.src == pile else made.target_depth
                            assert own == grip.at > 0, (game.id, grip, str(made))
                        assert made is not None or other not in marking.targets(play, grip)
            legal = list(play.legal_moves)
            if not legal:
                break
            play.push(legal[len(play.events) * 7 % len(legal)])


@pytest.mark.parametrize("level", [3, 2, 1])
def test_every_legal_move_can_be_marked_and_made(level: int) -> None:
    for game in share_at(level):
        play = Play(game, 617, level)
        for _ in range(tries(12, 5)):
            moves_between = _moves_between(play)
            for move in play.legal_moves:
                if not move.dst:
                    continue
                ways = moves_between(move.src, move.dst)
                if move.target_depth:  # a pair of covered cards, which goes either way
                    ways = ways | moves_between(move.dst, move.src)
                assert move in ways, (game.id, str(move))
            legal = list(play.legal_moves)
            if not legal:
                break
            play.push(legal[len(play.events) * 7 % len(legal)])


def test_a_game_that_waits_for_its_base_says_so_for_every_card() -> None:
    told = "First choose the base: play the top card of a reserve to a foundation."
    assert marking.why_nowhere(Play(find("duchess"), 47), MarkedCards("t1")) == told
