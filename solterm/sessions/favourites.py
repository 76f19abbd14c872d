"""The player's favourite games, whose ids are in the settings."""

from solterm.core.game import Game
from solterm.core.values import replace
from solterm.games import find_known
from solterm.store.settings import Settings


def list_favourites(settings: Settings) -> list[Game]:
    """Return the favourites, the one marked first coming first."""
    return [game for each in settings.favourites.split() if (game := find_known(each))]


def toggle(settings: Settings, game: Game) -> tuple[Settings, str]:
    """Return the settings with a game marked or unmarked, and a sentence that says which.

    >>> from solterm.games import find
    >>> toggle(Settings(), find("demon"))[1]
    'Demon is a favourite now.'
    """
    ids = settings.favourites.split()
    if game.id in ids:
        ids.remove(game.id)
        said = f"{game.name} is no longer a favourite."
    else:
        ids.append(game.id)
        said = f"{game.name} is a favourite now."
    return replace(settings, favourites=" ".join(ids)), said
