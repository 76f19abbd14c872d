"""Enter results on the boards of a host.

A session says only that a contest of its player has ended. The host's referee replays the stored
games, and the host writes what they earned, under the player's name and id: sessions can't write to
the boards.
"""

from collections.abc import Callable
from typing import Any

from solterm.serve.account_queries import AccountQueries
from solterm.serve.accounts import Accounts
from solterm.serve.host_data import HostData, open_shared
from solterm.serve.log import Log
from solterm.serve.referee_queries import Referee
from solterm.serve.roster import HallSession


class ResultDesk:
    """Has the contests of players proved, one after the other, and shares the results."""

    def __init__(
        self,
        data: HostData,
        referee: Referee,
        questions: AccountQueries,
        log: Log,
        least_games: Callable[[], int],
    ) -> None:
        """``least_games`` returns after how many games others see a player's results."""
        self._data = data
        self._referee = referee
        self._questions = questions
        self._log = log
        self._least_games = least_games

    def enter(self, someone: HallSession, contest: int) -> None:
        """Enter a contest of a player, unless it is entered; a session says it again if need be."""
        player, name = someone.id, someone.name
        if not player or not someone.contests.spend():
            return

        def share(found: dict[str, Any] | None) -> None:
            if found is None or found["games"] < self._least_games():
                return
            if fault := found["fault"]:
                self._log.tell("error", what=f"contest {contest} of {name}: {fault}")
                return
            about = self._data, player, found["board"], found["text"]
            self._questions.ask(lambda accounts: _share(accounts, *about), self._note)

        self._referee.prove(player, name, contest, share)

    def _note(self, answer: object) -> None:
        if isinstance(answer, Exception):
            self._log.tell("error", what=answer)


def _share(accounts: Accounts, data: HostData, player: str, board: str, text: str) -> None:
    """Write a result for all players, unless its player was deleted meanwhile."""
    if accounts.engine.read("SELECT 1 FROM player WHERE id = ?", player):
        with open_shared(data, player) as shared:
            shared.add_result(board, text)
