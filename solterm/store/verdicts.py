"""Verdicts: whether claims hold, each come to once and then kept.

A verdict is kept as soon as it is there: who leaves in the middle of a long proof of many claims
has lost one. A store that fails costs only the time to come to it again.
"""

import json
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import suppress
from typing import NamedTuple

from solterm import __version__
from solterm.contests import proof
from solterm.contests.claims import Claim, Played, ProofError
from solterm.core.game import Game
from solterm.store.errors import StoreError
from solterm.store.store import Store

Dealt = Callable[[str], Sequence[tuple[str, int]] | None]
"""The games and deals of a tournament by its board, where they are known."""


_FORM = "ranked"
"""The form of the verdicts, which changes when a claim says more."""

_AT_ONCE = 500
"""Verdicts that are looked up with one question."""


class Verdict(NamedTuple):
    """What is to be thought of a claim."""

    claim: Claim | None
    """What it says, if that holds."""
    why: str = ""
    """Why it does not."""


class Verdicts:
    """The verdicts a player has come to, and how to come to others."""

    def __init__(self, store: Store, game_of: Callable[[str], Game], dealt: Dealt) -> None:
        self._store = store
        self._game_of = game_of
        self._tell_deals = dealt
        self._deals: dict[str, Sequence[tuple[str, int]] | None] = {}
        self._fresh: dict[str, tuple[str, str]] = {}

    def find(self, digest: str, board: str) -> Verdict | None:
        """The verdict on a claim of a board; None while there is none."""
        key = self._key(digest, board)
        row = self._fresh.get(key)
        if row is None:
            with suppress(StoreError):
                rows = self._store.read("SELECT refusal, claim FROM verdict WHERE digest = ?", key)
                row = next(((str(refusal), str(claim)) for refusal, claim in rows), None)
        if row is None:
            return None
        refusal, claim = row
        return Verdict(None, refusal) if refusal else Verdict(_read(claim))

    def recall(self, digests: Sequence[str], board: str) -> None:
        """Look the verdicts on several claims of a board up at once, before they are asked for."""
        keys = [key for each in digests if (key := self._key(each, board)) not in self._fresh]
        for asked in (keys[at : at + _AT_ONCE] for at in range(0, len(keys), _AT_ONCE)):
            places = ", ".join("?" * len(asked))
            query = f"SELECT digest, refusal, claim FROM verdict WHERE digest IN ({places})"
            with suppress(StoreError):
                for key, refusal, claim in self._store.read(query, *asked):
                    self._fresh[str(key)] = str(refusal), str(claim)

    def reach(self, text: str, digest: str, board: str) -> Generator[None, None, Verdict]:
        """Come to a verdict, with a breath after every few events, and keep it."""
        try:
            claim = yield from proof.prove_in_steps(text, self._game_of, self._deals_of)
        except ProofError as error:
            verdict, row = Verdict(None, str(error)), (str(error), "")
        else:
            verdict, row = Verdict(claim), ("", json.dumps(claim))
        key = self._key(digest, board)
        self._fresh[key] = row
        with suppress(StoreError), self._store.transaction() as database:
            database.execute("DELETE FROM verdict WHERE digest = ?", (key,))
            database.execute(
                "INSERT INTO verdict (digest, refusal, claim) VALUES (?, ?, ?)", (key, *row)
            )
        return verdict

    def _deals_of(self, board: str) -> Sequence[tuple[str, int]] | None:
        """The deals of a board, looked up once."""
        if board not in self._deals:
            self._deals[board] = self._tell_deals(board)
        return self._deals[board]

    def _key(self, digest: str, board: str) -> str:
        """What a verdict is kept under.

        That on a tournament's result hangs on its deals as well, which may become known later.
        """
        dealt = self._deals_of(board)
        return " ".join([__version__, _FORM, digest, *_spell(dealt or ())])


def _spell(dealt: Iterable[tuple[str, int]]) -> list[str]:
    return [f"{game}:{deal}" for game, deal in dealt]


def _read(claim: str) -> Claim:
    said = Claim(*json.loads(claim))
    whole, length, games, begun = said.played
    played = Played(whole, length, tuple(games), tuple(begun))
    return said._replace(played=played, ranked=tuple(said.ranked))
