"""Deals that can be won: pick one that the solver has won, or tell how rare they are."""

from collections.abc import Mapping
from contextlib import suppress

from solterm.chance import random_below, random_deal
from solterm.contests.daily import list_deals
from solterm.contests.days import today
from solterm.core.game import Game
from solterm.manual.odds import Odds, find_letters, list_wins
from solterm.store.errors import StoreError
from solterm.store.kept import refuse_rehearsal
from solterm.store.settings import Settings
from solterm.store.store import Store

_RARE = 0.05
"""Warn about games with a smaller known share of winnable deals."""
NONE_KNOWN = "No unplayed winnable deal is known, so this is any deal."
NONE_SOUGHT = "No unplayed winnable deal is known, and this host searches for none."


def draw(
    store: Store, settings: Settings, game: Game, level: int, options: Mapping[str, str]
) -> tuple[int, str]:
    """Return the number of a free game's next deal, and a notice for the player, usually empty."""
    known = pick(store, game, level, options) if settings.winnable else None
    return known or random_deal(), "" if known or not settings.winnable else NONE_KNOWN


def pick(store: Store, game: Game, level: int, options: Mapping[str, str]) -> int | None:
    """Return a deal that the solver has won at a level, at random; None if none is left.

    Leaves out the deals that the player has had, and those of days to come. The solver knows no
    deals with unusual options.
    """
    if _has_unusual(game, options):
        return None
    left = set(list_wins(game, level)) - store.list_deals(game.id) - list_deals(game.id, today())
    numbers = sorted(left)
    while numbers:
        deal = numbers.pop(random_below(len(numbers)))
        with suppress(StoreError):  # the host keeps the deals of its contests
            refuse_rehearsal(store, game.id, deal)
            return deal
    return None


def _has_unusual(game: Game, options: Mapping[str, str]) -> bool:
    return any(options.get(each.key, each.usual) != each.usual for each in game.options)


def tell_rarity(game: Game, level: int, options: Mapping[str, str]) -> str:
    """Return a warning if a search may take very long, else "".

    >>> from solterm.games import find
    >>> tell_rarity(find("free-cell"), 3, {})
    ''
    >>> tell_rarity(find("scorpion"), 3, {})
    'Scorpion is almost never winnable at level 3: 2 of 100 deals are known to be.'
    """
    known = Odds.of_letters(find_letters(game, level))
    if known.won > _RARE * known.deals or not known.deals or _has_unusual(game, options):
        return ""
    found = f"{known.won or 'none'} of {known.deals} deals {'is' if known.won == 1 else 'are'}"
    return f"{game.name} is almost never winnable at level {level}: {found} known to be."
