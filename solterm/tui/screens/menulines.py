"""The lines of the menu: what to go on with, and the games, each with where the player stands."""

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from solterm.core.game import Game
from solterm.games import find_known
from solterm.sessions.waiting import Waiting
from solterm.store.standings import Standing

NAME = 26
"""Columns of a name."""
STATE = 11
"""Columns of where the player stands."""
SUMMARY = 40
"""Columns of what a game is."""
WHOLE = NAME + STATE + SUMMARY
"""Columns of a line that has all three."""

_MOST = 5
"""Lines to go on with that stand above the games; a filter shows the others."""


class Line(NamedTuple):
    """A line of the list: a game, something to go on with, or a heading."""

    text: str
    game: Game | None = None
    waiting: Waiting | None = None

    @property
    def is_choice(self) -> bool:
        """May it be chosen?"""
        return self.game is not None or self.waiting is not None


def list_waiting_lines(waiting: Sequence[Waiting], most: int = _MOST) -> list[Line]:
    """What to go on with, under its heading; the deal of the day is always among it."""
    *shown, last = waiting[:most]
    if len(waiting) > most:
        last = next((each for each in waiting[most:] if not each.touched), last)
    more = len(waiting) - most
    heading = f"Go on with ({more} more under Contests and Saves)" if more > 0 else "Go on with"
    return [
        Line(heading),
        *(Line(each.name, find_known(each.game), each) for each in (*shown, last)),
    ]


def list_game_lines(games: Sequence[Game]) -> Iterator[Line]:
    """Games, with a heading where another collection begins."""
    collection = ""
    for game in games:
        if game.collection != collection:
            collection = game.collection
            yield Line(collection)
        yield Line(game.name, game)


def tell_line(line: Line, state: str, width: int) -> str:
    """A line in its three columns, or in two where the last one would be cut."""
    text = f"{line.text[: NAME - 1]:{NAME}}{state[: STATE - 1]:{STATE}}"
    if width < WHOLE:
        return text
    return text + (line.waiting.about if line.waiting else tell_summary(line.game))


def tell_summary(game: Game | None) -> str:
    """What a game is, in a line that a list has room for; empty where its maker wrote none."""
    summary = game.summary if game else ""
    return summary if len(summary) <= SUMMARY else ""


def tell_state(game: Game, in_progress: Mapping[str, str], standing: Standing | None) -> str:
    """Where the player stands in a game, in ten characters: in play, won of played, the best."""
    if context := in_progress.get(game.id):
        return f"> {context}"
    if standing is None:
        return ""
    if standing.won:
        return f"won {standing.won}/{standing.played}"
    return f"best {standing.best}"


def tell_standing(game: Game, standing: Standing | None) -> str:
    """Where the player stands in a game, in a sentence."""
    if standing is None:
        return "Not finished yet."
    unit = game.own_score.unit if game.own_score else "mark"
    return f"Won {standing.won} of {standing.played}. Best {unit}: {standing.best}."
