"""Other players of the host in words: what they do and say, their pages, whom to ignore."""

from solterm.contests.kinds import is_race
from solterm.core.phrases import count
from solterm.games import find_known, name_apart
from solterm.hall.messages import PHRASES, PlayerPage, Result, SetPhrase, Visitor
from solterm.sessions.report import Column, Report
from solterm.store.purpose import Purpose
from solterm.store.settings import Settings, toggle_word

_LONGEST = 400
"""The most characters of a sentence to show."""


def tame(text: str) -> str:
    """Return text from elsewhere without control characters, shortened."""
    return "".join(char if char.isprintable() else " " for char in text[:_LONGEST])


def name_game(game_id: str) -> str:
    """Return the name of a game that this version may not know, as ``name_apart`` does."""
    game = find_known(game_id)
    return name_apart(game) if game else "an unknown game"


def name_player(player: str) -> str:
    """Return a player's name; players without a name are guests."""
    return tame(player) or "a guest"


def tell_result(result: Result) -> str:
    """Return a result as a sentence: ``ann won Demon, 900.``"""
    verb = "won" if result.won else "played"
    return f"{name_player(result.player)} {verb} {name_game(result.game)}, {result.mark}."


def tell_visitor(visitor: Visitor) -> str:
    """Return what a visitor is doing, as a sentence."""
    name = name_player(visitor.player)
    if is_racing(visitor):
        return f"{name} races: {name_game(visitor.game)}, level {visitor.level}."
    if not visitor.is_open:
        return f"{name} accepts no spectators."
    if not visitor.game:
        return f"{name} is choosing a game."
    return f"{name} plays {name_game(visitor.game)} at level {visitor.level}."


def is_racing(visitor: Visitor) -> bool:
    """Whether a visitor plays a race, which nobody may watch."""
    return is_race(Purpose.parse(visitor.purpose).kind)


def tell_phrase(message: SetPhrase, settings: Settings) -> str:
    """Return a phrase with its speaker; "" if this player does not want to hear it.

    >>> tell_phrase(SetPhrase("luck", "ann"), Settings())
    'ann: Good luck'
    >>> tell_phrase(SetPhrase("luck", "Ann"), Settings(ignored="bob ann"))
    ''
    """
    phrase = PHRASES.get(message.phrase)
    if not phrase or not settings.phrases or is_ignored(settings, message.player):
        return ""
    return f"{name_player(message.player)}: {phrase}"


def is_ignored(settings: Settings, name: str) -> bool:
    """Return whether this player hears no phrases and challenges of a player."""
    return name.lower() in settings.ignored.lower().split()


def toggle_ignored(settings: Settings, name: str) -> tuple[Settings, str]:
    """Return the settings with a player ignored or heard again, and a sentence that says which.

    >>> toggle_ignored(Settings(), "bob")[1]
    'You no longer hear the phrases and challenges of bob.'
    """
    after, is_new = toggle_word(settings, "ignored", name)
    if is_new:
        return after, f"You no longer hear the phrases and challenges of {name}."
    return after, f"You hear the phrases and challenges of {name} again."


def list_ignored(settings: Settings) -> str:
    """Return a sentence about the players whom this player ignores."""
    if not settings.ignored:
        return "You ignore nobody; 'ignore NAME' hides the phrases and challenges of a player."
    return f"You ignore {', '.join(settings.ignored.split())}; 'ignore NAME' again ends it."


# -- the page of a player ----------------------------------------------------------------------


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
    >>> tell_player(PlayerPage("bob", 0, 0, 0, 0, (), ()))
    'bob has finished no games.'
    """
    games = count(page.games, "games") if page.games else "no games"
    told = f"{name_player(page.player)} has finished {games}"
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
