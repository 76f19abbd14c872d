"""What others may know of players, and the runs they may replay: for sessions and for web pages."""

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any

from solterm.core.refusal import Refusal
from solterm.hall.messages import AskPlayer, AskRun, FinishedRun, Message, No, PlayerPage, Run
from solterm.serve import race_records
from solterm.serve.account_queries import AccountQueries, to_message
from solterm.serve.accounts import Accounts, Player
from solterm.serve.race_desk import NO_REFEREE
from solterm.serve.referee_queries import Referee
from solterm.serve.roster import Asker, HallSession

_NOT_SHOWN = "That game can't be replayed: it is gone, or its player lets nobody watch."


_KEPT_SECONDS = 60.0
_MOST_KEPT = 500
"""Answers in memory."""

_Found = dict[str, Any]
_Take = Callable[[_Found | None], None]


class PlayerPages:
    """Answers questions about players, and keeps each answer for a minute."""

    def __init__(self, questions: AccountQueries, clock: Callable[[], float]) -> None:
        self.reader: Referee | None = None
        self._questions = questions
        self._clock = clock
        self._kept: dict[tuple[str, int], tuple[float, _Found]] = {}
        """Answers by player and run, each with its age; the oldest comes first."""
        self._waiting: dict[tuple[str, int], list[_Take]] = {}
        """Who waits for an answer that is being read."""

    def hear(self, someone: HallSession, message: Message) -> bool:
        """Answer a message; return whether it was about a player.

        Raises ``Refusal`` to refuse it.
        """
        if not isinstance(message, AskPlayer | AskRun):
            return False
        reader, wanted = self._find_reader(), message

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
                    self._read(
                        *(someone, player.id, 0),
                        lambda page: someone.say(
                            to_page(player, counts, page) if page else No(NO_REFEREE)
                        ),
                    )
            except Refusal as refusal:
                someone.say(No(str(refusal)))

        name = message.name if isinstance(message, AskPlayer) else message.player
        self._questions.ask(lambda accounts: _find(accounts, name), read)
        return True

    def forget(self, player: str) -> None:
        """Read what is kept of a player, given by id, anew: the door was opened or closed."""
        for key in [each for each in self._kept if each[0] == player]:
            del self._kept[key]

    async def find(self, asker: Asker, player: str, run: int = 0) -> _Found | None:
        """Return the page of a player, given by id, or a run with its picture.

        The run is empty if it may not be seen. Return None if the referee failed. Raises
        ``Refusal`` for too many requests.
        """
        return await _wait(lambda take: self._read(asker, player, run, take))

    async def draw(self, asker: Asker, text: str) -> _Found | None:
        """Return what a page shows of the game of a record; None if the referee failed.

        Raises ``Refusal`` for too many requests.
        """
        asker.charge_request()
        return await _wait(lambda take: self._find_reader().draw(asker.asker, text, take))

    def _find_reader(self) -> Referee:
        if self.reader is None:
            raise Refusal(NO_REFEREE)
        return self.reader

    def _read(self, asker: Asker, player: str, run: int, then: _Take) -> None:
        """Pass on an answer; only who has it read is charged."""
        reader, key = self._find_reader(), (player, run)
        since, page = self._kept.get(key, (-_KEPT_SECONDS, None))
        if page and self._clock() - since < _KEPT_SECONDS:
            then(page)
        elif key in self._waiting:
            self._waiting[key].append(then)
        else:
            asker.charge_request()
            self._waiting[key] = [then]
            pass_on = partial(self._pass_on, key)
            if run:
                reader.find_run(asker.asker, player, run, pass_on, is_drawn=True)
            else:
                reader.read_page(asker.asker, player, pass_on)

    def _pass_on(self, key: tuple[str, int], page: _Found | None) -> None:
        self._kept.pop(key, None)
        if page:
            self._kept[key] = self._clock(), page
            if len(self._kept) > _MOST_KEPT:
                del self._kept[next(iter(self._kept))]
        for then in self._waiting.pop(key):
            then(page)


async def _wait(ask: Callable[[_Take], object]) -> _Found | None:
    """Return what a question passes on."""
    found: asyncio.Future[_Found | None] = asyncio.get_running_loop().create_future()

    def take(answer: _Found | None) -> None:
        if not found.done():  # a browser may have gone
            found.set_result(answer)

    ask(take)
    return await found


def _find(accounts: Accounts, name: str) -> tuple[Player, tuple[int, int]]:
    player = race_records.find_player(accounts, name)
    return player, race_records.count_races(accounts, player.id)


def to_page(player: Player, counts: tuple[int, int], page: _Found) -> PlayerPage:
    """Return the page of a player, from what accounts and referee know."""
    runs = tuple(FinishedRun(*each) for each in page["runs"])
    favourites = tuple(page["favourites"])
    return PlayerPage(player.name, page["games"], page["won"], *counts, favourites, runs)


def _to_run(player: Player, run: dict[str, Any] | None) -> Message:
    if not run:
        return No(_NOT_SHOWN if run is not None else NO_REFEREE)
    return Run(player.name, run["record"], run["seconds"])
