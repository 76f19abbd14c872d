"""Wins by stricter rules, translated into moves under looser rules."""

from random import Random

from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.solver import Finding, Limit, solve
from solterm.solver.derived.stricter import stricter_rules, tell_by
from solterm.solver.poker import PokerSearch
from solterm.solver.schedule import Schedule
from solterm.solver.space_choice import space_of
from tests.effort import tries
from tests.harness.cases import over
from tests.solver.late import dealt, is_won_by, quick_win

SAMPLE = list(catalogue().values())
LOOSER = (2, 1)


@over("game", SAMPLE[:: tries(1, 8)])
def test_level_3_wins_are_found_at_looser_levels(game: Game) -> None:
    if (won := quick_win(game, 3)) is None or PokerSearch.of(game.rules(3), dealt(game, 1)):
        return
    deal, verdict = won
    for level in LOOSER:
        # Each search in the schedule has done as much by then; turns of a compact form are longer.
        limit = Limit(positions=3 * (verdict.positions + 500))
        looser = solve(game.rules(level), dealt(game, deal), limit)
        play = Play(game, deal, level)
        for move in looser.moves:
            play.push(move)
        if not looser.moves:
            # If a packet is turned card by card, an empty pile may be filled in between.
            line = tell_by(game.rules(level), game.rules(3), dealt(game, deal), verdict.moves)
            assert line is None, level
            continue
        assert str(play.outcome) == "won"


def test_detours_win_where_looser_rules_branch_too_much():
    game = find("sultan")
    rules, table = game.rules(1), dealt(game, 2)
    limit = Limit(positions=4_000)
    verdict = solve(rules, table, limit)
    assert verdict.finding is Finding.WON
    assert is_won_by(rules, table, verdict.moves)
    assert solve(rules, table, limit, space_of(rules)).finding is Finding.UNDECIDED


def test_translation_turns_packets_and_fills_spaces():
    game = find("ultimate-canfield")
    won = quick_win(game, 3)
    assert won
    table = dealt(game, won[0])
    for level in LOOSER:
        rules = game.rules(level)
        line = tell_by(rules, game.rules(3), table, won[1].moves)
        assert line
        assert len(line) > len(won[1].moves)
        assert is_won_by(rules, table, line)


def test_illegal_translations_are_dropped():
    game = find("free-cell")
    won = quick_win(game, 1)
    assert won
    rules, table, moves = game.rules(3), dealt(game, won[0]), won[1].moves
    looser = game.rules(1)
    assert tell_by(looser, looser, table, moves) == moves
    assert tell_by(looser, looser, table, moves[:-1]) is None
    illegal = next(move for move in looser.legal_moves(table) if move not in moves)
    assert tell_by(looser, looser, table, (*moves, illegal)) is None or rules.is_won(table)


def test_a_loss_by_stricter_rules_proves_no_loss():
    game = find("the-wish")
    table = dealt(game, 1)
    assert len(stricter_rules(game.rules(1))) == 1
    assert [solve(game.rules(level), table).finding for level in (3, 1)] == [
        Finding.LOST,
        Finding.WON,
    ]


@over("game", SAMPLE[1 :: tries(1, 8)])
def test_detours_accept_positions_of_looser_rules(game: Game) -> None:
    """Places closed at a stricter level may hold cards, and passes may be used up."""
    chance = Random(game.id)
    for level in LOOSER:
        rules = game.rules(level)
        for deal in range(1, 1 + tries(5, 1)):
            table = dealt(game, deal)
            for _ in range(chance.choice((10, 40, 120))):
                if not (moves := list(rules.legal_moves(table))):
                    break
                table = rules.make(table, chance.choice(moves))
            verdict = solve(rules, table, Limit(positions=tries(3_000, 300)))
            if not PokerSearch.of(rules, table):
                won = is_won_by(rules, table, verdict.moves)
                assert won == (verdict.finding is Finding.WON) or verdict.best is not None


def test_only_levels_that_play_differently_are_detours():
    def count(game_id: str) -> list[int]:
        return [len(stricter_rules(find(game_id).rules(level))) for level in (3, 2, 1)]

    assert count("free-cell") == [0, 1, 2]
    assert count("concentration") == [0, 0, 0]  # a search ignores which cards stay shown
    assert count("will-o-wisp") == [0, 1, 1]  # and which cards are face up
    easy = find("farewell-to-kings").with_options({"difficulty": "easy"})
    assert easy.rules(2).stricter is None  # no stricter level can be played


def test_detours_end_before_memory_runs_out():
    game = find("sultan")
    rules, table = game.rules(1), dealt(game, 1)
    schedule = Schedule(rules, table, space_of(rules), stricter_rules(rules))
    for _ in range(6):
        schedule.go_on(50)
    before = schedule.positions, schedule.memory
    assert schedule.save_memory()
    assert schedule.save_memory()
    assert schedule.positions == before[0]  # the count of positions is kept
    assert schedule.memory < before[1]
    assert not schedule.is_over
