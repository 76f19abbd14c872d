"""What the tests of the games ask: legal moves, what a move makes, how a deal lies."""

import pytest

from solterm.core.cards import DOWN
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import Table, write
from tests.core.positions import legal, position


def each(*games: Game) -> pytest.MarkDecorator:
    return pytest.mark.parametrize("game", games, ids=lambda game: game.id)


def shown(game: Game, table: Table) -> str:
    """A position without its empty piles."""
    lines = write(table, game.ids).splitlines()
    return "\n".join(line for line in lines if " " in line)


def moves(game: Game, text: str, level: int = 3) -> set[str]:
    rules = game.rules(level)
    return legal(rules, position(game, text))


def leaving(pile: str, found: set[str]) -> set[str]:
    """The moves that leave a pile."""
    return {move for move in found if move.startswith(f"{pile} ")}


def after(game: Game, text: str, *played: str, level: int = 3) -> str:
    rules = game.rules(level)
    table = position(game, text)
    for move in map(Move.parse, played):
        assert rules.why_not(table, move) is None, rules.why_not(table, move)
        table = rules.make(table, move)
    return shown(game, table)


def refusal(game: Game, text: str, move: str, level: int = 3) -> str:
    """Why a move is illegal."""
    said = game.rules(level).why_not(position(game, text), Move.parse(move))
    assert said is not None, f"{move} is legal"
    return said


def outcome(game: Game, text: str, level: int = 3) -> Outcome | None:
    return game.rules(level).outcome(position(game, text))


def dealt(game: Game, deal: int = 617) -> dict[str, str]:
    """How many cards a deal lays on each pile: those face down, then ``+`` those face up."""
    opening = game.deal(deal).table
    lying = {}
    for name, pile in zip(game.ids, opening.piles, strict=True):
        down = sum(1 for card in pile if card & DOWN)
        lying[name] = f"{down}+{len(pile) - down}"
    return lying


def piles_alike(kind: str, count: int, *lying: str) -> dict[str, str]:
    """The same for each of so many piles, or one after the other."""
    names = [f"{kind}{number}" for number in range(1, count + 1)]
    return dict(zip(names, lying * count if len(lying) == 1 else lying, strict=True))


def full(*suits: str) -> str:
    """Complete suits, Ace to King, as foundations from the first one on."""
    ranks = "A23456789TJQK"
    lines = [
        f"f{number} {' '.join(rank + suit for rank in ranks)}"
        for number, suit in enumerate(suits, 1)
    ]
    return "\n".join(lines)


def here(play: Play) -> str:
    """Where a play stands."""
    return shown(play.game, play.table)
