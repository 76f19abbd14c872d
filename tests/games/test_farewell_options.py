"""The options of A Farewell to Kings."""

import pytest

from solterm.core import cards
from solterm.core.move import IllegalMove
from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games.farewell import FAREWELL_TO_KINGS as FAREWELL
from solterm.plain import protocol
from solterm.plain.session import Reply
from tests.core.positions import position


def kings(play: Play) -> dict[str, str]:
    return {
        cards.text(pile[-1]): name
        for name, pile in zip(play.game.ids, play.table.piles, strict=True)
        if name[0] == "g" and pile and cards.rank(pile[-1]) == cards.KING
    }


def dealt(deal: int = 617, level: int = 3, **options: str) -> Play:
    return Play(FAREWELL, deal, level, options=options)


# -- values ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("options", "reason"),
    [
        ({"size": "huge"}, "size is normal, small or tiny, not 'huge'."),
        ({"difficulty": "hard"}, "difficulty is normal or easy, not 'hard'."),
        ({"kings": ""}, "kings is centre, corners, random or custom, not ''."),
        ({"size": "tiny", "deck": "Bland"}, "deck is standard or bland, not 'Bland'."),
        (
            {"hand": "5"},
            "A Farewell to Kings (farewell-to-kings) has no option 'hand'."
            " Its options are difficulty, deck, size, kings.",
        ),
    ],
)
def test_invalid_values_are_refused_with_the_valid_ones(
    options: dict[str, str], reason: str
) -> None:
    with pytest.raises(Refusal) as refused:
        Play(FAREWELL, 617, options=options)
    assert str(refused.value) == reason


# -- grid size ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "columns", "rows", "centre"),
    [("normal", 12, 9, 53), ("small", 10, 7, 34), ("tiny", 8, 7, 27)],
)
def test_each_size_has_its_grid(size: str, columns: int, rows: int, centre: int) -> None:
    play = dealt(size=size)
    cells = [name for name in play.game.ids if name[0] == "g"]
    assert len(cells) == columns * rows
    row = [f"g{number}" for number in range(centre, centre + 4)]
    assert kings(play) == dict(zip(("KS", "KC", "KD", "KH"), row, strict=True))
    # The Kings are centred in the grid.
    assert 2 * ((centre - 1) % columns) + 4 == columns
    assert 2 * ((centre - 1) // columns) + 1 == rows
    table = position(play.game, f"h1 5C\ng{columns} 8C")
    assert {move.dst for move in play.rules.legal_moves(table)} == {
        f"g{columns - 1}",
        f"g{2 * columns}",
    }


# -- where the Kings start ---------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "corners"),
    [
        ("normal", ["g1", "g12", "g97", "g108"]),
        ("small", ["g1", "g10", "g61", "g70"]),
        ("tiny", ["g1", "g8", "g49", "g56"]),
    ],
)
def test_kings_may_start_in_the_corners(size: str, corners: list[str]) -> None:
    start = dict(zip(("KS", "KC", "KD", "KH"), corners, strict=True))
    assert kings(dealt(size=size, kings="corners")) == start


def test_random_places_of_kings_depend_on_the_deal_number() -> None:
    again = [kings(dealt(617, kings="random")) for _ in range(2)]
    assert again[0] == again[1]
    assert len(set(again[0].values())) == 4
    starts = [kings(dealt(deal, kings="random")) for deal in range(1, 201)]
    assert len({frozenset(start.items()) for start in starts}) == 200
    everywhere = {cell for start in starts for cell in start.values()}
    assert len(everywhere) == 108


@pytest.mark.parametrize("level", [3, 2])
def test_no_exception_before_the_player_has_placed_the_kings(level: int) -> None:
    play = dealt(kings="custom", level=level)
    with pytest.raises(IllegalMove, match="Place the cards of the deal first"):
        play.exception()
    for cell in (53, 54, 55, 56):
        play.push(next(move for move in play.legal_moves if move.dst == f"g{cell}"))
    play.exception()


def test_with_custom_kings_the_player_places_them_first() -> None:
    play = dealt(kings="custom")
    assert [play.pile(f"h{n}") for n in range(1, 5)] == [
        (cards.parse(king),) for king in ("KS", "KC", "KD", "KH")
    ]
    assert len(play.pile("s")) == 48
    assert len(list(play.legal_moves)) == 4 * 108
    with pytest.raises(IllegalMove, match="none of its cards can be played: KS can"):
        play.perform("s")
    play.perform("h1 g1")
    with pytest.raises(IllegalMove, match=r"^KC can't go there: KS lies on cell 1\.$"):
        play.perform("h2 g1")
    with pytest.raises(IllegalMove, match=r"^There is no pile 'g109' here"):
        play.perform("h2 g109")
    with pytest.raises(IllegalMove, match="is placed and stays"):
        play.perform("g1 g2")
    for move in ("h2 g50", "h3 g51", "h4 g108"):
        play.perform(move)
    assert set(map(str, play.legal_moves)) == {"s"}
    play.perform("s")
    assert [play.pile(f"h{n}") for n in range(1, 5)] == [dealt().pile(f"h{n}") for n in range(1, 5)]
    assert play.pile("s") == dealt().pile("s")


# -- difficulty and deck -----------------------------------------------------------------------

SEVEN = "h1 7H\ng14 7S\ng15 7C\ng26 7D\ng53 KS"


def test_an_easy_game_starts_at_level_2() -> None:
    for options, left in (({}, 0), ({"difficulty": "normal"}, 0), ({"difficulty": "easy"}, 4)):
        play = Play(FAREWELL, 617, options=options)
        table = position(play.game, SEVEN)
        (move,) = (move for move in play.rules.legal_moves(table) if move.dst == "g27")
        assert len(play.rules.make(table, move).piles[-1]) == left
    easy = dealt(difficulty="easy")
    assert (easy.level, easy.start_level, easy.tally.level) == (2, 2, 2)
    assert '[Level "2"]' in record.write(easy)
    assert protocol.state(Reply(True), easy)["level"] == 2
    assert dealt(level=1, difficulty="easy").level == 1
