"""Positions from text, plays that start there, and small games, for the tests of the core."""

from typing import Any

from solterm.core.cards import Card
from solterm.core.engines.builders import Builders
from solterm.core.game import Game
from solterm.core.groups import BuilderGroup, Group
from solterm.core.move import Move
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.rules import Rules
from solterm.core.table import Table, read
from solterm.core.values import Value, replace
from solterm.core.vocabulary.actions import TurnStock
from solterm.core.vocabulary.builds import Build, Match
from solterm.core.vocabulary.dealing import DealingStep, Rest
from solterm.core.vocabulary.policies import Lift
from solterm.core.vocabulary.spaces import ACES, ANY_CARD
from solterm.games import find


def position(game: Game | Rules, text: str) -> Table:
    """Return the table a text describes; piles not mentioned are empty."""
    return read(text, game.ids)


class _AsSetUp(DealingStep, Value):
    """A deal that lays out a given position, whatever its number."""

    table: Table
    ids: tuple[str, ...]

    def deal(self, pack: list[Card], piles: dict[str, list[Card]]) -> None:
        for name, pile in zip(self.ids, self.table.piles, strict=True):
            piles[name].extend(pile)


def play_from(game: Game, text: str, level: int = 3, mode: Mode = Mode.FREE) -> Play:
    """Return a play that starts at the position of a text."""
    dealt = replace(game, dealing=(_AsSetUp(position(game, text), game.ids),))
    return Play(dealt, deal=1, level=level, mode=mode)


def spider_before_the_end() -> Play:
    """Return a play of Spider in which TH to the last empty column ends all useful moves."""
    columns = (
        "kc kd kh 4S 3S 2S AS",
        "8D",
        "jc jd jh 4H 3H",
        "jc jd js js KS QS",
        "KD",
        "",
        "qc qd qh AH AH",
        "qc qd 6S 5S 7S KH 2H TH",
        "qs qh TC 9C KC QC 8C 7C 6C",
        "ks tc ts 9s TD 3D 5D 9D 6D 6D",
    )
    text = "\n".join(f"t{number} {column}" for number, column in enumerate(columns, 1) if column)
    return play_from(find("spider"), text)


def free_cell_with_kings_left() -> Play:
    """Return a play of Free Cell with only the four Kings left, each on a column."""
    home = "\n".join(
        f"f{number} " + " ".join(rank + suit for rank in "A23456789TJQ")
        for number, suit in enumerate("CDHS", 1)
    )
    return play_from(find("free-cell"), f"{home}\nt1 KC\nt2 KD\nt3 KH\nt4 KS")


def legal(rules: Rules, table: Table) -> set[str]:
    return set(map(str, rules.legal_moves(table)))


def card_moves(rules: Rules, table: Table) -> set[Move]:
    """Return the legal moves other than stock turns."""
    return {move for move in rules.legal_moves(table) if not rules.is_turn(move)}


def small_game(*groups: Group, **fields: Any) -> Game:
    """Return a game of building made of these groups."""
    named: dict[str, Any] = {"id": "small", "name": "Small", "collection": "Tests", "layout": ""}
    return Game(**named | {"engine": Builders, "groups": groups, "dealing": (Rest(),)} | fields)


STOCK = BuilderGroup("s", name="stock", action=TurnStock(1))
WASTE = BuilderGroup("w", name="waste", lift=Lift.TOP, goes_to="ft")
FOUNDATIONS = BuilderGroup(
    "f", 4, name="foundation", build=Build((1,), Match.SUIT), space=ACES, capacity=13
)
COLUMNS = BuilderGroup(
    "t",
    4,
    name="column",
    build=Build((-1,), Match.ALTERNATE),
    space=ANY_CARD,
    lift=Lift.WHOLE,
    goes_to="ft",
    fanned=True,
)
"""The usual groups, of which each test replaces one."""
