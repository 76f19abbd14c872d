"""Reports as plain text: tables for pipes, sentences for line mode."""

from solterm.contests.contest import Row
from solterm.contests.result import ContestResult, GamePoints
from solterm.games import find
from solterm.sessions.board_report import choose_best, tell_board
from solterm.sessions.contest_report import tell_archive, tell_earlier, tell_sheet
from solterm.sessions.report import Column, Report, Share, write_lines, write_table
from tests.contests.laid_out import THREE_GAMES, sheet_of

SHEET = THREE_GAMES._replace(
    begun="2026-11-21T12:00",
    games=tuple(
        each._replace(level=level)
        for each, level in zip(THREE_GAMES.games, (3, 3, 0, 1, 0, 0), strict=True)
    ),
)


def entry(player: str, score: int, mark: int, profile: str = "") -> ContestResult:
    games = (GamePoints("ultimate-golf", 7, score, 1, "", 9),)
    return ContestResult(
        *("match:9", player, profile, 1, "2026-11-21"), points=score, mark=mark, games=games
    )


GOLF = [
    entry("Ann", 36, 120),
    entry("Bob", 40, 0),
    entry("Cid", 41, 9, "c"),
    entry("Dot", 42, 8),
]


def test_a_sheet_in_a_pipe() -> None:
    assert write_table(tell_sheet(SHEET, "Demon (smallWare)")) == (
        "Demon (smallWare)\n"
        "Game    Score  Moves  Exceptions\n"
        "1        1000    120           0\n"
        "2         135     76           1\n"
        "3           -      -           -\n"
        "4          25     90           6\n"
        "5           -      -           -\n"
        "6           -      -           -\n"
        "Totals   1160    286           7"
    )


def test_a_sheet_read_aloud() -> None:
    first, _, third, *_, totals = write_lines(tell_sheet(SHEET, ""))
    assert first == "Game 1: Score 1000, Moves 120, Exceptions 0."
    assert third == "Game 3: not played."
    assert totals == "Totals: Score 1160, Moves 286, Exceptions 7."
    assert tell_earlier(SHEET) == (
        "Sheet of 2026-11-21, 3 games: Score 1160, Moves 286, Exceptions 7."
    )


def test_the_archive_marks_the_best_full_sheet() -> None:
    full = [SHEET._replace(games=sheet_of(*[Row(n, 9, 0)] * 6).games) for n in (5, 7, 6)]
    report = tell_archive(find("demon"), [SHEET, *full])
    assert [row[2] for row in report.rows] == ["3/6", "6/6", "6/6", "6/6"]
    assert [row[-1] for row in report.rows] == ["", "", "best", ""]


def test_the_players_own_best_follows_the_best() -> None:
    report = tell_board("match:9", GOLF, 1, "c")
    assert [row[:2] for row in report.rows] == [(1, "Ann"), (3, "Cid")]
    assert report.own == {1}
    assert choose_best(GOLF, 1, "c") == [(0, GOLF[0]), (2, GOLF[2])]
    assert choose_best(GOLF, 1) == [(0, GOLF[0])]


def test_bars_are_drawn_in_tables_and_not_read_aloud() -> None:
    columns = (Column("game"), Column(), Column("won", is_number=True))
    report = Report("Wins", columns, [("demon", Share(0.5), 3)], ["A note."], "A warning.")
    assert write_table(report).splitlines()[2:] == [
        f"demon  [{'#' * 10}{'.' * 10}]    3",
        "A note.",
        "A warning.",
    ]
    assert write_lines(report) == ["demon: won 3."]
