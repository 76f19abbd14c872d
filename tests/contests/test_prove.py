"""Results are proved by replaying them: valid ones pass, forged ones fail with a reason."""

import random
import re
from collections.abc import Callable
from datetime import date

import pytest

from solterm.contests import result
from solterm.contests.days import daily
from solterm.contests.kinds import DAILY, EIGHT
from solterm.contests.prove import fault_of, rank_of
from solterm.contests.result import ProofError
from solterm.core.move import Move
from solterm.core.names import check_name
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.store.interface import LARGEST_RESULT, board_of
from tests.contests.results import a_day, a_match, a_sheet, a_tour, played, proved, text_of
from tests.core.positions import play_from

FULL_FOUNDATIONS = [
    f"f{n} {' '.join(rank + suit for rank in 'A23456789TJQK')}" for n, suit in enumerate("CDHS", 1)
]


@pytest.mark.parametrize("make", [a_sheet, a_tour, a_day, a_match])
def test_a_valid_result_passes(make: Callable[[], str]) -> None:
    found = proved(make())
    assert (found.player, found.date, found.level) == ("Ann", "2026-11-21", 3)


def test_a_result_must_have_the_deals_of_its_tournament() -> None:
    found = proved(text_of("tournament:Cup", [played("corners", 42, Mode.SINGLE)]))
    assert found.points == 1
    for dealt in (None, [("corners", 42)]):
        assert not fault_of(found, find, dealt)
    assert "not the deals of this board" in fault_of(found, find, [("corners", 43)])


def test_a_tournament_of_one_game_allows_restart() -> None:
    play = played("corners", 42, Mode.SINGLE)
    play.perform("restart")
    assert proved(text_of("tournament:Cup", [play])).points == 1
    several = text_of("tournament:Cup", [played(game, 42, Mode.SINGLE) for game in EIGHT[:2]])
    with pytest.raises(ProofError, match="terms of this board"):
        proved(several)


def test_games_with_options_are_not_on_the_terms_of_a_board() -> None:
    easy = Play(find("farewell-to-kings"), 1, mode=Mode.SCORED, options={"difficulty": "easy"})
    with pytest.raises(ProofError, match="was played with options"):
        proved(text_of("sheet:farewell-to-kings", [easy]))


FORGERIES = {
    "no player": (a_sheet, "[Player ", "[Dots ", "header is damaged"),
    "no name": (a_sheet, '[Player "Ann"]', '[Player ""]', "A name has"),
    "an impossible move": (a_sheet, "\n\ns,", "\n\nt1 t1, s,", "is refused"),
    "no day": (a_day, "daily:2026-11-21", "daily:2026-13-41", "not a day"),
    "another board": (a_day, "daily:2026-11-21", "tour", "terms"),
    "no such board": (a_day, "daily:2026-11-21", "dance", "no board called"),
    "an empty board": (a_day, "daily:2026-11-21", "", "not the name of a board"),
    "another version": (a_tour, '[Rules "1"]', '[Rules "2"]', "follows version 2"),
    "a free game": (a_sheet, '[Scored "yes"]\n', "", "terms of this board"),
    "a scored game for a strict one": (a_tour, '"strict"', '"yes"', "terms of this board"),
    "games of another sheet": (a_sheet, "sheet:demon", "sheet:corners", "not the games"),
    "a shorter match": (a_match, "match:9", "match:18", "not the games"),
    "an unknown game": (a_sheet, '"demon"]', '"daemon"]', "daemon"),
    "a long name": (a_sheet, '"Ann"', f'"{"n" * 25}"', "A name has"),
    "a control character": (a_sheet, '"Ann"', '"A\x1bnn"', "Line 2 has an invisible character"),
    "a name that runs backwards": (a_sheet, '"Ann"', '"\u202eAnn"', "invisible character"),
    "what cannot be seen in a record": (a_sheet, "\n\ns,", "\n\ns\u200b,", "invisible character"),
    "no contest": (a_sheet, '[Contest "7"]', '[Contest "0"]', "Contest is not a number"),
    "a day in another form": (a_day, "daily:2026-11-21", "daily:20261121", "not a day"),
    "played before its day": (a_day, '[Date "2026-11-21"]', '[Date "2026-11-19"]', "before its"),
    "a huge deal": (a_sheet, '[Deal "1"]', f'[Deal "{"9" * 50}"]', "eal"),
    "a name with blanks around it": (a_sheet, '"Ann"', '" Ann"', "not in its stored form"),
    "no profile": (a_sheet, "0123456789abcdef", "me", "Profile is not valid"),
    "no date": (a_sheet, '[Date "2026-11-21"]', '[Date "yesterday"]', "Its Date is not a day"),
    "a header twice": (a_sheet, '[Player "Ann"]', '[Player "Ann"]\n[Player "Bob"]', "is damaged"),
    "a line that is no tag": (a_sheet, '[Player "Ann"]', '[Player "Ann"]\nhello', "is damaged"),
    "no games": (a_sheet, "[Game ", "[Gone ", "is damaged"),
    "a wrong result": (a_sheet, '[Result "playing"]', '[Result "won"]', "it says 'won'"),
    "options": (a_sheet, '[Game "demon"]', '[Game "demon"]\n[Options "size=small"]', "no option"),
}


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forgery_is_refused_with_the_reason(kind: str) -> None:
    make, old, new, reason = FORGERIES[kind]
    text = make()
    assert old in text, "the forgery changes something"
    with pytest.raises(ProofError, match=reason):
        proved(text.replace(old, new))


def test_a_changed_text_is_refused_or_earns_no_more_than_its_games() -> None:
    """Change letters, lines and the order at random: nothing but the moves earns points."""
    chance, text = random.Random(617), a_sheet()
    best = sum(each.points for each in proved(text).games)
    for _ in range(300):
        lines = text.split("\n")
        at = chance.randrange(len(lines))
        match chance.randrange(4):
            case 0:
                del lines[at]
            case 1:
                lines.insert(at, chance.choice(lines))
            case 2:
                lines[at] = re.sub(r"[0-9]", str(chance.randrange(10)), lines[at])
            case 3:
                lines[at], lines[at - 1] = lines[at - 1], lines[at]
        try:
            found = proved("\n".join(lines))
        except ProofError:
            continue
        assert found.points == sum(each.points for each in found.games) <= best
        assert (found.board, len(found.rank)) == ("sheet:demon", 1)


def test_tags_of_a_record_do_not_count() -> None:
    false = a_sheet().replace('[Result "playing"]', '[Score "999"]\n[Own "99"]\n[Note "x"]')
    assert proved(false) == proved(a_sheet())


def test_a_result_with_a_repeated_game_is_refused() -> None:
    play = played("demon", 1)
    with pytest.raises(ProofError, match="It contains the same game twice"):
        proved(text_of("sheet:demon", [play, play]))


def test_repeated_deals_of_reno_are_separate_games() -> None:
    evening = [played("reno", 7, Mode.STRICT, moves) for moves in (3, 4)]
    assert len(proved(text_of("reno", evening)).games) == 2


def test_a_deal_of_the_day_may_be_dated_one_day_off() -> None:
    for day in ("2026-11-20", "2026-11-21", "2026-11-22"):
        assert proved(a_day(day)).date == day


@pytest.mark.parametrize(("length", "tells"), [(19, False), (20, True)])
def test_games_of_twenty_steps_are_not_equal_by_chance(length: int, tells: bool) -> None:
    found = proved(text_of("sheet:sir-tommy", [played("sir-tommy", 1, moves=length)]))
    assert found.games[0].steps == length
    assert bool(found.copies) is tells


def test_one_equal_game_makes_a_copy_unless_all_players_have_the_same_deals() -> None:
    def copies(board: str, mode: Mode, *others: int) -> list[set[str]]:
        long = played("sir-tommy", 1, mode, 30)
        pairs = [text_of(board, [long, played("sir-tommy", 2, mode, moves)]) for moves in others]
        return [set(proved(text).copies) for text in pairs]

    mine, other = copies("sheet:sir-tommy", Mode.SCORED, 25, 30)
    assert mine & other
    mine, other = copies("tournament:Cup", Mode.STRICT, 25, 30)
    assert mine and other and not mine & other


def test_moves_to_and_fro_make_no_other_game() -> None:
    plain, padded = (played("free-cell", 6, moves=0) for _ in range(2))
    for event in ("t2 r1", "r1 t2", "t2 r1", "r1 t2"):
        padded.perform(event)
    for play in (plain, padded):
        play.perform("t5 r1")
    ways = [proved(text_of("sheet:free-cell", [play])).games[0].way for play in (plain, padded)]
    assert ways[0] == ways[1]


def test_the_better_result_ranks_first() -> None:
    home = played("kloncan-klondike", 17, moves=0)
    home.perform("t3 f1")
    sheets = [[home], [played("kloncan-klondike", 17, moves=0)]]
    first, second = (proved(text_of("sheet:kloncan-klondike", each)) for each in sheets)
    assert first.points > second.points and first.rank < second.rank

    holes = [played("ultimate-golf", deal, Mode.STRICT, moves=0) for deal in range(1, 10)]
    untouched = text_of("match:9", holes)
    holes[-1].perform("t1 f")
    first, second = (proved(each) for each in (text_of("match:9", holes), untouched))
    assert first.points < second.points and first.rank < second.rank


def test_a_day_ranks_a_win_and_a_higher_mark_before_moves_and_time() -> None:
    lost = Play(find("westcliff"), 11, mode=Mode.SCORED)
    home = play_from(lost.game, "f1 AC\nt1 2C\nt2 KH\nt3 KD\nt4 QD", mode=Mode.SCORED)
    won = play_from(lost.game, "\n".join(FULL_FOUNDATIONS), mode=Mode.SCORED)
    home.perform("t1 f1")
    ranks = [rank_of(DAILY, 0, play, 5) for play in (won, home, lost)]
    assert ranks == sorted(ranks) and len(set(ranks)) == 3


def test_a_day_ranks_by_exceptions_then_moves_then_time() -> None:
    (game,) = daily(date(2026, 11, 13)).games

    def rank(seconds: int | None, exceptions: int = 0, moves: int = 0) -> tuple[int, ...]:
        play = played(game.game, game.deal, moves=0)
        for _ in range(exceptions):
            play.perform("x")
        while play.moves < moves:
            packed = [move for move in play.legal_moves if move.dst[:1] == "t"]
            play.push(packed[0] if packed else Move("s"))
        assert play.mark == 0
        tags = {} if seconds is None else {"Time": str(seconds)}
        return proved(text_of("daily:2026-11-21", [play], tags=tags)).rank

    ranks = [rank(90), rank(91), rank(None), rank(5, 0, 2), rank(2, 1), rank(1, 2)]
    assert ranks == sorted(ranks) and len(set(ranks)) == 6


@pytest.mark.parametrize("seconds", ["-1", "soon", "01", "1.5"])
def test_an_invalid_time_is_refused(seconds: str) -> None:
    text = text_of("daily:2026-11-21", [played("demon", 1)], tags={"Time": seconds})
    with pytest.raises(ProofError, match="time in seconds"):
        proved(text)


def test_a_result_has_the_lowest_level_of_its_games() -> None:
    lower = Play(find("demon"), 2, level=2, mode=Mode.SCORED)
    lower.perform("s")
    assert proved(text_of("sheet:demon", [played("demon", 1), lower])).level == 2


def test_own_scores_are_added_for_one_game_only() -> None:
    def total(*games: str) -> int | None:
        return proved(text_of("mix", [played(game, at) for at, game in enumerate(games, 1)])).own

    assert total("ultimate-golf", "ultimate-golf") == 70
    assert total("ultimate-golf", "poker") is None, "strokes and points are not added"


def test_an_oversized_text_is_refused() -> None:
    assert board_of(a_sheet()) == "sheet:demon"
    with pytest.raises(ProofError, match="larger than 256 KB"):
        result.read(a_sheet() + "\n" * LARGEST_RESULT)
    play = played("demon", 1, moves=0)
    play.events += ["x"] * (result.MOST_EVENTS + 1)  # as if they had been played
    with pytest.raises(ProofError, match="20001 events; a board takes at most 20000"):
        result.read(text_of("sheet:demon", [play]))


@pytest.mark.parametrize("name", ["", " ", "x" * 25, "a\nb\x07", 'say "hi"', "\u200b"])
def test_an_invalid_name_is_refused(name: str) -> None:
    with pytest.raises(Refusal, match="A name has 1 to 24"):
        check_name(name)


def test_a_letter_of_a_name_has_at_most_two_marks() -> None:
    for name in ("Thế Anh", "e\u0323\u0302", "ประเทศที่"):
        assert check_name(name)
    for name in ("ế\u0323", "A" + "\u0301" * 3, "Z\u0335\u0336\u0337o", "ก\u0e34\u0e48\u0e4c"):
        with pytest.raises(Refusal, match="at most 2 marks on a letter"):
            check_name(name)


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "Ann\ufe0f", "\u0301", "A\u034fnn"])
def test_a_name_has_no_invisible_characters(name: str) -> None:
    with pytest.raises(Refusal, match="A name has no invisible characters"):
        check_name(name)
    with pytest.raises(ProofError, match="invisible character"):
        proved(a_sheet().replace('"Ann"', f'"{name}"'))


def test_digests_match_stored_ones() -> None:
    found = proved(text_of("tournament:Cup", [played("corners", 42, Mode.SINGLE)]))
    assert found.games[0].way == "bed5f76cf072959353056ae8"
