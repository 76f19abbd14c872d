"""The outbox: queues results until the accounts have stored them.

The database may be away for minutes. When the host ends, the outbox saves the remaining results in
a file, and sends them after the next start.
"""

from collections import deque
from collections.abc import Callable
from contextlib import suppress
from pathlib import Path
from typing import Protocol

from solterm.hall import messages
from solterm.hall.messages import Result
from solterm.serve.accounts import MOST_RESULTS, Accounts
from solterm.store.errors import StoreError

FILE = "results-waiting"
"""The file's name in the host's data folder."""

_PAUSE_SECONDS = 2.0
"""From a failure to the next try."""


class Questions(Protocol):
    """Runs queries on the accounts, and answers later."""

    def ask(
        self, question: Callable[[Accounts], object], then: Callable[[object], None], /
    ) -> None:
        """Run a query; pass its answer or exception to ``then``."""


class Outbox:
    """The results that the accounts have not stored yet."""

    def __init__(self, questions: Questions, clock: Callable[[], float]) -> None:
        self._questions = questions
        self._clock = clock
        self._waiting: deque[Result] = deque(maxlen=MOST_RESULTS)
        self._is_asked = False
        self._is_in_doubt = False
        """Whether the first one may be stored already: its commit was not answered."""
        self._next_try = 0.0

    def __len__(self) -> int:
        return len(self._waiting)

    def put(self, result: Result) -> None:
        """Queue a result, and send it now if the queue was empty."""
        self._waiting.append(result)
        self.send()

    def send(self, at_once: bool = False) -> None:
        """Send the next result, unless one is under way; call this about every second.

        After a failure it waits two seconds, except with ``at_once``.
        """
        is_due = at_once or self._clock() >= self._next_try
        if not self._waiting or self._is_asked or not is_due:
            return
        result, is_in_doubt = self._waiting[0], self._is_in_doubt

        def enter(accounts: Accounts) -> None:
            if not (is_in_doubt and result in accounts.results(MOST_RESULTS)):
                accounts.enter_result(result)

        def note(answer: object) -> None:
            self._is_asked = False
            self._is_in_doubt = isinstance(answer, StoreError)
            if self._is_in_doubt:
                self._next_try = self._clock() + _PAUSE_SECONDS
            else:  # also after a refusal, which would only repeat
                if self._waiting and self._waiting[0] is result:
                    self._waiting.popleft()
                self.send()

        self._is_asked = True
        self._questions.ask(enter, note)

    def save(self, folder: Path) -> None:
        """Save the remaining results in a file. Raises ``OSError``."""
        if self._waiting:
            (folder / FILE).write_bytes(b"".join(map(messages.write, self._waiting)))

    def load(self, folder: Path) -> None:
        """Load the results that an earlier run saved."""
        with suppress(OSError):
            lines = (folder / FILE).read_bytes().splitlines()
            (folder / FILE).unlink()
            for line in lines:
                with suppress(ValueError):
                    result = messages.read(line)
                    if isinstance(result, Result):
                        self._waiting.append(result)
            self._is_in_doubt = True
