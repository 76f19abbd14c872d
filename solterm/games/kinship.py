"""What games have in common: their nearest relatives, and in words their length, luck and skill."""

from functools import cache
from pkgutil import get_data

from solterm.core.game import Game
from solterm.core.phrases import capitalize
from solterm.games import catalogue

SKILLS = ("Luck alone", "Mostly luck", "Luck and skill", "Mostly skill", "Skill alone")
"""What decides a game, by its ``skill`` from 1 to 5."""

LENGTHS = ("Short", "Medium", "Long")
"""How long a game is: fewer moves than one pack has cards, fewer than two packs have, or more."""

_PACK = 52
_MOST = 2
"""How many games to suggest to a player who likes one."""
_REST = "Others"
"""The family of games that have little in common."""


def tell_skill(game: Game) -> str:
    """Return what decides a game, in words: ``Mostly skill``."""
    return SKILLS[game.skill - 1]


def tell_length(game: Game) -> str:
    """Return how long a game is, one of ``LENGTHS``; "" for a game that was not measured."""
    moves = _moves().get(game.id)
    return "" if moves is None else LENGTHS[min(moves // _PACK, len(LENGTHS) - 1)]


@cache
def _moves() -> dict[str, int]:
    """Return the moves of long games of each rule set, by id; scripts/lengths.py measures them."""
    lines = (get_data("solterm.games", "lengths.csv") or b"").decode("ascii").splitlines()
    return {game: int(moves) for game, moves in (line.split(",") for line in lines[1:])}


def tell_packs(packs: int) -> str:
    """Return a number of packs in words: ``One pack``."""
    return "One pack" if packs == 1 else "Two packs" if packs == 2 else f"{packs} packs"


def tell_kind(game: Game) -> str:
    """Return family, packs, and luck or skill: ``Free Cell family, one pack, mostly skill.``"""
    family = "" if game.family == _REST else f"{game.family} family, "
    told = f"{family}{tell_packs(game.packs).lower()}, {tell_skill(game).lower()}."
    return capitalize(told)


def list_neighbours(game: Game) -> list[Game]:
    """Return the games to try next: relatives of other names, the nearest in skill first.

    Games with as many packs come before others. The rest follow in a circle behind the game,
    so that each game of a family is suggested by another. Among the games that belong to no
    family, those with the same engine come first.
    """
    games = list(catalogue(published=True).values())
    at = next((place for place, each in enumerate(games) if each.id == game.id), 0)
    namesakes = {game.name, *game.also}
    kin = [
        each
        for each in games[at + 1 :] + games[:at]
        if each.family == game.family and not namesakes & {each.name, *each.also}
    ]
    kin.sort(
        key=lambda each: (
            game.family == _REST and each.engine is not game.engine,
            abs(each.skill - game.skill),
            each.packs != game.packs,
        )
    )
    named: dict[str, Game] = {}
    for each in kin:
        named.setdefault(each.name, each)
    return list(named.values())[:_MOST]
