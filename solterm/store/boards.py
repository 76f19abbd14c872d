"""Boards: results with their proofs, a file each, the player's own and those of a whole host.

A board is a folder, an entry a file named by the SHA-256 of its text: so entering it twice is once,
and a file says by its name whether it is whole. Nobody waits for a lock: see ``files``.

Every entry goes into the player's own boards, and into the shared place that ``SOLTERM_SHARED``
names if there is one. What could not be written there is sent the next time. An entry is shown only
if replaying it reproduces it; what was replayed once is remembered by its digest.
"""

import hashlib
import re
from collections.abc import Callable, Collection, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple, TypeVar
from urllib.parse import unquote

from solterm import __version__
from solterm.contests import proof
from solterm.contests.proof import Claim, ProofError
from solterm.contests.series import lower_is_better
from solterm.core import record
from solterm.core.game import Game
from solterm.core.record import RecordError
from solterm.store import files, place
from solterm.store.errors import StoreError, shown
from solterm.store.store import Store, now

FOLDER = "boards"

_FILE = re.compile(r"[0-9a-f]{64}\.txt")
_BOARD = re.compile(r'\[Board "([^"]*)"\]')

_T = TypeVar("_T")
_Dealt = Callable[[str], Sequence[tuple[str, int]] | None]


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


class _Found(NamedTuple):
    """A file of a board."""

    digest: str
    text: str
    claim: Claim | None
    """What it claims, if that holds."""
    why: str
    """Why it does not."""


class Boards:
    """The boards a player sees."""

    def __init__(self, store: Store, game_of: Callable[[str], Game], dealt: _Dealt | None = None):
        """The boards beside a store; ``dealt`` knows the deals of tournaments by their boards."""
        self._store = store
        self._game_of = game_of
        self._dealt = dealt or (lambda board: None)
        self._own = place.home() / FOLDER
        self._shared = place.shared()
        self.complaint = ""
        """What went wrong with the shared place, in a sentence; "" when nothing did."""

    # -- entering --------------------------------------------------------------------------

    def enter(
        self, board: str, player: str, profile: str, records: Sequence[str], points: int
    ) -> Entry:
        """Enter a result with the records that prove it.

        Raises ``BoardError`` when they do not, and ``StoreError`` when it cannot be kept at all; a
        shared place that fails is said in ``complaint``, and tried again the next time.
        """
        try:
            name = proof.check_name(player)
        except ValueError as error:
            raise BoardError(str(error)) from None
        try:
            level = proof.lowest([record.read(each).replay(self._game_of) for each in records])
        except RecordError as error:
            raise BoardError(str(error)) from None
        claim = Claim(board, name, profile, points, now().partition("T")[0], "", 0, level)
        return self.take(proof.write(claim, records))

    def take(self, text: str) -> Entry:
        """Enter a claim that was made elsewhere; raises as ``enter`` does."""
        claim = self.check(text)
        known = [each.claim for each in self._read_board(claim.board) if each.claim]
        if any(map(claim.copies, known)):
            raise BoardError("These games stand on the board already, under another name.")
        folder = self._own / place.file_name(claim.board)
        place.create(folder)
        try:
            files.put(folder / _file(_digest(text)), text)
        except OSError as error:
            reason = error.strerror or error
            raise StoreError(f"{shown(folder)} cannot be written ({reason}).") from None
        self.send()
        return _entry(claim, claim.player, _digest(text))

    def check(self, text: str) -> Claim:
        """What a claim says, every game of it replayed. Raises ``BoardError`` if it is not so."""
        try:
            return proof.prove(text, self._game_of, self._dealt)
        except ProofError as error:
            raise BoardError(str(error)) from None

    def send(self) -> None:
        """Copy to the shared place what it has not got yet; what hinders is in ``complaint``."""
        self.complaint = ""
        if self._shared is None:
            return
        try:
            for folder in _folders(self._own):
                there = _names(self._shared / FOLDER / folder.name)
                for name in _names(folder) - there:
                    with suppress(BoardError):  # a file that is damaged is nobody's business
                        text = read_entry(folder / name)
                        board = files.make_open(self._shared, FOLDER, folder.name)
                        files.put(board / name, text)
        except OSError as error:
            self._complain("written", error, "your results are kept and sent there later")

    def _complain(self, done: str, error: OSError, so: str) -> None:
        if self._shared:
            reason = error.strerror or error
            where = shown(self._shared)
            self.complaint = f"The shared boards in {where} cannot be {done} ({reason}); {so}."

    # -- reading ---------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The boards there are, in the order of their names.

        Raises ``StoreError`` when the player's own cannot be read; of the shared ones, that is
        said in ``complaint``.
        """
        found: dict[str, str] = {}
        for top in self._tops:
            for folder in self._within(top, _folders):
                if folder.name not in found and (name := self._name_of(folder)):
                    found[folder.name] = name
        return sorted(found.values(), key=str.casefold)

    def named(self, text: str) -> str | None:
        """The board that is called so, capitals or not; None when there is none."""
        wanted = place.file_name(text)
        return next((name for name in self.names() if place.file_name(name) == wanted), None)

    def top(self, board: str, count: int = 5) -> list[Entry]:
        """The best entries of a board, best first; of equals the earlier day."""
        sign = 1 if lower_is_better(board.partition(":")[0]) else -1
        counted = _counted(board, self._read_board(board), sign)
        told = _told_apart([claim for claim, _ in counted])
        counted.sort(key=lambda each: (proof.rank(each[0], self._game_of), each[0].date, each[1]))
        return [
            _entry(claim, told[claim.player, claim.profile], digest)
            for claim, digest in counted[:count]
        ]

    def refused(self, board: str) -> list[tuple[str, str]]:
        """The entries of a board that do not hold: their files, and why."""
        return [(digest, why) for digest, claim, why in self.all(board) if claim is None]

    def all(self, board: str) -> list[tuple[str, Claim | None, str]]:
        """Every file of a board: its digest, what it claims if that holds, and else why not."""
        return [(each.digest, each.claim, each.why) for each in self._read_board(board)]

    def texts(self, board: str) -> list[str]:
        """The claims of a board that hold, to be carried to another host."""
        return [each.text for each in self._read_board(board) if each.claim]

    def clear(self, board: str) -> None:
        """Erase a player's own copies of a board's results; what is shared stays there.

        Raises ``StoreError`` when that cannot be done.
        """
        folder = self._own / place.file_name(board)
        try:
            for name in _names(folder):
                (folder / name).unlink()
        except OSError as error:
            raise StoreError(f"{shown(folder)} cannot be cleared: {error.strerror}.") from None
        with suppress(OSError):  # what else lies there may stay
            folder.rmdir()

    @property
    def _tops(self) -> list[Path]:
        """The folders that hold boards, the player's own first."""
        return [self._own, *([self._shared / FOLDER] if self._shared else [])]

    def _within(self, folder: Path, look: Callable[[Path], Collection[_T]]) -> Collection[_T]:
        """What a look into a folder finds; in a shared one that cannot be read, nothing."""
        try:
            return look(folder)
        except OSError as error:
            if folder.is_relative_to(self._own):
                reason = error.strerror or error
                raise StoreError(f"{shown(folder)} cannot be read ({reason}).") from None
            self._complain("read", error, "only your own are shown")
            return ()

    def _name_of(self, folder: Path) -> str:
        """What the board in a folder is called; "" for one without entries."""
        for name in sorted(self._within(folder, _names)):
            with suppress(BoardError):
                match = _BOARD.match(read_entry(folder / name))
                if match and place.file_name(match[1]) == folder.name and match[1].isprintable():
                    return match[1]
        called = unquote(folder.name)
        return called if called.isprintable() and self._within(folder, _names) else ""

    def _read_board(self, board: str) -> list[_Found]:
        """The files of a board, each proved, in the order of their digests."""
        found: dict[str, _Found] = {}
        verdicts: dict[str, str] = {}
        for top in self._tops:
            folder = top / place.file_name(board)
            for name in self._within(folder, _names):
                digest = name.partition(".")[0]
                # A copy that is damaged does not hide one that holds.
                if digest not in found or found[digest].claim is None:
                    found[digest] = self._judged(folder / name, board, verdicts)
        self._remember(verdicts)
        return [found[digest] for digest in sorted(found)]

    def _judged(self, path: Path, board: str, verdicts: dict[str, str]) -> _Found:
        """A file of a board and what is to be thought of it; new verdicts are added."""
        digest, text = path.name.partition(".")[0], ""
        try:
            text = read_entry(path)
            claim = self._proved(text, digest, board, verdicts)
            if place.file_name(claim.board) != place.file_name(board):
                raise BoardError("It belongs to another board.")
        except BoardError as error:
            return _Found(digest, text, None, str(error))
        return _Found(digest, text, claim, "")

    def _proved(self, text: str, digest: str, board: str, verdicts: dict[str, str]) -> Claim:
        """The claim of a text, replayed unless it was before."""
        # The verdict on a tournament's result hangs on its deals, which may become known later.
        dealt = self._dealt(board)
        key = " ".join([__version__, digest, *([_digest(repr(dealt))[:8]] if dealt else [])])
        rows: Sequence[Sequence[object]] = ()
        with suppress(StoreError):
            rows = self._store.read("SELECT refusal FROM verdict WHERE digest = ?", key)
        if rows and rows[0][0]:
            raise BoardError(str(rows[0][0]))
        if rows:
            return proof.trusted(text)
        try:
            claim = self.check(text)
        except BoardError as refusal:
            verdicts[key] = str(refusal)
            raise
        verdicts[key] = ""
        return claim

    def _remember(self, verdicts: dict[str, str]) -> None:
        """Keep verdicts; a store that fails costs only the time to come to them again."""
        if verdicts:
            with suppress(StoreError), self._store.transaction() as database:
                database.executemany(
                    "REPLACE INTO verdict (digest, refusal) VALUES (?, ?)", list(verdicts.items())
                )


def _entry(claim: Claim, player: str, digest: str) -> Entry:
    where = (claim.game, claim.deal, claim.level, claim.points, claim.date)
    return Entry(claim.board, player, *where, digest, claim.own, claim.mark)


def _counted(board: str, found: Sequence[_Found], sign: int) -> list[tuple[Claim, str]]:
    """The claims that count, with their digests: of the same games only the first one.

    Short games may be alike by chance, and then count once for each player. Of claims that one
    player's games are in, as a score sheet before and after a row was played again, the best one
    counts. On a day's board a player has one try; of more, which only other programs or hands can
    make, it is the first one or, of one date, the worst.
    """
    claims = [(each.claim, each.digest) for each in found if each.claim]
    claims.sort(key=lambda each: (each[0].date, -sign * each[0].points, each[1]))
    first: dict[tuple[str, int], Claim] = {}  # who was the first to claim a game
    games: dict[Claim, str] = {}
    counted: dict[tuple[str, str, str], tuple[Claim, str]] = {}
    for claim, digest in claims:
        known = (first[part] for part in sorted(claim.parts) if part in first)
        other = next(filter(claim.shares, known), claim)
        if claim.copies(other):
            continue
        for part in claim.parts:
            first.setdefault(part, claim)
        games[claim] = games.get(other, claim.games)
        one_try = board.startswith("daily:")
        key = (claim.profile, claim.player.casefold(), "" if one_try else games[claim])
        better = key in counted and sign * claim.points < sign * counted[key][0].points
        if key not in counted or (better and not one_try):
            counted[key] = claim, digest
    return list(counted.values())


def _told_apart(claims: Sequence[Claim]) -> dict[tuple[str, str], str]:
    """What each player is called: of several with one name the later ones have a number."""
    told: dict[tuple[str, str], str] = {}
    called: dict[str, tuple[str, str]] = {}
    for claim in sorted(claims, key=lambda claim: (claim.date, claim.profile)):
        who = (claim.profile, claim.player.casefold())
        name, number = claim.player, 1
        while called.setdefault(name.casefold(), who) != who:
            number += 1
            name = f"{claim.player} ({number})"
        told[claim.player, claim.profile] = name
    return told


# -- files -----------------------------------------------------------------------------------


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _file(digest: str) -> str:
    return f"{digest}.txt"


def _folders(path: Path) -> list[Path]:
    """The folders in one, which need not be there; raises ``OSError``."""
    try:
        return sorted(each for each in path.iterdir() if each.is_dir() and each.name[0] != ".")
    except FileNotFoundError:
        return []


def _names(folder: Path) -> set[str]:
    """The files of a board; drafts and what else may lie there are passed over.

    Raises ``OSError``; a folder that is not there has none.
    """
    try:
        return {each.name for each in folder.iterdir() if _FILE.fullmatch(each.name)}
    except FileNotFoundError:
        return set()


def read_entry(path: Path) -> str:
    """The text of a board's file; raises ``BoardError`` for none, or one that was changed."""
    try:
        text = files.read(path, proof.LARGEST)
    except StoreError as error:
        raise BoardError(str(error)) from None
    if path.name != _file(_digest(text)):
        raise BoardError("It was changed after it was entered.")
    return text
