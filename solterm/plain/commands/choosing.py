"""Commands about games and data: the menu, the games, saved games, statistics and settings."""

from collections.abc import Mapping, Sequence

from solterm.contests.days import today
from solterm.contests.kinds import is_race
from solterm.core.game import Game
from solterm.core.options import parse
from solterm.core.phrases import tell_deal
from solterm.core.refusal import Refusal
from solterm.games import catalogue, find_known, search
from solterm.plain.session import Reply, Session
from solterm.sessions import calendar, contest_steps, shelf, statistics, tags
from solterm.sessions.plays import Start, choose_game
from solterm.sessions.report import write_table
from solterm.sessions.resumable import Resumable, complete, list_resumable
from solterm.sessions.sharing import has_record, import_game, read_start, start_in
from solterm.sessions.statistics_report import EMPTY, tell_all, tell_figures
from solterm.store.errors import StoreError
from solterm.store.settings import list_settings


def tell_begun(session: Session) -> list[str]:
    """Return lines about the games and contests to resume, or why the store can't tell."""
    day = today()
    try:
        resumable = complete(list_resumable(session.store, day), day)
        under_way = contest_steps.under_way(session.store)
        latest = _left(session)
    except StoreError as error:
        return [str(error)]
    numbers = {each.id: k for k, each in enumerate(under_way, 1)}
    told = [f"play: resume {latest}."] if latest else []
    told += [_tell_resumable(each, numbers) for each in resumable]
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


def games(session: Session, _: str) -> Reply:
    """List all games, a line for each collection."""
    collections: dict[str, list[str]] = {}
    for game in catalogue(published=True).values():
        collections.setdefault(game.collection, []).append(game.name)
    told = [f"{collection}: {', '.join(names)}." for collection, names in collections.items()]
    if marked := tags.list_favourites(session.settings):
        told.insert(0, _tell_favourites(marked))
    return Reply(True, "\n".join([*told, "'play NAME' plays one, as in 'play demon'."]))


def favourite(session: Session, name: str) -> Reply:
    """List the favourites, or add a game, or remove it if it is one already."""
    if not name:
        marked = tags.list_favourites(session.settings)
        none = "You have no favourites yet: 'favourite NAME' adds one."
        return Reply(True, _tell_favourites(marked) if marked else none)
    after, said = tags.toggle_favourite(session.settings, search(name))
    session.seat.keep_settings(after)
    return Reply(True, said)


def _tell_favourites(marked: Sequence[Game]) -> str:
    return f"Favourites: {', '.join(map(str, marked))}."


def play(session: Session, name: str) -> Reply:
    """Resume a game or deal it; without a name, resume the one left last.

    ``random`` stands for any game, and with a name behind it for any of its family.
    """
    word, _, like = name.partition(" ")
    if word == "random":
        return session.resume_or_deal(Start(choose_game(search(like) if like else None)))
    if name:
        return session.resume_or_deal(read_start(name))
    if session.has_game:
        return session.opening()
    none = "You have no unfinished game: 'menu' shows what there is to play."
    return session.resume_latest() or Reply(True, none)


def paste(session: Session, rows: str) -> Reply:
    """Open the board whose rows stand in the line, or wait for the lines of a text."""
    if rows:
        return open_text(session, rows.replace("/", "\n"))
    session.pasted = []
    return Reply(True, "Paste a board, a game or the name of a deal, then an empty line.")


def open_text(session: Session, text: str) -> Reply:
    """Deal the board or the deal of a text, beside an unfinished game, or save its record."""
    if has_record(text):
        name = import_game(session.store, text)
        return Reply(True, f"The game is saved as {name!r}: 'open {name}' opens it.")
    if start := start_in(text):
        return session.resume_or_deal(start)
    raise Refusal("This text has no board, no game and no deal.")


def _left(session: Session) -> str:
    """The name of the game left last; empty for none."""
    plays = session.store.in_progress()
    waiting = next((each for each in plays if not is_race(each.purpose.kind)), None)
    game = find_known(waiting.game) if waiting else None
    if waiting is None or game is None:
        return ""
    deal = tell_deal(waiting.number_told)
    return f"{game.titled(parse(waiting.options))} ({game.collection}){deal}"


# -- statistics, settings, saved games ------------------------------------------------------------


def stats(session: Session, words: str) -> Reply:
    """Show the statistics of this game by level, or the deals of the day by month."""
    if words == "days":
        played = calendar.days(session.store)
        return Reply(True, calendar.tell_calendar(played, today()))
    if words:
        return Reply(False, f"'stats' knows no {words!r}: write 'stats' or 'stats days'.")
    if not session.has_game:
        every = statistics.figures(session.store)
        return Reply(True, write_table(tell_all(every)) if every else EMPTY)
    found = statistics.figures(session.store, session.play.game.id)
    return Reply(True, tell_figures(session.play.game, found))


def settings(session: Session, words: str) -> Reply:
    """List the settings, or change one: ``settings automatic true``."""
    name, _, value = words.partition(" ")
    if not name:
        listed = list_settings(session.context, session.settings)
        return Reply(True, "\n".join([*listed, *session.seat.complaints]))
    session.seat.change_setting(name, value)
    if name == "automatic" and session.has_game:
        session.seat.sync_autoplay()
    return Reply(True, f"{name} is {value} now.")


def save_game(session: Session, name: str) -> Reply:
    """Save the position under a name; ask before it replaces another."""

    def save() -> Reply:
        told = shelf.save(session.store, wanted, session.kept)
        return Reply(True, f"{told} 'open {wanted}' opens it.")

    wanted = name or session.play.game.id
    question = shelf.ask_to_replace(session.store, wanted, session.kept, is_chosen=bool(name))
    return session.confirm(question, save, "The save stays as it is.") if question else save()


def list_saves(session: Session, _: str) -> Reply:
    """List the saved games, and those put aside."""
    lines = [f"{each.name}: {each.line()}" for each in shelf.list_own(session.store)]
    return Reply(True, "\n".join(lines) or "You have no saved games yet.")


def open_game(session: Session, name: str) -> Reply:
    """Open a saved game, which ends the present one if it is of the same game.

    A game that was put aside changes places with the present one instead.
    """
    session.refuse_scored()
    return session.bring(shelf.take(session.store, shelf.find(session.store, name))[0])
