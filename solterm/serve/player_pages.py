"""The pages of players: what others may know of them, and the runs they may replay."""

from collections.abc import Callable
from typing import Any

from solterm.core.refusal import Refusal
from solterm.hall.messages import AskPlayer, AskRun, FinishedRun, Message, No, PlayerPage, Run
from solterm.serve import race_records
from solterm.serve.account_queries import AccountQueries, to_message
from solterm.serve.accounts import Accounts, Player
from solterm.serve.race_desk import NO_REFEREE
from solterm.serve.referee_queries import Referee
from solterm.serve.roster import HallSession

_NOT_SHOWN = "That game can't be replayed: it is gone, or its player lets nobody watch."


_KEPT_SECONDS = 60.0
_MOST_KEPT = 500
"""Pages in memory."""

_Page = dict[str, Any]


class PlayerPages:
    """Answers questions about players, and keeps each page for a minute."""

    def __init__(self, questions: AccountQueries, clock: Callable[[], float]) -> None:
        self.reader: Referee | None = None
        self._questions = questions
        self._clock = clock
        self._kept: dict[str, tuple[float, _Page]] = {}
        """Pages by player, each with its age; the oldest comes first."""
        self._waiting: dict[str, list[Callable[[_Page | None], None]]] = {}
        """Who waits for a page that is being read."""

    def hear(self, someone: HallSession, message: Message) -> bool:
        """Answer a message; return whether it was about a player.

        Raises ``Refusal`` to refuse it.
        """
        if not isinstance(message, AskPlayer | AskRun):
            return False
        if self.reader is None:
            raise Refusal(NO_REFEREE)
        reader, wanted = self.reader, message

        def read(found: object) -> None:
            if not isinstance(found, tuple):
                someone.say(to_message(found))
                return
            player, counts = found
            try:
                if isinstance(wanted, AskRun):
                    someone.charge_request()
                    reader.find_run(
                        *(someone.asker, player.id, wanted.run),
                        lambda run: someone.say(_to_run(player, run)),
                    )
                else:
                    self._read_page(
                        *(reader, someone, player.id),
                        lambda page: someone.say(_to_page(player, counts, page)),
                    )
            except Refusal as refusal:
                someone.say(No(str(refusal)))

        name = message.name if isinstance(message, AskPlayer) else message.player
        self._questions.ask(lambda accounts: _find(accounts, name), read)
        return True

    def forget(self, player: str) -> None:
        """Read the page of a player, given by id, anew: the door was opened or closed."""
        self._kept.pop(player, None)

    def _read_page(
        self,
        reader: Referee,
        someone: HallSession,
        player: str,
        then: Callable[[_Page | None], None],
    ) -> None:
        """Pass on a player's page; only who has it read is charged."""
        since, page = self._kept.get(player, (-_KEPT_SECONDS, None))
        if page and self._clock() - since < _KEPT_SECONDS:
            then(page)
        elif player in self._waiting:
            self._waiting[player].append(then)
        else:
            someone.charge_request()
            self._waiting[player] = [then]
            reader.read_page(someone.asker, player, lambda page: self._pass_on(player, page))

    def _pass_on(self, player: str, page: _Page | None) -> None:
        self._kept.pop(player, None)
        if page:
            self._kept[player] = self._clock(), page
            if len(self._kept) > _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        for then in self._waiting.pop(player):
            then(page)


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
