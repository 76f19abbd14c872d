"""The ranking of a board: the verdicts on claims, the claims that count, and their order.

A claim is replayed once, and the verdict is stored. A claim that holds stays proved as long as its
games have the same rules. A refusal holds for this version of the program alone: a later one may
know more games.

Verdicts are stored one by one, so leaving during a long proof loses only one of them. If the store
fails, the claim is replayed again next time.
"""

import json
from collections import Counter
from collections.abc import Callable, Generator, Sequence
from contextlib import suppress
from typing import NamedTuple

from solterm import __version__
from solterm.contests import proof, verdicts
from solterm.contests.claims import Claim, Played, ProofError, ProvedGame
from solterm.contests.kinds import KINDS
from solterm.core.game import Game
from solterm.store.errors import StoreError
from solterm.store.interface import Claimed, digest_of
from solterm.store.store import Store

Dealt = Callable[[str], Sequence[tuple[str, int]] | None]
"""Looks up the games and deals of a tournament by its board."""

_FORM = "cards"
"""The format of stored verdicts; change it when claims gain fields or proofs get stricter."""


class ClaimVerdict(NamedTuple):
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

    def find(self, digest: str, board: str) -> ClaimVerdict | None:
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
            return ClaimVerdict(None, refusal) if text == __version__ else None
        claim = _read(text)
        fault = proof.fault_of_rules(claim, self._game_of)
        return ClaimVerdict(None, fault) if fault else ClaimVerdict(claim)

    def recall(self, digests: Sequence[str], board: str) -> None:
        """Load the verdicts on several claims of a board in one query."""
        keys = [key for each in digests if (key := self._key(each, board)) not in self._fresh]
        with suppress(StoreError):
            self._fresh |= verdicts.read(self._store, keys)

    def prove(self, text: str, digest: str, board: str) -> Generator[None, None, ClaimVerdict]:
        """Replay a claim and store the verdict, yielding every few events."""
        try:
            claim = yield from proof.prove_in_steps(text, self._game_of, self._deals_of)
        except ProofError as error:
            self._keep(digest, board, refusal=str(error), claim=__version__)
            return ClaimVerdict(None, str(error))
        self._keep(digest, board, refusal="", claim=json.dumps(claim))
        return ClaimVerdict(claim)

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


Who = tuple[int, str]
"""A player: the account and the profile."""


class Ranked(NamedTuple):
    """A claim of a board and the verdict on it."""

    claimed: Claimed
    verdict: ClaimVerdict

    @property
    def who(self) -> Who:
        """The player who entered it."""
        claim = self.verdict.claim
        return self.claimed.owner, claim.profile if claim else ""


def order(found: Ranked, claim: Claim) -> tuple[float, str, float, str]:
    """Return the sort key that puts earlier claims first.

    Shared claims sort by the time they were shared, which players can't set. The player's own
    unshared ones follow, by day and date of the file.
    """
    claimed = found.claimed
    return claimed.moment or float("inf"), claim.date, claimed.written, claimed.digest


def keep_first(board: str, found: Sequence[Ranked], is_on_host: bool) -> list[tuple[Ranked, Claim]]:
    """Return the claims that count: for the same games only the first one.

    Short games may be equal by chance, and count once for each name. Of one player's claims that
    share a game, such as a score sheet before and after a replayed row, the best counts. Where
    tries are limited, the best of a player's first claims counts, under any name; if their order is
    unknown, the worse one comes first.
    """
    kind = KINDS.get(board.partition(":")[0].casefold())  # a board is found in any capitalisation
    most_tries = kind.most_tries(is_on_host) if kind else 0
    believed = [(each, each.verdict.claim) for each in found if each.verdict.claim]
    believed.sort(key=lambda each: (*order(*each)[:2], _worse_first(each[1]), *order(*each)[2:]))
    players_of: dict[str, Who] = {}
    firsts: list[tuple[Ranked, Claim]] = []
    for each, claim in believed:
        first = [players_of.setdefault(games, each.who) for games in claim.marks]
        if all(other == each.who for other in first):
            firsts.append((each, claim))
    tries = Counter[Who]()
    counted: dict[tuple[object, ...], tuple[Ranked, Claim]] = {}
    first_with: dict[tuple[object, ...], str] = {}
    for each, claim in firsts:
        key: tuple[object, ...]
        if most_tries:
            tries[each.who] += 1
            if tries[each.who] > most_tries:
                continue
            key = (each.who,)
        else:
            # Several people at one keyboard may give up in the same position.
            player = (each.who, "" if claim.marks else claim.player.casefold())
            games = [(*player, game) for game in claim.played.begun]
            known = (first_with[game] for game in games if game in first_with)
            whole = next(known, claim.played.whole)
            for game in games:
                first_with.setdefault(game, whole)
            key = (*player, whole)
        if key not in counted or claim.ranked < counted[key][1].ranked:
            counted[key] = each, claim
    return list(counted.values())


def _worse_first(claim: Claim) -> tuple[int, ...]:
    return tuple(-each for each in claim.ranked)


def number_namesakes(counted: Sequence[tuple[Ranked, Claim]]) -> dict[tuple[Who, str], str]:
    """Return the name to show for each player and name: later namesakes get a number."""
    shown: dict[tuple[Who, str], str] = {}
    taken: dict[str, tuple[Who, str]] = {}
    for found, claim in sorted(counted, key=lambda each: order(*each)):
        who = (found.who, claim.player.casefold())
        name, number = claim.player, 1
        while taken.setdefault(name.casefold(), who) != who:
            number += 1
            name = f"{claim.player} ({number})"
        shown[found.who, claim.player] = name
    return shown
