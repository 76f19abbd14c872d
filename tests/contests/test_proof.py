"""Proof: valid claims pass, and two dozen kinds of forgery fail, each with a reason."""

import re
from collections.abc import Callable

import pytest

from solterm.contests import claims, proof
from solterm.contests.claims import Claim, ProofError
from solterm.contests.kinds import EIGHT, BoardName
from solterm.core.names import LONGEST_NAME, check_name
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import find
from solterm.store.interface import LARGEST_CLAIM
from tests.contests.claims import PROFILE, a_day, a_match, a_sheet, a_tour, claim, played, points


@pytest.mark.parametrize("make", [a_sheet, a_tour, a_day, a_match])
def test_a_valid_claim_passes(make: Callable[[], str]) -> None:
    proved = proof.prove(make(), find)
    assert (proved.player, proved.date, proved.level) == ("Ann", "2026-11-21", 3)


def test_a_tournament_claim_needs_its_deals() -> None:
    text = claim("tournament:Cup", [played("corners", 42, Mode.SINGLE)])
    assert proof.prove(text, find, lambda board: [("corners", 42)]).points == 1
    with pytest.raises(ProofError, match="not the deals of this board"):
        proof.prove(text, find, lambda board: [("corners", 43)])


def test_a_tournament_of_one_game_allows_restart() -> None:
    play = played("corners", 42, Mode.SINGLE)
    play.perform("restart")
    text = claim("tournament:Cup", [play])
    assert proof.prove(text, find, lambda board: [("corners", 42)]).points == 1
    several = claim("tournament:Cup", [played(game, 42, Mode.SINGLE) for game in EIGHT[:2]])
    with pytest.raises(ProofError, match="terms of this board"):
        proof.prove(several, find)


FORGERIES = {
    "more points": (a_sheet, '[Points "', '[Points "1', "claims 1"),
    "no points": (a_sheet, "[Points ", "[Dots ", "out of place"),
    "points in words": (a_sheet, '[Points "', '[Points "x', "not a number"),
    "huge points": (a_sheet, '[Points "', '[Points "99999999999', "not a number"),
    "another level": (a_sheet, '[Level "3"]\n[Date', '[Level "2"]\n[Date', "claims level 2"),
    "no level": (a_sheet, '[Level "3"]\n[Date', '[Level "9"]\n[Date', "Level is not valid"),
    "an impossible move": (a_sheet, "\n\ns,", "\n\nt1 t1, s,", "is refused"),
    "a foreign deal": (a_day, '[Deal "11"]', '[Deal "673"]', "not the deals of this board"),
    "another day": (a_day, "daily:2026-11-21", "daily:2026-11-22", "not the deals"),
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
    "no player": (a_sheet, '[Player "Ann"]', '[Player ""]', "A name has"),
    "a long name": (a_sheet, '"Ann"', f'"{"n" * 25}"', "A name has"),
    "a control character": (a_sheet, '"Ann"', '"A\x1bnn"', "Line 2 has an invisible character"),
    "a name that runs backwards": (a_sheet, '"Ann"', '"\u202eAnn"', "invisible character"),
    "what cannot be seen in a record": (a_sheet, "\n\ns,", "\n\ns\u200b,", "invisible character"),
    "another player": (a_sheet, '"Ann"', '"Bob"', "seal does not match"),
    "another player's profile": (a_sheet, "0123456789abcdef", "fedcba9876543210", "seal"),
    "another date": (a_sheet, '[Date "2026-11-21"]', '[Date "2026-11-20"]', "seal does not match"),
    "a move less": (a_sheet, "\n\ns, ", "\n\n", "seal does not match"),
    "no seal": (a_sheet, "[Seal ", "[Deal ", "out of place"),
    "points in other digits": (a_sheet, '[Points "', '[Points "\u0663', "not a number"),
    "points with a nought before": (a_sheet, '[Points "', '[Points "0', "not a number"),
    "a score in a record": (a_tour, '[Result "pl', '[Score "99"]\n[Result "pl', "says '99'"),
    "another own score": (
        a_tour,
        '[Result "pl',
        '[Own "99"]\n[Result "pl',
        "the score of its source",
    ),
    "an own score of none": (a_sheet, '[Result "pl', '[Own "0"]\n[Result "pl', "of its source"),
    "no version": (a_tour, '[Rules "1"]\n', "", "does not say its Rules"),
    "no result": (a_tour, '[Result "playing"]\n', "", "does not say its Result"),
    "a tag of no claim's": (
        a_sheet,
        '[Game "demon"]',
        '[Game "demon"]\n[Note "x"]',
        "an unknown tag Note",
    ),
    "a date in another form": (a_sheet, '[Date "2026-11-21"]', '[Date "20261121"]', "not a day"),
    "a day in another form": (a_day, "daily:2026-11-21", "daily:20261121", "not a day"),
    "played before its day": (a_day, '[Date "2026-11-21"]', '[Date "2026-11-19"]', "before its"),
    "a huge deal": (a_sheet, '[Deal "1"]', f'[Deal "{"9" * 50}"]', "eal"),
    "a name with blanks around it": (a_sheet, '"Ann"', '" Ann"', "not in its stored form"),
    "no profile": (a_sheet, "0123456789abcdef", "me", "Profile is not valid"),
    "no date": (a_sheet, '[Date "2026-11-21"]', '[Date "yesterday"]', "Its Date is not a day"),
    "a header twice": (a_sheet, '[Player "Ann"]', '[Player "Ann"]\n[Player "Bob"]', "out of place"),
    "no games": (a_sheet, "[Game ", "[Gone ", "out of place"),
    "a wrong result": (a_sheet, '[Result "playing"]', '[Result "won"]', "it says 'won'"),
    "options": (a_sheet, '[Game "demon"]', '[Game "demon"]\n[Options "size=small"]', "no option"),
}


@pytest.mark.parametrize("kind", FORGERIES)
def test_a_forgery_is_refused_with_the_reason(kind: str) -> None:
    make, old, new, reason = FORGERIES[kind]
    text = make()
    assert old in text, "the forgery changes something"
    with pytest.raises(ProofError, match=reason):
        proof.prove(text.replace(old, new), find)


def test_a_claim_with_a_repeated_game_is_refused() -> None:
    play = played("demon", 1)
    with pytest.raises(ProofError, match="It contains the same game twice"):
        proof.prove(claim("sheet:demon", [play, play]), find)


def test_repeated_deals_of_reno_are_separate_games() -> None:
    evening = [played("reno", 7, Mode.STRICT, moves) for moves in (3, 4)]
    assert proof.prove(claim("reno", evening), find).board == "reno"


def test_games_given_up_immediately_count() -> None:
    given_up = [played("reno", 7, Mode.STRICT, moves=0) for _ in range(2)]
    assert proof.prove(claim("reno", given_up), find).points == -104


def test_a_deal_of_the_day_may_be_dated_one_day_off() -> None:
    for day in ("2026-11-20", "2026-11-21", "2026-11-22"):
        assert proof.prove(a_day(day), find).date == day


def test_claims_of_the_same_games_are_recognized() -> None:
    twice = [proof.prove(a_day(day), find) for day in ("2026-11-21", "2026-11-22")]
    assert twice[0].played == twice[1].played != proof.prove(a_sheet(), find).played


@pytest.mark.parametrize(("length", "tells"), [(19, False), (20, True)])
def test_games_of_twenty_steps_are_not_equal_by_chance(length: int, tells: bool) -> None:
    proved = proof.prove(claim("sheet:sir-tommy", [played("sir-tommy", 1, moves=length)]), find)
    assert proved.played.length == length
    assert bool(proved.marks) is tells


def test_one_equal_game_makes_a_copy_unless_all_players_have_the_same_deals() -> None:
    def marks(board: str, mode: Mode, *others: int) -> list[set[str]]:
        long = played("sir-tommy", 1, mode, 30)
        pairs = [claim(board, [long, played("sir-tommy", 2, mode, moves)]) for moves in others]
        return [set(proof.prove(text, find).marks) for text in pairs]

    mine, other = marks("sheet:sir-tommy", Mode.SCORED, 25, 30)
    assert mine & other
    mine, other = marks("tournament:Cup", Mode.STRICT, 25, 30)
    assert mine and other and not mine & other


def test_moves_to_and_fro_make_no_other_game() -> None:
    plain, padded = (played("free-cell", 6, moves=0) for _ in range(2))
    for event in ("t2 r1", "r1 t2", "t2 r1", "r1 t2"):
        padded.perform(event)
    for play in (plain, padded):
        play.perform("t5 r1")
    proved = [proof.prove(claim("sheet:free-cell", [play]), find) for play in (plain, padded)]
    assert proved[0].played == proved[1].played


def test_the_better_result_ranks_first() -> None:
    home = played("kloncan-klondike", 17, moves=0)
    home.perform("t3 f1")
    sheets = [[home], [played("kloncan-klondike", 17, moves=0)]]
    first, second = (proof.prove(claim("sheet:kloncan-klondike", each), find) for each in sheets)
    assert first.points > second.points and first.ranked < second.ranked

    holes = [played("ultimate-golf", deal, Mode.STRICT, moves=0) for deal in range(1, 10)]
    untouched = claim("match:9", holes)
    holes[-1].perform("t1 f")
    first, second = (proof.prove(each, find) for each in (claim("match:9", holes), untouched))
    assert first.points < second.points and first.ranked < second.ranked


def test_a_claim_has_the_lowest_level_of_its_games() -> None:
    lower = Play(find("demon"), 2, level=2, mode=Mode.SCORED)
    lower.perform("s")
    assert proof.prove(claim("sheet:demon", [played("demon", 1), lower]), find).level == 2


def test_own_scores_are_added_for_one_game_only() -> None:
    def total(board: str, *games: str) -> int | None:
        plays = [played(game, deal) for deal, game in enumerate(games, 1)]
        head = Claim(board, "Ann", PROFILE, 0, "2026-11-21", "", 0, 3)
        head = head._replace(points=points(BoardName.parse(board).kind, plays))
        records = [record.write(play, Own=str(play.own)) for play in plays]
        return proof.prove(claims.write(head, records), find).own

    assert total("mix", "ultimate-golf", "ultimate-golf") == 70
    assert total("mix", "ultimate-golf", "poker") is None, "strokes and points are not added"


def test_a_truncated_claim_is_refused() -> None:
    text = a_tour()
    for length in range(0, len(text) - 1, 37):
        with pytest.raises(ProofError):
            proof.prove(text[:length], find)


def test_an_oversized_claim_is_refused() -> None:
    assert claims.board_of(a_sheet().ljust(LARGEST_CLAIM, "\n")) == "sheet:demon"
    with pytest.raises(ProofError, match="larger than 256 KB"):
        proof.prove(a_sheet() + "\n" * LARGEST_CLAIM, find)


@pytest.mark.parametrize(
    ("name", "kept"),
    [("Ann", "Ann"), (" A  nn ", "A nn"), ("Ju\u0308rg", "J\u00fcrg"), ("n" * LONGEST_NAME,) * 2],
)
def test_names_are_normalized(name: str, kept: str) -> None:
    assert check_name(name) == kept


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


@pytest.mark.parametrize("name", ["[/]", "[@click=app.quit]x", "Ann]", "[Ann"])
def test_a_name_has_no_brackets(name: str) -> None:
    with pytest.raises(Refusal, match="A name has no square brackets"):
        check_name(name)
    with pytest.raises(ProofError, match="no square brackets"):
        proof.prove(claim("sheet:demon", [played("demon", 1)], name), find)


@pytest.mark.parametrize("name", ["\u3164", "\u2800\u2800", "Ann\ufe0f", "\u0301", "A\u034fnn"])
def test_a_name_has_no_invisible_characters(name: str) -> None:
    with pytest.raises(Refusal, match="A name has no invisible characters"):
        check_name(name)
    with pytest.raises(ProofError, match="invisible character"):
        proof.prove(a_sheet().replace('"Ann"', f'"{name}"'), find)


def sealed(text: str) -> str:
    """Return an edited claim with a matching seal."""
    return re.sub(r'\[Seal ".*"\]', f'[Seal "{claims.seal_of(text)}"]', text)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('[Deal "1"]', '[Deal "01"]'),
        ("\n\ns, ", "\n\nautoplay off, s, "),
        ("\n\ns, ", "\n\nlevel 3, s, "),
        ("\n\ns, ", "\n\ns,  "),
        ("\n\ns, ", "\n\ns,\n"),
        ('[Level "3"]\n[Scored "yes"]', '[Scored "yes"]\n[Level "3"]'),
        ('[Level "3"]\n[Date', '[Level "3"]\n\n[Date'),
    ],
)
def test_a_claim_has_only_one_form(old: str, new: str) -> None:
    assert old in a_sheet()
    with pytest.raises(ProofError, match=r"not as solterm writes|out of place|lacks"):
        proof.prove(sealed(a_sheet().replace(old, new, 1)), find)


def test_digests_match_stored_ones() -> None:
    text = claim("tournament:Cup", [played("corners", 42, Mode.SINGLE)])
    way = proof.prove(text, find, lambda _: [("corners", 42)]).played
    assert (way.whole, way.begun) == ("52512ee0bf9db54c905f2bcd", ("bed5f76cf072959353056ae8",))
