"""Game search: the games that match what a player types, their order, and suggestions."""

import pytest

from solterm.core.game import Game
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import catalogue, find, search
from solterm.games.matching import FoundGame, Rank, find_matches, rank_text, read_wanted
from solterm.sessions import sharing
from solterm.sessions.sharing import read_start
from tests.core.strategies import some_games


def matches(typed: str) -> list[FoundGame]:
    """Return the matches in the catalogue."""
    return find_matches(typed, catalogue().values())


def found(typed: str) -> list[str]:
    """Return the ids of the matching games, best first."""
    return [match.game.id for match in matches(typed)]


@pytest.mark.parametrize("game_id", catalogue())
def test_an_id_finds_its_game_first(game_id: str) -> None:
    assert matches(game_id)[0] == (find(game_id), Rank.ID)
    assert search(game_id.upper()).id == game_id


@pytest.mark.parametrize(
    ("typed", "game_id"),
    [
        ("freecell", "free-cell"),
        ("  free   cell ", "free-cell"),
        ("Baker's Game", "bakers-game"),
        ("monte", "monte-carlo"),
        ("klondike 1", "klondike-deal-1"),
        ("old pat", "sir-tommy"),
        ("Golf smallware", "smallware-golf"),
    ],
)
def test_a_name_an_alias_or_a_unique_prefix_finds_one_game(typed: str, game_id: str) -> None:
    assert search(typed).id == game_id


def test_parts_of_words_count_only_if_no_word_begins_so() -> None:
    assert found("y")[0] == "yukon"
    assert all(match.rank is not Rank.PART for match in matches("y"))
    assert "klondike-deal-1" in found("ondike")
    assert matches("ondike")[0].rank is Rank.PART


def test_a_text_is_ranked_as_names_are() -> None:
    ranks = [rank_text(typed, "Deal of the day", "daily") for typed in ("deal of the day", "de")]
    assert ranks == [Rank.NAME, Rank.PREFIX]
    assert rank_text("day", "Deal of the day", "daily") is Rank.WORDS
    assert rank_text("dail", "Deal of the day", "daily") is Rank.OTHER_NAME
    assert rank_text("eal", "Deal of the day", "daily") is Rank.PART
    assert rank_text("dly", "Deal of the day", "daily") is rank_text("?", "Deal") is None


@pytest.mark.parametrize("typed", ["klond", "klondike"])
def test_the_best_known_of_games_that_fit_alike_comes_first(typed: str) -> None:
    klondikes = ["kloncan-klondike", "royale-klondike", "ultimate-klondike", "klondike-deal-3"]
    assert found(typed)[:5] == ["klondike-deal-1", *klondikes]


def test_a_name_that_matches_several_games_is_ambiguous() -> None:
    message = "^'golf' could be ultimate-golf, royale-golf or smallware-golf.$"
    with pytest.raises(Refusal, match=message):
        search("golf")


def test_collections_families_and_summaries_are_searched() -> None:
    assert len(found("smallware")) == 25
    royale = [game.id for game in catalogue().values() if "Royale" in game.collection]
    assert set(found("royale")[: len(royale)]) == set(royale)
    assert {find(each).family for each in found("placing")} == {"Placing"}
    assert found("placing ultimate") == []
    assert "kloncan-canfield" in found("casino")
    assert found("hub aces") == ["propeller"]


@pytest.mark.parametrize("typed", ["casino", "placing", "onte"])
def test_summaries_families_and_parts_of_words_do_not_select_a_game(typed: str) -> None:
    """They find games in a list, but 'play casino' should ask."""
    with pytest.raises(
        Refusal, match=f"There is no game '{typed}'. Did you mean {found(typed)[0]}"
    ):
        search(typed)


@pytest.mark.parametrize(
    ("typed", "game_id"),
    [
        ("frecell", "free-cell"),
        ("will of the wisp", "will-o-wisp"),
        ("free cell 2000", "free-cell"),
    ],
)
def test_a_misspelled_name_is_suggested(typed: str, game_id: str) -> None:
    with pytest.raises(Refusal, match=rf"Did you mean .*{game_id}"):
        search(typed)


@pytest.mark.parametrize("typed", ["", "?", "tetris", "\x1b[2J", "xyz" * 100])
def test_an_unknown_name_is_refused_in_one_short_printable_sentence(typed: str) -> None:
    with pytest.raises(Refusal) as refused:
        search(typed)
    assert str(refused.value).isprintable()
    assert "Did you mean" not in str(refused.value)
    assert len(str(refused.value)) < 200


@pytest.mark.parametrize(
    ("typed", "words", "deal"),
    [
        ("FreeCell #11982", "FreeCell", 11982),
        ("freecell: #11,982", "freecell", 11982),
        ("FreeCell game no.11982", "FreeCell", 11982),
        ("freecell617", "freecell", 617),
        ("Free Cell (smallWare), deal 617, level 3: not won", "Free Cell (smallWare", 617),
        ("Double Klondike, draw 3 (Classics), deal 3, level 2", "Double Klondike, draw 3", 3),
        ("double klondike draw 3", "double klondike draw 3", None),
        ("klondike 3", "klondike 3", None),
        ("FreeCell #-1", "FreeCell", -1),
        ("FreeCell - 617", "FreeCell", 617),
        ("deal 617", "deal 617", None),
    ],
)
def test_a_text_names_a_game_and_perhaps_a_deal(typed: str, words: str, deal: int | None) -> None:
    wanted = read_wanted(typed, catalogue().values())
    assert (wanted.words, wanted.deal) == (words, deal)


@some_games
def test_the_line_above_a_shared_game_names_its_deal(game: Game) -> None:
    for options in (*game.variants, {}):
        play = Play(game, 3, 2, options=options)
        start = read_start(sharing.block(play).splitlines()[0])
        assert start[:4] == (game, 3, play.level, play.options)


def test_variants_are_found_by_their_ids_and_titles() -> None:
    for typed in ("spider-two-suits", "Spider, two suits", "spider 2 suits"):
        assert read_start(typed)[:4] == (find("spider"), None, None, {"suits": "2"})
    for typed in ("spider 1 suit", "1-suit Spider", "spiderette one suit", "spider 1 suits"):
        assert read_start(typed).options == {"suits": "1"}
    for typed in ("spider 4 suits", "four suit spider", "spider-four-suits"):
        assert read_start(typed)[:4] == (find("spider"), None, None, {})
    for typed in ("klondike draw 3", "Klondike turn three", "klondike, turn 3 #617"):
        assert read_start(typed).game.id == "klondike-deal-3"
    assert found("klondike turn 3")[0] == "klondike-deal-3"


@pytest.mark.parametrize("typed", ["solitaire", "Patience"])
def test_the_name_of_all_games_means_klondike(typed: str) -> None:
    told = f"^'{typed}' mostly means Klondike: klondike-deal-1, kloncan-klondike,"
    with pytest.raises(Refusal, match=told):
        search(typed)
    assert found(typed)[0] == "klondike-deal-1"
    assert search("German patience").id == "german-patience"
