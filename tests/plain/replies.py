"""Type lines into a session, and compare its state."""

from solterm.core.play.play import Play
from solterm.plain.base import Reply
from solterm.plain.session import Session

NEARLY_WON = "\n".join(
    f"{pile} {' '.join(rank + suit for rank in 'A23456789TJQ')}"
    for pile, suit in zip(("f1", "f2", "f3", "f4"), "CDHS", strict=True)
)


def reply_to(session: Session, *lines: str) -> str:
    """Type lines, each of which must be ok. Return the text of the last reply."""
    text = ""
    for line in lines:
        reply = session.handle(line)
        assert reply.ok, reply
        text = reply.text
    return text


def refusal_of(session: Session, line: str) -> str:
    """Type a line that is refused and changes nothing. Return the reason."""
    before = state_of(session.play)
    reply = session.handle(line)
    assert not reply.ok
    assert reply == Reply(False, reply.text)
    assert state_of(session.play) == before
    return reply.text


def state_of(play: Play) -> tuple[object, ...]:
    """Return everything an action could change."""
    counts = (play.level, play.moves, play.armed, play.tally, play.outcome, play.deal)
    return (play.table, list(play.events), set(play.seen), *counts)
