"""Sheets, contests and boards in line mode."""

from pathlib import Path

import pytest

from solterm.contests import sheets
from solterm.contests.kinds import KINDS
from solterm.games import find
from solterm.plain.grammar import COMMANDS, ELSEWHERE
from solterm.plain.interpreter import carry_out
from solterm.plain.loop import open_session
from solterm.plain.session import Session
from solterm.research import solve
from solterm.sessions import contest_steps
from solterm.sessions.plays import deal
from solterm.sessions.seat import Seat
from solterm.store.store import Store
from tests.contests.laid_out import WEEKLY
from tests.hall.dealer import Dealer
from tests.harness.cases import over
from tests.plain.line_sessions import reply_to, session_of, session_without_game


@pytest.fixture
def session() -> Session:
    return session_without_game()


def win(session: Session) -> str:
    """Win the game just dealt, and return the moves."""
    play = session.play
    verdict = solve(play.game.deal(play.deal))
    moves = ", ".join(map(str, verdict.moves))
    reply_to(session, moves)
    return moves


def refusal_of(session: Session, line: str) -> str:
    reply = carry_out(session, line)
    assert not reply.ok
    return reply.text


# -- without a game ----------------------------------------------------------------------------


def test_a_session_without_a_game_starts_with_a_menu(session: Session) -> None:
    text = open_session(session, "Welcome.", "menu").text
    assert text.startswith("Welcome.\nType one of these words")
    for word in ("play", "games", "sheet", "contests", "boards", "help", "quit"):
        assert f"\n{word} " in text


@over("line", ["s", "t1 t2", "moves", "hint", "score", "new", "end", "undo"])
def test_commands_that_need_a_game_say_so(line: str) -> None:
    assert refusal_of(session_without_game(), line).startswith("No game is on the table")


@over("line", ["help", "help play", "games", "stats", "settings", "saves", "boards", "menu"])
def test_commands_that_need_no_game_answer(line: str) -> None:
    assert reply_to(session_without_game(), line)


def test_play_resumes_the_latest_game(session: Session) -> None:
    assert "You have no unfinished game" in reply_to(session, "play")
    reply_to(session, "play demon", "s", "play corners")
    assert session.play.game.id == "corners"
    assert reply_to(session, "play demon").startswith("Welcome back.")
    assert session.play.events[-1] == "s"
    reply_to(session, "s")
    another = session_without_game(session.store)
    assert "resume Demon (smallWare)" in carry_out(another, "menu").text
    reply_to(another, "play")
    assert another.play.game.id == "demon"


# -- KLONCAN's score sheet ---------------------------------------------------------------------


def test_a_sheet_asks_for_the_level_and_the_game(session: Session) -> None:
    assert "Press 1, 2 or 3 for the level" in reply_to(session, "sheet kloncan-klondike")
    rows = reply_to(session, "2").splitlines()
    assert rows[0] == "Klondike (KLONCAN), level 2. Your scores so far:"
    assert rows[6:8] == ["Game 6: not played.", "Totals: Score 0, Moves 0, Exceptions 0."]
    assert refusal_of(session, "row 7") == "A sheet has rows 1 to 6."
    assert reply_to(session, "row 4").startswith("Game 4 of 6 on the score sheet. ")
    assert (session.kept.purpose.row, session.play.level) == (4, 2)


def score_in_row(session: Session, number: int) -> None:
    """Start a row of the sheet with deal 24, and score ten points."""
    start = contest_steps.start_row(session.store, find("kloncan-klondike"), number, 3)
    session.bring(deal(session.store, start._replace(deal=24)))
    reply_to(session, "t6 f1")


def test_the_end_of_a_game_is_reported_and_written_only_on_leaving(session: Session) -> None:
    score_in_row(session, 3)
    lines = reply_to(session, "end").splitlines()
    assert lines[0] == "Not won: ended with moves left, 1 card home."
    told = {"Game played: 3 of 6.", "Level: 3.", "Your score: 10.", "Leaving records it as game 3."}
    assert told <= {*lines}
    assert sheets.present(session.store, "kloncan-klondike").rows[2] is None, "play goes on"
    sheet = reply_to(session, "end", "1").splitlines()
    assert sheet[3] == "Game 3: Score 10, Moves 1, Exceptions 0."
    assert not session.has_game
    score_in_row(session, 4)
    reply_to(session, "end", "Q")
    assert session.ended
    row = sheets.present(session.store, "kloncan-klondike").rows[3]
    assert row and row.score == 10


@pytest.mark.parametrize(("answer", "score"), [("n", 10), ("y", 0)])
def test_a_better_row_is_replaced_only_on_confirmation(
    session: Session, answer: str, score: int
) -> None:
    for move in ("t6 f1", "t4 t2"):
        start = contest_steps.start_row(session.store, find("kloncan-klondike"), 3, 3)
        session.bring(deal(session.store, start._replace(deal=24)))
        told = reply_to(session, move, "end", "3")
    assert "which is better" in told
    reply_to(session, answer)
    row = sheets.present(session.store, "kloncan-klondike").rows[2]
    assert row and row.score == score


def test_a_new_sheet_needs_confirmation_and_keeps_the_old_one(session: Session) -> None:
    score_in_row(session, 3)
    reply_to(session, "end", "3")
    assert "Answer y or n" in reply_to(session, "n")
    assert "Game 3: not played." in reply_to(session, "y")
    assert len(sheets.archive(session.store, "kloncan-klondike")) == 1
    assert reply_to(session, "sheet", "a").startswith("Sheet of ")


# -- contests ----------------------------------------------------------------------------------


def begin_game(session: Session, *lines: str) -> None:
    """Send lines that bring a game to the table, and make a move that counts."""
    reply_to(session, *lines)
    for _ in range(200):  # turns of the stock are no moves
        if session.play.moves:
            break
        moves = sorted(session.play.legal_moves, key=lambda move: not move.dst)
        reply_to(session, str(moves[0]))


def end_game(session: Session) -> str:
    """End the current game of a contest."""
    return reply_to(session, "end", "y")


def test_a_tour_is_played_from_game_to_game_and_entered(session: Session) -> None:
    reply_to(session, "tour Friday: demon, corners")
    assert session.store.in_progress() == []
    assert reply_to(session, "next").startswith("Game 1 of 2: Tour Friday. Demon (smallWare)")
    assert "can't play it again" in reply_to(session, "end")
    assert reply_to(session, "n") == "The game goes on."
    assert refusal_of(session, "next").startswith("A game of this contest is on the table")
    assert refusal_of(session, "enter").startswith("Play all games first")
    assert "Game 2, Corners (Solitaire Royale): not played." in end_game(session)
    reply_to(session, "next")
    assert session.play.game.id == "corners"
    assert "'enter NAME' enters the board" in end_game(session)
    board = reply_to(session, "enter Zoe")
    assert board.startswith("Entered. You reached place 1 of 1.\nTour Friday.")
    assert "1. Zoe: " in board
    assert reply_to(session, "boards").startswith("tour:Friday: Tour Friday")
    assert reply_to(session, "board tour:friday").startswith("Tour Friday. Points: high is better.")
    assert "No contest is under way" in reply_to(session, "contests")


def test_next_asks_for_the_name_before_it_enters_the_board(session: Session) -> None:
    reply_to(session, "tour Friday: demon, corners", "next")
    end_game(session)
    reply_to(session, "next")
    end_game(session)
    question = reply_to(session, "next")
    assert question.startswith("All games are played. Enter the board as ann? Answer y or n.")
    assert "No board has results yet" in reply_to(session, "boards")
    reply_to(session, "next")
    assert "Total: " in reply_to(session, "n")
    reply_to(session, "next")
    assert "1. ann: " in reply_to(session, "y")


def test_contests_are_listed_and_chosen_by_number(session: Session) -> None:
    assert reply_to(session, "golf", "contests").startswith("No contest is under way.")
    reply_to(session, "golf", "next")
    assert reply_to(session, "contests").startswith("No contest is under way.")
    begin_game(session)
    begin_game(session, "reno", "next")
    listed = reply_to(session, "contests").splitlines()
    assert listed[0].startswith("1. Golf, 9 holes: 0 of 9 played")
    assert listed[1].startswith("2. An evening at Reno: 0 of 1 played")
    golf = reply_to(session, "contest 1")
    assert "Hole 1 to 9, Golf (Ultimate Solitaire): not played." in golf
    assert "+0 against par, after 0 of 9 holes." in golf
    assert refusal_of(session, "contest 3").startswith("There is no contest '3'")
    reply_to(session, "next")
    assert session.play.game.id == "ultimate-golf"
    assert str(session.kept.purpose).startswith("match:")


def test_a_kind_without_a_command_is_begun_as_a_contest(
    session: Session, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(KINDS, WEEKLY.id, WEEKLY)
    assert "contest weekly         The deal of the week" in reply_to(session, "contests")
    assert reply_to(session, "contest weekly").startswith("Deal of the week, 20")
    reply_to(session, "next")
    assert "All games are played" in end_game(session)
    reply_to(session, "enter Ann")
    assert "1. Ann: " in reply_to(session, "contest weekly")


def test_an_ambiguous_next_asks_which_contest(session: Session) -> None:
    begin_game(session, "golf", "next")
    begin_game(session, "reno", "next")
    assert refusal_of(session_without_game(session.store), "next").startswith("Which contest?")


def test_each_player_of_a_tournament_has_the_same_cards(session: Session) -> None:
    reply_to(session, "tournament Cup: demon", "next")
    number = session.play.deal
    end_game(session)
    assert "'next' deals the same cards to the next player" in reply_to(session, "enter Ann")
    reply_to(session, "next", "next")
    assert session.play.deal == number
    end_game(session)
    assert "Cup" in reply_to(session, "enter Bob")
    assert "Ann" in reply_to(session, "board cup"), "found by the second half of its name"
    assert "already" in refusal_of(session, "tournament Cup: corners")


def test_next_ends_a_won_game(session: Session) -> None:
    reply_to(session, "tournament Cup: free-cell", "next")
    assert "'end' ends it" in refusal_of(session, "next")
    assert "'end' ends the one" in refusal_of(session, "enter Ann")
    win(session)
    assert "All games are played." in reply_to(session, "next")
    assert "place 1 of 1" in reply_to(session, "enter Ann")


def test_on_a_host_the_only_try_enters_the_board_by_itself(tmp_path: Path) -> None:
    store = Store.open()
    store.context = store.context._replace(nickname="ann")
    session = Session(Seat(store, Dealer(tmp_path / "host")))
    reply_to(session, "tournament Cup: demon, corners", "next")
    told = end_game(session)
    assert told.startswith("Game 1 of 2: ")
    assert "'next' plays game 2 of 2." in told
    reply_to(session, "next")
    assert "Entered. You reached place 1 of 1." in end_game(session)


def test_the_tournament_that_was_meant_is_suggested(session: Session) -> None:
    reply_to(session, "tournament Friday Cup: demon", "next")
    told = refusal_of(session, "tournament fridy cup")
    assert told == "There is no tournament 'fridy cup'. Did you mean 'Friday Cup'?"


def test_a_tournament_of_one_game_may_be_started_over(session: Session) -> None:
    reply_to(session, "tournament Cup: demon", "next", "s")
    assert "Nothing leads back." in reply_to(session, "restart")
    assert reply_to(session, "no") == "The game goes on."
    assert session.play.events == ["s"]
    assert "Back at the start." in reply_to(session, "restart", "yes")
    assert "off in contests" in refusal_of(session, "undo")
    reply_to(session, "tournament Two: demon, corners", "next", "s")
    assert "Restarting is off" in refusal_of(session, "restart")


def test_a_row_of_a_mixed_sheet_can_be_chosen_and_replayed(session: Session) -> None:
    reply_to(session, "mixed")
    assert refusal_of(session, "row 2").startswith("Which game?")
    reply_to(session, "row 2 demon")
    assert refusal_of(session, "row 2 fly") == "Row 2 already has a game: demon."
    end_game(session)
    assert "better of the two results stays" in reply_to(session, "row 2")
    reply_to(session, "y")
    assert session.play.game.id == "demon"


def test_leaving_a_contest_for_good_needs_confirmation(session: Session) -> None:
    reply_to(session, "tour", "next", "exit", "n")
    assert session.has_game
    assert reply_to(session, "exit", "y").startswith("The contest is over.")
    assert session.store.in_progress() == []
    assert not session.has_game


@over(
    "line",
    [
        *("tour Friday", "tour Friday: demon", "tour X: demon, nonsense", "golf 10"),
        *("tournament Cup", "row 7", "contest x", "board nonsense", "sheet nonsense"),
        *("play nonsense", "board tournament", "board match", "board sheet"),
    ],
)
def test_impossible_requests_are_refused_in_one_sentence(line: str) -> None:
    session = session_without_game()
    assert refusal_of(session, line)[-1] in ".?)"
    assert session.store.read("SELECT id FROM contest") == []


def test_the_screens_command_line_refers_to_keys_for_other_games(session: Session) -> None:
    reply_to(session, "play demon")
    on_screen = session_of(session.kept, on_screen=True)
    for line in ("end", "sheet", "tour", "play corners", "contests"):
        assert "use keys" in refusal_of(on_screen, line)
    assert reply_to(on_screen, "moves")


def test_the_help_without_a_game_is_grouped() -> None:
    text = reply_to(session_without_game(), "help")
    groups = text.split("\n\n")
    titles = [group.splitlines()[0] for group in groups]
    assert titles[0] == "Games:"
    assert all(title.endswith(":") for title in titles[:-1])
    assert max(len(group.splitlines()) for group in groups) <= 12
    for command in (*ELSEWHERE[1:], *(COMMANDS[word] for word in ("board", "help", "quit"))):
        assert f"{command.usage:16} {command.help}" in text.splitlines()
