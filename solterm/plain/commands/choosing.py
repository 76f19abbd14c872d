"""The commands that bring a game to the table: the menu in words, the games, and playing one."""

from typing import TYPE_CHECKING

from solterm.games import every_game, find_by_name, find_known
from solterm.plain.reply import Reply
from solterm.sessions.plays import Start

if TYPE_CHECKING:
    from solterm.plain.session import Session

_MENU = (
    ("play NAME", "plays a game; a part of its name will do"),
    ("games", "names all games"),
    ("sheet NAME", "shows the score sheet of a game, six games long"),
    ("contests", "lists tours, tournaments, golf, Reno and mixed sheets"),
    ("daily", "plays the deal of the day"),
    ("boards", "names the boards that have results"),
    ("help", "explains all words"),
    ("quit", "leaves"),
)


def menu(session: "Session", _: str) -> Reply:
    """Tell what there is to play."""
    lines = [f"{word:12} {does}" for word, does in _MENU]
    if name := _left(session):
        lines.insert(0, f"{'play':12} goes on with {name}")
    return Reply(True, "\n".join(["Type one of these words, then Enter.", *lines]))


def games(session: "Session", _: str) -> Reply:
    """Name all games, a line for each collection."""
    collections: dict[str, list[str]] = {}
    for game in every_game().values():
        collections.setdefault(game.collection, []).append(game.name)
    told = [f"{collection}: {', '.join(names)}." for collection, names in collections.items()]
    return Reply(True, "\n".join([*told, "'play NAME' plays one, as in 'play demon'."]))


def play(session: "Session", name: str) -> Reply:
    """Go on with a game, or deal it; without a name, with the one that was left last."""
    if name:
        return session.bring(Start(find_by_name(name)))
    if session.has_game:
        return session.opening()
    if not session.take_up():
        return Reply(True, f"No game waits. {menu(session, '').text}")
    return session.opening("You go on where you left.")


def _left(session: "Session") -> str:
    """What the game is called that was left last; empty where there is none."""
    waiting = next(iter(session.store.in_progress()), None)
    game = find_known(waiting.game) if waiting else None
    return f"{game.name} ({game.collection}), deal {waiting.deal}" if waiting and game else ""
