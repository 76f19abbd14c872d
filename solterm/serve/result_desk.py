"""Hand out the deals of contests on a host, and enter their results on its boards.

A session asks for the deals when a contest begins, and says when it has ended. The host's referee
replays the stored games, and the host writes what they earned, under the player's name and id:
sessions can't write to the boards.
"""

from collections.abc import Callable
from datetime import timedelta
from typing import Any

from solterm.core.refusal import Refusal
from solterm.hall.messages import AskProof, Begin, Message
from solterm.serve import contest_trials as trials
from solterm.serve.account_queries import AccountQueries, ignore
from solterm.serve.accounts import Accounts
from solterm.serve.contest_trials import ProvedText
from solterm.serve.host_data import HostData, guest_id, open_shared
from solterm.serve.host_settings import HostSettings
from solterm.serve.log import Log
from solterm.serve.race_records import drop_guests
from solterm.serve.referee_queries import Referee
from solterm.serve.roster import TOO_MUCH, HallSession

_DAY = timedelta(days=1)


class ResultDesk:
    """Begins the contests of players, has them proved one after the other, and shares results."""

    def __init__(
        self,
        data: HostData,
        referee: Referee,
        questions: AccountQueries,
        log: Log,
        settings: Callable[[], HostSettings],
    ) -> None:
        """``settings`` returns those of the host."""
        self._data = data
        self._referee = referee
        self._questions = questions
        self._log = log
        self._settings = settings
        self._is_choosing = False

    def query_for(
        self, someone: HallSession, message: Message
    ) -> Callable[[Accounts], Message] | None:
        """Return the query that answers a message, or None for other messages.

        Raises ``Refusal`` to refuse it.
        """
        if isinstance(message, AskProof):
            digest = message.digest
            return lambda accounts: trials.find_proof(accounts, someone.id, digest)
        if not isinstance(message, Begin):
            return None
        if not someone.begins.spend():
            raise Refusal(TOO_MUCH)
        most = self._settings().tournaments_a_day
        return lambda accounts: trials.begin(accounts, self._data, someone.id, message, most)

    def choose_days(self) -> None:
        """Have the deals of today and tomorrow chosen that nobody has got yet: such as can be won.

        It chooses one at a time; call it again for the others. If a player is quicker, the deal is
        a random one.
        """
        if not self._is_choosing:
            self._is_choosing = True
            self._questions.ask(trials.list_undealt, self._choose)

    def _choose(self, undealt: list[tuple[str, str]] | Exception) -> None:
        if isinstance(undealt, Exception) or not undealt:
            self._is_choosing = False
            return
        owner, game = undealt[0]

        def keep(deal: int) -> None:
            self._is_choosing = False
            if deal:
                self._questions.ask(
                    lambda accounts: trials.keep_proved(accounts, owner, game, deal), ignore
                )

        self._referee.find_winnable(game, keep)

    def tidy(self) -> None:
        """Delete what can't count any more: old tries, and races of guests of a killed host."""

        def delete(accounts: Accounts) -> None:
            trials.tidy(accounts)
            drop_guests(accounts, guest_id("%"), accounts.now() - _DAY)

        self._questions.ask(delete, ignore)

    def enter(self, someone: HallSession, contest: int) -> None:
        """Enter a contest of a player, unless it is entered; a session says it again if need be.

        End the trial of one that the player has ended without a result.
        """
        player, name = someone.id, someone.name
        if not player or not someone.contests.spend():
            return

        def share(found: dict[str, Any] | None) -> None:
            if found is None:
                return
            if found["is_given_up"]:
                self._questions.ask(
                    lambda accounts: trials.give_up(accounts, player, contest), ignore
                )
                return
            if fault := found["fault"]:
                self._tell_fault(contest, name, fault)
                return
            is_new = found["games"] < self._settings().games_before_boards
            self._questions.ask(
                lambda accounts: self._share(accounts, player, contest, found, is_new),
                lambda answer: self._note(contest, name, answer),
            )

        self._referee.prove(player, name, contest, share)

    def _share(
        self, accounts: Accounts, player: str, contest: int, found: dict[str, Any], is_new: bool
    ) -> None:
        """Write a result for all players, unless its player was deleted, or is new here."""
        board, played, digest, records = found["proved"]
        if not accounts.engine.read("SELECT 1 FROM player WHERE id = ?", player):
            return
        proved = ProvedText(board, [(*each,) for each in played], digest, records)
        trials.end(accounts, player, contest, proved)
        if not is_new:
            with open_shared(self._data, player) as shared:
                shared.add_result(board, found["shared"])

    def _note(self, contest: int, name: str, answer: object) -> None:
        if isinstance(answer, Exception):
            self._tell_fault(contest, name, answer)

    def _tell_fault(self, contest: int, name: str, fault: object) -> None:
        self._log.tell("error", what=f"contest {contest} of {name}: {fault}")
