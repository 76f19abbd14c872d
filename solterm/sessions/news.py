"""What a host has to say, in sentences for a player."""

from datetime import date, timedelta

from solterm.contests.daily import daily
from solterm.contests.kinds import DAILY, HOLES, MATCH, SHEET, TOURNAMENT, BoardName
from solterm.contests.purpose import Purpose
from solterm.games import find_known
from solterm.hall.messages import Guest, Result
from solterm.store.tournaments import list_published

_LONGEST = 400
"""Characters of a sentence that is shown."""


def tame(text: str) -> str:
    """A sentence from elsewhere, without anything that a terminal could take for more than text."""
    return "".join(char if char.isprintable() else " " for char in text[:_LONGEST])


def name_game(game_id: str) -> str:
    """How a game is called that somebody plays; one that is not known here has no name."""
    game = find_known(game_id)
    return game.name if game else "a game that is not known here"


def name_player(player: str) -> str:
    """How a player is called; without a name it is somebody who came without a key."""
    return tame(player) or "a guest"


def tell_result(result: Result) -> str:
    """A result, in a sentence: ``ann won Demon, 900.``"""
    verb = "won" if result.won else "played"
    return f"{name_player(result.player)} {verb} {name_game(result.game)}, {result.mark}."


def tell_guest(guest: Guest) -> str:
    """Somebody who is here, in a sentence."""
    name = name_player(guest.player)
    if not guest.is_open:
        return f"{name} plays behind a closed door."
    if not guest.game:
        return f"{name} is choosing a game."
    return f"{name} plays {name_game(guest.game)} at level {guest.level}."


def read_door(words: str, is_open: bool) -> bool:
    """Is a door open once somebody has said so? Without a word, as it is."""
    return {"open": True, "on": True, "closed": False, "close": False, "off": False}.get(
        words.strip().lower(), is_open
    )


def find_board(result: Result) -> str:
    """The board that a play counts on, as far as others can know; empty for none."""
    purpose, dealt = Purpose.parse(result.purpose), (result.game, int(result.deal))
    if purpose.kind is None:
        return ""
    name = ""
    if purpose.kind is SHEET:
        name = result.game
    elif purpose.kind is MATCH:
        name = str(next(holes for holes in HOLES if purpose.place < holes))
    elif purpose.kind is DAILY:
        name = _find_day(result.moment[:10], dealt)
    elif purpose.kind is TOURNAMENT:
        cups = list_published()[0]
        name = next(
            (cup.name for cup in cups if dealt in zip(cup.games, cup.deals, strict=True)), ""
        )
    return str(BoardName(purpose.kind, name))


def _find_day(ended: str, dealt: tuple[str, int]) -> str:
    """The day whose deal it is: that on which it was ended, or the one before."""
    last = date.fromisoformat(ended)
    days = (last, last - timedelta(days=1))
    leg = {day: daily(day).legs[0] for day in days}
    return next((day.isoformat() for day in days if leg[day][:2] == dealt), ended)
