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
from tests.tui.player import playing
from tests.tui.table import at_table

# -- lifting -----------------------------------------------------------------------------------


@pytest.mark.parametrize(("more", "fewer"), [("+", "-"), ("shift+up", "shift+down")])
def test_a_part_of_a_run_is_lifted_card_by_card(more: str, fewer: str) -> None:
    player = at_table("scorpion", 617)
    player.to("t3")
    player.press("f1")
    assert player.table.hand.marked_cards.depth == 3
    player.press(fewer)
    assert player.table.hand.marked_cards.depth == 2
    assert player.table.view().targets == set()
    player.press(more)
    assert player.table.view().targets == {"t2"}
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


def test_a_covered_card_without_a_place_is_named() -> None:
    player = at_table("shamrocks", 1)
    player.to("t1")
    player.press("x", "+")
    assert player.notice == "KS fits nowhere now."


@pytest.mark.parametrize(
    ("game", "told"),
    [
        ("royale-pyramid", "8H fits nowhere now: it leaves with a 5."),
        ("fourteen-out", "8H fits nowhere now: it leaves with a 6."),
        ("nestor", "8H fits nowhere now: it leaves with another 8."),
        ("scorpion", "8H fits nowhere now."),
    ],
)
def test_a_card_of_a_pair_names_its_partner(game: str, told: str) -> None:
    play = play_from(find(game), "t1 8H")
    assert marking.why_nowhere(play, MarkedCards("t1")) == told


def test_a_card_of_a_grid_says_that_its_partner_must_touch_it() -> None:
    play = play_from(find("monte-carlo"), "g1 8H")
    told = "8H fits nowhere now: it leaves with another 8, if they touch."
    assert marking.why_nowhere(play, MarkedCards("g1")) == told


def test_a_jack_names_the_ace_of_its_suit() -> None:
    play = play_from(find("kings-audience"), "t1 JH")
    told = "JH fits nowhere now: it leaves with AH."
    assert marking.why_nowhere(play, MarkedCards("t1")) == told


def test_the_last_mark_can_be_repeated() -> None:
    player = at_table("scorpion", 617)
    player.command("repeat")
    assert player.notice == "Nothing has been marked yet."
    player.to("t3")
    player.press("f1", "-", "escape", "right")
    player.command("repeat")
    assert (
        player.table.hand.cursor,
        player.table.hand.marked,
        player.table.hand.marked_cards.depth,
    ) == ("t3", "t3", 2)


# -- covered cards -----------------------------------------------------------------------------


def test_level_1_lets_second_cards_of_a_floor_pile_go() -> None:
    player = at_table("lady-of-the-manor", 3, 1)
    player.to("t4")
    player.press("+")
    assert player.table.hand.marked_cards == MarkedCards("t4", at=2)
    assert "alone is marked, from under" in player.notice
    player.press("f5")
    assert player.play.events == ["t4@2 f1"]


@pytest.mark.parametrize("name", ["exception", "cheat"])
def test_at_level_2_an_exception_or_a_cheat_lets_a_second_card_go(name: str) -> None:
    player = at_table("lady-of-the-manor", 3, 2)
    player.to("t4")
    player.press("+")
    assert player.table.hand.marked_cards == MarkedCards("t4", 1)
    player.press("escape")
    player.command(name)
    player.press(*(["y"] if name == "cheat" else []), "+", "n", "enter")
    assert player.play.events[-1] == "t4@2 f1"
    assert player.play.tally.exceptions == (name == "exception")


def test_in_the_wish_a_second_card_pairs_even_with_its_own_cover() -> None:
    player = at_table("the-wish", 1, 1)
    player.to("t1")
    player.press("+")
    assert player.table.hand.marked_cards == MarkedCards("t1", at=2)
    player.to("t4")
    player.press("f1")
    assert player.play.events == ["t1@2 t4"]
    player.press("u")
    player.to("t8")
    player.press("+", "f1")
    assert player.play.events[-1] == "t8@2 t8"


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


def test_x_says_so_if_no_covered_card_fits_anywhere() -> None:
    player = at_table("bouquet", 30)
    player.press("x")
    assert player.notice.endswith("None fits anywhere now.")
    player.press("escape")
    assert player.play.tally.exceptions == 0


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


@pytest.mark.parametrize("game", ["corners", "ultimate-four-seasons", "smallware-four-seasons"])
def test_a_run_in_a_squared_pile_is_lifted_and_named(game: str) -> None:
    deal, events, move = _find_run(game)
    player = at_table(game, deal, 1, events=events)
    player.to(move.src)
    player.press("f1")
    while player.table.hand.marked_cards.depth > move.count:
        player.press("-")
    assert player.notice.startswith("Marked: ")
    assert player.notice.count(" ") == move.count
    player.to(move.dst)
    player.press("f1")
    assert player.play.events[-1] == str(move)


def _find_run(game: str) -> tuple[int, tuple[str, ...], Move]:
    """Return a deal, its events so far, and a run of several cards that can move."""
    for deal in range(1, 60):
        play = Play(find(game), deal, 1)
        for _ in range(30):
            legal = list(play.legal_moves)
            if runs := [move for move in legal if move.count > 1 and play.pile(move.dst)]:
                return deal, tuple(play.events), runs[0]
            onto = [m for m in legal if m.dst[:1] == "t" and play.pile(m.dst)]
            turns = [m for m in legal if not m.dst]
            if not (onto or turns):
                break
            play.push((onto or turns)[0])
    raise AssertionError(f"no deal of {game} builds a run")


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


def test_a_sequence_moves_where_its_end_card_alone_could_not() -> None:
    deal, events, move = _find_sequence()
    player = at_table("free-cell", deal, events=events)
    before = player.play.moves
    player.to(move.src)
    player.press("f1", *["+"] * (move.count - 1))
    assert player.table.hand.marked_cards.depth == move.count
    assert move.dst in player.table.view().targets
    player.to(move.dst)
    player.press("f1")
    assert player.play.events[-1] == str(move)
    assert player.play.moves == before + 2 * move.count - 1


def test_f1_between_two_columns_moves_as_many_cards_as_can_go() -> None:
    deal, events, move = _find_sequence()
    player = at_table("free-cell", deal, events=events)
    player.to(move.src)
    player.press("f1")
    assert move.dst in player.table.view().targets
    player.to(move.dst)
    player.press("f1")
    assert player.play.events[-1] == str(move)


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


def test_f1_between_two_stacks_never_spends_the_draw() -> None:
    player = at_table("three-shuffles-and-a-draw", 12571)
    assert Move("t4", "t1", depth=2) in player.play.legal_moves
    player.to("t1")
    player.press("f1")
    assert "t4" not in player.table.view().targets
    player.to("t4")
    player.press("f1")
    assert player.play.events == []
    assert not player.play.table.spent


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


async def test_the_command_line_completes_a_move_to_a_text_that_it_accepts() -> None:
    events = ("t5 t3", "s", "t3 t2", "t3 t4 2", "t3 t4", "t3 t5")
    async with playing("will-o-wisp", 16, events=events) as player:
        await player.press("colon", *"t2 t", "right", "enter")
        assert player.play.events[-1] == "t2 t3 1", player.notice


def test_enter_proposes_a_place_for_as_many_cards_as_are_marked() -> None:
    player = at_table("bakers-game", 5)
    player.press("x", "+", "enter")
    marked = player.table.hand.marked_cards
    assert marked and marked.depth == 2
    assert player.table.hand.cursor != marked.pile
    assert player.notice.startswith("Enter: ")


def test_a_game_that_waits_for_its_base_says_so_for_every_card() -> None:
    told = "First choose the base: play the top card of a reserve to a foundation."
    assert marking.why_nowhere(Play(find("duchess"), 47), MarkedCards("t1")) == told
