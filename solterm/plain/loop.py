"""Line mode's loop: lines in, replies out, until the player quits or either end is closed."""

from collections.abc import Iterator
from dataclasses import replace
from typing import BinaryIO, TextIO

from solterm.core.play.play import Play
from solterm.plain import protocol
from solterm.plain.reply import Reply
from solterm.plain.session import Session
from solterm.plain.words import locate
from solterm.sessions import plays
from solterm.store.errors import StoreError

_PROMPT = "> "

_LONGEST = 1 << 16
"""Bytes of a line that are read; those after them are let go."""


def run(
    session: Session,
    source: BinaryIO,
    sink: TextIO,
    as_json: bool = False,
    notice: str = "",
    first: str = "",
) -> None:
    """Answer each line of ``source`` on ``sink``, at once; lines need not be valid UTF-8.

    With ``as_json`` there is one object on start and one for each line, and nothing else.
    ``notice`` is said first, or, with ``first``, a line answered as if it were typed. Raises
    ``BrokenPipeError`` when nobody reads any more; whatever was done is stored by then.
    """
    try:
        if session.has_game:
            session.agree_on_autoplay()
    except StoreError as news:
        notice = f"{notice} {news}".lstrip()
    try:
        if as_json:
            _talk_json(session, source, sink, notice, first)
        else:
            _talk(session, source, sink, notice, first)
    finally:
        _leave(session)


def _talk_json(session: Session, source: BinaryIO, sink: TextIO, notice: str, first: str) -> None:
    def answer(reply: Reply) -> None:
        reply = replace(reply, text=_locate(session, reply.text))
        play, purpose = (session.play, session.kept.context) if session.has_game else (None, "")
        print(protocol.line(reply, play, purpose), file=sink, flush=True)

    answer(_handle(session, first) if first else session.opening(notice))
    for line in _lines(source):
        answer(_handle(session, line))
        if session.ended:
            return


def _talk(session: Session, source: BinaryIO, sink: TextIO, notice: str, first: str) -> None:
    prompt = _PROMPT if source.isatty() and sink.isatty() else ""

    def answer(*parts: str | None) -> None:
        told = "\n".join(part.rstrip("\n") for part in parts if part)
        text = _locate(session, told)
        plain = text.encode("ascii", "backslashreplace").decode("ascii")
        asked = "" if session.ended else prompt
        print(f"{plain}\n{asked}" if plain else asked, end="", file=sink, flush=True)

    def table(shown: Play | None) -> str | None:
        """The table, if another game has come to it."""
        return session.board() if session.has_game and session.play is not shown else None

    opening = _handle(session, first).text if first else session.opening(notice).text
    answer(opening, table(None), "Type 'help' for the commands.")
    for line in _lines(source):
        shown = session.play if session.has_game else None
        reply = _handle(session, line)
        answer(reply.text, reply.record, table(shown))
        if session.ended:
            return


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that no command needs so long, the beginning."""
    while line := source.readline(_LONGEST):
        more = line
        while len(more) == _LONGEST and not more.endswith(b"\n"):
            more = source.readline(_LONGEST)
        yield line


def _locate(session: Session, text: str) -> str:
    return locate(session.game, text) if session.has_game else text


def _handle(session: Session, line: bytes | str) -> Reply:
    """The answer to a line, also where the system lets nothing be read or written any more."""
    try:
        typed = line if isinstance(line, str) else line.decode("utf-8", "replace")
        return session.handle(typed)
    except OSError as error:
        return Reply(False, f"The system refuses that: {error.strerror or error}.")


def _leave(session: Session) -> None:
    """A free game that is won and left is done; any other one stays suspended as it is stored."""
    if session.has_game:
        try:
            plays.leave(session.kept)
        except StoreError:
            return  # Another terminal has it; what happens to it is decided there.
