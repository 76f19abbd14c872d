"""The catalogue: one module a family, one short declaration a rule-set."""

from functools import cache

from solterm.core.game import Game


@cache
def catalogue() -> dict[str, Game]:
    """All games by id, in the order of the collections."""
    from solterm.games import kloncan

    return {game.id: game for game in (*kloncan.GAMES,)}


def find(game_id: str) -> Game:
    """The game of an id; raises ``ValueError`` with a sentence that names the nearest ids."""
    games = catalogue()
    if game_id in games:
        return games[game_id]
    from difflib import get_close_matches

    near = get_close_matches(game_id, games, n=3, cutoff=0.4) or list(games)[:3]
    raise ValueError(f"There is no game {game_id!r}. Did you mean {' or '.join(near)}?")
