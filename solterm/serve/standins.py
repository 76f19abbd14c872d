"""A stand-in until the hall is there."""

from collections.abc import Callable

from solterm.hall.messages import Guest, Message, Notice
from solterm.serve.register import Player, Register


class Hall:
    """Hears nothing."""

    def __init__(self, host: str, now: Callable[[], str], register: Register) -> None:
        self._say: dict[str, Callable[[Message], None]] = {}

    def enter(
        self,
        session: str,
        player: Player | None,
        say: Callable[[Message], None],
        fingerprint: str = "",
    ) -> None:
        """Enter."""
        self._say[session] = say

    def hear(self, session: str, message: Message) -> None:
        """Hear."""

    def leave(self, session: str) -> None:
        """Leave."""
        self._say.pop(session, None)

    def tell_all(self, text: str) -> None:
        """Tell all."""
        for say in self._say.values():
            say(Notice(text))

    def guests(self) -> list[Guest]:
        """Who is here."""
        return []
