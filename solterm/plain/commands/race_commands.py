"""Races on a host: challenges, ghosts, the start, and the end."""

import json
from collections.abc import Iterator
from dataclasses import replace
from typing import Any

from solterm.contests.days import today
from solterm.contests.kinds import BoardName
from solterm.core.game import Game
from solterm.core.phrases import count
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import find, search
from solterm.hall.messages import (
    AcceptRace,
    AskRace,
    AskRaces,
    Challenge,
    DropRace,
    Message,
    Race,
    RaceGames,
    Races,
    RaceStep,
    Yes,
)
from solterm.plain import prose
from solterm.plain.session import Reply, Session
from solterm.sessions import race_client
from solterm.sessions.life import challenge_rival
from solterm.sessions.race_result import read_race, tell_view
from solterm.store.errors import StoreError

_MOST_PLACES = 1000
NEWS = "news"
"""The JSON field for unasked messages of the host."""

_WAYS = """\
race NAME GAME: challenge a player. race any GAME: challenge anybody.
race accept N: accept a challenge. race drop: withdraw yours, or decline one.
race ghost GAME: race your best game. race host GAME: race the host's run.
race run BOARD PLACE: race a run of a board, as in 'race run daily 1'.
race again: challenge your last rival again. race status: your rival's progress.
race here: bring your race here from another session of yours.
race N: how a race of yours went; 'race N tables' and 'race N record' tell more.
A race lasts ten minutes at most. The first to win has won it, else the better mark."""


def race(session: Session, words: str) -> Reply:
    """List the races, challenge somebody, accept, or race a ghost."""
    verb, _, rest = words.partition(" ")
    rest = rest.strip()
    if verb.isdecimal():
        return _tell_end(session, _number(session, verb), rest.lower())
    match verb.lower():
        case "":
            return _list(session)
        case "status":
            return _tell_status(session)
        case "here":
            return _bring_here(session)
        case "accept":
            return _request(session, AcceptRace(_number(session, rest)))
        case "drop":
            session.host.ask(DropRace(_number(session, rest, is_own=True)), Yes)
            return Reply(True, "That challenge is gone.")
        case "again":
            return _request(session, session.seat.races.rematch())
        case "ghost":
            game = _game(session, rest)
            return _request(session, race_client.challenge_best(session.store, game))
        case "host":
            game = _game(session, rest)
            return _request(session, race_client.challenge_host(game, session.settings.level))
        case "rival":
            return _request(session, challenge_rival(session.store, session.boards, rest))
        case "run":
            return _request(session, _find_run(session, rest))
        case "any":
            return _challenge(session, "", rest)
    return _challenge(session, verb, rest)


def _list(session: Session) -> Reply:
    told = session.host.ask(AskRaces(), Races)
    session.seat.races.learn(told)
    about = {
        "races": [race_client.values(each) for each in told.current],
        "own_races": [race_client.values(each) for each in told.own],
        "week": [{name: getattr(each, name) for name in each._fields} for each in told.week],
    }
    return Reply(True, "\n".join([*race_client.tell_races(told), _WAYS]), hosted=about)


def _tell_end(session: Session, number: int, part: str) -> Reply:
    """Tell how a race went that is over, its last tables, or the record of the rival."""
    told = session.host.ask(AskRace(number), RaceGames).race
    view = read_race(told)
    if view is None or part not in ("", "tables", "record"):
        raise Refusal("Write 'race N', 'race N tables' or 'race N record'.")
    runs = (view.own, view.rival)
    if part == "record":
        if not view.rival.racer.record:
            raise Refusal(f"The host does not have the game of {view.rival.name}.")
        lines = [f"The record of {view.rival.name}:"]
    elif part == "tables":
        lines = [line for run in runs if run.play for line in _tell_table(run.name, run.play)]
    else:
        lines = list(tell_view(view))
    about = {
        "race": race_client.values(told),
        "paces": [json.loads(each.pace or "[]") for each in told.racers],
    }
    record = view.rival.racer.record if part == "record" else None
    return Reply(True, "\n".join(lines), hosted=about, record=record)


def _tell_table(name: str, play: Play) -> Iterator[str]:
    yield f"The last table of {name}:"
    yield prose.board(play.rules.game, play.known)


def _tell_status(session: Session) -> Reply:
    current = session.seat.races.race
    if current is None:
        raise Refusal("You are in no race; 'race' lists challenges and ways to begin one.")
    line = session.seat.races.line() or race_client.tell_line(current)
    return Reply(True, line, hosted={"race": race_client.values(current)})


def _bring_here(session: Session) -> Reply:
    if not session.seat.races.is_running or session.seat.races.has_stopped:
        raise Refusal("You have no race to go on with; 'race' lists challenges.")
    return _open(session) or _tell_status(session)


def _open(session: Session) -> Reply | None:
    """Bring the game of the race to the table, unless it is there or has ended."""
    races = session.seat.races
    kept = None if races.keep_open(session.seat.on_table) else races.open()
    return session.bring(kept) if kept else None


def _number(session: Session, word: str, is_own: bool = False) -> int:
    """Return the number of a race; without a word, that of the only challenge it can be."""
    if word.isdecimal() and len(word) < 10:
        return int(word)
    if word:
        raise Refusal("Write the number of the race; 'race' lists them.")
    found = [each for each in session.seat.races.challenges.values() if is_own or each.seat < 0]
    if len(found) != 1:
        raise Refusal("Which one? Write its number; 'race' lists them.")
    return found[0].id


def _game(session: Session, words: str) -> Game:
    """Return the game that a player names, or else that of the table or the last race."""
    if words:
        return search(words)
    if session.has_game:
        return find(session.play.game.id)
    if session.seat.races.race:
        return find(session.seat.races.race.game)
    raise Refusal("Which game? Write its name at the end.")


def _find_run(session: Session, words: str) -> Challenge:
    """Return the challenge to race the first game of a result on a board, by its place."""
    board, _, place = words.rpartition(" ")
    if not (board and place.isdecimal() and 0 < int(place) <= _MOST_PLACES):
        raise Refusal("Write 'race run BOARD PLACE'; 'boards' names the boards.")
    name = str(BoardName.parse(board).on(today()))
    entries = session.boards.top(name, int(place))
    if len(entries) < int(place):
        raise Refusal(f"That board has {count(len(entries), 'results')}.")
    records = session.boards.records(entries[-1])
    return race_client.challenge_run(records[0], entries[-1].player)


def _challenge(session: Session, player: str, words: str) -> Reply:
    game = _game(session, words)
    level = min(session.settings.level, game.hardest)
    return _request(session, Challenge(player, game.id, level))


def _request(session: Session, message: Message) -> Reply:
    """Ask the host for a race; its news about the race come by themselves."""
    id = int(session.host.ask(message, Yes).text)
    for each in session.host.take(Race, RaceStep):
        session.seat.races.hear(each)
    current = session.seat.races.race
    about: dict[str, Any] = {"race_id": id}
    if current and current.id == id:
        return Reply(True, race_client.tell_start(current), hosted=about)
    return Reply(True, f"Challenge {id} is out. 'race drop' withdraws it.", hosted=about)


# -- what the host says ------------------------------------------------------------------------


def tell(session: Session, message: Race | RaceStep, text: str) -> list[Reply]:
    """Return the replies to a message about races, of which a sentence says the most."""
    if not isinstance(message, Race):
        return []
    if message.state == "over" and message.seat >= 0:
        try:
            if session.seat.races.end(message, session.seat.on_table):
                session.seat.clear()
        except StoreError as error:
            text = f"{text} {error}"
        text = text and f"{text} 'race {message.id}' tells how it went, 'race again' asks for more."
    elif message.state == "open" and message.seat < 0:
        text = f"{text} 'race accept {message.id}' accepts."
    elif message.state == "running" and not message.is_here:
        text = text and f"{text} 'race here' brings it here."
    if not text:
        return []
    about = {"say": "race", "text": text, "race": race_client.values(message)}
    return [Reply(True, text, hosted={NEWS: [about]}, rings=True)]


def begin_due(session: Session) -> list[Reply]:
    """Bring the game of a race to the table if its time has come."""
    if session.seat.races.seconds_to_start() != 0:
        return []
    try:
        reply = _open(session)
    except StoreError as error:
        reply = Reply(False, str(error))
    if reply is None:
        return []
    about = {"say": "race", "text": reply.text}
    return [replace(reply, text=f"Go! {reply.text}", hosted={NEWS: [about]})]
