"""Results for tests: played and entered, or as texts of other players."""

from collections.abc import Mapping, Sequence
from datetime import date
from types import MappingProxyType

from solterm.contests import contests, result
from solterm.contests.boards import Boards
from solterm.contests.contest import Contest, ContestGame, points_of
from solterm.contests.days import daily
from solterm.contests.kinds import EIGHT, BoardName, Kind
from solterm.contests.prove import finish, prove
from solterm.contests.result import ContestResult
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import find
from solterm.sessions import contest_steps
from solterm.store.backends import find_shared_data
from solterm.store.interface import digest_of
from solterm.store.store import Store
from tests.contests.laid_out import dealt
from tests.here import here

PROFILE = "0123456789abcdef"
DAY = "daily:2026-11-21"


def played(game: str, deal: int, mode: Mode = Mode.SCORED, moves: int = 3) -> Play:
    """Return a play with its first legal moves made."""
    play = Play(find(game), deal, mode=mode)
    for _ in range(moves):
        if legal := next(iter(play.legal_moves), None):
            play.push(legal)
    return play


def points(kind: Kind, plays: Sequence[Play]) -> int:
    """Return the total score of a whole contest or score sheet."""
    games = [play.game.id for play in plays]
    return sum(points_of(kind, games, play) for play in plays)


def text_of(
    board: str,
    plays: Sequence[Play],
    player: str = "Ann",
    profile: str = PROFILE,
    day: str = "2026-11-21",
    contest: int = 0,
    tags: Mapping[str, str] = MappingProxyType({}),
) -> str:
    """Return the text of a valid result; ``tags`` are added to its records."""
    contest = contest or 1 + sum(play.deal for play in plays)
    head = ContestResult(board, player, profile, contest, day)
    return result.write(head, [record.write(play, **tags) for play in plays])


def share(text: str, board: str = "") -> str:
    """Put a text on the shared boards without checking it; return its digest.

    On a host, that is what the host shares of it.
    """
    shared = find_shared_data(here())
    assert shared
    board = board or result.read(text)[0].board
    if here().is_on_host:
        text = result.write_proved(proved(text))
    shared.add_result(board, text)
    return digest_of(text)


def proved(text: str) -> ContestResult:
    """Return the result that a text proves; raise ``ProofError``."""
    return finish(prove(*result.read(text), find))


def enter(store: Store, board: str, plays: Sequence[Play], player: str = "Ann") -> ContestResult:
    """Play a contest of this player as some plays went, and enter it."""
    return Boards(store).enter(play_contest(store, board, plays), player)


def play_contest(store: Store, board: str, plays: Sequence[Play]) -> Contest:
    """Store and end a contest whose games go as some plays did."""
    kind, name = BoardName.parse(board)
    games = tuple(ContestGame(play.game.id, play.deal) for play in plays)
    contest: Contest | None = Contest(kind, name, games).drawn()
    for place, play in enumerate(plays):
        assert contest
        kept = dealt(store, contest, place, play.start_level)
        for event in play.events:
            kept.perform(event)
        contest = contest_steps.end(kept)
    assert contest
    return contests.load(store, contest.id)


def enter_day(store: Store, player: str = "Ann") -> ContestResult:
    """Enter the deal of 21 November after three moves."""
    return enter(store, DAY, [_day()], player)


def enter_sheet(store: Store, player: str = "Ann") -> ContestResult:
    return enter(store, "sheet:demon", _sheet(), player)


def enter_tour(store: Store, player: str = "Ann") -> ContestResult:
    return enter(store, "tour", _tour(), player)


def enter_match(store: Store, player: str = "Ann") -> ContestResult:
    return enter(store, "match:9", _match(), player)


def a_sheet() -> str:
    return text_of("sheet:demon", _sheet())


def a_tour() -> str:
    return text_of("tour", _tour())


def a_day(day: str = "2026-11-21") -> str:
    """Return the text of a result in the deal of 21 November as if played on a day."""
    return text_of(DAY, [_day()], day=day)


def a_match() -> str:
    return text_of("match:9", _match())


def _sheet() -> list[Play]:
    return [played("demon", deal) for deal in (1, 2, 3)]


def _tour() -> list[Play]:
    return [played(game, 5, Mode.STRICT) for game in EIGHT]


def _day() -> Play:
    (game,) = daily(date(2026, 11, 21)).games
    return played(game.game, game.deal)


def _match() -> list[Play]:
    return [played("ultimate-golf", deal, Mode.STRICT) for deal in range(1, 10)]
