"""Boards: results with their proofs, the player's own and those of a whole host.

Every entry goes to the player's own boards and to the shared place that ``SOLTERM_SHARED`` names,
if there is one. If writing there fails, it is retried. An entry is shown only if replaying it
reproduces it. Entries are kept in a ``board_store``, and nobody waits for a lock; ``verdicts`` says
how they are believed.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from solterm.contests import claims, proof
from solterm.contests.claims import Claim, ProofError
from solterm.contests.names import check_name
from solterm.contests.steps import finish
from solterm.contests.titles import board_unit
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.record import RecordError
from solterm.store import board_store, place, players
from solterm.store.board_store import Claimed, Shared, digest_of
from solterm.store.errors import StoreError
from solterm.store.files import Unfit
from solterm.store.found import Found, keep_first, order, tell_apart
from solterm.store.store import Store, now
from solterm.store.verdicts import Dealt, Verdict, Verdicts


class BoardError(StoreError):
    """A result that a board does not take: the reason, in a sentence."""


class Entry(NamedTuple):
    """A result on a board."""

    board: str
    player: str
    """The name, with a number where several players have it."""
    game: str
    """The id of its first game."""
    deal: int
    level: int
    score: int
    date: str
    digest: str
    own: int | None = None
    """The score of the game's own source, where the records say it."""
    mark: int | None = None
    """The mark, likewise."""
    profile: str = ""
    """Tells players of one name apart."""


class Boards:
    """The boards a player sees."""

    def __init__(self, store: Store, game_of: Callable[[str], Game], dealt: Dealt | None = None):
        """The boards beside a store; ``dealt`` knows the deals of tournaments by their boards."""
        self._store = store
        self._game_of = game_of
        self._verdicts = Verdicts(store, game_of, dealt or (lambda board: None))
        self._own = board_store.find_own()
        self._shared = board_store.find_shared()
        self.complaint = ""
        """What went wrong with the shared place, in a sentence; "" when nothing did."""

    # -- entering --------------------------------------------------------------------------

    def enter(
        self,
        board: str,
        player: str,
        profile: str,
        records: Sequence[str],
        points: int,
        day: str = "",
        level: int | None = None,
    ) -> Entry:
        """Enter a result with the records that prove it; without a day, it is today's.

        ``level`` is the lowest one played at, which a caller who has the plays need not have
        looked up again.
        Who plays on a host is called as the host says, whatever name is given.
        Raises ``BoardError`` when they do not, and ``StoreError`` when it cannot be kept at all; a
        shared place that fails is said in ``complaint``, and tried again the next time.
        """
        players.refuse_guests()
        try:
            name = check_name(place.nickname() or player)
        except ValueError as error:
            raise BoardError(str(error)) from None
        try:
            if level is None:
                level = proof.lowest([record.read(each).replay(self._game_of) for each in records])
        except RecordError as error:
            raise BoardError(str(error)) from None
        day = day or now().partition("T")[0]
        text = claims.write(Claim(board, name, profile, points, day, "", 0, level), records)
        known = self._verdicts.find(digest_of(text), board)  # A full sheet is entered every time.
        return self._keep((known and known.claim) or self.check(text), text)

    def take(self, text: str) -> Entry:
        """Enter a claim that was made elsewhere; raises as ``enter`` does.

        It may not pass for one of this player's own, nor for one of a player whom others on this
        host have entered: whoever imports it could spoil what those did.
        """
        players.refuse_guests()
        claim = self.check(text)
        digest = digest_of(text)
        folder = place.file_name(claim.board)
        if digest not in {each.digest for each in self._list_claims(claim.board)}:
            if claim.profile == players.profile():
                raise BoardError("It passes for one of your own results, which are not imported.")
            if self._is_anothers(claim.profile):
                raise BoardError("Its player's results are entered here by another account.")
        elif digest in {each.digest for each in self._own.list_claims(folder)}:
            return _entry(claim, claim.player, digest)
        return self._keep(claim, text)

    def has(self, text: str) -> bool:
        """Is a claim that holds there already, among this player's own or those of others?"""
        there = self._list_claims(claims.board_of(text))
        return digest_of(text) in {each.digest for each in there}

    def _keep(self, claim: Claim, text: str) -> Entry:
        """Enter a claim that holds, unless its games stand there as another's."""
        # What was not proved yet is passed over: nobody waits for others' proofs to enter his own,
        # and of two that are alike the first one is shown.
        there = [each.verdict.claim for each in self._read_known(claim.board) if each.verdict.claim]
        others = {mark for each in there if each.profile != claim.profile for mark in each.marks}
        if not others.isdisjoint(claim.marks):
            raise BoardError("These games stand on the board already, under another name.")
        self._own.put(claim.board, text)
        self.send()
        return _entry(claim, claim.player, digest_of(text))

    def check(self, text: str) -> Claim:
        """What a claim says, every game of it replayed. Raises ``BoardError`` if it is not so."""
        try:
            board = claims.board_of(text)
        except ProofError as error:
            raise BoardError(str(error)) from None
        verdict = finish(self._verdicts.reach(text, digest_of(text), board))
        if verdict.claim is None:
            raise BoardError(verdict.why)
        return verdict.claim

    def send(self) -> None:
        """Copy to the shared place what it has not got yet; what hinders is in ``complaint``."""
        self.complaint = ""
        if self._shared is None:
            return
        try:
            self._shared.sweep()
            for folder in self._own.folders():
                self._send(self._shared, folder)
        except OSError as error:
            self._complain("written", error, "your results are kept and sent there later")
            self._store.waiting.put("boards", self._send_later)
        else:
            self._store.waiting.drop("boards")

    def _send_later(self) -> None:
        self.send()
        if self.complaint:
            raise StoreError(self.complaint)

    def _send(self, to: Shared, folder: str) -> None:
        board = self._own.name_of(folder)
        there = {each.digest for each in to.list_claims(board)} if board else set()
        for each in self._own.list_claims(folder) if board else []:
            if each.digest not in there:
                try:
                    text = self._own.read(folder, each.digest)
                except Unfit:  # a file that is damaged is nobody's business
                    continue
                to.put(board, text)

    def _is_anothers(self, profile: str) -> bool:
        """Have others on this host entered results of a player?"""
        if self._shared is None:
            return False
        try:
            owners = self._shared.owners(profile)
        except OSError as error:
            self._complain("read", error, "only your own are shown")
            return False
        mine = any(
            claim.profile == profile
            for folder in self._own.folders()
            for each in self._read_known(self._own.name_of(folder), own=True)
            if (claim := each.verdict.claim)
        )
        return bool(owners) and not mine

    def _complain(self, done: str, error: OSError, so: str) -> None:
        reason = error.strerror or error
        assert self._shared, "nobody else raises it"
        self.complaint = f"{self._shared.called} cannot be {done} ({reason}); {so}."

    # -- reading ---------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The boards there are, in the order of their names.

        Raises ``StoreError`` when the player's own cannot be read; of the shared ones, that is
        said in ``complaint``.
        """
        called = [self._own.name_of(folder) for folder in self._own.folders()]
        if self._shared:
            try:
                called += self._shared.names()
            except OSError as error:
                self._complain("read", error, "only your own are shown")
        found = {place.file_name(name): name for name in reversed(called) if name}
        return sorted(found.values(), key=str.casefold)

    def find(self, text: str) -> str | None:
        """The board that is called so, capitals or not; None when there is none."""
        wanted = place.file_name(text)
        return next((name for name in self.names() if place.file_name(name) == wanted), None)

    def top(self, board: str, count: int = 5, wait: bool = True) -> list[Entry]:
        """The best entries of a board, best first; of equals the one entered earlier.

        Without ``wait``, those that are proved already.
        """
        sign = 1 if board_unit(board).lower_is_better else -1
        found = self._read_board(board) if wait else self._read_known(board)
        counted = keep_first(board, found, sign)
        told = tell_apart(counted)
        counted.sort(key=lambda each: (each[1].ranked, order(*each)))
        return [
            _entry(claim, told[found.who, claim.player], found.claimed.digest)
            for found, claim in counted[:count]
        ]

    def list_refused(self, board: str) -> list[tuple[str, str]]:
        """The entries of a board that do not hold: their files, and why."""
        return [(digest, why) for digest, claim, why in self.all(board) if claim is None]

    def all(self, board: str) -> list[tuple[str, Claim | None, str]]:
        """Every file of a board: its digest, what it claims if that holds, and else why not."""
        return [(each.claimed.digest, *each.verdict) for each in self._read_board(board)]

    def texts(self, board: str) -> list[str]:
        """The claims of a board that hold, to be carried to another host."""
        return [text for _, text in self.list_proved(board)]

    def list_proved(self, board: str, wait: bool = True) -> list[tuple[Claim, str]]:
        """The claims of a board that hold, each with its text, best first.

        Without ``wait``, those that are proved already.
        """
        found = self._read_board(board) if wait else self._read_known(board)
        held = [(each, claim) for each in found if (claim := each.verdict.claim)]
        held.sort(key=lambda each: (each[1].ranked, order(*each)))
        return [(claim, self._text(board, each.claimed.digest)) for each, claim in held]

    def clear(self, board: str) -> None:
        """Erase a player's own copies of a board's results; what is shared stays there.

        Raises ``StoreError`` when that cannot be done.
        """
        self._own.clear(board)

    def prove_rest(self, board: str) -> Iterator[tuple[int, int]]:
        """Prove the results of a board that were not proved yet, one after the other.

        Takes a breath every few events, and says how many of how many are done. Of each account
        the first comes first: whoever fills a board with junk keeps the others waiting no longer
        than that one does.
        """
        turn: Counter[int] = Counter()
        waiting = []
        for each, verdict in self._weigh(board):
            if verdict is None:
                turn[each.owner] += 1
                waiting.append((turn[each.owner], each.digest))
        for done, (_, digest) in enumerate(sorted(waiting)):
            with suppress(Unfit):  # it was there a moment ago
                for _ in self._verdicts.reach(self._text(board, digest), digest, board):
                    yield done, len(waiting)
            yield done + 1, len(waiting)

    def _read_board(self, board: str) -> list[Found]:
        """The claims of a board, all of them proved, in the order of their digests."""
        for _ in self.prove_rest(board):
            pass
        return self._read_known(board)

    def _read_known(self, board: str, own: bool = False) -> list[Found]:
        """The claims of a board on which there is a verdict, in the order of their digests."""
        found = self._weigh(board, own)
        return [Found(each, verdict) for each, verdict in found if verdict]

    def _weigh(self, board: str, own: bool = False) -> list[tuple[Claimed, Verdict | None]]:
        """The claims of a board, each with the verdict on it, if there is one."""
        there = self._list_claims(board, own)
        self._verdicts.recall([each.digest for each in there], board)
        return [(each, self._verdict(board, each)) for each in there]

    def _verdict(self, board: str, claimed: Claimed) -> Verdict | None:
        """The verdict on a claim, if there is one already."""
        try:
            if not claimed.is_sound:
                self._text(board, claimed.digest)
        except Unfit as error:
            return Verdict(None, f"It {error}.")
        verdict = self._verdicts.find(claimed.digest, board)
        claim = verdict.claim if verdict else None
        if claim and place.file_name(claim.board) != place.file_name(board):
            return Verdict(None, "It belongs to another board.")
        return verdict

    def _text(self, board: str, digest: str) -> str:
        """The text of a claim; a copy that is damaged does not hide one that is whole."""
        try:
            return self._own.read(place.file_name(board), digest)
        except Unfit:
            if self._shared is None:
                raise
        try:
            return self._shared.read(board, digest)
        except OSError as error:
            raise Unfit(f"cannot be read ({error.strerror or error})") from None

    def _list_claims(self, board: str, own: bool = False) -> list[Claimed]:
        """The claims of a board, the player's own and the shared ones, each once.

        Of a shared one the file says who entered it and when.
        """
        found = {each.digest: each for each in self._own.list_claims(place.file_name(board))}
        if self._shared and not own:
            try:
                found |= {each.digest: each for each in self._shared.list_claims(board)}
            except OSError as error:
                self._complain("read", error, "only your own are shown")
        return [found[digest] for digest in sorted(found)]


def _entry(claim: Claim, player: str, digest: str) -> Entry:
    where = (claim.game, claim.deal, claim.level, claim.points, claim.date)
    return Entry(claim.board, player, *where, digest, claim.own, claim.mark, claim.profile)
