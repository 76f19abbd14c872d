"""Boards: results with their proofs, a file each, the player's own and those of a whole host.

A board is a folder, an entry a file named by the SHA-256 of its text: so entering it twice is once,
and a file says by its name whether it is whole. A file is written under another name, synced and
then linked to its own; nobody ever reads half of one, nobody waits for a lock, and a player who
dies in the middle leaves a draft that nobody looks at.

Every entry goes into the player's own boards, and into the shared place that ``SOLTERM_SHARED``
names if there is one. What could not be written there is sent the next time. An entry is shown only
if replaying it reproduces it; what was replayed once is remembered by its digest.
"""

import hashlib
import os
import stat
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import NamedTuple
from urllib.parse import quote, unquote

from solterm import __version__
from solterm.contests import proof
from solterm.contests.proof import Claim, ProofError
from solterm.contests.series import lower_is_better
from solterm.core import record
from solterm.core.game import Game
from solterm.core.record import RecordError
from solterm.store import place
from solterm.store.errors import StoreError, shown
from solterm.store.store import Store, now

SHARED = "SOLTERM_SHARED"
"""The variable that names a folder for the boards of all players of a host."""

FOLDER = "boards"

_TEXT = ".txt"
_ANYONE = 0o644
_OPEN_TO_ALL = 0o1777
"""Others may add to a shared board, but take nothing away that is not theirs."""

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


class Boards:
    """The boards a player sees."""

    def __init__(self, store: Store, game_of: Callable[[str], Game], dealt: _Dealt | None = None):
        """The boards beside a store; ``dealt`` knows the deals of tournaments by their boards."""
        self._store = store
        self._game_of = game_of
        self._dealt = dealt or (lambda board: None)
        self._own = place.home() / FOLDER
        chosen = os.environ.get(SHARED)
        self._shared = Path(chosen).absolute() / FOLDER if chosen else None
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
        claim = self._proved(text)
        known = [each for _, each, _ in self._read_board(claim.board) if each]
        if any(_copied(claim, each) for each in known):
            raise BoardError("These games stand on the board already, under another player's name.")
        place.create(self._own)
        _put(self._own / _folder(claim.board), text)
        self.send()
        return _entry(claim, claim.player, _digest(text))

    def send(self) -> None:
        """Copy to the shared place what it has not got yet; what hinders is in ``complaint``."""
        self.complaint = ""
        if self._shared is None:
            return
        try:
            for folder in _folders(self._own):
                there = set(_names(self._shared / folder.name))
                for name in set(_names(folder)) - there:
                    _put(self._shared / folder.name, _read(folder / name), _OPEN_TO_ALL)
        except (OSError, StoreError) as error:
            reason = getattr(error, "strerror", None) or error
            place_name = shown(self._shared.parent)
            self.complaint = (
                f"The shared boards in {place_name} cannot be written ({reason});"
                " your results are kept and sent there later."
            )

    # -- reading ---------------------------------------------------------------------------

    def names(self) -> list[str]:
        """The boards there are, in the order of their names."""
        places = [self._own, *([self._shared] if self._shared else [])]
        return sorted({unquote(folder.name) for each in places for folder in _folders(each)})

    def top(self, board: str, count: int = 5) -> list[Entry]:
        """The best entries of a board, best first; of equals the earlier day."""
        claims = [(claim, digest) for digest, claim, _ in self._read_board(board) if claim]
        sign = 1 if lower_is_better(board.partition(":")[0]) else -1
        claims.sort(key=lambda each: (sign * each[0].points, each[0].date, each[1]))
        told = _told_apart([claim for claim, _ in claims])
        # Of two players who claim the same games the earlier one is believed.
        return [
            _entry(claim, told[claim.player, claim.profile], digest)
            for place, (claim, digest) in enumerate(claims)
            if not any(_copied(claim, other) for other, _ in claims[:place])
        ][:count]

    def refused(self, board: str) -> list[tuple[str, str]]:
        """The entries of a board that do not hold: their files, and why."""
        return [(name, why) for name, claim, why in self._read_board(board) if claim is None]

    def texts(self, board: str) -> list[str]:
        """The claims of a board that hold, to be carried to another host."""
        folders = self._folders_of(board)
        held = {digest for digest, claim, _ in self._read_board(board) if claim}
        found = {
            d: _read(folder / f"{d}{_TEXT}")
            for folder in folders
            for d in held
            if (folder / f"{d}{_TEXT}").exists()
        }
        return [found[digest] for digest in sorted(found)]

    def clear(self, board: str) -> None:
        """Erase a player's own copies of a board's results; what is shared stays there.

        Raises ``StoreError`` when that cannot be done.
        """
        folder = self._own / _folder(board)
        try:
            for name in _names(folder):
                (folder / name).unlink()
            if folder.is_dir():
                folder.rmdir()
        except OSError as error:
            raise StoreError(f"{shown(folder)} cannot be cleared: {error.strerror}.") from None

    def _folders_of(self, board: str) -> list[Path]:
        places = [self._own, *([self._shared] if self._shared else [])]
        return [each / _folder(board) for each in places]

    def _read_board(self, board: str) -> Iterator[tuple[str, Claim | None, str]]:
        """The digest of each file, with what it claims if that holds, else with the reason."""
        seen = set()
        for folder in self._folders_of(board):
            for name in _names(folder):
                digest = name.removesuffix(_TEXT)
                if digest in seen:
                    continue
                seen.add(digest)
                try:
                    text = _read(folder / name)
                    if _digest(text) != digest:
                        raise BoardError("It was changed after it was entered.")
                    claim = self._remembered(text, digest)
                    if _folder(claim.board) != _folder(board):
                        raise BoardError("It belongs to another board.")
                except StoreError as error:
                    yield digest, None, str(error)
                else:
                    yield digest, claim, ""

    def _remembered(self, text: str, digest: str) -> Claim:
        """The claim of a text, replayed unless it was before."""
        key = f"{__version__} {digest}"
        rows = self._store.read("SELECT refusal FROM verdict WHERE digest = ?", key)
        if rows and rows[0][0]:
            raise BoardError(str(rows[0][0]))
        if rows:
            return proof.trusted(text)
        try:
            claim = self._proved(text)
        except BoardError as refusal:
            self._remember(key, str(refusal))
            raise
        self._remember(key, "")
        return claim

    def _remember(self, key: str, refusal: str) -> None:
        with self._store.transaction() as database:
            database.execute("REPLACE INTO verdict (digest, refusal) VALUES (?, ?)", (key, refusal))

    def _proved(self, text: str) -> Claim:
        try:
            return proof.prove(text, self._game_of, self._dealt)
        except ProofError as error:
            raise BoardError(str(error)) from None


def _entry(claim: Claim, player: str, digest: str) -> Entry:
    where = (claim.game, claim.deal, claim.level, claim.points, claim.date)
    return Entry(claim.board, player, *where, digest)


def _copied(claim: Claim, other: Claim) -> bool:
    """Does a claim have the games of another player's?"""
    return bool(claim.games) and claim.games == other.games and claim.profile != other.profile


def _told_apart(claims: Sequence[Claim]) -> dict[tuple[str, str], str]:
    """What each player is called: of several with one name the later ones have a number."""
    profiles: dict[str, list[str]] = {}
    for claim in sorted(claims, key=lambda claim: claim.date):
        known = profiles.setdefault(claim.player.casefold(), [])
        if claim.profile not in known:
            known.append(claim.profile)
    told = {}
    for claim in claims:
        number = profiles[claim.player.casefold()].index(claim.profile) + 1
        name = claim.player if number == 1 else f"{claim.player} ({number})"
        told[claim.player, claim.profile] = name
    return told


# -- files -----------------------------------------------------------------------------------


def _folder(board: str) -> str:
    """The name of a board's folder: boards whose names differ in capitals only are one."""
    return quote(board.casefold(), safe="-: ")


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _folders(path: Path) -> list[Path]:
    return [each for each in path.iterdir() if each.is_dir()] if path.is_dir() else []


def _names(folder: Path) -> list[str]:
    """The files of a board; drafts and what else may lie there are passed over."""
    if not folder.is_dir():
        return []
    return sorted(
        each.name
        for each in folder.iterdir()
        if len(each.name) == 64 + len(_TEXT) and each.name[0] != "."
    )


def _read(path: Path) -> str:
    """A claim's text; raises ``BoardError`` for what is none, and never waits for a pipe."""
    try:
        number = os.open(path, os.O_RDONLY | getattr(os, "O_NOFOLLOW", 0) | os.O_NONBLOCK)
        with os.fdopen(number, "rb") as file:
            found = os.fstat(file.fileno())
            if not stat.S_ISREG(found.st_mode) or found.st_size > proof.LARGEST:
                raise BoardError("It is no record of games.")
            return file.read().decode("utf-8")
    except OSError as error:
        raise BoardError(f"It cannot be read: {error.strerror}.") from None
    except UnicodeDecodeError:
        raise BoardError("It is no text in UTF-8.") from None


def _put(folder: Path, text: str, mode: int = 0o700) -> None:
    """Write a claim into a board's folder, whole or not at all.

    Raises ``StoreError`` with the place and the remedy.
    """
    path = folder / f"{_digest(text)}{_TEXT}"
    draft = folder / f".{path.name}.{os.getpid()}.{os.urandom(4).hex()}"
    try:
        if not folder.is_dir():
            folder.mkdir(parents=True, exist_ok=True)
            folder.chmod(mode)
        if path.exists():
            return
        try:
            with draft.open("x", encoding="utf-8", newline="\n") as file:
                file.write(text)
                file.flush()
                os.fsync(file.fileno())
            draft.chmod(_ANYONE)
            draft.replace(path)
        finally:
            draft.unlink(missing_ok=True)
    except OSError as error:
        reason = error.strerror or error
        raise StoreError(f"{shown(folder)} cannot be written ({reason}); check its room.") from None
