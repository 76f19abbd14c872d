"""Commands that change the player's name and keys on a host."""

from typing import TYPE_CHECKING

from solterm.plain.base import BaseSession
from solterm.plain.reply import Reply

if TYPE_CHECKING:
    from solterm.hall.messages import Message


def name(session: BaseSession, wish: str) -> Reply:
    """Change the player's name on this host."""
    from solterm.hall.messages import Rename

    called = _ask(session, Rename(wish))
    session.store.rename_player(called)
    return Reply(True, f"You are {called} on this host.")


def code(session: BaseSession, typed: str) -> Reply:
    """Get a code for another key of the player, or use one from another key."""
    from solterm.hall.messages import AskCode, UseCode

    if typed:
        return Reply(True, _ask(session, UseCode(typed)))
    given = _ask(session, AskCode())
    return Reply(
        True,
        f"Your code is {given}. It works once, within ten minutes: log in with your other key and"
        f" type 'code {given}'.",
    )


def _ask(session: BaseSession, message: "Message") -> str:
    """Return the host's answer; raise ``ValueError`` with its refusal."""
    from solterm.hall.messages import Yes

    return session.host.ask(message, Yes).text
