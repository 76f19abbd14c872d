"""Yukon and its kin: any face-up card moves, with all cards on it. Gypsy moves runs."""

from solterm.core.engines.builders import Builders
from solterm.core.game import Game, change
from solterm.core.groups import Group
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow, TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ANY_CARD, KINGS
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    ALTERNATING,
    ANY_SPACE,
    DOWNWARDS,
    any_space,
    columns,
    foundations,
    hidden_rows,
    ids,
    one_more_pass,
    open_layout,
    row_stock,
    single_stock,
    stock,
    waste,
)

_SEVEN, _EIGHT = ids("t", 7), ids("t", 8)
_IN_SUIT = Build((-1,), Match.SUIT)


def _groups(build: Build) -> tuple[Group, ...]:
    """Four foundations, and seven columns whose cards move with their load."""
    return (foundations(), columns(7, build, Lift.ANY, KINGS))


YUKON = Game(
    **words_of("yukon"),
    family="Yukon",
    engine=Builders,
    groups=_groups(ALTERNATING),
    dealing=(*hidden_rows(7), Deal(_SEVEN[1:], 4), Deal(_SEVEN)),
    **open_layout(ANY_SPACE, change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7    FOUNDATIONS
                              f1  f2

                              f3  f4
""",
)

RUSSIAN = replace(
    YUKON,
    **words_of("russian-solitaire"),
    groups=_groups(_IN_SUIT),
)

ALASKA = replace(
    YUKON,
    **words_of("alaska"),
    groups=_groups(Build((-1, 1), Match.SUIT)),
    **open_layout(ANY_SPACE, change("t", build=Build((-1, 1), Match.ANY))),
)

_ONE_PASS = TurnStock(1, passes=1)

AUSTRALIAN = Game(
    **words_of("australian-patience"),
    family="Yukon",
    engine=Builders,
    groups=(stock(_ONE_PASS), waste(), *_groups(_IN_SUIT)),
    dealing=(Deal(_SEVEN, 4), Rest()),
    **single_stock(one_more_pass(_ONE_PASS), any_space(DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7    STOCK
                              :s  :w
                              s   w

                              FOUNDATIONS
                              f1  f2

                              f3  f4
""",
)

GYPSY = Game(
    **words_of("gypsy"),
    also=("Double Easthaven", "Normandy"),
    family="Yukon",
    skill=4,
    engine=Builders,
    packs=2,
    groups=(
        stock(DealRow(_EIGHT)),
        foundations(8),
        columns(8, ALTERNATING, Lift.RUN, ANY_CARD),
    ),
    dealing=(Deal(_EIGHT, 3, down=2), Rest()),
    **row_stock(change("f", lift=Lift.TOP, goes_to="t"), change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8    STOCK
                                  :s
                                  s

                                  FOUNDATIONS
                                  f1  f2  f3  f4

                                  f5  f6  f7  f8
""",
)

GAMES = (YUKON, RUSSIAN, ALASKA, AUSTRALIAN, GYPSY)
