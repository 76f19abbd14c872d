"""Games without kin: each is played like no other.

The title of each part says what is peculiar to its game.
"""

from solterm.core import cards
from solterm.core.engines.builders import Builders
from solterm.core.engines.grid import Grids
from solterm.core.engines.rows import Rows
from solterm.core.engines.tucking import Tucking
from solterm.core.game import Game, change
from solterm.core.groups import BuilderGroup, GridGroup, Group, RankGroup, RowGroup
from solterm.core.options import Option
from solterm.core.values import replace
from solterm.core.vocabulary.actions import DealRow, Rotate, TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.consequences import Refill
from solterm.core.vocabulary.dealing import Deal, Rest, SetAside, Take
from solterm.core.vocabulary.exceptions import DrawUnder, LevelOneMove
from solterm.core.vocabulary.goals import AllFaceUp, Gathered, OnePile
from solterm.core.vocabulary.grids import AfterLeft, RedealGaps, RowsInOrder
from solterm.core.vocabulary.policies import BaseMissing, Lift, OnceStockBegun
from solterm.core.vocabulary.spaces import (
    ANY_CARD,
    KINGS,
    NOTHING,
    ChosenBase,
    InRowAbove,
    Outranked,
    Space,
)
from solterm.games.castles import ACES
from solterm.games.listed import words_of
from solterm.games.vocabulary import (
    ALTERNATING_ROUND,
    DISCARD,
    DOWNWARDS,
    DOWNWARDS_ROUND,
    RUNS_LIFT,
    SPACES_WAIT,
    UP_IN_SUIT_ROUND,
    any_space,
    columns,
    foundations,
    grid_picture,
    ids,
    one_more_pass,
    open_layout,
    packet_stock,
    redeal_pile,
    reserve,
    row_stock,
    single_stock,
    stock,
    waste,
)

# -- Accordion: one long row that folds up into a pile -----------------------------------

ACCORDION = Game(
    **words_of("accordion"),
    also=("Idle Year", "Methuselah", "Tower of Babel", "One-Handed", "One Away Three Away"),
    family="Others",
    skill=5,
    engine=Rows,
    groups=(RowGroup("t", 52, name="pile"),),
    dealing=(Deal(ids("t", 52)),),
    goal=OnePile(),
    levels={2: (change("t", steps=(1, 2, 3)),), 1: (change("t", match=Match.COLOUR),)},
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout="\n\n".join("".join(f"t{n:<3}" for n in range(k, k + 13)) for k in (1, 14, 27, 40)),
)

# -- Montana: four rows with gaps, put in order card by card -----------------------------

_CELLS = ids("g", 52)

MONTANA = Game(
    **words_of("montana"),
    also=("Gaps", "Vacancies"),
    family="Others",
    skill=4,
    engine=Grids,
    groups=(
        redeal_pile(RedealGaps()),
        GridGroup(
            "g", 52, name="cell", lift=Lift.TOP, goes_to="g", columns=13, placing=AfterLeft()
        ),
        DISCARD,
    ),
    dealing=(Deal(_CELLS), SetAside(_CELLS)),
    goal=RowsInOrder(),
    shuffles=True,
    shows_limits=True,
    levels={
        2: (change("s", action=RedealGaps(3)),),
        1: (change("g", placing=AfterLeft(before_right=True)),),
    },
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout=grid_picture(13, 4, "REDEAL", "s", "ACES", "d"),
)

# -- Osmosis: ranks seep from each row of the foundations into the next ------------------

_FIRST_ROW = "the first row"
_IN_SUIT = Build(tuple(range(-12, 13)), Match.SUIT)


def _row(space: Space, build: Build | None = None) -> BuilderGroup:
    return foundations(1, build, space, fanned=True)


OSMOSIS = Game(
    **words_of("osmosis"),
    also=("Treasure Trove", "Peek"),
    family="Others",
    skill=2,
    engine=Builders,
    groups=(
        stock(TurnStock(3)),
        waste("f"),
        _row(NOTHING, _IN_SUIT),
        _row(InRowAbove("f2", "f1")),
        _row(InRowAbove("f3", "f2")),
        _row(InRowAbove("f4", "f3")),
        BuilderGroup("r", 4, name="reserve", lift=Lift.TOP, goes_to="f", fanned=True),
    ),
    dealing=(Deal(ids("r", 4), 4, down=3), Deal(("f1",)), Rest()),
    options=(
        Option(
            "peek",
            "Open reserves",
            {
                "no": (),
                "yes": (change("", dealing=(Deal(ids("r", 4), 4), Deal(("f1",)), Rest())),),
            },
            words={"yes": "open reserves"},
        ),
    ),
    **packet_stock(
        change("f3", space=InRowAbove("f3", "f1", _FIRST_ROW)),
        change("f4", space=InRowAbove("f4", "f1", _FIRST_ROW)),
    ),
    layout="""
RESERVES      FOUNDATIONS                  STOCK
r1>           f1>                          :s

r2>           f2>                          s

r3>           f3>                          :w

r4>           f4>                          w
""",
)

# -- Aces Up: end cards leave if a higher one of their suit is in sight ------------------

ACES_UP = Game(
    **words_of("aces-up"),
    version=2,
    also=("Idiot's Delight", "Aces High", "Drivel", "Discard"),
    family="Others",
    skill=2,
    engine=Builders,
    groups=(
        stock(DealRow(ids("t", 4))),
        BuilderGroup(
            "t", 4, name="column", lift=Lift.TOP, space=ANY_CARD, goes_to="tdr", fanned=True
        ),
        BuilderGroup(
            "r",
            name="cell",
            lift=Lift.TOP,
            space=ANY_CARD,
            capacity=1,
            goes_to="td",
            closed=True,
        ),
        BuilderGroup("d", name="discard pile", space=Outranked()),
    ),
    dealing=(Deal(ids("t", 4)), Rest()),
    goal=Gathered(48, kind="d", spared="the four Aces"),
    **row_stock(change("r", closed=False), change("d", space=Outranked(Match.COLOUR))),
    layout="""
t1  t2  t3  t4    STOCK   DISCARD
                  :s      :d
                  s       d

                  r
""",
)

# -- Carpet: twenty single cards, which the stock weaves anew ----------------------------

_ONE_PASS = TurnStock(1, passes=1)

CARPET = Game(
    **words_of("carpet"),
    family="Others",
    skill=2,
    engine=Builders,
    groups=(
        stock(_ONE_PASS),
        waste(goes_to="f"),
        foundations(),
        BuilderGroup("t", 20, name="place", lift=Lift.TOP, goes_to="f"),
    ),
    dealing=(ACES, Deal(ids("t", 20)), Rest()),
    consequences=(Refill(("w", "s")),),
    **single_stock(
        one_more_pass(_ONE_PASS),
        SPACES_WAIT,
        change("w", goes_to="ft"),
        change("t", space=ANY_CARD),
    ),
    layout="""
f1      t1  t2  t3  t4  t5      f3      STOCK
                                        :s  :w
        t6  t7  t8  t9  t10             s   w

f2      t11 t12 t13 t14 t15     f4

        t16 t17 t18 t19 t20
""",
)

# -- Crescent: two packs, sixteen piles, foundations from both ends of each suit ---------

_KINGS = Take(
    ids("f", 8)[4:], tuple(cards.mask([cards.card(cards.KING, suit)]) for suit in range(4))
)

CRESCENT = Game(
    **words_of("crescent"),
    also=("La Demi-Lune",),
    family="Others",
    skill=4,
    engine=Builders,
    packs=2,
    groups=(
        foundations(),
        foundations(build=Build((-1,), Match.SUIT), space=KINGS),
        replace(columns(16, Build((-1, 1), Match.SUIT, wrap=True), Lift.TOP, NOTHING), name="pile"),
        redeal_pile(Rotate(3), "rotation"),
    ),
    dealing=(ACES, _KINGS, Deal(ids("t", 16), 6)),
    shows_limits=True,
    levels={
        2: (change("s", action=Rotate(4)), change("f", lift=Lift.TOP, goes_to="f")),
        1: (any_space(Build((-1, 1), Match.ANY, wrap=True)),),
    },
    exceptions={3: DrawUnder(), 2: LevelOneMove()},
    layout="""
FOUNDATIONS                                                 ROTATE
f1  f2  f3  f4  f5  f6  f7  f8                              s

t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13 t14 t15 t16
""",
)

# -- Terrace: the player chooses the base, and the reserve plays only to foundations -----

_UP_ALTERNATING_ROUND = Build((1,), Match.ALTERNATE, wrap=True)
_NINE_COLUMNS = Refill(("s",), unless=OnceStockBegun(84))
"""Once the base is out, the stock fills the columns; then they wait."""

TERRACE = Game(
    **words_of("terrace"),
    skill=4,
    engine=Builders,
    packs=2,
    groups=(
        stock(_ONE_PASS),
        waste(),
        reserve(fanned=True, goes_to="f"),
        foundations(
            8, build=_UP_ALTERNATING_ROUND, space=ChosenBase("t", "only the top card of a column")
        ),
        columns(9, ALTERNATING_ROUND, Lift.TOP, ANY_CARD),
    ),
    dealing=(Deal(("r",), 11), Deal(ids("t", 4)), Rest()),
    waits=BaseMissing("First choose the base: play the top card of a column to a foundation."),
    consequences=(Refill(("w", "s")),),
    **single_stock(
        one_more_pass(_ONE_PASS),
        change("t", build=DOWNWARDS_ROUND),
        change("", consequences=(_NINE_COLUMNS,)),
    ),
    layout="""
RESERVE                               STOCK
                                      :s  :w
r>                                    s   w

t1  t2  t3  t4  t5  t6  t7  t8  t9    FOUNDATIONS
                                      f1  f2  f3  f4

                                      f5  f6  f7  f8
""",
)

# -- Clocks: piles around a dial ---------------------------------------------------------

_AT_THE_HOURS = ("TS", "JH", "QC", "KD", "2S", "3H", "4C", "5D", "6S", "7H", "8C", "9D")
"""The first cards of the foundations, from one o'clock on."""

GRANDFATHERS_CLOCK = Game(
    **words_of("grandfathers-clock"),
    family="Others",
    skill=3,
    engine=Builders,
    groups=(
        foundations(4, UP_IN_SUIT_ROUND, NOTHING, capacity=5),
        foundations(8, UP_IN_SUIT_ROUND, NOTHING, capacity=4),
        columns(8, DOWNWARDS, Lift.TOP, ANY_CARD, goes_to="ftr"),
        BuilderGroup(
            "r",
            name="cell",
            lift=Lift.TOP,
            space=ANY_CARD,
            capacity=1,
            goes_to="ft",
            closed=True,
        ),
    ),
    dealing=(
        Take(ids("f", 12), tuple(cards.mask([cards.parse(card)]) for card in _AT_THE_HOURS)),
        Deal(ids("t", 8), 5),
    ),
    **open_layout(change("r", closed=False), RUNS_LIFT),
    layout="""
            f12                 t1  t2  t3  t4  t5  t6  t7  t8
        f11     f1
    f10             f2
f9                      f3
    f8              f4
        f7      f5
            f6                  r
""",
)

CLOCK = Game(
    **words_of("clock"),
    also=("Sundial", "Travellers"),
    family="Others",
    skill=1,
    engine=Tucking,
    groups=(
        RankGroup("t", 13, name="pile"),
        Group("h", name="turned card", lift=Lift.TOP, goes_to="t"),
    ),
    dealing=(
        Deal(ids("t", 13), 3, down=3),
        Deal(ids("t", 12), down=1),
        Deal(("h",)),
    ),
    goal=AllFaceUp(),
    levels={2: (change("t", changes=1),), 1: (change("t", changes=3),)},
    exceptions={3: LevelOneMove(), 2: LevelOneMove()},
    layout="""
        t11 t12 t1
    t10             t2
  t9        t13       t3        TURNED
    t8              t4          h
        t7  t6  t5
""",
)

GAMES = (
    ACCORDION,
    MONTANA,
    OSMOSIS,
    ACES_UP,
    CARPET,
    CRESCENT,
    TERRACE,
    GRANDFATHERS_CLOCK,
    CLOCK,
)
