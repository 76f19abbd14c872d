"""Piles round a centre, fed from one waste: Propeller, Sultan and Windmill."""

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup, Group
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.dealing import Deal, Rest, Take
from solterm.core.vocabulary.goals import Gathered
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ACES, ANY_CARD, KINGS, NOTHING, rank_only
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    DOWNWARDS,
    UP_IN_SUIT_ROUND,
    UPWARDS,
    UPWARDS_ROUND,
    foundations,
    ids,
    one_more_pass,
    single_stock,
    stock,
    waste,
)

_ONCE, _THRICE = TurnStock(passes=1), TurnStock(passes=3)
_FREED = (
    change("s", lift=Lift.NEXT, goes_to_spaces="t"),
    change("t", build=DOWNWARDS, goes_to="ft"),
)
"""Level 1: a space takes the stock's next card too, and its card is covered by a next-lower one."""


def _places(name: str, goes_to: str = "f") -> BuilderGroup:
    """Eight places for one card each."""
    return BuilderGroup("t", 8, name=name, space=ANY_CARD, lift=Lift.TOP, goes_to=goes_to)


def _one(letters: str) -> int:
    """The mask of a single card."""
    return cards.mask([cards.parse(letters)])


PROPELLER = Game(
    **words_of("propeller"),
    version=2,
    skill=2,
    engine=Builders,
    groups=(
        stock(_ONCE),
        waste(),
        foundations(build=UPWARDS, space=rank_only(2), capacity=12),
        _places("blade", goes_to="ft"),
        Group("r", name="hub", fanned=True),
    ),
    dealing=(Take(("r",) * 4, (ACES.cards,) * 4), Deal(ids("t", 8)), Rest()),
    goal=Gathered(48, spared="the four Aces"),
    **single_stock(one_more_pass(_ONCE), *_FREED),
    layout="""
t1              t2          STOCK
                            :s  :w
    t3      t4              s   w

        r                   FOUNDATIONS
                            f1  f2  f3  f4
    t5      t6

t7              t8
""",
)

SULTAN = Game(
    **words_of("sultan"),
    version=2,
    also=("Sultan of Turkey", "Emperor of Germany"),
    engine=Builders,
    packs=2,
    groups=(
        stock(_THRICE),
        waste(),
        foundations(7, build=UP_IN_SUIT_ROUND, space=NOTHING),
        foundations(1, build=UP_IN_SUIT_ROUND, space=NOTHING, capacity=12),
        _places("space"),
        Group("r", name="Sultan"),
    ),
    dealing=(
        Take(
            ("r", *ids("f", 8)),
            tuple(map(_one, ("KH", "KC", "KD", "KS", "KC", "KD", "KS", "KH", "AH"))),
        ),
        Deal(ids("t", 8)),
        Rest(),
    ),
    goal=Gathered(103, spared="the Sultan"),
    **single_stock(one_more_pass(_THRICE), *_FREED),
    layout="""
t1                  t2          STOCK
      f1  f2  f3                :s  :w
t3                  t4          s   w
      f4  r   f5
t5                  t6
      f6  f7  f8
t7                  t8
""",
)

WINDMILL = Game(
    **words_of("windmill"),
    version=2,
    engine=Builders,
    packs=2,
    groups=(
        stock(_ONCE),
        waste(),
        foundations(1, build=UPWARDS_ROUND, space=NOTHING, capacity=52),
        foundations(4, build=DOWNWARDS, space=KINGS),
        _places("sail"),
    ),
    dealing=(Take(("f1",), (ACES.cards,)), Deal(ids("t", 8)), Rest()),
    **single_stock(one_more_pass(_ONCE), *_FREED),
    layout="""
        t1                  STOCK
                            :s  :w
f2      t2      f3          s   w

t3  t4  f1  t5  t6

f4      t7      f5

        t8
""",
)

GAMES = (PROPELLER, SULTAN, WINDMILL)
