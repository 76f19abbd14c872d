"""Proving claims: replay their records and compare the results."""

import hashlib
import re
from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from datetime import timedelta
from itertools import zip_longest
from typing import TypeVar, cast

from solterm.contests.claims import (
    LENGTH_THAT_TELLS,
    MORE,
    NUMBER,
    OWN,
    TIME,
    Claim,
    Played,
    ProofError,
    ProvedGame,
    check_characters,
    kind_of,
    seal_of,
    split,
    write,
)
from solterm.contests.contest import points_of
from solterm.contests.daily import parse_day
from solterm.contests.days import lay_out_of_day
from solterm.contests.kinds import BoardName, Kind
from solterm.core.deals import FIRST_HIDDEN
from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.record import Record, RecordError
from solterm.core.refusal import Refusal
from solterm.core.table import Table, stage_of
from solterm.core.values import replace

_Result = TypeVar("_Result")

_PACE = 200
"""Events between two steps of a proof."""

_OF_A_HOST = (
    "It is not the deal of the day here. Each host draws its own from a secret, and only that host"
    " can verify it."
)

_EARNED = ("Score", OWN)
"""Tags of a record that follow from its events."""

_NO_TIME = 10**9
"""The seconds of a game whose record does not say them: more than any real time."""


def prove(
    text: str,
    game_of: Callable[[str], Game],
    dealt: Callable[[str], Sequence[tuple[str, int]] | None] = lambda board: None,
) -> Claim:
    """Return a claim after replaying all its games; see ``prove_in_steps``."""
    return finish(prove_in_steps(text, game_of, dealt))


def finish(steps: Generator[None, None, _Result]) -> _Result:
    """Run all steps of a proof and return its result."""
    while True:
        try:
            next(steps)
        except StopIteration as end:
            return cast(_Result, end.value)


def prove_in_steps(
    text: str,
    game_of: Callable[[str], Game],
    dealt: Callable[[str], Sequence[tuple[str, int]] | None] = lambda board: None,
) -> Generator[None, None, Claim]:
    """Prove a claim in small steps, so that a caller can do other work in between; return it.

    ``game_of`` returns a game by its id and raises ``Refusal`` for an unknown one; ``dealt``
    returns the games and deals of a tournament by its board, or None if unknown. Raises
    ``ProofError`` for the first fault.
    """
    check_characters(text)
    records = split(text)[1]
    played = []
    for number, each in enumerate(records, 1):
        played.append((yield from _replay(number, each, game_of)))
    return _judge(text, played, dealt)


def make(
    head: Claim,
    records: Sequence[str],
    game_of: Callable[[str], Game],
    dealt: Callable[[str], Sequence[tuple[str, int]] | None] = lambda board: None,
) -> tuple[Claim, str]:
    """Return the claim that some records prove, and its text, after replaying each of them once.

    ``head`` says whose it is, the board, the points and the day. The replays decide the level, and
    the results that the records say. Raises ``ProofError`` as ``prove`` does.
    """
    played, texts = [], []
    for number, each in enumerate(records, 1):
        try:
            found = record.read(each)
        except RecordError as error:
            raise ProofError(f"Game {number}: {error}") from None
        said = {tag: text for tag, text in found.tags.items() if tag not in ("Result", *_EARNED)}
        play, path = finish(_replay(number, replace(found, tags=said), game_of))
        played.append((play, path))
        own, kept = play.own, {tag: said[tag] for tag in MORE if tag in said}
        kept["Score"] = str(play.mark)
        if own is not None:
            kept[OWN] = str(own)
        texts.append(record.write(play, **{tag: kept[tag] for tag in MORE if tag in kept}))
    text = write(head._replace(level=lowest([play for play, _ in played])), texts)
    check_characters(text)
    return _judge(text, played, dealt), text


def _judge(
    text: str,
    played: Sequence[tuple[Play, tuple[str, int]]],
    dealt: Callable[[str], Sequence[tuple[str, int]] | None],
) -> Claim:
    """Return the claim in a text after comparing it with its replayed games."""
    header, records = split(text)
    board, kind = header["Board"], kind_of(header["Board"])
    plays, paths = [play for play, _ in played], [path for _, path in played]
    # Two deals of an evening may be the same by chance, but not the moves.
    made = [digest for digest, length in paths if length]
    if len(set(made)) < len(made):
        raise ProofError("It contains the same game twice.")
    _check_terms(board, plays)
    _check_games(board, plays, dealt(board))
    _check_day(board, header["Date"])
    games = [play.game.id for play in plays]
    proved = [
        ProvedGame(play.game.id, play.game.version, points_of(kind, games, play)) for play in plays
    ]
    earned = sum(each.points for each in proved)
    if earned != int(header["Points"]):
        raise ProofError(f"It claims {header['Points']} points, but its games earn {earned}.")
    level = lowest(plays)
    if str(level) != header["Level"]:
        raise ProofError(f"It claims level {header['Level']}, but was played at level {level}.")
    if header["Seal"] != seal_of(text):
        raise ProofError("It was changed after it was written: its seal does not match.")
    claim = _claim(header, records)._replace(
        played=_digest_games(paths),
        ranked=_rank(kind, earned, plays, records),
        games=tuple(proved),
        cards=plays[0].cards_home if kind.wins_first else None,
    )
    _check_form(text, claim, records, plays)
    return claim


def fault_of_rules(claim: Claim, game_of: Callable[[str], Game]) -> str:
    """Return why the rules of a proved claim's games are not those of today, or ""."""
    for number, each in enumerate(claim.games, 1):
        try:
            version = game_of(each.id).version
        except Refusal as error:
            return f"Game {number}: {error}"
        if version != each.version:
            return (
                f"Game {number} follows version {each.version} of the rules;"
                f" this is version {version}."
            )
    return ""


def _rank(
    kind: Kind, earned: int, plays: Sequence[Play], records: Sequence[Record]
) -> tuple[int, ...]:
    """Return the sort key of a result on its board, smaller first (docs/rules.md, "Boards").

    Equal results keep the order in which they arrived.
    """
    if not kind.wins_first:
        return (earned if kind.lower_is_better else -earned,)
    (play,), (found,) = plays, records
    seconds = int(found.tags.get(TIME, _NO_TIME))
    reached = -play.mark, -play.cards_home, play.moves
    return (not play.tally.won, play.tally.exceptions, *reached, seconds)


def lowest(plays: Sequence[Play]) -> int:
    """Return the lowest level of all plays."""
    return min(play.tally.level for play in plays)


def _claim(header: Mapping[str, str], records: Sequence[Record]) -> Claim:
    return Claim(
        board=header["Board"],
        player=header["Player"],
        profile=header["Profile"],
        points=int(header["Points"]),
        date=header["Date"],
        game=records[0].tags["Game"],
        deal=int(records[0].tags["Deal"]),
        level=int(header["Level"]),
        own=_sum(records, OWN) if len({each.tags["Game"] for each in records}) == 1 else None,
        mark=_sum(records, "Score"),
    )


def _sum(records: Sequence[Record], tag: str) -> int | None:
    """Return the sum of a tag over the records; None if a record does not have it."""
    said = [each.tags.get(tag, "") for each in records]
    return sum(map(int, said)) if all(map(NUMBER.fullmatch, said)) else None


def _digest_games(paths: Sequence[tuple[str, int]]) -> Played:
    return Played(
        _digest(map(repr, sorted(digest for digest, _ in paths))),
        sum(length for _, length in paths),
        tuple(sorted(digest for digest, length in paths if length >= LENGTH_THAT_TELLS)),
        tuple(sorted(digest for digest, length in paths if length)),
    )


_SPELT = "Table(piles=%r, passes=%r, stage=%r, deal=%r)"
"""The text form of a position in digests. It must not change, because digests are stored."""


def _spell(table: Table) -> str:
    return _SPELT % (table.piles, table.passes, stage_of(table), table.deal)


def _digest(parts: Iterable[str]) -> str:
    return hashlib.sha256(f"[{', '.join(parts)}]".encode()).hexdigest()[:24]


def _check_form(text: str, claim: Claim, records: Sequence[Record], plays: Sequence[Play]) -> None:
    """Raise ``ProofError`` unless the text is as ``write`` writes it: each claim has one text."""
    written = [
        record.write(play, **{tag: found.tags[tag] for tag in MORE if tag in found.tags})
        for found, play in zip(records, plays, strict=True)
    ]
    pairs = zip_longest(text.split("\n"), write(claim, written).split("\n"))
    for number, (line, right) in enumerate(pairs, 1):
        if line != right:
            raise ProofError(f"Line {number} is not as solterm writes it.")


def _replay(
    number: int, found: Record, game_of: Callable[[str], Game]
) -> Generator[None, None, tuple[Play, tuple[str, int]]]:
    """Replay a record; return its play, and the digest and length of the path it took."""
    # A return to an earlier position drops the detour from the path, so padding a game with
    # moves to and fro does not make it a different game.
    path: dict[Table, None] = {}
    try:
        for count, play in enumerate(found.steps(game_of), 1):
            while play.table in path and next(reversed(path)) != play.table:
                path.popitem()
            path[play.table] = None
            if count % _PACE == 0:
                yield
    except RecordError as error:
        raise ProofError(f"Game {number}: {error}") from None
    if (score := found.tags.get("Score", str(play.mark))) != str(play.mark):
        raise ProofError(f"Game {number} says {score[:20]!a}, but its events earn {play.mark}.")
    own = play.own
    if (said := found.tags.get(OWN)) is not None and (own is None or said != str(own)):
        raise ProofError(f"Game {number} says {said[:20]!a}, which is not the score of its source.")
    if not re.fullmatch("0|[1-9][0-9]{0,8}", found.tags.get(TIME, "0")):
        raise ProofError(f"Game {number} does not say its time in seconds.")
    way = (repr(play.game.id), repr(play.deal), *(_spell(table) for table in path))
    return play, (_digest(way), len(path) - 1)


def _check_terms(board: str, plays: Sequence[Play]) -> None:
    kind = kind_of(board)
    wanted = kind.mode_with([play.game.id for play in plays])
    for number, play in enumerate(plays, 1):
        if play.mode is not wanted:
            raise ProofError(f"Game {number} was not played on the terms of this board.")
        if kind.mode is Mode.STRICT and play.start_level != 3:
            raise ProofError(f"Game {number} was not played at level 3.")
        if play.options:
            raise ProofError(f"Game {number} was played with options.")


def _check_games(
    board: str, plays: Sequence[Play], dealt: Sequence[tuple[str, int]] | None
) -> None:
    kind, name = BoardName.parse(board)
    deals = [(play.game.id, play.deal) for play in plays]
    if not kind.fits(name, [play.game.id for play in plays]):
        raise ProofError("These are not the games of this board.")
    if kind.calendar:
        day = kind.calendar.parse(name)
        if day is None:
            raise ProofError("The name of its board is not a day.")
        dealt = lay_out_of_day(kind, day).deals if dealt is None else dealt
    if dealt is not None and deals != list(dealt):
        if kind.calendar and deals[0][1] >= FIRST_HIDDEN:
            raise ProofError(_OF_A_HOST)
        raise ProofError("These are not the deals of this board.")


def _check_day(board: str, said: str) -> None:
    """Raise ``ProofError`` for a day's deal played early, but allow for a clock slightly off."""
    kind, name = BoardName.parse(board)
    played, day = parse_day(said), kind.calendar.parse(name) if kind.calendar else None
    if played and day and played < day - timedelta(days=1):
        raise ProofError("It was played before its day.")
