"""The pyramids: Solitaire Royale's and Ultimate Solitaire's."""

from solterm.core.changes import change
from solterm.core.engines.pairing import Pairing
from solterm.core.game import Game
from solterm.core.groups import Group, PairingGroup
from solterm.core.vocabulary.actions import TurnToSlot
from solterm.core.vocabulary.dealing import Deal, Rest
from solterm.core.vocabulary.exceptions import ExceptionRule, LevelOneMove, Look
from solterm.core.vocabulary.goals import CardsHome, Gathered
from solterm.core.vocabulary.pairs import (
    Pairs,
    Pyramid,
    Total,
    TurnPairing,
)
from solterm.core.vocabulary.policies import Peek
from solterm.games.vocabulary import discard, ids, stock

PYRAMID = PairingGroup("t", 28, name="place", cover=Pyramid())
WASTE = Group("w", name="waste")
SLOT = Group("h", name="turned card")
DEAL = (Deal(ids("t", 28)), Rest())
EXCEPTIONS: dict[int, ExceptionRule] = {3: Look("w", under=True), 2: LevelOneMove()}
ONE_COVER = change("t", reach=1)

ROYALE = Game(
    id="royale-pyramid",
    name="Pyramid",
    version=2,
    collection="Solitaire Royale",
    summary="Pairs of 13, even a card and its cover",
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        stock(TurnToSlot()),
        SLOT,
        WASTE,
        PYRAMID,
        discard(Pairs(Total(), among="htw", beneath=True)),
    ),
    dealing=DEAL,
    levels={2: (change("s", action=TurnToSlot(passes=2)),), 1: (ONE_COVER,)},
    exceptions=EXCEPTIONS,
    goal=Gathered(kind="d"),
    own_score=CardsHome(),
    peek=Peek.ALL,
    layout="""
            t1                  STOCK   TURNED  WASTE
          t2  t3                :s              :w
        t4  t5  t6              s       h       w
      t7  t8  t9  t10
    t11 t12 t13 t14 t15
  t16 t17 t18 t19 t20 t21       DISCARD
t22 t23 t24 t25 t26 t27 t28     d
""",
)

ULTIMATE = Game(
    id="ultimate-pyramid",
    name="Pyramid",
    version=2,
    collection="Ultimate Solitaire",
    also=("Pile of Twenty-Eight",),
    summary="Pairs of 13, never a card and its cover",
    family="Pairs",
    skill=2,
    engine=Pairing,
    groups=(
        stock(TurnPairing(passes=1)),
        WASTE,
        PYRAMID,
        discard(Pairs(Total(), among="tw")),
    ),
    dealing=DEAL,
    levels={2: (change("s", action=TurnPairing()),), 1: (ONE_COVER,)},
    exceptions=EXCEPTIONS,
    goal=Gathered(kind="d"),
    layout="""
            t1                  STOCK   WASTE
          t2  t3                :s      :w
        t4  t5  t6              s       w
      t7  t8  t9  t10
    t11 t12 t13 t14 t15
  t16 t17 t18 t19 t20 t21       DISCARD
t22 t23 t24 t25 t26 t27 t28     d
""",
)

GAMES = (ROYALE, ULTIMATE)
