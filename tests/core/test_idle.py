"""Idle moves: the notice is true and comes early enough."""

from solterm.advice.choose import hint
from solterm.core.game import Game
from solterm.core.idle import is_idle
from solterm.core.levels import LEVELS
from solterm.core.outcome import Outcome
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.plain.interpreter import carry_out
from solterm.sessions.seat import NO_USEFUL_MOVE
from tests.core.positions import play_from
from tests.core.strategies import some_games
from tests.effort import tries
from tests.games.test_over import below, played
from tests.plain.line_sessions import new_session

NOTHING_UNSEEN = range(256)


def stuck_at_5205(mode: Mode = Mode.FREE) -> Play:
    """Return a KLONCAN Klondike after following hints until no move helps."""
    play = Play(find("kloncan-klondike"), 5205, mode=mode)
    while move := hint(play).move:
        play.push(move)
    return play


def test_hopeless_klondike_is_noticed_at_once() -> None:
    play = stuck_at_5205()
    assert play.is_idle
    assert play.outcome is None
    assert list(map(str, play.legal_moves)) == ["s"]


def test_notice_appears_once_even_in_scored_games() -> None:
    free = stuck_at_5205()
    session = new_session("kloncan-klondike", 5205, mode=Mode.SCORED)
    replies = [carry_out(session, event).text for event in [*free.events, "s", "s"]]
    assert sum(NO_USEFUL_MOVE in text for text in replies) == 1
    assert NO_USEFUL_MOVE in replies[len(free.events) - 1]


def test_moving_runs_back_and_forth_is_idle() -> None:
    columns = "t1 KC\nt2 KH\nt3 4S 9C\nt4 TH\nt5 TD\nt6 6S\nt7 6C"
    assert play_from(find("klondike-deal-1"), columns).is_idle
    freed = columns.replace("4S 9C", "2S 9C") + "\nf1 AS"
    assert not play_from(find("klondike-deal-1"), freed).is_idle


def test_unseen_card_may_be_useful() -> None:
    text = "s 4s\nt1 KC\nt2 KH\nt3 KS\nt4 KD\nt5 9H\nt6 9S\nt7 9C"
    play = play_from(find("klondike-deal-1"), text)
    assert not play.is_idle
    play.perform("s")
    assert play.outcome is Outcome.OVER, "no move is left now"


def test_a_cheat_that_waits_may_be_useful() -> None:
    play = stuck_at_5205()
    play.perform("cheat")
    assert not play.is_idle


@some_games
def test_no_card_comes_home_after_idle_moves(game: Game) -> None:
    found = 0
    for seed in range(tries(24, 3)):
        for number, table in enumerate(played(game, seed, steps=150)):
            rules = game.rules(LEVELS[number % 3])
            if number % 6 or rules.is_won(table) or not is_idle(rules, table, NOTHING_UNSEEN):
                continue
            assert not below(rules, table, most=400).gain, (game.id, seed, number)
            found += 1
            if found == tries(40, 4):
                return
