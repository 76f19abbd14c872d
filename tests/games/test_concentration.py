"""Concentration."""

from collections import Counter
from random import Random

import pytest

from solterm.advice.choose import hint
from solterm.core import cards
from solterm.core.cards import DOWN
from solterm.core.game import Position
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Duel, Outcome
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.games import find
from solterm.plain import protocol
from solterm.plain.interpreter import carry_out
from solterm.plain.session import Reply
from tests.core.positions import play_from, position
from tests.plain.line_sessions import new_session

GAME = find("concentration")
TWO = GAME.with_options({"players": "2"})


def shown(play: Play) -> list[str]:
    """Return the cells as JSON shows them."""
    piles = protocol.state(Reply(True), play)["piles"]
    return [piles[f"g{n}"]["cards"][0] for n in range(1, 25) if piles[f"g{n}"]["cards"]]


def test_twelve_pairs_are_dealt_face_down() -> None:
    for number in (1, 617, 99_999):
        play = Play(GAME, number)
        cells = [play.pile(f"g{n}") for n in range(1, 25)]
        assert all(len(pile) == 1 and pile[0] & DOWN for pile in cells)
        ranks = Counter(cards.rank(pile[0]) for pile in cells)
        assert sorted(ranks.values()) == [2] * 12
        assert len({pile[0] for pile in cells}) == 24


def test_ranks_suits_and_places_are_random() -> None:
    packs = [GAME.shuffle(number) for number in range(1, 401)]
    missing = Counter(({*range(1, 14)} - set(map(cards.rank, pack))).pop() for pack in packs)
    assert len(missing) == 13
    assert len(set(Counter(card for pack in packs for card in pack))) == 52
    apart = [
        place - pack.index(first)
        for pack in ([cards.rank(card) for card in pack] for pack in packs)
        for place, first in enumerate(pack)
        if place > pack.index(first)
    ]
    assert 8.1 < sum(apart) / len(apart) < 8.6  # 25/3 is expected


def test_a_pair_leaves_and_a_miss_turns_back_at_once() -> None:
    play = play_from(GAME, "g1 kc\ng2 qd\ng3 kh\ng9 qs")
    play.perform("g1")
    assert play.table == position(GAME, "g1 KC\ng2 qd\ng3 kh\ng9 qs")
    assert set(map(str, play.legal_moves)) == {"g2", "g3", "g9"}
    assert play.why_not(Move("g1")) == "KC is turned up already."
    play.perform("g2")
    assert play.table == position(GAME, "g1 kc\ng2 qd\ng3 kh\ng9 qs")
    assert play.glimpsed == tuple(map(cards.parse, ("KC", "QD")))
    play.perform("g3")
    assert play.glimpsed == ()
    play.perform("g1")
    assert play.table == position(GAME, "g2 qd\ng9 qs\nd KH KC")
    assert play.moves == play.score == 4
    play.perform("g2")
    play.perform("g9")
    assert play.outcome is Outcome.WON or play.rules.count_scored(play.table) == 4


def test_level_2_keeps_a_missed_pair_up_until_the_next_pick() -> None:
    play = play_from(GAME, "g1 kc\ng2 qd\ng3 kh\ng9 qs", level=2)
    play.perform("g1")
    play.perform("g2")
    assert shown(play) == ["KC", "QD", "??", "??"]
    play.perform("g3")
    assert shown(play) == ["??", "??", "KH", "??"]


def test_level_1_keeps_every_seen_card_up() -> None:
    play = play_from(GAME, "g1 kc\ng2 qd\ng3 kh\ng9 qs")
    for event in ("g1", "g2", "g9", "g1", "level 1"):
        play.perform(event)
    assert shown(play) == ["KC", "QD", "??", "QS"]
    assert play.pile("g2")[0] & DOWN
    play.perform("level 3")
    assert shown(play) == ["??"] * 4


def test_x_shows_a_hidden_card_without_turning_it() -> None:
    play = play_from(GAME, "g1 kc\ng2 qd\ng3 kh\ng9 qs")
    with pytest.raises(IllegalMove, match="Say which pile"):
        play.exception()
    assert play.exception("g9") == (cards.parse("QS"),)
    assert (play.moves, play.tally.exceptions) == (0, 1)
    assert shown(play) == ["??"] * 4
    play.perform("g1")
    with pytest.raises(IllegalMove, match="no hidden card"):
        play.exception("g1")
    with pytest.raises(IllegalMove, match="no hidden card"):
        play.exception("g24")


def test_x_at_level_2_shows_every_seen_card_until_the_next_pick_and_counts() -> None:
    play = play_from(GAME, "g1 kc\ng2 qd\ng3 kh\ng9 qs", level=2)
    with pytest.raises(IllegalMove, match="No card that you have seen"):
        play.exception()
    for event in ("g1", "g9", "g2", "g1", "x"):
        play.perform(event)
    assert shown(play) == ["KC", "QD", "??", "QS"]
    assert (play.tally.exceptions, play.armed) == (1, False)
    play.perform("g3")
    assert shown(play) == ["??", "??", "KH", "??"]


def test_concentration_has_no_undo() -> None:
    play = play_from(GAME, "g1 kc\ng2 qd\ng3 kh\ng9 qs")
    play.perform("g1")
    assert not play.can_undo
    for event in ("undo", "redo"):
        with pytest.raises(IllegalMove, match="has no undo"):
            play.perform(event)


def test_two_players_score_two_per_pair_and_a_miss_passes_the_turn() -> None:
    play = play_from(TWO, "g1 kc\ng2 qd\ng3 kh\ng4 qs\ng5 jc\ng6 jd")
    duel = play.rules.duel
    assert duel(play.table) == Duel(1, (0, 0))
    for event, standing in (
        ("g1", (1, (0, 0))),
        ("g3", (1, (2, 0))),  # a pair gives another turn
        ("g2", (1, (2, 0))),
        ("g5", (2, (2, 0))),  # a miss
        ("g2", (2, (2, 0))),
        ("g4", (2, (2, 2))),
        ("g5", (2, (2, 2))),
        ("g6", (2, (2, 4))),
    ):
        play.perform(event)
        assert duel(play.table) == standing, event
    answer = protocol.state(Reply(True), play)
    assert (answer["turn"], answer["scores"], answer["score"]) == (2, [2, 4], 6)


def test_a_position_and_a_view_of_two_players_survive_as_text() -> None:
    play, chance = Play(GAME, 617, options={"players": "2"}), Random(617)
    for _ in range(200):
        if play.table.duel != 3:  # the second player has a pair, and the turn
            play.push(chance.choice(list(play.legal_moves)))
    there = play.reveal()
    assert "stage 3" in str(there).splitlines()
    assert Position.parse(str(there), find) == there
    view = View.of(play)
    assert View.read(view.write(), find) == view
    assert view.write()["counters"] == [0, 3]


def test_line_mode_asks_for_one_or_two_players() -> None:
    session = new_session()
    asked = carry_out(session, "play concentration")
    assert asked.text == "One or two players? Answer 1 or 2."
    assert session.play.game.id == "kloncan-klondike"
    carry_out(session, "2")
    assert (session.play.game.id, session.play.options) == ("concentration", {"players": "2"})
    carry_out(session, "play free cell")
    assert carry_out(session, "play concentration").answers is None, "play continues"


def test_a_hint_knows_no_card_the_player_has_not_seen() -> None:
    play = play_from(GAME, "g1 kc\ng2 qd\ng3 kh\ng9 qs")
    play.perform("g1")
    assert hint(play).move == Move("g2")  # any unseen card, though g3 would make the pair
    play.perform("g9")
    play.perform("g2")
    assert hint(play).move == Move("g9")  # the pair is known now
