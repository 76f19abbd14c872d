"""Hints on demand: they follow known lines, report lost positions, and use no unseen cards."""

from random import Random

import pytest

from solterm.advice import choose as choosing
from solterm.advice.ask import Direct, Learn, SearchNews
from solterm.advice.choose import (
    LONGER,
    ONLY_BACK,
    Hints,
    choose,
    hint,
    name_way_out,
    play_by_hints,
)
from solterm.advice.knowledge import Knowledge
from solterm.advice.pipe import AskHint, Question, Thought, TriedChoice
from solterm.advice.quick import LOST, Hint, find_hint
from solterm.advice.steps import tell_moves
from solterm.advice.trail import Trail
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.games import find
from solterm.solver.solve import solve
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.core.positions import play_from, spider_before_the_end
from tests.core.strategies import some_games
from tests.effort import THOROUGH, tries


def think(
    play: Play,
    *tried: tuple[str, int, int],
    finding: str = "",
    knowledge: Knowledge | None = None,
) -> Hint:
    """Return the hint after a search that tried moves, with the games won and played."""
    each = [
        TriedChoice(tuple(Move.parse(move) for move in moves.split(", ")), wins, tries)
        for moves, wins, tries in tried
    ]
    found = choose(play, knowledge or Knowledge(), Thought(finding, tried=each))
    assert found
    return found


def test_hints_win_free_cell_617_with_one_search() -> None:
    worker = Direct(positions=20_000)
    play = Play(find("free-cell"), 617)
    play_by_hints(play, Hints(worker))
    assert play.rules.is_won(play.table)
    assert len(worker.asked) == 1


def test_a_lost_position_is_reported_with_the_way_back() -> None:
    play = play_from(find("bakers-game"), "t1 2S 3S\nt2 AS 5S\nr1 KC\nr2 KD\nr3 KH\nr4 KS")
    found = Hints(Direct(positions=20_000)).ask(play).wait()
    assert found.is_lost
    told = "try KC to column 3: that brings AS home in three moves."
    assert found.text == f"This deal can't be won; {told}"
    assert found.move


def test_the_way_back_is_named_only_if_it_may_help() -> None:
    lost = Hint(None, LOST, is_lost=True)
    way_back = "B looks back for a win."
    assert name_way_out(lost, "B", "F10", "H") == way_back
    assert not name_way_out(lost, "", "F10", "H"), "nothing to undo"
    assert not name_way_out(lost._replace(is_hopeless=True), "B", "F10", "H")


def test_hints_in_a_deal_without_a_win_say_so_until_its_rules_are_widened() -> None:
    hints, play = Hints(Direct(positions=60)), Play(find("klondike-deal-3"), 3)
    hints.knowledge.note_lost(play.rules, play.table)
    play.push("s")
    found = hints.ask(play).wait()
    told = "try AS to foundation 1: that turns up one of two hidden cards."
    assert found.text == f"This deal can't be won; {told}"
    assert found.is_hopeless and found.move
    play.set_level(2)
    play.set_level(3)
    found = hints.ask(play).wait()
    assert found.is_lost and not found.is_hopeless, "no other move was made"
    play.perform("x")
    play.push(next(iter(play.legal_moves)))
    assert not hints.ask(play).wait().is_lost


def test_hints_follow_the_way_that_the_player_was_shown() -> None:
    worker, play = Direct(positions=0), Play(find("klondike-deal-1"), 1)
    hints = Hints(worker)
    line = solve(play.rules, play.table).moves
    hints.knowledge.follow(play, [str(move) for move in line])
    found = hints.ask(play).wait()
    assert found.move == line[0]
    steps = list(tell_moves(play.rules, play.table, line))
    assert len(steps) < len(line), "turns of the stock count once"
    assert f": that wins within {len(steps)} steps, knowing all cards." in found.text
    play.push(next(move for move in play.legal_moves if move != line[0]))
    hints.ask(play).wait()
    assert len(worker.asked) == 1, "off the line, unseen cards count for nothing"
    play.undo()
    play_by_hints(play, hints)
    assert play.rules.is_won(play.table)
    assert len(worker.asked) == 1


def test_hints_follow_the_way_that_the_player_was_shown_before_a_restart() -> None:
    store = Store.open()
    kept = KeptPlay.start(store, find("klondike-deal-1"), 1)
    line = solve(kept.play.rules, kept.play.table).moves
    kept.keep_way([str(move) for move in line])
    for move in line[:3]:
        kept.perform(str(move))
    saved = Store.open().load_suspended()
    assert saved
    again = KeptPlay.resume(store, saved, find)
    assert again.way == saved.row.way.splitlines() == [str(move) for move in line]
    worker = Direct(positions=0)
    hints = Hints(worker)
    hints.knowledge.follow(again.play, again.way)
    assert hints.ask(again.play).wait().move == line[3]
    assert worker.asked == []
    again.perform(next(str(move) for move in again.play.legal_moves if move != line[3]))
    hints.ask(again.play).wait()
    assert len(worker.asked) == 1, "off the line, unseen cards count for nothing"


@pytest.mark.parametrize(
    ("hand", "said"),
    [
        ("t7 KH KS", "Cards going home win now."),
        ("t7 KH\nw KS", "Cards going home win now, with turns of the stock between."),
    ],
)
def test_automatic_play_is_the_hint_once_only_cards_going_home_are_left(
    hand: str, said: str
) -> None:
    ranks = "A23456789TJ"
    home = "\n".join(
        " ".join([f"f{number}", *(rank + suit for rank in ranks)])
        for number, suit in enumerate("CDHS", 1)
    )
    tops = "t1 QC\nt2 QD\nt3 QH\nt4 QS\nt5 KC\nt6 KD"
    play = play_from(find("kloncan-klondike"), f"{home}\n{tops}\n{hand}")
    found = Hints(Direct(positions=0)).ask(play).wait()
    assert (found.plays_home, found.text) == (True, said)


def test_the_worker_thinks_ahead_once_the_player_has_asked_for_a_hint() -> None:
    worker = Direct(positions=60)
    hints, play = Hints(worker), Play(find("klondike-deal-3"), 1)
    hints.think_ahead(play)
    assert not worker.asked, "this player may not want hints"
    hints.ask(play).wait()
    play.push(next(iter(play.legal_moves)))
    hints.think_ahead(play)
    asked = len(worker.asked)
    assert hints.ask(play).hint, "the answer is there"
    assert len(worker.asked) == asked


def test_the_worker_never_thinks_ahead_in_another_or_a_scored_game() -> None:
    worker = Direct(positions=60)
    hints, play = Hints(worker), Play(find("klondike-deal-3"), 1)
    hints.ask(play).wait()
    hints.think_ahead(Play(find("klondike-deal-3"), 2))
    assert len(worker.asked) == 1
    scored = Play(find("klondike-deal-3"), 3, mode=Mode.SCORED)
    hints.ask(scored).wait()  # nobody should, and still
    hints.think_ahead(scored)
    assert len(worker.asked) == 2


@pytest.mark.parametrize("name", ["klondike-deal-3", "free-cell", "calculation", "poker", "pairs"])
def test_the_worker_alone_computes_the_quick_hint(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(choosing, "find_hint", lambda *_: pytest.fail("it was computed twice"))
    hints, play = Hints(Direct(positions=10)), Play(find(name), 3)
    for _ in range(4):
        play.push(str(hints.ask(play).wait().move))


ROUND = """
t3 f1, t3 f2, t5 t3, s, s, w t7, s, w f2, s, w t2, s, w t6, s, s, s, w t6, s, s, w t1,
t6 t1 3, t1 t6 5, t4 t1, t4 f1, t4 t1, s, s, s, s, w f3, s, w t3, t4 t3, t6 t4 6, s, s,
w f2, s, s, w t1, t3 t1 4, w t3, s, w t7, s, w f2, s, s, w t3, s, s, s, s, w t1, w t1,
t2 t1 2, t6 t2, t6 f2, t6 t1, s, w t3, s, s, s, s, s, w t3, t5 t3, t7 t5 3, t7 t2,
t1 t2 4, t1 f2, s, s, w t6, w t6, s, s, w t6, t7 t6, t7 f3, t7 f2, s, t2 t3 7, w t2,
t3 t1 5, t4 t2 5, t5 t7, t6 t4 5, s, s
"""
"""A Klondike in which no card fits; runs can be laid to and fro, and the waste turned over."""


def ask(source: str, hints: Hints, play: Play) -> Hint:
    """Return a hint from the search, from a host without one, or as other programs get it."""
    hints.worker.is_off = source != "search"
    return hint(play) if source == "library" else hints.ask(play).wait()


@pytest.mark.parametrize("source", ["search", "off", "library"])
def test_no_turn_leads_to_a_card_that_is_only_laid_back(source: str) -> None:
    play = Play(find("klondike-deal-1"), 700001)
    for move in ROUND.replace("\n", " ").split(","):
        play.push(move.strip())
    found = ask(source, Hints(Direct(positions=60)), play)
    assert (found.move, found.text) == (None, ONLY_BACK)


@some_games
def test_following_hints_meets_no_position_twice(game: Game) -> None:
    sources = ["search", "off", "library"]
    for source in sources if THOROUGH else Random(game.id).sample(sources, 1):
        for deal in range(1, 1 + tries(4, 1)):
            chance = Random(f"{game.id} {source} {deal}")
            play = Play(game, deal, chance.choice(LEVELS))
            for _ in range(chance.randrange(tries(80, 20))):
                if moves := [*play.legal_moves]:
                    play.push(chance.choice(moves))
            hints, begun = Hints(Direct(positions=30)), len(play.events)
            met = set[object]()
            for _ in range(tries(400, 12)):
                assert (play.table, len(play.seen)) not in met, (source, deal, begun, play.events)
                met.add((play.table, len(play.seen)))
                if (move := ask(source, hints, play).move) is None:
                    break
                play.push(move)


@pytest.mark.parametrize("deal", [1, 3, 4, 5])
def test_hints_turn_up_pairs_in_concentration_until_it_is_won(deal: int) -> None:
    play = Play(find("concentration"), deal)
    play_by_hints(play, Hints(Direct(positions=60)))
    assert play.rules.is_won(play.table)


@pytest.mark.parametrize(
    ("wins", "doubt"),
    [
        (0, "Unsure: none of 8 trial games won."),
        (1, "Unsure: 1 of 8 trial games won."),
        (2, "Unsure: 2 of 8 trial games won."),
        (4, ""),
    ],
)
def test_a_hint_that_seldom_wins_says_so(wins: int, doubt: str) -> None:
    play = Play(find("klondike-deal-1"), 3)
    told = think(play, ("t3 f1", wins, 8), ("s", wins, 8)).text
    assert told.partition(". ")[2] == doubt


def test_a_hint_that_wins_no_try_leads_to_no_end_of_all_useful_moves() -> None:
    play = spider_before_the_end()
    assert think(play, ("t8 t6", 0, 4), ("t4 t6", 0, 4)).move == Move("t4", "t6")


def test_a_hint_moves_no_card_twice_for_no_gain() -> None:
    play = play_from(find("klondike-deal-1"), "t1 ks KH 8S\nt2 kc 9H\nt3 kd 9D\nt4 4C")
    play.push(Move("t1", "t2"))
    assert think(play, ("t2 t3", 1, 4), ("t2 t1", 1, 4)).move != Move("t2", "t3")


def test_a_card_that_a_place_was_made_for_goes_there() -> None:
    play = play_from(find("klondike-deal-1"), "s 4h\nw 8S\nt1 9H\nt2 kc 7D\nt3 8C")
    hints = Hints(Direct(positions=0))
    found = think(play, ("w t1", 3, 4), knowledge=hints.knowledge)
    assert found.text == "Try 8S to column 1: that makes a place for 7D."
    assert found.way == (Move("w", "t1"), Move("t2", "t1"))
    play.push(found.move)
    assert hints.ask(play).wait().move == Move("t2", "t1")


def test_after_the_last_redeal_hints_say_whether_the_game_is_won_or_lost() -> None:
    play = Play(find("montana"), 3)
    play.push("s")
    assert View.of(play).may_shuffle
    play.push("s")
    assert View.of(play).is_open, "the Aces that were set aside don't matter"
    found = Hints(Direct(positions=20_000)).ask(play).wait()
    assert found.is_lost or "wins within" in found.text or found.is_unsure


def test_a_turn_of_the_stock_says_how_often_it_wins() -> None:
    play = Play(find("klondike-deal-1"), 617)
    turn, other = sorted(map(str, play.legal_moves), key=lambda move: move != "s")[:2]

    def told(wins: int, tries: int = 40) -> str:
        return think(play, (turn, wins, tries), (other, wins, tries)).text

    waits = "Turn the stock: that shows new cards."
    assert told(12) == f"{waits} Unsure: 12 of 40 trial games won."
    assert told(25) == "Turn the stock: that won 25 of 40 trial games (next best 25)."
    assert told(40).endswith(": that won 40 of 40 trial games.")
    assert told(2, tries=2) == waits, "two tries tell nothing"


DEAD = """
s 6d 2s js qh 7d 4h
f1 AC 2C 3C 4C
f2 AD 2D 3D 4D
f3 AH 2H
t1 KC QD JC
t2 3S
t3 KD QC JD TS 9D 8S 7H 6S 5H 4S
t4 KS
t5 3h QS JH TC 9H 8C
t6 5d ad 6c 8d 9C 8H
t7 kh jd as 5c 9S 8D 7C 6H 5S
"""
"""A position without a win, where cards of the stock can be played, and runs moved to and fro."""


def golf(text: str, game: str, **wins: int) -> str:
    """Return the hint of a golf from the wins of its choices in 28 trial games."""
    tried = ((f"{pile} f" if pile != "s" else "s", won, 28) for pile, won in wins.items())
    return think(play_from(find(game), text), *tried).text


def test_no_deal_passes_over_a_card_that_costs_nothing() -> None:
    told = golf("f QD\nt1 9D 3C\nt2 KD\ns kh 4c 9s", "ultimate-golf", s=15, t2=2)
    assert told.startswith("Try KD to the waste")


@pytest.mark.parametrize(
    ("wins", "told"),
    [
        (15, "Try AS to the foundation."),
        (10, "Deal from the stock: that won 17 of 28 trial games (next best 10)."),
    ],
)
def test_a_deal_that_hardly_wins_more_often_comes_after_a_play(wins: int, told: str) -> None:
    text = "s 4c 9s\nf 2S\nt1 9D\nt20 AS\nt21 7C"
    assert golf(text, "tri-peaks", s=17, t20=wins) == told


def test_where_no_try_wins_hints_play_cards_before_they_move_runs() -> None:
    play = play_from(find("klondike-deal-1"), DEAD)
    for _ in range(8):
        play.push("s")  # so that the player has seen the stock
    hints = Hints(Direct(positions=20_000))
    made = []
    while (found := hints.ask(play).wait()).move and len(made) < 60:
        if found.is_doubtful:  # no trial is played where there is only one choice
            assert found.text.startswith("Probably lost; ")
            assert name_way_out(found, "B", "F10", "H") == "B looks back for a win."
        made.append(found.move)
        play.push(found.move)
    assert found.text == LOST
    to_and_fro = [move for move in made if move.src[0] == "t" and move.dst[0] == "t"]
    assert len(to_and_fro) < len(made) / 2


def test_quick_hints_turn_the_waste_over_for_a_card_seen_there() -> None:
    play, worker = Play(find("klondike-deal-3"), 1), Direct(positions=60)
    worker.is_off = True
    play_by_hints(play, Hints(worker))
    assert play.rules.is_won(play.table)


def test_a_hint_without_a_proof_says_so() -> None:
    play, worker = Play(find("free-cell"), 617), Direct(positions=0)
    hints = Hints(worker)
    found = hints.ask(play).wait()
    assert found.is_unsure
    assert name_way_out(found, "", "F10", "H") == "Unsure: H looks again."
    assert name_way_out(found, "", "F10", "") == "Unsure: no win is in sight."
    assert hints.ask(play).wait() == found
    assert hints.ask(play, LONGER).wait() == found, "it has looked for longer already"
    assert len(worker.asked) == 1


class LateWorker(Direct):
    """Tells the quick hint at once, and finds the win once the player has the hint."""

    def ask(self, question: Question, learn: Learn | None = None) -> int:
        assert isinstance(question, AskHint) and learn
        quick = find_hint(View.read(question.view, find), is_over=False)
        number = super().ask(question)
        learn(Thought("", quick=quick.way))
        self.arrive = lambda: learn(self._news.answer)
        return number

    def awaits(self, number: int) -> bool:
        return True

    def wait(self, number: int, seconds: float, drops: bool = True) -> SearchNews:
        assert not drops, "the search goes on"
        return SearchNews()


@pytest.mark.parametrize("comes_back", [False, True], ids=["asks again", "has gone and come back"])
def test_a_win_found_while_the_player_thinks_is_kept(comes_back: bool) -> None:
    worker, play = LateWorker(positions=20_000), Play(find("free-cell"), 617)
    hints = Hints(worker)
    quick = hints.ask(play).wait()
    assert quick.is_unsure and quick.move
    hints.think_ahead(play, quick.move)
    assert len(worker.asked) == 1, "the search goes on"
    if comes_back:
        play.push(quick.move)
    worker.arrive()
    if comes_back:
        play.undo()
    known = hints.ask(play, LONGER).hint
    assert known and not known.is_unsure and "wins within" in known.text
    assert len(worker.asked) == 1


def test_a_player_who_goes_on_by_unsure_hints_waits_longer_for_a_win() -> None:
    waits: list[float] = []

    class Slow(LateWorker):
        def wait(self, number: int, seconds: float, drops: bool = True) -> SearchNews:
            waits.append(seconds)
            return super().wait(number, seconds, drops)

    play = Play(find("free-cell"), 617)
    hints = Hints(Slow(positions=1))
    for _ in range(5):
        quick = hints.ask(play).wait()
        assert quick.is_unsure and quick.move
        play.push(quick.move)
        hints.think_ahead(play)
    assert [round(seconds) for seconds in waits] == [1, 4, 2, 1, 1]
    hints.ask(Play(find("free-cell"), 618)).wait()
    assert waits[-1] < waits[1], "another game"


def test_where_suits_leave_the_quick_hint_counts_more_than_few_wins() -> None:
    play = Play(find("will-o-wisp"), 1)
    quick = find_hint(View.of(play), is_over=False).way
    other = next(move for move in play.legal_moves if move not in quick and move.src[0] == "t")
    for wins, best in (2, quick[0]), (3, other):
        thought = Thought("", tried=[TriedChoice((other,), wins, 8)], quick=quick)
        found = choose(play, Knowledge(), thought)
        assert found and found.move == best


WEBS = """
t1 5s KC QC
t2 9h KH
t3 2d KS QS
t4 8c 7D
t5 8d 4C
t6 8h 4S
t7 8s 9D
t8 kd 9S
t9 kh 2C
t10 ks 2D
"""
"""A position of Spider in which queens can go to and fro, and nothing else."""


def test_what_is_lost_for_certain_needs_no_search_again() -> None:
    play = play_from(find("spider"), WEBS)
    hints = Hints(Direct(positions=500))
    play.push("t1 t2")
    assert hints.ask(play).wait().text == LOST
    play.push("t2 t1")
    assert hints.knowledge.lost_places(play) == [1]


def test_a_card_laid_back_in_a_new_position_is_no_progress() -> None:
    play, back = play_from(find("spider"), WEBS), Move("t3", "t1")
    assert not Trail(play).puts_back([Move("t1", "t2")])
    for move in ("t1 t2", "t3 t1", "t2 t3", "t1 t2"):
        play.push(move)
    assert not Trail(play).leads_back([back]), "the other queen lies elsewhere now"
    assert Trail(play).puts_back([back])


def test_a_plan_is_kept_after_turns_without_a_hint() -> None:
    play, hints = Play(find("klondike-deal-3"), 24), Hints(Direct(positions=300))
    while (first := hints.ask(play).wait()).turns < 3 and first.move:
        play.push(first.move)
    assert "plays" in first.text
    hints.think_ahead(play)  # as the screen does after each event, also after that of the hint
    for move in first.way[: first.turns]:
        play.push(move)
    assert hints.ask(play).wait().move == first.way[first.turns]


def test_a_game_stays_doubtful_until_a_try_wins_or_the_player_goes_back() -> None:
    play, knowledge = Play(find("klondike-deal-1"), 3), Knowledge()

    def ask(move: str, wins: int, tries: int) -> Hint:
        return think(play, (move, wins, tries), knowledge=knowledge)

    waits = "that shows new cards."
    assert ask("s", 0, 30).text == f"Probably lost; turn the stock: {waits}"
    play.push("s")
    assert ask("s", 0, 2).is_doubtful
    play.undo()
    play.push("t3 f1")
    assert ask("s", 0, 2).is_doubtful
    assert not ask("s", 1, 2).is_doubtful
    assert not ask("s", 0, 2).is_doubtful
