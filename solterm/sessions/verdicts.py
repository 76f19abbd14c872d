"""Verdicts: whether claims hold. Each claim is replayed once, and the verdict is stored.

A claim that holds stays proved as long as its games have the same rules. A refusal holds for this
version of the program alone: a later one may know more games.

Verdicts are stored one by one, so leaving during a long proof loses only one of them. If the store
fails, the claim is replayed again next time.
"""

import json
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import NamedTuple

from solterm import __version__
from solterm.contests import proof
from solterm.contests.claims import Claim, Played, ProofError, ProvedGame
from solterm.core.game import Game
from solterm.store import verdicts
from solterm.store.errors import StoreError
from solterm.store.interface import digest_of
from solterm.store.store import Store

Dealt = Callable[[str], Sequence[tuple[str, int]] | None]
"""Looks up the games and deals of a tournament by its board."""

_FORM = "games"
"""The format of stored verdicts; change it when claims gain fields or proofs get stricter."""


class Verdict(NamedTuple):
    """The result of replaying a claim."""

    claim: Claim | None
    """The claim, if it holds."""
    why: str = ""
    """Why it doesn't hold."""


class Verdicts:
    """The verdicts that this player's program has reached."""

    def __init__(self, store: Store, game_of: Callable[[str], Game], dealt: Dealt) -> None:
        self._store = store
        self._game_of = game_of
        self._tell_deals = dealt
        self._deals: dict[str, Sequence[tuple[str, int]] | None] = {}
        self._fresh: dict[str, tuple[str, str]] = {}

    def find(self, digest: str, board: str) -> Verdict | None:
        """Return the verdict on a claim of a board, or None."""
        key = self._key(digest, board)
        row = self._fresh.get(key)
        if row is None:
            with suppress(StoreError):
                row = verdicts.read(self._store, [key]).get(key)
        if row is None:
            return None
        refusal, text = row
        if refusal:
            return Verdict(None, refusal) if text == __version__ else None
        claim = _read(text)
        fault = proof.fault_of_rules(claim, self._game_of)
        return Verdict(None, fault) if fault else Verdict(claim)

    def recall(self, digests: Sequence[str], board: str) -> None:
        """Load the verdicts on several claims of a board in one query."""
        keys = [key for each in digests if (key := self._key(each, board)) not in self._fresh]
        with suppress(StoreError):
            self._fresh |= verdicts.read(self._store, keys)

    def prove(self, text: str, digest: str, board: str) -> Generator[None, None, Verdict]:
        """Replay a claim and store the verdict, yielding every few events."""
        try:
            claim = yield from proof.prove_in_steps(text, self._game_of, self._deals_of)
        except ProofError as error:
            self._keep(digest, board, refusal=str(error), claim=__version__)
            return Verdict(None, str(error))
        self._keep(digest, board, refusal="", claim=json.dumps(claim))
        return Verdict(claim)

    def make(self, head: Claim, records: Sequence[str]) -> tuple[Claim, str]:
        """Make a claim of records and store that it holds; see ``proof.make``."""
        claim, text = proof.make(head, records, self._game_of, self._deals_of)
        self._keep(digest_of(text), claim.board, refusal="", claim=json.dumps(claim))
        return claim, text

    def _keep(self, digest: str, board: str, refusal: str, claim: str) -> None:
        key = self._key(digest, board)
        self._fresh[key] = refusal, claim
        with suppress(StoreError):
            verdicts.write(self._store, key, refusal, claim)

    def _deals_of(self, board: str) -> Sequence[tuple[str, int]] | None:
        if board not in self._deals:
            self._deals[board] = self._tell_deals(board)
        return self._deals[board]

    def _key(self, digest: str, board: str) -> str:
        """Return the key of a verdict.

        On a tournament's board it includes the deals, which may become known later.
        """
        dealt = self._deals_of(board)
        return " ".join([_FORM, digest, *(f"{game}:{deal}" for game, deal in dealt or ())])


def _read(claim: str) -> Claim:
    said = Claim(*json.loads(claim))
    whole, length, games, begun = said.played
    return said._replace(
        played=Played(whole, length, tuple(games), tuple(begun)),
        ranked=tuple(said.ranked),
        games=tuple(ProvedGame(*each) for each in said.games),
    )
