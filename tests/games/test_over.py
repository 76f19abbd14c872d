"""Below a position that is over, no card comes home or leaves, and no line wins.

The tests follow every line of legal moves from positions of random play, up to a number of
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
from solterm.games.pyramids import ROYALE, ULTIMATE
from tests.core.positions import legal, position
from tests.core.strategies import every_game
from tests.effort import THOROUGH

SEEDS = range(8) if THOROUGH else range(3, 7)
"""Of random play: in the usual run one at each level, and one at all of them."""


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
    """Whether a table has made progress, or is won."""
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
        useful = [m for m in moves if rules.leads_on(table, m) and not rules.is_turn(m)]
        going = [m for m in useful if m.dst[:1] in "fd"]
        some = going or useful or moves
        if seed % 8 > 3:
            some = [m for m in moves if rules.is_turn(m) and rules.leads_on(table, m)] or some
        if random.random() < 0.1:
            some = moves
        table = rules.make(table, random.choice(some))
    yield table


def forms(game: Game) -> Iterator[Game]:
    """The game, and what each of its options makes of it."""
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


@every_game
def test_nothing_is_to_be_had_below_a_position_that_is_called_over(game: Game) -> None:
    for number, form in enumerate(forms(game)):
        # The game itself in all ways of playing, each of its options in every other of them.
        for seed in SEEDS[number % 2 :: 2] if number else SEEDS:
            check(form, seed, steps=250, most=300)


@pytest.mark.long
@every_game
def test_nothing_is_to_be_had_below_a_great_many_positions(game: Game) -> None:
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


# -- what is passed over -----------------------------------------------------------------------


def homes(rules: Rules, table: Table) -> set[tuple[int, ...]]:
    """What can come home next, turning included: the cards that would lie there."""
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


@every_game
def test_a_move_that_is_said_to_lead_nowhere_makes_no_progress_and_opens_none(game: Game) -> None:
    for seed in range(2):
        for table in list(played(game, seed, 60))[::3]:
            for level in LEVELS:
                rules = game.rules(level)
                idle = [
                    move
                    for move in rules.legal_moves(table)
                    if not (rules.leads_on(table, move) or rules.is_turn(move))
                ]
                if not idle:
                    continue
                before, to_come = home(rules, table), homes(rules, table)
                for move in idle[:3]:
                    after = rules.make(table, move)
                    assert not gains(rules, before, after), (level, seed, str(move))
                    assert homes(rules, after) <= to_come, (level, seed, str(move))


# -- as it was found ---------------------------------------------------------------------------


def outcome(game: Game, text: str, level: int = 3) -> Outcome | None:
    rules = game.rules(level)
    return rules.outcome(position(rules, text))


def test_in_royale_pyramid_the_turned_card_and_the_waste_may_be_the_pair_that_is_left() -> None:

    text = "h 6H\nw KD 7C\nt1 QS"
    assert legal(ROYALE.rules(), position(ROYALE, text)) == {"h w"}
    assert outcome(ROYALE, text) is None
    assert outcome(ROYALE, "h 6H\nw KD 8C\nt1 QS") is Outcome.OVER


def test_in_royale_pyramid_the_game_of_deal_3_goes_on_to_be_won() -> None:

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


def test_pairs_that_go_while_the_stock_is_turned_are_something_to_come() -> None:

    rules = ULTIMATE.rules(2)
    text = "s 6h 7c\nt1 2S"
    assert legal(rules, position(rules, text)) == {"s"}
    assert outcome(ULTIMATE, text, level=2) is None
    assert outcome(ULTIMATE, "s 5h 7c\nt1 2S", level=2) is Outcome.OVER


def test_in_reno_a_turned_card_laid_on_the_waste_is_no_nearer_to_anything() -> None:

    text = "h 9H\nw 4C\nt1 2S\nt2 2H\nt3 2C\nt4 2D"
    assert Move("h", "w") in RENO.rules().legal_moves(position(RENO, text))
    assert outcome(RENO, text) is Outcome.OVER
