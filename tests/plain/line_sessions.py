"""Sessions in line mode, with plays in memory."""

from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.plain.interpreter import carry_out
from solterm.plain.session import Reply, Session
from solterm.sessions.host_link import HostLink
from solterm.sessions.seat import Seat
from solterm.store.kept import KeptPlay
from solterm.store.purpose import FREE
from solterm.store.store import Store
from tests.contests.laid_out import row_of
from tests.core.positions import play_from

KLONDIKE = "kloncan-klondike"
CANFIELD = "kloncan-canfield"


def new_session(
    game: str = KLONDIKE,
    deal: int = 617,
    level: int = 3,
    mode: Mode = Mode.FREE,
    host: HostLink | None = None,
) -> Session:
    """Return a session with a new play."""
    store = Store.memory("this is a test.")
    purpose = row_of(store, game, 1) if mode else FREE
    kept = KeptPlay.start(store, find(game), deal, level, mode, purpose=purpose)
    return session_of(kept, host)


def session_of(kept: KeptPlay, host: HostLink | None = None, on_screen: bool = False) -> Session:
    """Return a session with a play on the table."""
    return Session(Seat(kept.store, host, kept), on_screen)


def session_without_game(store: Store | None = None) -> Session:
    """Return a session that begins with an empty table."""
    return Session(Seat(store or Store.open()))


def session_at(text: str, game: str = KLONDIKE, level: int = 3) -> Session:
    """Return a session with a play that starts at the position of a text."""
    kept = new_session(game).kept
    kept.play = play_from(find(game), text, level)
    return session_of(kept)


NEARLY_WON = "\n".join(
    f"{pile} {' '.join(rank + suit for rank in 'A23456789TJQ')}"
    for pile, suit in zip(("f1", "f2", "f3", "f4"), "CDHS", strict=True)
)


def reply_to(session: Session, *lines: str) -> str:
    """Type lines, each of which must be ok. Return the text of the last reply."""
    text = ""
    for line in lines:
        reply = carry_out(session, line)
        assert reply.ok, reply
        text = reply.text
    return text


def refusal_of(session: Session, line: str) -> str:
    """Type a line that is refused and changes nothing. Return the reason."""
    before = state_of(session.play)
    reply = carry_out(session, line)
    assert not reply.ok
    assert reply == Reply(False, reply.text)
    assert state_of(session.play) == before
    return reply.text


def state_of(play: Play) -> tuple[object, ...]:
    """Return everything an action could change."""
    counts = (play.level, play.moves, play.armed, play.tally, play.outcome, play.deal)
    return (play.table, list(play.events), set(play.seen), *counts)
