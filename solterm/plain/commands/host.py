"""Commands on a host: the player's name and keys, who is here, watching, results, the door."""

import re
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from solterm.core.play import record
from solterm.core.refusal import Refusal
from solterm.hall.messages import (
    PHRASES,
    AskCode,
    AskPlayer,
    AskRaces,
    AskResults,
    AskRun,
    AskTonight,
    AskWho,
    Away,
    End,
    Erase,
    Leave,
    Message,
    Notice,
    PlayerPage,
    PlayLeft,
    PlayStarted,
    Race,
    Races,
    RaceStep,
    Rename,
    Result,
    Results,
    Run,
    SetPhrase,
    SignUp,
    Tonight,
    UseCode,
    Visitor,
    Watch,
    Watchers,
    Who,
    WhoChanged,
    Yes,
    find_phrase,
)
from solterm.hall.roll import Roll, place_of
from solterm.plain import prose
from solterm.plain.commands import contest_commands, race_commands
from solterm.plain.commands.race_commands import NEWS
from solterm.plain.session import Reply, Session
from solterm.sessions import evenings, news
from solterm.sessions.life import Life, LifeLine, read_boards
from solterm.sessions.news import list_ignored, toggle_ignored
from solterm.sessions.report import write_lines
from solterm.sessions.watching import SeenEvent, Watching, tell_watchers

_WAYS = {
    "": "",
    "join": "'evening join' joins it.",
    "show": "'evening' tells more.",
    "board": "'board tournament:{}' reads out its board.",
}
"""The commands that follow a notice of the host."""
_HOW_TO_STOP = "An empty line stops watching."
_PAGE = 50
"""Visitors of a page."""
_MOST_FOLLOWED = 1000
"""Visitors to follow at most."""

_NAME = re.compile(r"[A-Za-z0-9_-]{1,24}", re.ASCII)
_PAGE_NUMBER = re.compile(r"[1-9]\d{0,5}", re.ASCII)


def _fields(message: Message) -> dict[str, Any]:
    return {name: getattr(message, name) for name in message._fields}


# -- the player ----------------------------------------------------------------------------


def name(session: Session, wish: str) -> Reply:
    """Change the player's name on this host."""
    called = _ask_text(session, Rename(wish))
    session.store.rename_player(called)
    return Reply(True, f"You are {called} on this host.")


def code(session: Session, typed: str) -> Reply:
    """Get a code for another key of the player, or use one from another key."""
    if typed:
        return Reply(True, _ask_text(session, UseCode(typed)))
    given = _ask_text(session, AskCode())
    return Reply(
        True,
        f"Your code is {given}. It works once, within ten minutes: log in with your other key and"
        f" type 'code {given}'.",
    )


def erase(session: Session, name: str) -> Reply:
    """Delete the player, whose name confirms it; the host then ends the session."""
    return Reply(True, _ask_text(session, Erase(name)))


def _ask_text(session: Session, message: Message) -> str:
    """Return the host's answer; raise ``Refusal`` with its refusal."""
    return session.host.ask(message, Yes).text


# -- who is here ---------------------------------------------------------------------------


def who(session: Session, words: str) -> Reply:
    """List a page of visitors, search them by name, or follow who comes and goes."""
    verb, _, rest = words.partition(" ")
    if verb == "on":
        return _follow(session, rest.strip())
    if verb == "off":
        session.host.ask(AskWho(count=0), Who)
        session.roll = None
        return Reply(True, "You no longer hear who comes and goes.")
    name, _, last = words.rpartition(" ")
    if not _PAGE_NUMBER.fullmatch(last):
        name, last = words, "1"
    page = int(last)
    told = session.host.ask(AskWho(name, _PAGE * (page - 1), _PAGE), Who)
    return _tell_page(session, told, name, page)


def _tell_page(session: Session, told: Who, name: str, page: int) -> Reply:
    pages = max(1, -(-told.total // _PAGE))
    lines = [_tell_visitor(each, told.own) for each in told.visitors]
    if not lines:
        lines.append(f"Nobody is called {name[:20]!a}." if name else f"The last page is {pages}.")
    elif pages > page:
        more = f"who {name} {page + 1}".replace("  ", " ")
        lines.append(f"Page {page} of {pages}, {told.total} players; '{more}' shows the next page.")
    visitors = [_describe(each, told.own) for each in told.visitors]
    about = {"visitors": visitors, "total": told.total, "first": told.first}
    return Reply(True, "\n".join(lines), hosted=about)


def _follow(session: Session, name: str) -> Reply:
    """Report from now on who comes and goes."""
    session.roll = Roll()
    session.roll.hear(session.host.ask(AskWho(name, 0, _MOST_FOLLOWED, True), Who))
    whom = f"a player called {name[:20]!a}" if name else "somebody"
    return Reply(True, f"You hear when {whom} comes, leaves or begins a game; 'who off' stops it.")


def _tell_changes(roll: Roll, changed: WhoChanged) -> Reply:
    """Tell who came, left or began another game; in JSON with the next answer."""
    gone = sorted(filter(None, map(roll.find, changed.gone)), key=place_of)
    roll.hear(changed)
    lines = [f"{news.name_player(each.player)} has left." for each in gone]
    lines += [_tell_visitor(each, roll.own) for each in sorted(changed.visitors, key=place_of)]
    text = "\n".join(lines)
    about: dict[str, Any] = {
        "say": "whochanged",
        "text": text,
        "total": changed.total,
        "visitors": [_describe(each, roll.own) for each in changed.visitors],
        "gone": list(changed.gone),
    }
    return Reply(True, text, hosted={NEWS: [about]})


def _tell_visitor(visitor: Visitor, own: str) -> str:
    """Describe a visitor in a line."""
    where = f"{visitor.session}@{visitor.host}" if visitor.host else visitor.session
    many = visitor.watchers
    watched = f" {many} {'watches' if many == 1 else 'watch'}." if many else ""
    you = " That is you." if visitor.session == own else ""
    return f"{where}: {news.tell_visitor(visitor)}{watched}{you}"


def _describe(visitor: Visitor, own: str) -> dict[str, Any]:
    """Return a visitor as an object."""
    found = _fields(visitor)
    found["open"] = found.pop("is_open")
    return found | {"own": visitor.session == own}


# -- results and watching ------------------------------------------------------------------


def results(session: Session, _: str) -> Reply:
    """List the latest results."""
    told = session.host.ask(AskResults(), Results).results
    lines = [f"{each.moment[11:16]} {news.tell_result(each)}" for each in told]
    text = "\n".join(lines) or "No results here yet."
    return Reply(True, text, hosted={"results": [_fields(each) for each in told]})


def today(session: Session, _: str) -> Reply:
    """Tell today's life on the host: who is here, what is on, and what became of yesterday."""
    lines = _list_life(session)
    about = [each._asdict() for each in lines]
    return Reply(True, "\n".join(tell_life(lines)), hosted={"today": about})


def _list_life(session: Session) -> list[LifeLine]:
    context = session.store.context
    life = Life(context.nickname, not context.is_guest)
    for question, answer in ((AskWho(count=20), Who), (AskRaces(), Races), (AskTonight(), Tonight)):
        life.hear(session.host.ask(question, answer))
    life.boards = read_boards(session.boards, datetime.now(UTC).date())
    return life.lines(session.seat.zone)


def tell_life(lines: Sequence[LifeLine]) -> list[str]:
    """Return today's life as lines, with the command for a race that a line proposes."""
    races = {"run": " (race rival {})", "ghost": " (race host GAME)"}
    return [
        f"{each.head}: {each.text}{races.get(each.place, '').format(each.board)}" for each in lines
    ]


def tell_today(session: Session) -> list[str]:
    """Return today's life for the menu; empty without a host, or if it does not answer."""
    if not session.is_hosted:
        return []
    try:
        return tell_life(_list_life(session))
    except Refusal:
        return []


def evening(session: Session, word: str) -> Reply:
    """Tell the next evening and the last result, or sign the player up, or join it."""
    if word not in ("", "join", "leave"):
        raise Refusal("'evening join' signs you up, 'evening leave' withdraws.")
    tonight = session.host.ask(AskTonight(), Tonight)
    now = datetime.now(UTC)
    is_on = bool(tonight.name) and evenings.has_begun(tonight, now)
    if word == "join" and is_on:
        return contest_commands.cup(session, tonight.name)
    if word and tonight.name:
        tonight = session.host.ask(SignUp(tonight.name, word == "join"), Tonight)
    told = evenings.tell_progress(session.boards, tonight, session.seat.zone)
    told = told or ["No evening is planned this week."]
    if tonight.name and session.context.is_guest:
        told.append(evenings.NEEDS_KEY)
    elif is_on:
        told.append("'evening join' joins it.")
    elif tonight.name and not word and not tonight.is_signed_up:
        told.append("'evening join' signs you up.")
    if not word and (last := evenings.read_evening(session.boards, now.date() - timedelta(days=1))):
        told.append(last.tell())
    planned = _fields(tonight) if tonight.name else None
    return Reply(True, " ".join(told), hosted={"evening": planned})


def player(session: Session, words: str) -> Reply:
    """Show the page of a player, or the record of one of the games on it."""
    name, _, number = words.partition(" ")
    page = session.host.ask(AskPlayer(name), PlayerPage)
    runs = [_fields(each) for each in page.runs]
    if not number:
        lines = [news.tell_player(page), *write_lines(news.tell_runs(page))]
        return Reply(True, "\n".join(lines), hosted={"player": _fields(page) | {"runs": runs}})
    if not (number.isdecimal() and 0 < int(number) <= len(runs)):
        raise Refusal(f"Write a number from 1 to {len(runs)}; 'player {name}' lists the games.")
    found = session.host.ask(AskRun(name, page.runs[int(number) - 1].id), Run)
    tags = record.read(found.record).tags
    return Reply(
        True,
        f"{news.name_game(tags['Game'])}, game {number} of {page.player}.",
        record=found.record,
    )


def door(session: Session, words: str) -> Reply:
    """Open or close the door to spectators, or tell its state and how many watch."""
    if words not in ("", "open", "closed"):
        raise Refusal("Write 'door open' or 'door closed'.")
    if words:
        session.seat.change_setting("door", "on" if words == "open" else "off")
    is_open = session.settings.door
    number = session.host.watchers if is_open else 0
    text = "others may watch you" if is_open else "nobody may watch you"
    state = "open" if is_open else "closed"
    told = f"Your door is {state}: {text}."
    if is_open:
        told = f"{told} {tell_watchers(number)}"
    return Reply(True, told, hosted={"door": state, "watchers": number})


def watch(session: Session, wanted: str) -> Reply:
    """Watch a player's game."""
    visitor = _find(session.host.ask(AskWho(wanted), Who), wanted)
    watching = Watching(news.name_player(visitor.player))
    watching.hear(session.host.ask(Watch(visitor.session), PlayStarted, PlayLeft))
    while watching.go_on():
        pass
    session.watching = watching
    if watching.ended:
        stop(session)
        return Reply(False, news.tame(watching.ended))
    if not (play := watching.play):
        return _tell_watched(watching, f"{watching.player} is choosing a game. {_HOW_TO_STOP}")
    board = prose.board(play.rules.game, play.shown)
    rest = f"{watching.rest} " if watching.rest else ""
    text = f"{watching.player} plays {prose.title(play)}. {rest}{_HOW_TO_STOP}\n{board}"
    return _tell_watched(watching, text)


def _find(told: Who, wanted: str) -> Visitor:
    """Find a visitor by name or session; of several, one who plays."""
    name = wanted.lower()
    named = [each for each in told.visitors if name and name in (each.player.lower(), each.session)]
    if not named:
        raise Refusal(f"Nobody called {wanted[:20]!a} is here; 'who' lists who is.")
    others = sorted(
        (each for each in named if each.session != told.own), key=lambda each: not each.game
    )
    if not others:
        raise Refusal("That is your own game.")
    return others[0]


def stop(session: Session, _: str = "") -> Reply:
    """Stop watching."""
    if session.watching is None:
        raise Refusal("You aren't watching anyone.")
    name, session.watching = session.watching.player, None
    session.host.say(Leave())
    return Reply(True, f"You stopped watching {name}.")


def say(session: Session, typed: str) -> Reply:
    """Say a phrase at the table that the session watches, else at its own."""
    phrase = find_phrase(typed)
    session.host.say(SetPhrase(phrase))
    return Reply(True, f"You say: {PHRASES[phrase]}")


def ignore(session: Session, name: str) -> Reply:
    """Hide the phrases of a player, or show them again; without a name, list these players."""
    if not name:
        return Reply(True, list_ignored(session.settings))
    if not _NAME.fullmatch(name):
        raise Refusal(f"{name[:24]!a} is no player's name.")
    settings, said = toggle_ignored(session.settings, name)
    session.seat.keep_settings(settings)
    return Reply(True, said)


def hear(session: Session, message: Message) -> list[Reply]:
    """Return the replies to an unasked message of the host."""
    if isinstance(message, WhoChanged):
        return [_tell_changes(session.roll, message)] if session.roll else []
    if (text := session.seat.hear(message)) is None:
        return _hear_watched(session, message)
    if isinstance(message, Race | RaceStep):
        return race_commands.tell(session, message, text)
    session.ended = session.ended or isinstance(message, End)
    if isinstance(message, Notice) and text:
        where = evenings.find_way(message, datetime.now(UTC))
        way = _WAYS[where].format(message.evening)
        if where == "join" and session.context.is_guest:
            way = evenings.NEEDS_KEY
        text = f"The host says: {text} {way}".rstrip()
    return [_tell_news(text, message)] if text else []


def _tell_news(text: str, message: Message) -> Reply:
    about = {"say": type(message).__name__.lower(), "text": text}
    if isinstance(message, Result | Watchers | SetPhrase):
        about |= _fields(message)
    rings = isinstance(message, Notice) and not message.is_greeting
    return Reply(True, text, hosted={NEWS: [about]}, rings=rings)


def _hear_watched(session: Session, message: Message) -> list[Reply]:
    """Return the replies to a message about the watched game."""
    watching = session.watching
    if watching is None or not watching.hear(message):
        return []
    replies = []
    if isinstance(message, PlayLeft):
        replies.append(_tell_watched(watching, f"{watching.player} is choosing a game."))
    elif isinstance(message, Away):
        replies.append(_tell_watched(watching, f"{news.tame(watching.trouble)} {_HOW_TO_STOP}"))
    elif isinstance(message, PlayStarted) and watching.play:
        title = prose.title(watching.play)
        replies.append(_tell_watched(watching, f"{watching.player} plays {title}."))
    while seen := watching.go_on():
        replies.append(_tell_watched(watching, _tell_seen(watching, seen), seen.shown))
    if watching.ended:
        stop(session)
        replies.append(Reply(False, news.tame(watching.ended)))
    return replies


def _tell_seen(watching: Watching, seen: SeenEvent) -> str:
    """Tell an event, and the piles that it changed."""
    said = f"{watching.player}: {seen.words}."
    if seen.before == seen.play.traced:
        return said
    return f"{said} {prose.tell_changes(seen.play.rules.game, seen.before, seen.play.traced)}"


def _tell_watched(watching: Watching, text: str, event: str = "") -> Reply:
    about = {"player": watching.player, "event": event}
    return Reply(True, text, of_another=True, shown=watching.play, hosted={"watched": about})
