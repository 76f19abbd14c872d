"""The loop of line mode: lines in, replies out, until the player quits or either end closes."""

import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from typing import TYPE_CHECKING, Any, BinaryIO, TextIO

from solterm.core.play.play import Play
from solterm.hall.messages import Saving
from solterm.plain import protocol
from solterm.plain.commands.host import hear
from solterm.plain.commands.races import NEWS, begin_due
from solterm.plain.lines import Ending, listen
from solterm.plain.reply import Reply
from solterm.plain.session import Session
from solterm.plain.words import locate
from solterm.sessions.seat import Seat
from solterm.store.errors import StoreError

if TYPE_CHECKING:
    from solterm.hall.messages import Message

_PROMPT = "> "

_TENDING, _RESTING = 1.0, 30.0
"""Seconds between two looks at the store, with and without unsaved moves."""

_LONGEST = 1 << 16
"""Bytes of a line to read; the rest is dropped."""


def run(
    session: Session,
    source: BinaryIO,
    sink: TextIO,
    as_json: bool = False,
    notice: str = "",
    first: str = "",
    ending: Ending | None = None,
) -> None:
    """Answer each line of ``source`` on ``sink``, at once; lines need not be valid UTF-8.

    With ``as_json``, write one object on start and one for each line. Begin with ``notice``, or
    with the answer to the line ``first``. Raises ``BrokenPipeError`` if ``sink`` is closed, with
    every action stored by then, and ``SystemExit`` after a signal.
    """
    session.seat.tell_wishes()
    try:
        if session.has_game:
            session.seat.take(session.kept)
    except StoreError as news:
        notice = f"{notice} {news}".lstrip()
    try:
        talk = _talk_json if as_json else _talk
        talk(session, source, sink, notice, first, ending)
    finally:
        if lost := session.seat.close():
            with suppress(OSError):
                print(f"solterm: {lost}", file=sys.stderr, flush=True)
    if ending and ending.number:
        raise SystemExit(128 + ending.number)


def _talk_json(
    session: Session,
    source: BinaryIO,
    sink: TextIO,
    notice: str,
    first: str,
    ending: Ending | None,
) -> None:
    news: list[Any] = []

    def answer(reply: Reply) -> None:
        hosted = dict(reply.hosted or {})
        news.extend(hosted.pop(NEWS, ()))
        if hosted.keys() != (reply.hosted or {}).keys() and not session.ended:
            return  # news of the host come with the next answer
        if news:
            hosted[NEWS] = list(news)
            news.clear()
        reply = replace(reply, text=_locate(session, reply), hosted=hosted)
        kept = session.kept if session.has_game else None
        trouble = kept.unsaved if kept else session.store.unsaved
        is_saved = not (trouble or session.store.pending_writes)
        if reply.of_another:
            points = session.watching.points if session.watching else None
            told = protocol.line(reply, reply.shown, points=points, saved=is_saved)
        elif kept:
            purpose, points, hides = str(kept.purpose), kept.tour_points, kept.hides_deal
            told = protocol.line(reply, kept.play, purpose, points, hides, saved=is_saved)
        else:
            told = protocol.line(reply, None, saved=is_saved)
        print(told, file=sink, flush=True)

    answer(_handle(session, first) if first else session.opening(notice))
    for heard in _listen(session, source, ending):
        _tend(session.seat, heard)
        for reply in _react(session, heard):
            answer(reply)
        if session.ended:
            return


def _talk(
    session: Session,
    source: BinaryIO,
    sink: TextIO,
    notice: str,
    first: str,
    ending: Ending | None,
) -> None:
    prompt = _PROMPT if source.isatty() and sink.isatty() else ""

    def answer(*parts: str | None) -> None:
        text = "\n".join(part.rstrip("\n") for part in parts if part)
        plain = text.encode("ascii", "backslashreplace").decode("ascii")
        asked = "" if session.ended else prompt
        print(f"{plain}\n{asked}" if plain else asked, end="", file=sink, flush=True)

    def table(shown: Play | None) -> str | None:
        """The table, if another game has come to it."""
        return session.board() if session.has_game and session.play is not shown else None

    opening = _handle(session, first) if first else session.opening(notice)
    answer(_locate(session, opening), table(None), "Type 'help' for the commands.")
    for heard in _listen(session, source, ending):
        if news := _tend(session.seat, heard):
            print(file=sink)
            answer(news)
        shown = session.play if session.has_game else None
        replies = _react(session, heard)
        if prompt and replies and not isinstance(heard, bytes):
            print(file=sink)  # leave the line that the player may be typing on
        for reply in replies:
            answer(_locate(session, reply), reply.record, table(shown))
        if session.ended:
            return


def _listen(
    session: Session, source: BinaryIO, ending: Ending | None
) -> "Iterator[bytes | Message | None]":
    """Yield the lines of a stream, what a host says between them, and None to tend the store."""

    def pause() -> float:
        seconds = _TENDING if session.store.pending_writes else _RESTING
        to_race = session.seat.races.seconds_to_start() if session.is_hosted else None
        return seconds if to_race is None else min(seconds, to_race)

    host = session.host if session.is_hosted else None
    return listen(source, _LONGEST, host, ending, pause)


def _tend(seat: Seat, heard: "bytes | Message | None") -> str:
    """Try again to store what is missing, unless a line came; return a sentence once it was done.

    Without anything heard the time may have come, and the host may say so.
    """
    is_asked = isinstance(heard, Saving)
    return seat.tend(is_asked) if heard is None or is_asked else ""


def _react(session: Session, heard: "bytes | Message | None") -> list[Reply]:
    """Return the replies to a line, to a message from the host, or to a race that begins."""
    begun = begin_due(session)
    if heard is None:
        return begun
    replies = [_handle(session, heard)] if isinstance(heard, bytes) else hear(session, heard)
    return [*begun, *replies]


def _locate(session: Session, reply: Reply) -> str:
    """Return the text of a reply, with the row and column of each cell of a grid."""
    own = session.play if session.has_game else None
    play = reply.shown if reply.of_another else own
    return locate(play.rules.game, reply.text) if play else reply.text


def _handle(session: Session, line: bytes | str) -> Reply:
    """Return the answer to a line; errors of the system become a sentence."""
    try:
        typed = line if isinstance(line, str) else line.decode("utf-8", "replace")
        return session.handle(typed)
    except OSError as error:
        return Reply(False, f"The system reports an error: {error.strerror or error}.")
