"""After a position that is over, no card can come home or leave, and no line wins.

The tests search all lines of legal moves from positions of random play, up to a number of
positions.
"""

from collections import deque
from collections.abc import Iterator
from random import Random
from typing import NamedTuple

import pytest

from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.games.canfields import RENO
from solterm.games.pair_games import ROYALE, ULTIMATE
from tests.core.positions import legal, position
from tests.core.strategies import each_game, some_games
from tests.effort import THOROUGH

SEEDS = range(8) if THOROUGH else range(3, 7)
"""Seeds of random play: in the usual run, one for each level and one for all levels."""


class Below(NamedTuple):
    """The result of a search below a position."""

    gain: str
    """The first line that makes progress, as text, or empty."""
    positions: int
    whole: bool
    """Whether the search visited every position."""


def home(rules: Rules, table: Table) -> tuple[int, int]:
    """Return the measures of progress: cards scored, and cards on foundations and discards."""
    piles = zip(rules.ids, table.piles, strict=True)
    return rules.count_scored(table), sum(len(pile) for name, pile in piles if name[0] in "fd")


def gains(rules: Rules, before: tuple[int, int], after: Table) -> bool:
    """Return whether a table shows progress or is won."""
    more = zip(before, home(rules, after), strict=True)
    return any(now > was for was, now in more) or rules.is_won(after)


def below(rules: Rules, table: Table, most: int) -> Below:
    """Search all lines of moves from a position, up to a number of positions."""
    lines, before = {table: ""}, home(rules, table)
    waiting = deque([table])
    while waiting:
        here = waiting.popleft()
        for move in rules.legal_moves(here):
            after = rules.make(here, move)
            if after in lines:
                continue
            line = f"{lines[here]} {move};"
            if gains(rules, before, after):
                return Below(line, len(lines), False)
            if len(lines) == most:
                return Below("", most, False)
            lines[after] = line
            waiting.append(after)
    return Below("", len(lines), True)


def played(game: Game, seed: int, steps: int) -> Iterator[Table]:
    """Yield positions of random play at one level, or at all levels every fourth seed.

    Half of the seeds prefer to turn the stock, so that games end early.
    """
    random = Random(seed)
    deal = random.randrange(1, 32001)
    table = game.deal(deal).table
    level = LEVELS[seed % 4 - 1]
    for _ in range(steps):
        yield table
        if seed % 4 == 0 and not random.randrange(40):
            level = random.choice(LEVELS)
        rules = game.rules(level)
        moves = list(rules.legal_moves(table))
        if not moves:
            return
        useful = [m for m in moves if rules.makes_progress(table, m) and not rules.is_turn(m)]
        going = [m for m in useful if m.dst[:1] in "fd"]
        some = going or useful or moves
        if seed % 8 > 3:
            some = [m for m in moves if rules.is_turn(m) and rules.makes_progress(table, m)] or some
        if random.random() < 0.1:
            some = moves
        table = rules.make(table, random.choice(some))
    yield table


def forms(game: Game) -> Iterator[Game]:
    """Return the game with its defaults, and with each value of its options."""
    yield game
    for option in game.options:
        for value in option.choices:
            if value != option.usual:
                yield game.with_options({option.key: value})


def check(game: Game, seed: int, steps: int, most: int) -> list[Below]:
    """Search below every position of a game that is over at any level."""
    searched = []
    for number, table in enumerate(played(game, seed, steps)):
        called = [
            level
            for level in LEVELS
            if (number % 8 == 0 or not game.rules(level).legal_moves(table))
            and game.rules(level).outcome(table) is Outcome.OVER
        ]
        for level in called:
            found = below(game.rules(level), table, most)
            assert not found.gain, (game.id, level, seed, number, found.gain)
            searched.append(found)
        if len(called) == len(LEVELS):
            break
    return searched


@some_games
def test_no_progress_is_possible_after_the_end(game: Game) -> None:
    for number, form in enumerate(forms(game)):
        # The defaults with all seeds, each value of an option with every second one.
        for seed in SEEDS[number % 2 :: 2] if number else SEEDS:
            check(form, seed, steps=250, most=300)


@pytest.mark.long
@each_game
def test_no_progress_is_possible_after_the_end_in_many_positions(game: Game) -> None:
    searched = [
        found
        for form in forms(game)
        for seed in range(40)
        for found in check(form, seed, steps=500, most=20_000)
    ]
    print(  # shown with -s
        f"{game.id}: {len(searched)} positions that are over,"
        f" {sum(not found.whole for found in searched)} not searched to the end,"
        f" at most {max((found.positions for found in searched), default=0)} below one"
    )


# -- omitted moves -----------------------------------------------------------------------------


def homes(rules: Rules, table: Table) -> set[tuple[int, ...]]:
    """Return the cards that can come home next, including by turning."""
    found = set()
    for turned in rules.go_through_stock(table):
        before = home(rules, turned)
        for move in rules.legal_moves(turned):
            after = rules.make(turned, move)
            if gains(rules, before, after):
                piles = zip(rules.ids, after.piles, strict=True)
                gone = (card & ~DOWN for name, pile in piles if name[0] in "fd" for card in pile)
                found.add(tuple(sorted(gone)))
    return found


@some_games
def test_moves_that_lead_nowhere_make_no_progress_and_enable_none(game: Game) -> None:
    for seed in range(2):
        for table in list(played(game, seed, 60))[::3]:
            for level in LEVELS:
                rules = game.rules(level)
                idle = [
                    move
                    for move in rules.legal_moves(table)
                    if not (rules.makes_progress(table, move) or rules.is_turn(move))
                ]
                if not idle:
                    continue
                before, to_come = home(rules, table), homes(rules, table)
                for move in idle[:3]:
                    after = rules.make(table, move)
                    assert not gains(rules, before, after), (level, seed, str(move))
                    assert homes(rules, after) <= to_come, (level, seed, str(move))


# -- past errors -------------------------------------------------------------------------------


def outcome(game: Game, text: str, level: int = 3) -> Outcome | None:
    rules = game.rules(level)
    return rules.outcome(position(rules, text))


def test_in_royale_pyramid_the_last_pair_may_be_turned_card_and_waste() -> None:

    text = "h 6H\nw KD 7C\nt1 QS"
    assert legal(ROYALE.rules(), position(ROYALE, text)) == {"h w"}
    assert outcome(ROYALE, text) is None
    assert outcome(ROYALE, "h 6H\nw KD 8C\nt1 QS") is Outcome.OVER


def test_deal_3_of_royale_pyramid_can_still_be_won() -> None:

    play = Play(ROYALE, 3)
    for event in PYRAMID_3.split("; "):
        play.perform(event)
    assert play.outcome is None
    for event in ("h w", "t3 w", "t1"):
        play.push(play.resolve(event))
    assert play.outcome is Outcome.WON


PYRAMID_3 = (
    "t22; s; s; s; t23 w; t16 t26; s; h; s; s; s; h t27; t20 t28; s; h w; s; h t25; s; h; "
    "t24 t18; s; h t21; s; h t17; s; s; h t12; s; h t19; s; h w; s; h t13; t8 t11; s; s; h w; "
    "s; h t14; t9 w; t7 w; t4 t5; s; s; h t15; t2 t10; s; h t6; s"
)


def test_pairs_that_leave_during_turns_are_progress() -> None:

    rules = ULTIMATE.rules(2)
    text = "s 6h 7c\nt1 2S"
    assert legal(rules, position(rules, text)) == {"s"}
    assert outcome(ULTIMATE, text, level=2) is None
    assert outcome(ULTIMATE, "s 5h 7c\nt1 2S", level=2) is Outcome.OVER


def test_in_reno_moving_a_turned_card_to_the_waste_is_no_progress() -> None:

    text = "h 9H\nw 4C\nt1 2S\nt2 2H\nt3 2C\nt4 2D"
    assert Move("h", "w") in RENO.rules().legal_moves(position(RENO, text))
    assert outcome(RENO, text) is Outcome.OVER
