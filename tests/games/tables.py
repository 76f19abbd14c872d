"""Helpers for the tests of games: legal moves, positions after moves, and deals."""

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
    """Return the text of a position without empty piles."""
    lines = write(table, game.ids).splitlines()
    return "\n".join(line for line in lines if " " in line)


def moves(game: Game, text: str, level: int = 3) -> set[str]:
    rules = game.rules(level)
    return legal(rules, position(game, text))


def leaving(pile: str, found: set[str]) -> set[str]:
    """Return the moves from a pile."""
    return {move for move in found if move.startswith(f"{pile} ")}


def after(game: Game, text: str, *played: str, level: int = 3) -> str:
    rules = game.rules(level)
    table = position(game, text)
    for move in map(Move.parse, played):
        assert rules.why_not(table, move) is None, rules.why_not(table, move)
        table = rules.make(table, move)
    return shown(game, table)


def refusal(game: Game, text: str, move: str, level: int = 3) -> str:
    """Return the reason why a move is illegal."""
    reason = game.rules(level).why_not(position(game, text), Move.parse(move))
    assert reason is not None, f"{move} is legal"
    return reason


def outcome(game: Game, text: str, level: int = 3) -> Outcome | None:
    return game.rules(level).outcome(position(game, text))


def dealt(game: Game, deal: int = 617) -> dict[str, str]:
    """Count the cards a deal puts on each pile: face-down ones, ``+``, face-up ones."""
    opening = game.deal(deal).table
    counts = {}
    for name, pile in zip(game.ids, opening.piles, strict=True):
        down = sum(1 for card in pile if card & DOWN)
        counts[name] = f"{down}+{len(pile) - down}"
    return counts


def piles_alike(kind: str, count: int, *counts: str) -> dict[str, str]:
    """Return the counts of several piles: one for all, or one for each."""
    names = [f"{kind}{number}" for number in range(1, count + 1)]
    return dict(zip(names, counts * count if len(counts) == 1 else counts, strict=True))


def full(*suits: str) -> str:
    """Return foundations with complete suits, Ace to King, from the first foundation on."""
    ranks = "A23456789TJQK"
    lines = [
        f"f{number} {' '.join(rank + suit for rank in ranks)}"
        for number, suit in enumerate(suits, 1)
    ]
    return "\n".join(lines)


def position_of(play: Play) -> str:
    """Return the position of a play without empty piles."""
    return shown(play.game, play.table)
