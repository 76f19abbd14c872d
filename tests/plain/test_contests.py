"""Sheets, contests and boards in line mode, from the first word to the board."""

import pytest

from solterm.contests import titles
from solterm.games import find
from solterm.plain import protocol
from solterm.plain.reply import Reply
from solterm.plain.session import Session
from solterm.research import solve
from solterm.sessions import legs, waiting
from solterm.sessions import sheets as rows
from solterm.sessions.plays import deal
from solterm.store import contests, sheets
from solterm.store.store import Store


@pytest.fixture
def session() -> Session:
    return Session(Store.open())


def said(session: Session, *lines: str) -> str:
    """What the last of some lines is answered with; all of them are understood."""
    reply = Reply(True)
    for line in lines:
        reply = session.handle(line)
        assert reply.ok, (line, reply.text)
    return reply.text


def win(session: Session) -> str:
    """Win the game just dealt on the table; return the moves."""
    play = session.play
    verdict = solve(play.game.deal(play.deal))
    moves = ", ".join(map(str, verdict.moves))
    said(session, moves)
    return moves


def refused(session: Session, line: str) -> str:
    reply = session.handle(line)
    assert not reply.ok
    return reply.text


# -- where no game is on the table -------------------------------------------------------------


def test_a_sitting_without_a_game_begins_with_a_menu_of_words(session: Session) -> None:
    text = session.opening("Welcome.").text
    assert text.startswith("Welcome.\nType one of these words")
    for word in ("play", "games", "sheet", "contests", "boards", "help", "quit"):
        assert f"\n{word} " in text


@pytest.mark.parametrize("line", ["s", "t1 t2", "moves", "hint", "score", "new", "end", "undo"])
def test_commands_that_need_a_game_say_so(session: Session, line: str) -> None:
    assert refused(session, line).startswith("No game is on the table")


@pytest.mark.parametrize("line", ["help", "games", "stats", "settings", "saves", "boards", "menu"])
def test_commands_that_need_no_game_answer(session: Session, line: str) -> None:
    assert said(session, line)


def test_play_goes_on_with_what_was_left(session: Session) -> None:
    assert "You have no unfinished game." in said(session, "play")
    said(session, "play demon", "s", "play corners")
    assert session.play.game.id == "corners"
    assert said(session, "play demon").startswith("Resuming where you left off.")
    assert session.play.events[-1] == "s"
    said(session, "s")
    another = Session(session.store)
    assert "resume Demon (smallWare)" in another.opening().text
    said(another, "play")
    assert another.play.game.id == "demon"


def test_the_game_on_the_table_is_not_taken_up_again(session: Session) -> None:
    said(session, "play demon", "s")
    kept = session.kept
    assert said(session, "play demon").startswith("Demon (smallWare), deal ")
    assert session.kept is kept


# -- the sheet in the words of its source ------------------------------------------------------


def test_a_sheet_asks_for_the_level_and_the_game(session: Session) -> None:
    assert "Press 1, 2 or 3 for the level" in said(session, "sheet kloncan-klondike")
    rows = said(session, "2").splitlines()
    assert rows[0] == "Klondike (KLONCAN), level 2. Your scores so far:"
    assert rows[1:8] == [
        *(f"Game {number}: not played." for number in range(1, 7)),
        "Totals: Score 0, Moves 0, Exceptions 0.",
    ]
    assert rows[8].startswith("Which game do you want to play?")
    assert said(session, "4").startswith("Game 4 of the score sheet. Klondike (KLONCAN)")
    assert (session.kept.purpose.row, session.play.level) == (4, 2)


def played_row(session: Session, number: int) -> None:
    """A row of the sheet with a game of deal 24, in which ten points are made."""
    start = rows.start_of(find("kloncan-klondike"), number, 3)
    session.kept = deal(session.store, start._replace(deal=24))
    said(session, "t6 f1")


def test_the_end_of_a_game_is_told_and_nothing_written_before_it_is_left(session: Session) -> None:
    played_row(session, 3)
    told = said(session, "end").splitlines()
    assert told == [
        "Game over.",
        "Game played: 3.",
        "Your score: 10.",
        "Number of moves: 1.",
        "Number of exceptions: 0.",
        "Leaving records it as game 3.",
        "Press 1, 2 or 3 to play again at that level, Q to quit; anything else stays here.",
    ]
    assert said(session, "score")
    assert sheets.present(session.store, "kloncan-klondike").sheet.rows[2] is None, "it goes on"
    sheet = said(session, "end", "1").splitlines()
    assert sheet[0] == "Klondike (KLONCAN), level 1. Your scores so far:"
    assert sheet[3] == "Game 3: Score 10, Moves 1, Exceptions 0."
    assert not session.has_game


def test_q_at_the_end_writes_the_row_and_leaves(session: Session) -> None:
    played_row(session, 3)
    said(session, "end", "Q")
    assert session.ended
    row = sheets.present(session.store, "kloncan-klondike").sheet.rows[2]
    assert row
    assert row.score == 10


@pytest.mark.parametrize(("answer", "score"), [("n", 10), ("y", 0)])
def test_a_better_row_is_replaced_only_when_the_player_says_so(
    session: Session, answer: str, score: int
) -> None:
    played_row(session, 3)
    said(session, "end", "3", "3")
    start = rows.start_of(find("kloncan-klondike"), 3, 3)
    session.kept = deal(session.store, start._replace(deal=24))
    said(session, "t4 t2")
    assert "which is better" in said(session, "end", "3")
    said(session, answer)
    row = sheets.present(session.store, "kloncan-klondike").sheet.rows[2]
    assert row
    assert row.score == score


def test_a_new_sheet_is_asked_for_and_the_old_one_kept(session: Session) -> None:
    played_row(session, 3)
    said(session, "end", "3")
    assert "Answer y or n" in said(session, "n")
    assert "Game 3: not played." in said(session, "y")
    assert len(sheets.archive(session.store, "kloncan-klondike")) == 1
    assert said(session, "sheet", "a").startswith("Sheet of ")


# -- contests ----------------------------------------------------------------------------------


def ended(session: Session) -> str:
    """The game on the table ended for its contest."""
    return said(session, "end", "y")


def test_a_tour_is_played_from_game_to_game_and_entered(session: Session) -> None:
    said(session, "tour Friday: demon, corners")
    assert session.store.in_progress() == []
    assert said(session, "next").startswith("Game 1 of 2: Tour Friday. Demon (smallWare)")
    assert "can't play it again" in said(session, "end")
    assert said(session, "n") == "The game goes on."
    assert refused(session, "next").startswith("A game of this contest is on the table")
    assert refused(session, "enter").startswith("Play all games first")
    assert "Game 2, Corners (Solitaire Royale): not played." in ended(session)
    said(session, "next")
    assert session.play.game.id == "corners"
    assert "'enter NAME' enters the board" in ended(session)
    board = said(session, "enter Zoe")
    assert board.startswith("Entered. You reached place 1 of 1.\nTour Friday.")
    assert "1. Zoe: " in board
    assert said(session, "boards").startswith("tour:Friday: Tour Friday")
    assert said(session, "board tour:friday").startswith("Tour Friday. Points: high is better.")
    assert "No contest is under way" in said(session, "contests")


def test_next_asks_for_the_name_before_it_enters_the_board(session: Session) -> None:
    said(session, "tour Friday: demon, corners", "next")
    ended(session)
    said(session, "next")
    ended(session)
    question = said(session, "next")
    assert question.startswith("All games are played. Enter the board as ann? Answer y or n.")
    assert "No board has results yet" in said(session, "boards")
    said(session, "next")
    assert "Total: " in said(session, "n")
    said(session, "next")
    assert "1. ann: " in said(session, "y")


def test_contests_are_listed_and_chosen_by_number(session: Session) -> None:
    said(session, "golf", "reno")
    listed = said(session, "contests").splitlines()
    assert listed[0].startswith("1. Golf, 9 holes: 0 of 9 played")
    assert listed[1].startswith("2. An evening at Reno: 0 of 1 played")
    golf = said(session, "contest 1")
    assert "Hole 1 to 9, Golf (Ultimate Solitaire): not played." in golf
    assert "+0 against par, after 0 of 9 holes." in golf
    assert refused(session, "contest 3").startswith("There is no contest '3'")
    said(session, "next")
    assert session.play.game.id == "ultimate-golf"
    assert str(session.kept.purpose).startswith("match:")


def test_two_contests_at_hand_are_not_guessed(session: Session) -> None:
    said(session, "golf", "reno")
    assert refused(Session(session.store), "next").startswith("Which contest?")


def test_an_evening_at_reno_goes_on_as_long_as_one_likes(session: Session) -> None:
    said(session, "reno", "next")
    assert "It scores -52 dollars." in ended(session)
    said(session, "next")
    assert "Total: -104 dollars." in ended(session)
    assert "dollars -104" in said(session, "enter")


def test_each_player_of_a_tournament_has_the_same_cards(session: Session) -> None:
    said(session, "tournament Cup: demon", "next")
    number = session.play.deal
    ended(session)
    assert "'next' deals the same cards to the next player" in said(session, "enter Ann")
    said(session, "next", "next")
    assert session.play.deal == number
    ended(session)
    assert "Cup" in said(session, "enter Bob")
    assert "already" in refused(session, "tournament Cup: corners")


def test_next_ends_a_game_that_is_won(session: Session) -> None:
    said(session, "tournament Cup: free-cell", "next")
    assert "'end' ends it" in refused(session, "next")
    assert "'end' ends the one" in refused(session, "enter Ann")
    win(session)
    assert "All games are played." in said(session, "next")
    assert "place 1 of 1" in said(session, "enter Ann")


def test_next_ends_a_game_that_was_won_before(session: Session) -> None:
    said(session, "tournament Cup: free-cell", "next")
    win(session)
    later = Session(session.store)
    assert "1 of 1 played" in said(later, "next")


def test_the_same_moves_again_are_not_listed(session: Session) -> None:
    said(session, "tournament Cup: free-cell", "next")
    moves = win(session)
    said(session, "enter Ann", "next", "next", moves)
    assert "It is not listed" in said(session, "enter Bob")


def test_a_board_is_found_by_the_second_half_of_its_name(session: Session) -> None:
    said(session, "tournament Cup: demon", "next")
    ended(session)
    said(session, "enter Ann")
    assert "Ann" in said(session, "board cup")


def test_a_tournament_of_one_game_may_be_started_over(session: Session) -> None:
    said(session, "tournament Cup: demon", "next", "s")
    assert "Back at the start." in said(session, "restart")
    assert "scored games" in refused(session, "undo")
    said(session, "tournament Two: demon, corners", "next", "s")
    assert "Restarting is off" in refused(session, "restart")


def test_reno_in_a_tour_tells_the_points_of_the_tour(session: Session) -> None:
    said(session, "tour Short: reno, corners", "next")
    assert "Score 0 points" in said(session, "score")
    kept = session.kept
    told = protocol.state(session.handle(""), kept.play, kept.context, kept.tour_points)
    assert told["score"] == 0
    said(session, "end", "y")
    assert session.handle("contest").contest["unit"] == "points"
    said(session, "play reno")
    assert "-52 dollars" in said(session, "score")


def test_a_contest_and_its_board_count_in_one_unit(session: Session) -> None:
    for name, begin in (("tour:Short", "tour Short: corners, reno"), ("tour", "tour")):
        said(session, begin)
        contest = session.handle("contest").contest
        assert contest["unit"] == titles.board_unit(name).name == "points"


def test_the_deal_of_the_day_has_one_try(session: Session) -> None:
    said(session, "daily", "next")
    ended(session)
    said(session, "enter")
    assert said(session, "daily").startswith("You have already played today's deal.")


def test_a_row_of_a_mixed_sheet_is_chosen_and_may_be_played_again(session: Session) -> None:
    said(session, "mixed")
    assert refused(session, "row 2").startswith("Which game?")
    said(session, "row 2 demon")
    assert session.play.game.id == "demon"
    ended(session)
    assert "better of the two results stays" in said(session, "row 2")
    said(session, "y")
    assert session.play.game.id == "demon"
    contest = legs.contest_of(session.store, session.kept.purpose)
    assert contest
    assert legs.series_of(contest).legs[1].before


def test_a_contest_is_left_for_good_only_when_that_is_confirmed(session: Session) -> None:
    said(session, "tour", "next", "exit", "n")
    assert session.has_game
    assert said(session, "exit", "y").startswith("The contest is over.")
    assert session.store.in_progress() == []
    assert not session.has_game


@pytest.mark.parametrize(
    "line",
    ["tour Friday", "tour Friday: demon", "tour X: demon, nonsense", "golf 10", "tournament Cup",
     "row 7", "contest x", "board nonsense", "sheet nonsense", "play nonsense"],
)  # fmt: skip
def test_impossible_requests_are_refused_in_a_sentence(session: Session, line: str) -> None:
    assert refused(session, line)[-1] in ".?"
    assert contests.unreadable(session.store) == []


def test_an_answer_counts_only_right_after_its_question(session: Session) -> None:
    said(session, "tour", "exit", "contests")
    assert refused(session, "y")
    assert "1. Aunt Anne's tour: 0 of 8 played" in said(session, "contests")


def test_the_screens_command_line_leaves_other_games_to_its_keys(session: Session) -> None:
    said(session, "play demon")
    on_screen = Session(session.kept, on_screen=True)
    for line in ("end", "sheet", "tour", "play corners", "contests"):
        assert "use keys" in refused(on_screen, line)
    assert said(on_screen, "moves")


def test_the_deal_of_the_days_board_is_todays_and_its_mark_is_named(session: Session) -> None:
    assert "Total: mark 0." in said(session, "daily")
    day = str(waiting.today())
    assert said(session, "board daily").startswith(
        f"Deal of the day, {day}. Wins first, then fewer exceptions, a higher mark"
    )


@pytest.mark.parametrize("kind", ["tournament", "match", "sheet"])
def test_a_board_of_which_there_are_several_is_asked_for_by_its_name(
    session: Session, kind: str
) -> None:
    assert refused(session, f"board {kind}").startswith(f"Which one? There are several: '{kind}:NA")
