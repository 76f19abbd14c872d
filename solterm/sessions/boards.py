"""Boards: results with the records that prove them.

The player's own claims are in ``PlayerData``, and copies of them in ``SharedData``, if the host has
any; copies that fail are retried. A board shows a claim only if replaying its records reproduces
it: ``ranking`` remembers the answers, and chooses which claims count.
"""

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from typing import NamedTuple

from solterm.contests import claims, proof
from solterm.contests.claims import OWN, TIME, Claim, ProofError
from solterm.contests.contest import Contest
from solterm.contests.kinds import KINDS, BoardName, Naming
from solterm.contests.titles import board_of
from solterm.contests.tournaments import deals_of, list_published
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.names import check_name
from solterm.core.play.record import Record
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.games import find
from solterm.sessions.ranking import (
    ClaimVerdict,
    Dealt,
    Ranked,
    Verdicts,
    keep_first,
    number_namesakes,
    order,
)
from solterm.store import backends, locations, players
from solterm.store.errors import SharedError, StoreError
from solterm.store.files import Unfit
from solterm.store.interface import Claimed, SharedData, digest_of
from solterm.store.purpose import Purpose
from solterm.store.store import Store, now

_READ_FAILS = "only your own are shown"
_WRITE_FAILS = "your results are kept and sent there later"


class BoardError(StoreError):
    """A board refuses a result: the reason, in a sentence."""


class Entry(NamedTuple):
    """A result on a board."""

    board: str
    player: str
    """The name, with a number if several players have it."""
    game: str
    """The id of its first game."""
    deal: int
    level: int
    score: int
    date: str
    digest: str
    own: int | None = None
    """The score of the game's own source, if the records contain it."""
    mark: int | None = None
    """The mark, likewise."""
    profile: str = ""
    """Distinguishes players of one name."""
    cards: int | None = None
    """The cards home, on boards that rank equal marks by them."""


class Boards:
    """The boards a player sees."""

    def __init__(self, store: Store, game_of: Callable[[str], Game], dealt: Dealt | None = None):
        """``dealt`` looks up the deals of a tournament by its board."""
        self._store = store
        self._game_of = game_of
        self._verdicts = Verdicts(store, game_of, dealt or (lambda board: None))
        self._own = backends.find_player_data(store.context)
        self._shared = backends.find_shared_data(store.context)
        self.complaint = ""
        """A sentence about the last failure of the shared data; "" if there was none."""

    @property
    def context(self) -> Context:
        return self._store.context

    # -- entering --------------------------------------------------------------------------

    def enter_contest(self, contest: Contest, name: str) -> Entry:
        """Enter the finished games of a contest on its board; see ``enter``."""
        plays = [each.play for each in contest.games if each.points is not None]
        return self.enter(
            str(board_of(contest)),
            name,
            players.profile(self.context),
            write_records(self._store, plays),
            contest.total,
            contest.day,
            contest.level or 3,
        )

    def enter(
        self,
        board: str,
        player: str,
        profile: str,
        records: Sequence[str],
        points: int,
        day: str = "",
        level: int = 3,
    ) -> Entry:
        """Enter a result with the records that prove it; ``day`` defaults to today.

        A nickname given by the host replaces ``player``. Nothing is replayed if the result is known
        already; for that, ``level`` must be the lowest level played at.
        Raises ``BoardError`` if the records don't prove the result, and ``StoreError`` if it can't
        be stored. If the shared data fails, ``complaint`` says so and ``send`` tries again later.
        """
        players.refuse_guests(self.context)
        try:
            name = check_name(self.context.nickname or player)
            day = day or now().partition("T")[0]
            head = Claim(board, name, profile, points, day, "", 0, level)
            text = claims.write(head, records)
            claim = self._recall(text)  # full sheets are entered repeatedly
            if claim is None:
                claim, text = self._verdicts.make(head, records)
        except Refusal as error:
            raise BoardError(str(error)) from None
        return self._add(claim, text)

    def take(self, text: str) -> Entry:
        """Enter a claim made elsewhere; raises as ``enter`` does.

        Its profile must not be this player's, nor one whose results another account has entered:
        an import could spoil their results.
        """
        players.refuse_guests(self.context)
        claim = self.believe(text)
        digest = digest_of(text)
        if digest not in {each.digest for each in self._list_claims(claim.board)}:
            if claim.profile == players.profile(self.context):
                raise BoardError("It passes for one of your own results, which are not imported.")
            if self._is_anothers(claim.profile):
                raise BoardError("Its player's results are entered here by another account.")
        elif digest in {each.digest for each in self._own.claims(claim.board)}:
            return _entry(claim, claim.player, digest)
        return self._add(claim, text)

    def believe(self, text: str) -> Claim:
        """Return a claim that holds, replayed now or before. Raises ``BoardError`` otherwise."""
        return self._recall(text) or self.check(text)

    def _recall(self, text: str) -> Claim | None:
        """Return a claim if an earlier proof has shown that it holds."""
        try:
            verdict = self._verdicts.find(digest_of(text), claims.board_of(text))
        except ProofError:
            return None
        return verdict.claim if verdict else None

    def check(self, text: str) -> Claim:
        """Replay all games of a claim and return it. Raises ``BoardError`` if it doesn't hold."""
        try:
            board = claims.board_of(text)
        except ProofError as error:
            raise BoardError(str(error)) from None
        verdict = proof.finish(self._verdicts.prove(text, digest_of(text), board))
        if verdict.claim is None:
            raise BoardError(verdict.why)
        return verdict.claim

    def send(self) -> None:
        """Copy the player's own claims to the shared data; failures go to ``complaint``."""
        self.complaint = ""
        if self._shared is None or self._holds_back():
            return
        boards = self._own.boards()
        try:
            self._shared.sweep()
            for board in boards:
                self._send(self._shared, board)
        except SharedError as error:
            self._complain("written", error, _WRITE_FAILS)
            self._store.pending_writes.put("boards", self._send_later)
        else:
            self._store.pending_writes.drop("boards")

    def _add(self, claim: Claim, text: str) -> Entry:
        # Claims that are not proved yet are ignored: entering must not wait for their proofs. Of
        # two equal claims the board shows the first.
        there = [each.verdict.claim for each in self._read_known(claim.board) if each.verdict.claim]
        others = {mark for each in there if each.profile != claim.profile for mark in each.marks}
        if not others.isdisjoint(claim.marks):
            raise BoardError("These games are on the board already, under another name.")
        self._refuse_more_boards(claim.board)
        self._own.add_claim(claim.board, text)
        self.send()
        return _entry(claim, claim.player, digest_of(text))

    def _refuse_more_boards(self, board: str) -> None:
        """Raise ``BoardError`` for one named board too many; days have boards without end."""
        most, known = self.context.quotas.boards, self._own.boards()
        named = [each for each in known if _is_named_by_player(each)]
        if most and len(named) >= most and board not in known and _is_named_by_player(board):
            raise BoardError(f"You have results on {most} boards, the most on this host.")

    def _holds_back(self) -> bool:
        """Whether others don't see the results yet, since the player is new on this host."""
        least = self.context.quotas.games_before_boards
        if not least or self.context.is_guest or self._store.count_finished() >= least:
            return False
        self.complaint = f"Others see your results here after {least} finished games."
        return True

    def _send_later(self) -> None:
        self.send()
        if self.complaint:
            raise StoreError(self.complaint)

    def _send(self, to: SharedData, board: str) -> None:
        there = {each.digest for each in to.claims(board)}
        for each in self._own.claims(board):
            if each.digest not in there:
                with suppress(Unfit):  # a damaged file is not sent
                    to.add_claim(board, self._own.read_claim(board, each.digest))

    def _is_anothers(self, profile: str) -> bool:
        """Whether other accounts of this host, but not this one, have entered a profile."""
        if self._shared is None:
            return False
        try:
            owners = self._shared.owners(profile)
        except SharedError as error:
            self._complain("read", error, _READ_FAILS)
            return False
        mine = any(
            claim.profile == profile
            for board in self._own.boards()
            for each in self._read_known(board, own=True)
            if (claim := each.verdict.claim)
        )
        return bool(owners) and not mine

    def _complain(self, done: str, error: SharedError, so: str) -> None:
        assert self._shared
        self.complaint = (
            f"The shared boards in {self._shared.location} cannot be {done} ({error}); {so}."
        )

    # -- reading ---------------------------------------------------------------------------

    def names(self) -> list[str]:
        """Return the names of the boards with results, sorted.

        Raises ``StoreError`` if the player's own are unreadable; failures of the shared data go to
        ``complaint``.
        """
        names = self._own.boards()
        if self._shared:
            try:
                names += self._shared.boards()
            except SharedError as error:
                self._complain("read", error, _READ_FAILS)
        found = {locations.file_name(name): name for name in reversed(names)}
        return sorted(found.values(), key=str.casefold)

    def find(self, text: str) -> str | None:
        """Return the board of a name in any capitalisation, or None.

        ``Cup`` names ``tournament:Cup`` if no other board has that after its colon.
        """
        names = self.names()
        wanted = locations.file_name(text)
        for name in names:
            if locations.file_name(name) == wanted:
                return name
        short = [name for name in names if name.partition(":")[2].casefold() == text.casefold()]
        return short[0] if text and len(short) == 1 else None

    def top(self, board: str, count: int = 5, wait: bool = True) -> list[Entry]:
        """Return the best entries of a board, best first; the earlier of equals first.

        Without ``wait``, only those proved already.
        """
        found = self._read_board(board) if wait else self._read_known(board)
        counted = keep_first(board, found, self.context.is_on_host)
        names = number_namesakes(counted)
        counted.sort(key=lambda each: (each[1].ranked, order(*each)))
        return [
            _entry(claim, names[found.who, claim.player], found.claimed.digest)
            for found, claim in counted[:count]
        ]

    def list_refused(self, board: str) -> list[str]:
        """Return why entries of a board don't hold, a sentence for each."""
        return [each.verdict.why for each in self._read_board(board) if each.verdict.claim is None]

    def list_proved(self, board: str, wait: bool = True) -> list[tuple[Claim, str]]:
        """Return the claims that hold with their texts, best first.

        Without ``wait``, only those proved already.
        """
        held = self._list_held(board, wait)
        return [(claim, self._text(board, each.claimed.digest)) for each, claim in held]

    def list_claims(self, board: str, wait: bool = True) -> list[Claim]:
        """Return the claims that hold, best first; see ``list_proved``."""
        return [claim for _, claim in self._list_held(board, wait)]

    def _list_held(self, board: str, wait: bool) -> list[tuple[Ranked, Claim]]:
        found = self._read_board(board) if wait else self._read_known(board)
        held = [(each, claim) for each in found if (claim := each.verdict.claim)]
        return sorted(held, key=lambda each: (each[1].ranked, order(*each)))

    def clear(self, board: str) -> None:
        """Delete the player's own claims of a board; shared ones stay. Raises ``StoreError``."""
        self._own.clear_claims(board)

    def prove_rest(self, board: str) -> Iterator[tuple[int, int]]:
        """Prove the remaining claims of a board, yielding every few events.

        Yields how many are done, of how many. Accounts take turns, so an account that fills a board
        with junk delays the others by one proof each.
        """
        turn: Counter[int] = Counter()
        waiting = []
        for each, verdict in self._weigh(board):
            if verdict is None:
                turn[each.owner] += 1
                waiting.append((turn[each.owner], each.digest))
        for done, (_, digest) in enumerate(sorted(waiting)):
            with suppress(Unfit):  # removed in the meantime
                for _ in self._verdicts.prove(self._text(board, digest), digest, board):
                    yield done, len(waiting)
            yield done + 1, len(waiting)

    def _read_board(self, board: str) -> list[Ranked]:
        for _ in self.prove_rest(board):
            pass
        return self._read_known(board)

    def _read_known(self, board: str, own: bool = False) -> list[Ranked]:
        return [Ranked(each, verdict) for each, verdict in self._weigh(board, own) if verdict]

    def _weigh(self, board: str, own: bool = False) -> list[tuple[Claimed, ClaimVerdict | None]]:
        """Return the claims of a board in the order of their digests, with known verdicts."""
        there = self._list_claims(board, own)
        self._verdicts.recall([each.digest for each in there], board)
        names = self._list_names(board) if there else {}
        found = [(each, self._verdict(board, each)) for each in there]
        return [(each, _rename(verdict, names)) for each, verdict in found]

    def _list_names(self, board: str) -> dict[str, str]:
        """Return the present names of players whom the host has renamed."""
        if self._shared and self.context.is_on_host:
            with suppress(SharedError):
                return self._shared.names(board)
        return {}

    def _verdict(self, board: str, claimed: Claimed) -> ClaimVerdict | None:
        try:
            if not claimed.is_sound:
                self._text(board, claimed.digest)
        except Unfit as error:
            return ClaimVerdict(None, f"It {error}.")
        verdict = self._verdicts.find(claimed.digest, board)
        claim = verdict.claim if verdict else None
        if claim and locations.file_name(claim.board) != locations.file_name(board):
            return ClaimVerdict(None, "It belongs to another board.")
        return verdict

    def _text(self, board: str, digest: str) -> str:
        """Return a claim from the own copy, or from the shared one if that is damaged."""
        try:
            return self._own.read_claim(board, digest)
        except Unfit:
            if self._shared is None:
                raise
        try:
            return self._shared.read_claim(board, digest)
        except SharedError as error:
            raise Unfit(f"cannot be read ({error})") from None

    def _list_claims(self, board: str, own: bool = False) -> list[Claimed]:
        """Return the own and the shared claims, each once; shared ones have a reliable time."""
        found = {each.digest: each for each in self._own.claims(board)}
        if self._shared and not own:
            try:
                found |= {each.digest: each for each in self._shared.claims(board)}
            except SharedError as error:
                self._complain("read", error, _READ_FAILS)
        return [found[digest] for digest in sorted(found)]


def _rename(verdict: ClaimVerdict | None, names: dict[str, str]) -> ClaimVerdict | None:
    """Return a verdict whose claim has its player's present name."""
    claim = verdict.claim if verdict else None
    if not verdict or not claim or claim.profile not in names:
        return verdict
    return verdict._replace(claim=claim._replace(player=names[claim.profile]))


def _is_named_by_player(board: str) -> bool:
    try:
        kind, name = BoardName.parse(board)
    except Refusal:
        return False
    return kind.named_by is Naming.PLAYER and bool(name)


def boards_of(store: Store) -> Boards:
    """Return the boards that a store's player sees."""
    return Boards(store, find, lambda board: deals_of(store, board))


def list_names(boards: Boards) -> list[str]:
    """Return the boards with results and those of the host's tournaments, sorted.

    Raises ``StoreError``.
    """
    cups = [str(BoardName(each.kind, each.name)) for each in list_published(boards.context)[0]]
    found = {locations.file_name(name): name for name in (*cups, *boards.names())}
    return sorted(found.values(), key=str.casefold)


def records_of(boards: Boards, entry: Entry) -> list[Record]:
    """Return the games of a proved result; raises ``StoreError``."""
    proved = boards.list_proved(entry.board, wait=False)
    text = next((text for _, text in proved if digest_of(text) == entry.digest), "")
    return claims.split(text)[1] if text else []


def write_records(store: Store, plays: Sequence[int]) -> list[str]:
    """Return the records of some plays with all that a board asks for, as they are stored."""
    return [_tell(store, number) for number in plays]


def _tell(store: Store, number: int) -> str:
    saved, result = store.load(number), store.result(number)
    if saved.standing is None or result is None:
        raise StoreError(f"Game {number} is gone.")
    kind = KINDS.get(Purpose.parse(saved.context).kind)
    tags = {
        "Result": saved.standing.outcome,
        "Date": saved.touched.partition("T")[0],
        "Score": str(result.score),
    }
    if result.own is not None:
        tags[OWN] = str(result.own)
    if kind and kind.wins_first:
        tags[TIME] = str(round(result.seconds))
    return str(replace(saved.record, tags={**saved.record.tags, **tags}))


def _entry(claim: Claim, player: str, digest: str) -> Entry:
    where = (claim.game, claim.deal, claim.level, claim.points, claim.date)
    more = claim.own, claim.mark, claim.profile, claim.cards
    return Entry(claim.board, player, *where, digest, *more)
