"""Helpers that talk to a session and compare its state."""

from solterm.core.play.play import Play
from solterm.plain.reply import Reply
from solterm.plain.session import Session

NEARLY_WON = "\n".join(
    f"{pile} {' '.join(rank + suit for rank in 'A23456789TJQ')}"
    for pile, suit in zip(("f1", "f2", "f3", "f4"), "CDHS", strict=True)
)


def told(session: Session, *lines: str) -> str:
    """The text of the last reply, all of them being ok."""
    text = ""
    for line in lines:
        reply = session.handle(line)
        assert reply.ok, reply
        text = reply.text
    return text


def refused(session: Session, line: str) -> str:
    """The reason of a refusal that changes nothing."""
    before = standing(session.play)
    reply = session.handle(line)
    assert not reply.ok
    assert reply == Reply(False, reply.text)
    assert standing(session.play) == before
    return reply.text


def standing(play: Play) -> tuple[object, ...]:
    """All that an action could change."""
    counts = (play.level, play.moves, play.armed, play.tally, play.outcome, play.deal)
    return (play.table, list(play.events), set(play.seen), *counts)
