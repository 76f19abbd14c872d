"""A hall with a register that keeps everything in memory, for tests."""

from collections.abc import Callable

from solterm.hall.messages import Door, Message, Result, Seat
from solterm.serve.hall import Hall
from solterm.serve.register import Player

NOON = "2026-11-21T12:00:00+00:00"
SEAT = Seat("demon", 1, "617", 3, 0, "", "", ("s", "w t5"))


class MemoryRegister:
    """What the hall asks of a register, without a disk."""

    def __init__(self) -> None:
        self.kept: list[Result] = []

    def find(self, fingerprint: str) -> Player | None:
        return None

    def enrol(self, fingerprint: str, wish: str) -> Player:
        return Player(fingerprint, wish)

    def rename(self, player: str, name: str) -> Player:
        if name == "taken":
            raise ValueError("Somebody is called so already.")
        return Player(player, name)

    def make_code(self, player: str) -> str:
        return f"code-of-{player}"

    def use_code(self, fingerprint: str, code: str) -> Player:
        if not code.startswith("code-of-"):
            raise ValueError("There is no such code.")
        return Player(code.removeprefix("code-of-"), "ann")

    def enter_result(self, result: Result) -> None:
        if result.mark > 10**9:
            raise ValueError("A result is larger than any play's.")
        self.kept.append(result)

    def results(self, count: int) -> list[Result]:
        return self.kept[::-1][:count]


class House:
    """A hall, what it said to whom, and a clock that only a test moves."""

    def __init__(self, host: str = "") -> None:
        self.seconds = 0.0
        self.register = MemoryRegister()
        self.hall = Hall(host, lambda: NOON, self.register, lambda: self.seconds)
        self.told: dict[str, list[Message]] = {}

    def enter(self, session: str, name: str = "", is_open: bool = True) -> None:
        """Somebody comes in; without a name, a guest."""
        player = Player(f"id-{name}", name) if name else None
        self.told[session] = []
        self.hall.enter(session, player, self.voice(session), f"key-{name}" if name else "")
        self.hall.hear(session, Door(is_open))

    def voice(self, session: str) -> Callable[[Message], None]:
        return lambda message: self.told[session].append(message)

    def say(self, session: str, message: Message) -> None:
        self.hall.hear(session, message)

    def heard(self, session: str) -> list[Message]:
        """What a session was told since it was asked last."""
        told, self.told[session] = self.told[session], []
        return told
