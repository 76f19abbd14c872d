"""The page of a player of this host, for the screen and line mode."""

from solterm.core.phrases import count
from solterm.hall.messages import PlayerPage
from solterm.sessions.news import name_game, name_player
from solterm.sessions.report import Column, Report

_COLUMNS = (
    Column("no", is_number=True, is_place=True),
    Column("game", shrinks=True),
    Column("level", is_number=True, short="Lvl"),
    Column("result"),
    Column("mark", is_number=True),
    Column("day"),
)


def tell_player(page: PlayerPage) -> str:
    """Return the figures of a player as a sentence.

    >>> tell_player(PlayerPage("ann", 34, 12, 5, 3, ("demon",), ()))
    'ann has finished 34 games and won 12, and has won 3 of 5 races. Favourites: Demon.'
    """
    told = f"{name_player(page.player)} has finished {count(page.games, 'games')}"
    told += f" and won {page.won}" if page.games else ""
    if page.races:
        told += f", and has won {page.races_won} of {count(page.races, 'races')}"
    favourites = ", ".join(map(name_game, page.favourites))
    return f"{told}.{f' Favourites: {favourites}.' if favourites else ''}"


def tell_runs(page: PlayerPage) -> Report:
    """Return the games of a player that others may replay."""
    rows = [
        (
            *(number, name_game(each.game), each.level),
            *("won" if each.won else "ended", each.mark, each.date),
        )
        for number, each in enumerate(page.runs, 1)
    ]
    return Report(f"The latest games of {name_player(page.player)}", _COLUMNS, rows)
