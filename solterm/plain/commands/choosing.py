"""Commands that choose a game: the menu in words, the list of games, and playing one."""

from collections.abc import Mapping, Sequence

from solterm.contests.days import today
from solterm.contests.kinds import RACE
from solterm.core.game import Game
from solterm.core.options import parse
from solterm.games import catalogue, find_known, search
from solterm.plain.base import BaseSession
from solterm.plain.commands.host import tell_today
from solterm.plain.reply import Reply
from solterm.sessions import contest_start, favourites
from solterm.sessions.resumable import Resumable, complete, list_resumable
from solterm.sessions.sharing import read_start
from solterm.store.errors import StoreError
from solterm.store.kept import is_secret
from solterm.store.purpose import Purpose
from solterm.store.settings import save_settings

_MENU = (
    ("play NAME", "play a game; part of its name is enough"),
    ("games", "list all games"),
    ("favourite", "list your favourites; with a NAME, add or remove one"),
    ("sheet NAME", "show the score sheet of a game"),
    ("contests", "list tours, tournaments, golf, Reno and mixed sheets"),
    ("daily", "play the deal of the day"),
    ("boards", "list the boards that have results"),
    ("help", "explain all commands"),
    ("quit", "quit solterm"),
)


def menu(session: BaseSession, _: str) -> Reply:
    """Tell what there is to play and to resume; if the store fails, leave out the latter."""
    lines = [f"{word:12} {does}" for word, does in _MENU]
    try:
        begun = _tell_begun(session)
    except StoreError as error:
        begun = [str(error)]
    else:
        if name := _left(session):
            lines.insert(0, f"{'play':12} resume {name}")
    life = tell_today(session)
    return Reply(True, "\n".join([*life, "Type one of these words, then Enter.", *lines, *begun]))


def _tell_begun(session: BaseSession) -> list[str]:
    """Return a line for each game or contest to resume."""
    day = today()
    resumable = complete(session.context, list_resumable(session.store, day), day)
    numbers = {each.id: k for k, each in enumerate(contest_start.under_way(session.store), 1)}
    told = [_tell_resumable(each, numbers) for each in resumable]
    return ["To resume a game or contest, type:", *told]


def _tell_resumable(resumable: Resumable, numbers: Mapping[int, int]) -> str:
    """Something to resume: the command for it, and how far it is."""
    if resumable.is_today:
        word = "daily"
    elif resumable.contest:
        word = f"contest {numbers.get(resumable.contest, '')}".rstrip()
    else:
        word = f"{'sheet' if resumable.kind else 'play'} {resumable.game}"
    return f"{word}: {resumable.name}, {resumable.stands}. {resumable.about}."


def games(session: BaseSession, _: str) -> Reply:
    """List all games, a line for each collection."""
    collections: dict[str, list[str]] = {}
    for game in catalogue(published=True).values():
        collections.setdefault(game.collection, []).append(game.name)
    told = [f"{collection}: {', '.join(names)}." for collection, names in collections.items()]
    if marked := favourites.list_favourites(session.settings):
        told.insert(0, _tell_favourites(marked))
    return Reply(True, "\n".join([*told, "'play NAME' plays one, as in 'play demon'."]))


def favourite(session: BaseSession, name: str) -> Reply:
    """List the favourites, or add a game, or remove it if it is one already."""
    if not name:
        marked = favourites.list_favourites(session.settings)
        none = "You have no favourites yet: 'favourite NAME' adds one."
        return Reply(True, _tell_favourites(marked) if marked else none)
    after, said = favourites.toggle(session.settings, search(name))
    save_settings(session.context, after)
    return Reply(True, said)


def _tell_favourites(marked: Sequence[Game]) -> str:
    return f"Favourites: {', '.join(map(str, marked))}."


def play(session: BaseSession, name: str) -> Reply:
    """Resume a game or deal it; without a name, resume the one left last."""
    if name:
        return session.resume_or_deal(read_start(name))
    if session.has_game:
        return session.opening()
    if not session.resume_last_game():
        return Reply(True, f"You have no unfinished game. {menu(session, '').text}")
    return session.opening("Resuming where you left off.")


def _left(session: BaseSession) -> str:
    """The name of the game left last; empty for none."""
    plays = session.store.in_progress()
    waiting = next((each for each in plays if Purpose.parse(each.context).kind != RACE.id), None)
    game = find_known(waiting.game) if waiting else None
    if waiting is None or game is None:
        return ""
    hides_deal = is_secret(session.store.context, waiting.context, waiting.deal)
    deal = "" if hides_deal else f", deal {waiting.deal}"
    return f"{game.titled(parse(waiting.options))} ({game.collection}){deal}"
