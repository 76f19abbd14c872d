"""Line mode's loop: lines in, replies out, until the player quits or either end is closed."""

from collections.abc import Iterator
from typing import BinaryIO, TextIO

from solterm.core.rules import Outcome
from solterm.plain import protocol
from solterm.plain.reply import Reply
from solterm.plain.session import Session
from solterm.store.errors import StoreError

_PROMPT = "> "

_LONGEST = 1 << 16
"""Bytes of a line that are read; those after them are let go."""


def run(
    session: Session, source: BinaryIO, sink: TextIO, as_json: bool = False, notice: str = ""
) -> None:
    """Answer each line of ``source`` on ``sink``, at once; lines need not be valid UTF-8.

    With ``as_json`` there is one object on start and one for each line, and nothing else.
    ``notice`` is said first. Raises ``BrokenPipeError`` when nobody reads any more; whatever was
    done is stored by then.
    """
    try:
        session.agree_on_autoplay()
    except StoreError as news:
        notice = f"{notice} {news}".lstrip()
    try:
        if as_json:
            _talk_json(session, source, sink, notice)
        else:
            _talk(session, source, sink, notice)
    finally:
        _leave(session)


def _talk_json(session: Session, source: BinaryIO, sink: TextIO, notice: str) -> None:
    def answer(reply: Reply) -> None:
        print(protocol.line(reply, session.play), file=sink, flush=True)

    answer(session.opening(notice))
    for line in _lines(source):
        answer(_handled(session, line))
        if session.ended:
            return


def _talk(session: Session, source: BinaryIO, sink: TextIO, notice: str) -> None:
    prompt = _PROMPT if source.isatty() and sink.isatty() else ""

    def answer(*parts: str | None) -> None:
        text = "\n".join(part.rstrip("\n") for part in parts if part)
        plain = text.encode("ascii", "backslashreplace").decode("ascii")
        asked = "" if session.ended else prompt
        print(f"{plain}\n{asked}" if plain else asked, end="", file=sink, flush=True)

    answer(session.opening(notice).text, session.board(), "Type 'help' for the commands.")
    shown = session.play
    for line in _lines(source):
        reply = _handled(session, line)
        another = session.play is not shown
        answer(reply.text, reply.record, session.board() if another else None)
        shown = session.play
        if session.ended:
            return


def _lines(source: BinaryIO) -> Iterator[bytes]:
    """The lines of a stream; of one that no command needs so long, the beginning."""
    while line := source.readline(_LONGEST):
        more = line
        while len(more) == _LONGEST and not more.endswith(b"\n"):
            more = source.readline(_LONGEST)
        yield line


def _handled(session: Session, line: bytes) -> Reply:
    """The answer to a line, also where the system lets nothing be read or written any more."""
    try:
        return session.handle(line.decode("utf-8", "replace"))
    except OSError as error:
        return Reply(False, f"The system refuses that: {error.strerror or error}.")


def _leave(session: Session) -> None:
    """A game that is won and left is done; any other one stays suspended as it is stored."""
    if session.play.outcome is Outcome.WON:
        try:
            session.kept.finish()
        except StoreError:
            return  # Another terminal has it; what happens to it is decided there.
