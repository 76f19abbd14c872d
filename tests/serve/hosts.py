"""A hall with accounts in memory, for tests."""

from collections.abc import Callable
from datetime import datetime
from functools import cached_property

from solterm.core.refusal import Refusal
from solterm.hall.messages import Door, Message, PlayStarted, Result
from solterm.serve.account_tables import HOST_FILE
from solterm.serve.accounts import Accounts, Player
from solterm.serve.hall import Hall
from solterm.store.errors import StoreError
from solterm.store.sqlite import SqliteFile

NOON = "2026-11-21T12:00:00+00:00"
STARTED = PlayStarted("demon", 1, "617", 3, 0, "", "", ("s", "w t5"))


class MemoryAccounts:
    """Accounts in memory."""

    def __init__(self) -> None:
        self.kept: list[Result] = []
        self.signed: set[str] = set()
        self.public: set[str] = set()
        self.now = lambda: datetime.fromisoformat(NOON)

    @cached_property
    def engine(self) -> SqliteFile:
        """Opened in the thread that asks first, and for it alone."""
        engine = SqliteFile(None, "", HOST_FILE)
        engine.open()
        return engine

    def find(self, fingerprint: str) -> Player | None:
        return None

    def enrol(self, fingerprint: str, wish: str) -> Player:
        return Player(fingerprint, wish)

    def rename(self, player: str, name: str) -> Player:
        if name == "taken":
            raise Refusal("Somebody is called so already.")
        return Player(player, name)

    def set_public(self, player: str, is_public: bool) -> None:
        (self.public.add if is_public else self.public.discard)(player)

    def make_code(self, player: str) -> str:
        return f"code-of-{player}"

    def use_code(self, fingerprint: str, code: str) -> Player:
        if not code.startswith("code-of-"):
            raise Refusal("There is no such code.")
        return Player(code.removeprefix("code-of-"), "ann")

    def sign_up(self, player: str, evening: str, wanted: bool) -> None:
        (self.signed.add if wanted else self.signed.discard)(player)

    def signed_up(self, evening: str) -> set[str]:
        return self.signed

    def list_playing(self, board: str) -> list[str]:
        return []

    def enter_result(self, result: Result) -> None:
        self.kept.append(result)

    def results(self, count: int) -> list[Result]:
        return self.kept[::-1][:count]


class QueryRunner:
    """Runs queries at once, or when a test calls ``answer``."""

    def __init__(self, register: MemoryAccounts) -> None:
        self.register = register
        self.is_away = False
        """Whether queries fail, as if the database were away."""
        self.hangs = False
        """Whether queries wait for ``answer``."""
        self._waiting: list[Callable[[], None]] = []

    def ask(self, question: Callable[[Accounts], object], then: Callable[[object], None]) -> None:
        self._waiting.append(lambda: then(self._reply(question)))
        if not self.hangs:
            self.answer()

    def answer(self) -> None:
        waiting, self._waiting = self._waiting, []
        for each in waiting:
            each()

    def _reply(self, question: Callable[[Accounts], object]) -> object:
        try:
            if self.is_away:
                raise StoreError("The database of this host is away.")
            return question(self.register)
        except (Refusal, StoreError) as error:
            return error


class HallHarness:
    """A hall, its messages to each session, and a clock that tests advance."""

    def __init__(self, host: str = "") -> None:
        self.seconds = 0.0
        self.register = MemoryAccounts()
        self.asked = QueryRunner(self.register)
        self.hall = Hall(host, lambda: NOON, self.asked, lambda: self.seconds)
        self.messages: dict[str, list[Message]] = {}

    def enter(self, session: str, name: str = "", is_open: bool = True) -> None:
        """Add the session of a player, or of a guest without a name."""
        player = Player(f"id-{name}", name) if name else None
        self.messages[session] = []
        self.hall.enter(session, player, self.voice(session), f"key-{name}" if name else "")
        self.hall.hear(session, Door(is_open))

    def voice(self, session: str) -> Callable[[Message], None]:
        return lambda message: self.messages[session].append(message)

    def say(self, session: str, message: Message) -> None:
        self.hall.hear(session, message)

    def received(self, session: str) -> list[Message]:
        """Return the messages to a session since the last call."""
        received, self.messages[session] = self.messages[session], []
        return received
