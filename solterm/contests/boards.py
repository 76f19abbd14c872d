"""Boards: the results of contests, and which of them count.

The player's own results are rows of the store. If players share a folder or a database, each
result is there too, as a text with its records; texts that can't be sent are sent later. A text of
another player counts only if replaying its records proves it. What a replay found is a row as well,
so a text is replayed once. A refusal holds for this version of the program alone: a later one may
know more games.
"""

import json
import time
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress

from solterm import __version__
from solterm.contests import contests, days, result
from solterm.contests.contest import Contest
from solterm.contests.kinds import KINDS, BoardName, Kind, Naming
from solterm.contests.prove import fault_of, finish, prove
from solterm.contests.result import TIME, ContestResult, GamePoints, ProofError
from solterm.contests.titles import board_of
from solterm.contests.tournaments import deals_of, list_in
from solterm.context import Context
from solterm.core.game import Game
from solterm.core.names import check_name
from solterm.core.play.record import Record
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.games import find
from solterm.store import backends, locations, players
from solterm.store.errors import SharedError, StoreError
from solterm.store.files import Unfit
from solterm.store.interface import SharedData, SharedFile, Statements, digest_of
from solterm.store.store import Store, now

_READ_FAILS = "only your own are shown"
_WRITE_FAILS = "your results are kept and sent there later"

_COLUMNS = (
    "board, name, profile, contest, day, points, level, mark, own, cards, rank, games, why,"
    " digest, moment"
)
_ALL = 1_000_000
"""More boards than a player has."""
_BATCH = 500
"""Rows that are asked for in one query."""


class BoardError(StoreError):
    """A board refuses a result: the reason, in a sentence."""


class Boards:
    """The boards a player sees."""

    def __init__(
        self,
        store: Store,
        game_of: Callable[[str], Game] = find,
        tell_host: Callable[[int], object] = lambda contest: None,
        ask_host: Callable[[str], str] = lambda digest: "",
        shared: SharedData | None = None,
    ) -> None:
        """``tell_host`` tells a host that a contest has ended; ``ask_host`` asks it for games.

        ``shared`` is what players share, where it is open already.
        """
        self._store = store
        self._game_of = game_of
        self._tell_host, self._ask_host = tell_host, ask_host
        self._shared = shared or backends.find_shared_data(store.context)
        self._dealt: dict[str, Sequence[tuple[str, int]] | None] = {}
        self._fresh: dict[str, ContestResult] = {}
        """The results that were proved here, also if their rows could not be stored."""
        self.complaint = ""
        """A sentence about the last failure of the shared data; "" if there was none."""

    @property
    def context(self) -> Context:
        return self._store.context

    # -- entering --------------------------------------------------------------------------

    def enter(self, contest: Contest, name: str, closes: bool = True) -> ContestResult:
        """Enter the finished games of a contest on its board, and close the contest.

        A nickname given by the host replaces ``name``. Entering a score sheet again changes
        nothing, unless its games are others. Raises ``BoardError`` if the games don't earn a
        result, and ``StoreError`` if it can't be stored; the contest stays as it is then. If the
        shared data fails, ``complaint`` says so and ``send`` tries again later.
        """
        players.refuse_guests(self.context)
        profile, board = players.profile(self.context), str(board_of(contest))
        try:
            player = check_name(self.context.nickname or name)
        except Refusal as error:
            raise BoardError(str(error)) from None
        text = write_result(self._store, contest, player, profile)
        entered = self._find_entered(contest) or self._prove_own(contest, text)
        if why := fault_of(entered, self._game_of, self._deals_of(board)):
            raise BoardError(why)
        # What is not proved yet is ignored: entering must not wait for it. Of two equal results
        # the board shows the first.
        there = [each for each in self._list(board)[0] if not each.why]
        others = {copy for each in there if each.profile != profile for copy in each.copies}
        if not others.isdisjoint(entered.copies):
            raise BoardError("These games are on the board already, under another name.")
        self._refuse_more_boards(board)
        with self._store.transaction() as database:
            _put(database, entered, is_own=True)
            if closes:
                contests.close_in(database, contest, entered.player)
        self.send()
        return entered

    def _find_entered(self, contest: Contest) -> ContestResult | None:
        """Return the result of these very games, if it is entered already."""
        plays = _plays_of(contest)
        known = self._read("is_own = 1 AND contest = ?", contest.id)
        return next((each for each in known if [game.play for game in each.games] == plays), None)

    def _prove_own(self, contest: Contest, text: str) -> ContestResult:
        try:
            proved = finish(prove(*result.read(text), self._game_of))
        except ProofError as error:
            raise BoardError(str(error)) from None
        games = zip(proved.games, _plays_of(contest), strict=True)
        shared = result.write_proved(proved) if self.context.is_on_host else text
        return proved._replace(
            games=tuple(game._replace(play=play) for game, play in games),
            digest=digest_of(shared),
            moment=time.time(),
        )

    def _refuse_more_boards(self, board: str) -> None:
        """Raise ``BoardError`` for one named board too many; days have boards without end."""
        most, known = self.context.quotas.boards, self._list_own_boards()
        named = [each for each in known if _is_named_by_player(each)]
        if most and len(named) >= most and board not in known and _is_named_by_player(board):
            raise BoardError(f"You have results on {most} boards, the most on this host.")

    # -- sharing ---------------------------------------------------------------------------

    def send(self, most: int = _ALL) -> None:
        """Share the player's own results, of all boards or the latest ones.

        On a host, only the host writes to the boards, and is told of the contests that it has not
        entered. Failures go to ``complaint``.
        """
        self.complaint = ""
        if self._shared is None or self._holds_back():
            return
        try:
            for board in self._list_own_boards(most):
                self._send(self._shared, board)
        except SharedError as error:
            self._complain("written", error, _WRITE_FAILS)
            self._store.pending_writes.put("boards", self._send_later)
        else:
            self._store.pending_writes.drop("boards")

    def _send(self, to: SharedData, board: str) -> None:
        there = {each.digest for each in to.results(board)}
        for each in self._read_own(board):
            if each.digest in there:
                continue
            if self.context.is_on_host:
                self._tell_host(each.contest)
            else:
                plays = [game.play for game in each.games]
                to.add_result(board, result.write(each, _write_records(self._store, plays)))

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
        names = self._list_own_boards()
        if self._shared:
            try:
                names += self._shared.boards()
            except SharedError as error:
                self._complain("read", error, _READ_FAILS)
        return _sort_names(reversed(names))

    def names_and_cups(self) -> list[str]:
        """Return the boards with results and those of the host's tournaments, sorted."""
        published = list_in(self._shared)[0] if self._shared else []
        cups = [str(BoardName(each.kind, each.name)) for each in published]
        return _sort_names((*cups, *self.names()))

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

    def top(self, board: str, count: int | None = None, wait: bool = True) -> list[ContestResult]:
        """Return the best results of a board, or all, best first; the earlier of equals first.

        Without ``wait``, only those proved already.
        """
        found = self._read_board(board) if wait else self._list(board)[0]
        kind = KINDS.get(board.partition(":")[0].casefold())  # found in any capitalisation
        tries = kind.most_tries(self.context.is_on_host) if kind else 0
        counted = keep_first([each for each in found if not each.why], tries)
        counted.sort(key=lambda each: (each.rank, each.moment, each.digest))
        return counted[:count]

    def list_refused(self, board: str) -> list[str]:
        """Return why results of a board don't hold, a sentence for each."""
        return [each.why for each in self._read_board(board) if each.why]

    def records(self, of: ContestResult) -> list[Record]:
        """Return the games of a result. Raises ``Refusal`` while they are a secret.

        At home they are one until the player has a result on the board; a host decides itself.
        """
        plays = [each.play for each in of.games]
        if all(plays):
            text = result.write(of, _write_records(self._store, plays))
        elif self.context.is_on_host:
            text = self._ask_host(of.digest)
        else:
            has_ended = bool(self._read_own(of.board)) or None
            if why := BoardName.parse(of.board).why_hidden(days.today(), has_ended):
                raise StoreError(why)
            text = self._read_text(of.board, of.digest)
        try:
            return result.read(text)[1]
        except Refusal as error:
            raise StoreError(f"The games of this result are gone. {error}") from None

    def clear(self, board: str) -> None:
        """Delete the player's own results of a board; shared ones stay. Raises ``StoreError``."""
        with self._store.transaction() as database:
            database.execute(
                "DELETE FROM result WHERE is_own = 1 AND place = ?", (locations.file_name(board),)
            )

    def prove_rest(self, board: str) -> Iterator[tuple[int, int]]:
        """Prove the remaining results of a board, yielding every few events.

        Yields how many are done, of how many. Accounts take turns, so an account that fills a board
        with junk delays the others by one proof each.
        """
        turn: Counter[int] = Counter()
        waiting = []
        for each in self._list(board)[1]:
            turn[each.owner] += 1
            waiting.append((turn[each.owner], each.digest))
        for done, (_, digest) in enumerate(sorted(waiting)):
            for _ in self._prove(board, digest):
                yield done, len(waiting)
            yield done + 1, len(waiting)

    def _prove(self, board: str, digest: str) -> Iterator[None]:
        """Prove a shared text and remember what was found, in steps."""
        try:
            text = self._read_text(board, digest)
            if self.context.is_on_host:  # which has proved it
                proved = result.read_proved(text)
            else:
                proved = yield from prove(*result.read(text), self._game_of)
        except ProofError as error:
            proved = ContestResult(board, why=str(error))
        except Unfit as error:  # it may be readable next time
            self._fresh[digest] = ContestResult(board, why=f"It {error}.", digest=digest)
            return
        self._fresh[digest] = proved._replace(digest=digest)
        with suppress(StoreError), self._store.transaction() as database:
            _put(database, self._fresh[digest], is_own=False)

    def _read_board(self, board: str) -> list[ContestResult]:
        for _ in self.prove_rest(board):
            pass
        return self._list(board)[0]

    def _list(self, board: str) -> tuple[list[ContestResult], list[SharedFile]]:
        """Return the known results of a board, and the shared texts that are not proved yet."""
        there: list[SharedFile] = []
        # A host's names count, also for results from before it gave a player a new one.
        names = {self.context.player: self.context.nickname} if self.context.nickname else {}
        if self._shared:
            try:
                there = sorted(self._shared.results(board))
                names |= self._shared.names(board) if there and self.context.is_on_host else {}
            except SharedError as error:
                self._complain("read", error, _READ_FAILS)
        known = {each.digest: each for each in self._read_own(board)}
        known |= self._recall([each.digest for each in there if each.digest not in known])
        waiting = [each for each in there if each.digest not in known]
        for each in there:
            if its := known.get(each.digest):
                # On a host all texts are the host's own, and their profiles are true.
                owner = 0 if self.context.is_on_host else each.owner
                known[each.digest] = its._replace(moment=each.moment, owner=owner)
        found = [
            each._replace(
                player=names.get(each.profile, each.player), why=self._fault_of(each, board)
            )
            for each in known.values()
        ]
        return found, waiting

    def _fault_of(self, found: ContestResult, board: str) -> str:
        if not found.why and locations.file_name(found.board) != locations.file_name(board):
            return "It belongs to another board."
        return found.why or fault_of(found, self._game_of, self._deals_of(board))

    def _deals_of(self, board: str) -> Sequence[tuple[str, int]] | None:
        if board not in self._dealt:
            self._dealt[board] = deals_of(self._store, board)
        return self._dealt[board]

    def _read_text(self, board: str, digest: str) -> str:
        """Return the shared text of a result; raises ``Unfit``."""
        if self._shared is None:
            raise Unfit("is no longer there")
        try:
            return self._shared.read_result(board, digest)
        except SharedError as error:
            raise Unfit(f"cannot be read ({error})") from None

    # -- rows ------------------------------------------------------------------------------

    def _list_own_boards(self, most: int = _ALL) -> list[str]:
        """Return the boards with own results, the latest first."""
        query = "SELECT board FROM result WHERE is_own = 1 GROUP BY board"
        rows = self._store.read(f"{query} ORDER BY max(moment) DESC LIMIT ?", most)
        return [str(board) for (board,) in rows]

    def _read_own(self, board: str) -> list[ContestResult]:
        return self._read("is_own = 1 AND place = ?", locations.file_name(board))

    def _recall(self, digests: Sequence[str]) -> dict[str, ContestResult]:
        """Return what earlier proofs have found of texts, also here."""
        found = {}
        for at in range(0, len(digests), _BATCH):
            asked = digests[at : at + _BATCH]
            places = ", ".join("?" * len(asked))
            with suppress(StoreError):
                for each in self._read(
                    f"digest IN ({places}) AND (why = '' OR version = ?)", *asked, __version__
                ):
                    found[each.digest] = each
        return found | {each: self._fresh[each] for each in digests if each in self._fresh}

    def _read(self, condition: str, *values: object) -> list[ContestResult]:
        rows = self._store.read(f"SELECT {_COLUMNS} FROM result WHERE {condition}", *values)
        return [_from_row(row) for row in rows]


def _put(database: Statements, found: ContestResult, is_own: bool) -> None:
    values = found._replace(rank=json.dumps(found.rank), games=json.dumps(found.games))[:-1]  # type: ignore[arg-type]
    row = (*values, locations.file_name(found.board), int(is_own), __version__)
    database.execute("DELETE FROM result WHERE digest = ?", (found.digest,))
    database.execute(
        f"INSERT INTO result ({_COLUMNS}, place, is_own, version)"
        f" VALUES ({', '.join('?' * len(row))})",
        row,
    )


def _from_row(row: Sequence[object]) -> ContestResult:
    found = ContestResult(*row)  # type: ignore[arg-type]
    games = [GamePoints(*each) for each in json.loads(str(found.games))]
    return found._replace(rank=tuple(json.loads(str(found.rank))), games=tuple(games))


def keep_first(found: Sequence[ContestResult], tries: int) -> list[ContestResult]:
    """Return the results that count: for the same games only the first one.

    Of one player's results that share a game, such as a score sheet before and after a replayed
    row, the best counts. Where tries are limited, only a player's first results count, under any
    name; if their order is unknown, the worse one comes first.
    """
    Who = tuple[int, str]
    owner_of: dict[str, Who] = {}
    made: Counter[Who] = Counter()
    contest_with: dict[tuple[Who, str], int] = {}
    counted: dict[tuple[Who, int], ContestResult] = {}
    for each in sorted(found, key=_arrival):
        if any(owner_of.setdefault(copy, each.who) != each.who for copy in each.copies):
            continue
        made[each.who] += 1
        if tries and made[each.who] > tries:
            continue
        games = [(each.who, copy) for copy in each.copies]
        known = (contest_with[game] for game in games if game in contest_with)
        contest = next(known, each.contest)
        for game in games:
            contest_with.setdefault(game, contest)
        key = each.who, contest
        if key not in counted or each.rank < counted[key].rank:
            counted[key] = each
    return list(counted.values())


def _arrival(found: ContestResult) -> tuple[object, ...]:
    return found.moment, [-each for each in found.rank], found.digest


def _is_named_by_player(board: str) -> bool:
    kind, name = BoardName.parse(board)
    return kind.named_by is Naming.PLAYER and bool(name)


def _sort_names(names: Iterator[str] | Sequence[str]) -> list[str]:
    found = {locations.file_name(name): name for name in names}
    return sorted(found.values(), key=str.casefold)


def write_result(store: Store, contest: Contest, player: str, profile: str) -> str:
    """Return the text of a contest's result, with the records of its finished games as stored."""
    day = contest.day or now().partition("T")[0]
    head = ContestResult(str(board_of(contest)), player, profile, contest.id, day)
    return result.write(head, _write_records(store, _plays_of(contest)))


def _plays_of(contest: Contest) -> list[int]:
    return [each.play for each in contest.games if each.points is not None]


def _write_records(store: Store, plays: Sequence[int]) -> list[str]:
    """Return the records of some plays with all that a board asks for, as they are stored."""
    records = []
    for saved in map(store.load, plays):
        if not saved.row.is_whole:
            raise StoreError(f"Game {saved.row.play_id} is damaged.")
        kind: Kind | None = KINDS.get(saved.row.purpose.kind)
        tags = {TIME: str(round(saved.row.seconds))} if kind and kind.wins_first else {}
        records.append(str(replace(saved.record, tags={**saved.record.tags, **tags})))
    return records
