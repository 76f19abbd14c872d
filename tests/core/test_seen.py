"""The cards a player has seen: faces up, looks, peeks and cheats."""

from itertools import chain

import pytest
from hypothesis import given
from hypothesis import strategies as st

from solterm.core import cards
from solterm.core.cards import DOWN, UNKNOWN
from solterm.core.game import Game
from solterm.core.move import IllegalMove
from solterm.core.outcome import Outcome
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.tokens import Token, number, trace, untrace
from solterm.core.table import Pile
from solterm.core.vocabulary.policies import Peek
from solterm.games import catalogue, find
from tests.core.positions import play_from
from tests.core.strategies import act, actions, every_game, few, fresh_plays, some_games


def known(play: Play, name: str) -> str:
    """Return a pile as the player knows it."""
    return " ".join(map(cards.text, play.known.piles[play.rules.index[name]]))


# -- tokens ------------------------------------------------------------------------------------


def test_a_token_equals_its_card_and_keeps_its_identity() -> None:
    queen = cards.parse("QH")
    up = Token.of(queen, 5)
    down = up | DOWN
    assert (up, down, up & 15, hash(up)) == (queen, queen | DOWN, cards.QUEEN, hash(queen))
    assert {number(each) for each in (up, down, down & ~DOWN, up ^ DOWN, down ^ DOWN)} == {5}
    assert not isinstance(up & 15, Token)


@some_games
@few
@given(data=st.data())
def test_no_rule_loses_track_of_a_card(game: Game, data: st.DataObject) -> None:
    play = data.draw(fresh_plays(game))
    opening = sorted(map(number, chain.from_iterable(play.traced.piles)))
    for choice, event in data.draw(actions):
        act(play, choice, event)
        assert sorted(map(number, chain.from_iterable(play.traced.piles))) == opening
        assert untrace(play.traced) == play.table == play.traced
        assert not any(isinstance(each, Token) for pile in play.table.piles for each in pile)


@some_games
@few
@given(data=st.data())
def test_seen_cards_stay_known(game: Game, data: st.DataObject) -> None:
    play = data.draw(fresh_plays(game))
    for choice, event in data.draw(actions):
        seen = set(map(number, filter(play.seen.__contains__, chain(*play.traced.piles))))
        act(play, choice, event)
        now = set(map(number, filter(play.seen.__contains__, chain(*play.traced.piles))))
        assert seen <= now
        assert play.seen.issuperset(play.rules.game.visible(play.traced))
        assert {number(each) for each in play.glimpsed} <= now


def test_a_plain_card_is_seen_once_all_its_twins_are() -> None:
    table = trace(play_from(find("cabal"), "t1 QH\ns qh 2C").table)
    seen = play_from(find("cabal"), "t1 QH\ns qh 2C").seen
    queen = cards.parse("QH")
    assert queen not in seen and cards.parse("2C") in seen and cards.parse("3C") not in seen
    seen.add(chain.from_iterable(table.piles))
    assert queen in seen and queen | DOWN in seen
    assert sorted(map(cards.text, seen)) == ["2C", "QH", "QH"]


# -- twins -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "deal", "piles"),
    [
        ("cabal", 5, "sr"),
        ("cabal", 12890, "sr"),
        ("lady-of-the-manor", 5, "tr"),
        ("lady-of-the-manor", 7572, "tr"),
        ("fly", 5, "sr"),
    ],
)
def test_a_covered_card_is_not_known_by_its_twin(game: str, deal: int, piles: str) -> None:
    play = Play(find(game), deal)
    for name, pile in zip(play.rules.ids, play.known.piles, strict=True):
        if name[0] in piles and pile:
            assert pile[-1] & ~DOWN != UNKNOWN
            assert all(card & ~DOWN == UNKNOWN for card in pile[:-1]), name
            assert len(play.show_peek(name)) == 1


def test_the_seen_twin_is_known_in_its_own_place() -> None:
    play = play_from(find("cabal"), "s 4C 6S JC\nr 6S\nf1 2D\nt1 2C\nt2 3H")
    play.perform("s t3")
    play.perform("x")
    (shown,) = play.glimpsed
    place = number(shown)
    assert cards.text(shown) == "4C"
    play = play_from(find("cabal"), "s 4C 6S 6S\nr 6S\nf1 2D\nt1 2C\nt2 3H")
    (_, second, _) = play.traced.piles[play.rules.index["s"]]
    assert second not in play.seen
    play.perform("x")
    (shown,) = play.glimpsed
    assert number(shown) == number(second) != place
    assert second in play.seen


def test_cards_uncovered_during_automatic_play_are_seen() -> None:
    play = Play(find("lady-of-the-manor"), 5935)
    play.auto()
    for name, pile in zip(play.rules.ids, play.traced.piles, strict=True):
        if name[0] == "f":
            assert play.seen.issuperset(pile)


# -- fanned wastes -----------------------------------------------------------------------------


def test_the_result_does_not_depend_on_the_visible_cards_of_a_waste() -> None:
    text = "s 2c 3c 4c 6h 8c 9c\nt1 KS\nt2 QS\nt3 JS\nt4 TS\nt5 9S\nt6 8S\nt7 7S"
    play = play_from(find("klondike-deal-3"), text)
    for event in ("s", "s", "s", "s", "w t7"):
        play.perform(event)
    assert "??" not in known(play, "s"), "each card was seen"
    outcomes = []
    for _ in range(3):
        outcomes.append(play.outcome)
        play.perform("s")
    # Records of such plays say that the game was not over, because 4C was never on top.
    assert outcomes == [None, None, None]
    assert play.outcome is Outcome.OVER


# -- looks -------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("game", "pile", "between", "another"),
    [("lady-of-the-manor", "t1", "", "x t2"), ("royale-golf", "", "s", "x")],
)
def test_repeated_look_is_free(game: str, pile: str, between: str, another: str) -> None:
    play = Play(find(game), 5)
    play.exception(pile)
    first = play.glimpsed
    play.exception(pile)
    assert play.glimpsed == first
    assert play.tally.exceptions == 1
    if between:
        play.perform(between)
    play.perform(another)
    assert play.glimpsed != first
    assert play.tally.exceptions == 2


# -- peeks -------------------------------------------------------------------------------------


def face_up(pile: Pile) -> Pile:
    """Return the cards of a pile, all face up."""
    return tuple(card & ~DOWN for card in pile)


def test_only_solitaire_royale_peeks_show_all_cards() -> None:
    for game in catalogue().values():
        royale = game.collection == "Solitaire Royale"
        assert (game.peek is Peek.ALL) == royale
        play = Play(game, 617)
        unseen = 0
        for name in game.ids:
            hidden = sum(1 for card in play.pile(name) if card & DOWN)
            before = len(play.seen)
            shown = play.peek(name)
            if royale:
                assert shown == face_up(play.pile(name))
            else:
                assert len(shown) <= len(play.pile(name)) - hidden
                assert len(play.seen) == before, "it shows nothing new after the deal"
            unseen += hidden
        assert play.counts.peeks == len(game.ids)
        assert not royale or len(play.seen) == game.in_play


def test_scored_games_of_solitaire_royale_have_no_peek() -> None:
    for game in catalogue().values():
        if game.peek is Peek.ALL and not game.peek_when_scored:
            with pytest.raises(IllegalMove, match="off in contests"):
                Play(game, 617, mode=Mode.SCORED).peek("s" if "s" in game.ids else "d")


# -- refusals ----------------------------------------------------------------------------------


@every_game
def test_no_refusal_names_an_unseen_card(game: Game) -> None:
    play = Play(game, 7)
    for name in game.ids[:40]:
        for text in (f"{name} {name}", f"{name}@2 {name}", f"{name} {game.ids[-1]}"):
            refusal = play.why_not(play.resolve(text))
            assert refusal is None or "??" not in refusal


def test_the_stock_does_not_reveal_its_next_card() -> None:
    play = Play(find("ultimate-canfield"), 7)
    sentence = play.why_not(play.resolve("s s"))
    assert sentence == "Turn up the cards of the stock before you play them."


# -- cheats ------------------------------------------------------------------------------------


def test_a_cheat_shows_what_its_move_may_take() -> None:
    play = Play(find("the-wish"), 3)
    assert not play.revealed
    play.cheat()
    assert {move.src for move in play.legal_moves if move.depth} <= play.revealed.keys()
    assert "??" not in known(play, "t1")
