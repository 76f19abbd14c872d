"""A host's end that hands out deals in this process, for tests."""

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from solterm.contests.days import today
from solterm.hall.messages import AskProof, Begin, Message
from solterm.serve import contest_trials as trials
from solterm.serve.account_tables import HOST_FILE
from solterm.serve.accounts import Accounts
from solterm.serve.host_data import HostData
from solterm.sessions.host_link import HostLink
from solterm.store import sharedfolder
from solterm.store.sqlite import SqliteFile


class Dealer(HostLink):
    """Answers the questions of one player's sessions, by the rules of a real host."""

    def __init__(self, folder: Path, player: str = "a" * 16) -> None:
        """Keep what players share in a folder; "" is a guest's."""
        super().__init__()
        engine = SqliteFile(None, "", HOST_FILE)
        engine.open()
        self.accounts = Accounts(engine, lambda: self.now)
        self.data = HostData(folder)
        folder.mkdir(exist_ok=True)
        sharedfolder.prepare(self.data.context(""))
        self.player = player
        self.asked: list[Begin] = []
        self.most_tournaments = 10

    def answer_all(self, monkeypatch: pytest.MonkeyPatch) -> None:
        """Answer all sessions in this process."""
        monkeypatch.setattr(HostLink, "ask", self.ask)

    @property
    def now(self) -> datetime:
        """Noon of the day that the sessions take for today."""
        return datetime.combine(today(), datetime.min.time(), UTC).replace(hour=12)

    def ask(self, message: Message, *answers: Any) -> Any:
        match message:
            case Begin():
                self.asked.append(message)
                most = self.most_tournaments
                return trials.begin(self.accounts, self.data, self.player, message, most)
            case AskProof():
                return trials.find_proof(self.accounts, self.player, message.digest)
        return super().ask(message, *answers)

    def deal_of(self, board: str) -> int:
        """Return the deal of the first game of a board; 0 before it is drawn."""
        rows = self.accounts.engine.read("SELECT number FROM deal WHERE owner = ?", board)
        return int(rows[0][0]) if rows else 0
