"""The pages of players: what others may know of them, and the runs they may replay."""

from collections.abc import Callable
from typing import Any, Protocol

from solterm.hall.messages import AskPlayer, AskRun, FinishedRun, Message, No, PlayerPage, Run
from solterm.serve import race_records
from solterm.serve.account_queries import AccountQueries, to_message
from solterm.serve.accounts import Accounts, Player
from solterm.serve.races import NO_REFEREE, Racing

_NOT_SHOWN = "That game can't be replayed: it is gone, or its player lets nobody watch."


class Reader(Protocol):
    """Reads the stores of players, later."""

    def read_page(self, player: str, then: Callable[[dict[str, Any] | None], None]) -> None:
        """Pass on a player's page; None if that failed."""

    def find_run(
        self, player: str, run: int, then: Callable[[dict[str, Any] | None], None]
    ) -> None:
        """Pass on a finished game; empty if there is none that others may replay."""


class PlayerPages:
    """Answers questions about players."""

    def __init__(self, questions: AccountQueries) -> None:
        self.reader: Reader | None = None
        self._questions = questions

    def hear(self, someone: Racing, message: Message) -> bool:
        """Answer a message; return whether it was about a player.

        Raises ``ValueError`` to refuse it.
        """
        if not isinstance(message, AskPlayer | AskRun):
            return False
        if self.reader is None or someone.is_served:
            raise ValueError(NO_REFEREE)
        reader, wanted = self.reader, message
        someone.is_served = True

        def read(found: object) -> None:
            if not isinstance(found, tuple):
                answer(to_message(found))
                return
            player, counts = found
            if isinstance(wanted, AskRun):
                reader.find_run(player.id, wanted.run, lambda run: answer(_to_run(player, run)))
            else:
                reader.read_page(player.id, lambda page: answer(_to_page(player, counts, page)))

        def answer(told: Message) -> None:
            someone.is_served = False
            someone.say(told)

        name = message.name if isinstance(message, AskPlayer) else message.player
        self._questions.ask(lambda accounts: _find(accounts, name), read)
        return True


def _find(accounts: Accounts, name: str) -> tuple[Player, tuple[int, int]]:
    player = race_records.find_player(accounts, name)
    return player, race_records.count_races(accounts, player.id)


def _to_page(player: Player, counts: tuple[int, int], page: dict[str, Any] | None) -> Message:
    if page is None:
        return No(NO_REFEREE)
    runs = tuple(FinishedRun(*each) for each in page["runs"])
    favourites = tuple(page["favourites"])
    return PlayerPage(player.name, page["games"], page["won"], *counts, favourites, runs)


def _to_run(player: Player, run: dict[str, Any] | None) -> Message:
    if not run:
        return No(_NOT_SHOWN if run is not None else NO_REFEREE)
    return Run(player.name, run["record"], run["seconds"])
