"""Line mode: the effect and the answer of each command."""

import random
from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from solterm.context import Context
from solterm.core import cards
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.games import catalogue, find
from solterm.manual.odds import is_won
from solterm.plain.interpreter import LONGEST, carry_out
from solterm.plain.session import Reply
from solterm.sessions import shelf
from solterm.sessions.sharing import block, start_on
from solterm.store.kept import KeptPlay
from solterm.store.settings import load_settings
from tests.effort import tries
from tests.games.test_board_text import ROWS
from tests.harness.cases import over
from tests.plain.line_sessions import (
    CANFIELD,
    NEARLY_WON,
    new_session,
    refusal_of,
    reply_to,
    session_at,
    state_of,
)

GOES_ON = "t6 jc 9S\nt7 TH"
"""Two columns that fit, so that a small position isn't over."""


# -- moves -------------------------------------------------------------------------------------


@over(
    "text line answer",
    [
        ("t1 kc 9H\nt3 TS", "t1 t3", "9H to column 3; that turns up KC."),
        ("t1 9H\nt3 TS", "t1 t3", "9H to column 3; column 1 is empty now."),
        ("w 4D 9H\nt3 TS", "w t3", "9H to column 3; that uncovers 4D."),
        ("t1 9H AS", "t1 f", "AS to foundation 1."),
        ("s 5c 4d 3h 2s", "s", "4D is up; 1 card left in the stock."),
        ("s 2s", "s", "2S is up; no cards left in the stock."),
        ("w 2S 3H", "s", "The waste is turned over; 2 cards to turn."),
    ],
)
def test_a_move_is_reported_with_the_card_it_uncovers(text: str, line: str, answer: str) -> None:
    assert reply_to(session_at(f"{text}\n{GOES_ON}"), line) == answer


def test_a_line_may_contain_several_moves() -> None:
    session = session_at(f"t1 kc 9H\nt2 QD AS\nt3 TS\n{GOES_ON}")
    assert reply_to(session, "  t1   t3, T2 F1,").splitlines() == [
        "9H to column 3; that turns up KC.",
        "AS to foundation 1.",
    ]
    assert session.play.moves == 2


def test_a_list_of_moves_stops_at_the_first_refusal() -> None:
    session = session_at(f"t1 kc 9H\nt2 QD AS\nt3 TS\n{GOES_ON}")
    reply = carry_out(session, "t1 t3, t2 t3, t2 f1")
    assert not reply.ok
    assert reply.text.splitlines()[0] == "9H to column 3; that turns up KC."
    assert reply.text.splitlines()[1].startswith("Stopped at 't2 t3', after 1 of 3: ")
    assert session.play.events[-1] == "t1 t3"


@over("command", ["quit", "new", "save here", "play demon", "moves", "b"])
def test_a_list_may_contain_only_events_of_a_record(command: str) -> None:
    session = session_at(f"t1 kc 9H\nt3 TS\n{GOES_ON}")
    assert "type it on its own" in refusal_of(session, f"t1 t3, {command}")


@over(
    "line",
    [
        *("xyzzy", "f t1", "f", "f f", "f1 f2", "z t1", "t1@9 t2", "t1 t2 0", "t1 t2 t3", "w t1"),
        *("play foo", "level", "level 4", "level -1", "undo", "undo 2", "redo", "auto auto"),
        *("peek", "peek q", "help q", "why", "why undo", "new 0", "new -1", "new x"),
        *("autoplay maybe", "lamp maybe", "hint 0", "hint -1", "hint 601", "hint x"),
        *("settings level 9", "return nowhere", "open nothing"),
        "s" * (LONGEST + 1),
    ],
)
def test_impossible_lines_are_refused_in_one_sentence(line: str) -> None:
    reason = refusal_of(new_session(), line)
    assert reason[-1] in ".?" and "\n" not in reason and len(reason) <= 120


@over(
    "line reason",
    [
        ("undoo", "There is no command 'undoo'. Did you mean 'undo'?"),
        ("settings them felt", "There is no setting 'them'. Did you mean 'theme'?"),
        ("why t1 t2", "7D can't go on AH: nothing goes on an Ace."),
        ("t9 t1", "There is no pile 't9' here; there are s, w, f1-f4, t1-t7."),
        ("hint 601", "Write 'hint', or give a limit in seconds: 'hint 10'."),
    ],
)
def test_a_refusal_names_what_was_meant_or_is_allowed(line: str, reason: str) -> None:
    assert refusal_of(new_session(), line) == reason


def test_a_question_not_understood_is_asked_once_more() -> None:
    session = new_session()
    question = carry_out(session, "cheat").text
    again = carry_out(session, "yep")
    assert not again.ok
    assert again.text == f"There is no command 'yep'; 'help' lists them all. {question}"
    assert again.answers == carry_out(session, "").answers == ("y", "n")
    assert carry_out(session, "j").text == "There is no command 'j'; 'help' lists them all."
    assert carry_out(session, "y").text == "There is no question to answer."
    carry_out(session, "cheat")
    assert carry_out(session, "s").ok, "a command drops the question"
    assert carry_out(session, "YES").text == "There is no question to answer."
    carry_out(session, "cheat")
    assert carry_out(session, "Yes").text == "Your next move may follow level 1's rules."


def test_no_begins_no_new_sheet() -> None:
    session = new_session()
    carry_out(session, "sheet")
    carry_out(session, "3")
    assert carry_out(session, "no").answers is not None, "N does, which is no answer of two"


# -- commands ----------------------------------------------------------------------------------


@over(
    "lines answer",
    [
        ("why t2 f", "That is legal: AH to foundation 1."),
        (
            "x, level 2",
            "You play at level 2 now. From the next move on exceptions count from 0.",
        ),
        ("x", "8S is up; 23 cards left in the stock. Exceptions counted: 1."),
        ("bookmark 2, s, bookmark, s, bookmark", "Bookmark 3 is set here."),
        ("t2 f, score", "Score 10 at level 3 with 1 move, 0 exceptions and 1 card home."),
        ("targets w", "Nothing can leave the waste now."),
        ("s, s, stats", "Klondike (KLONCAN): no game is finished yet."),
    ],
)
def test_commands_answer_in_sentences(lines: str, answer: str) -> None:
    assert reply_to(new_session(), *lines.split(", ")) == answer


def test_looking_changes_nothing() -> None:
    session = new_session()
    before = state_of(session.play)
    reply_to(session, "why t2 f", "targets t2", "score", "moves", "board", "stats")
    assert state_of(session.play) == before


def test_a_return_goes_to_a_bookmark_or_the_latest() -> None:
    session = new_session()
    reply_to(session, "bookmark 2", "s", "bookmark", "s", "bookmark")
    assert reply_to(session, "return 2", "return").startswith("Back at bookmark 3;")
    assert reply_to(session, "return 1") and len(session.play.pile("w")) == 3


@over("line", ["hint", "peek w", "undo", "restart", "bookmark", "return", "cheat yes"])
def test_scored_games_have_no_helps(line: str) -> None:
    session = new_session(mode=Mode.SCORED)
    reply_to(session, "s")
    off = " off in contests, score sheets and the deal of the day."
    assert refusal_of(session, line).endswith(off)


@over("line", ["new", "new 5", "replay", "open mine", "save x"])
def test_a_scored_game_keeps_its_deal(line: str) -> None:
    session = new_session(mode=Mode.SCORED)
    shelf.put(session.store, "mine", record.write(Play(find(CANFIELD), 5)))
    assert refusal_of(session, line)
    assert session.play.events == []


def test_an_exception_at_level_2_waits_for_a_move_and_x_cancels_it() -> None:
    session = session_at("w 9D\nt1 TH\nt2 KC", level=2)
    assert refusal_of(session, "w t1")
    assert reply_to(session, "x").startswith("Your next move may follow level 1's rules.")
    assert session.play.armed
    assert reply_to(session, "x") == "The exception is cancelled."
    assert not session.play.armed
    assert reply_to(session, "x", "w t1").endswith("Exceptions counted: 1.")
    assert not session.play.armed


def test_undo_and_redo_describe_the_changed_piles() -> None:
    session = session_at(f"t1 kc AS\n{GOES_ON}")
    reply_to(session, "t1 f")
    assert reply_to(session, "undo") == "Undone. Foundation 1: empty; column 1: 1 face down, AS."
    assert reply_to(session, "redo") == "Redone. Foundation 1: AS; column 1: KC."


def test_a_hint_names_a_legal_move_to_type() -> None:
    session = new_session()
    reply = carry_out(session, "hint")
    assert reply == Reply(
        True,
        "Try AH to foundation 1: that turns up column 2's last hidden card. Type 't2 f'.",
        hint="t2 f",
    )
    assert session.play.counts.hints == 1
    assert carry_out(session, "t2 f").ok


def test_a_hint_without_a_move_has_only_words() -> None:
    reply = carry_out(session_at("t1 9H\nt2 2C"), "hint")
    assert reply == Reply(True, "This deal can't be won at this level.")


def test_a_peek_names_the_face_up_cards_of_a_squared_pile() -> None:
    session = new_session()
    reply_to(session, "s")
    reply = carry_out(session, "peek w")
    assert reply.text == "In the waste, from the bottom: 8S 7H 4D."
    assert reply.seen == session.play.pile("w")
    assert carry_out(session, "peek s").seen == ()


def test_a_save_replaces_another_only_after_a_yes() -> None:
    session = new_session()
    for line in ("save mine", "new 7", "save mine", "n"):
        carry_out(session, line)
    assert "deal 617" in shelf.find(session.store, "mine").line()
    reply = carry_out(session, "save mine")
    assert reply.text.startswith("There is a save 'mine': Klondike (KLONCAN), deal 617, level 3, ")
    assert reply.answers == ("y", "n")
    assert carry_out(session, "y").text.endswith("'open mine' opens it.")
    assert "deal 7" in shelf.find(session.store, "mine").line()


def test_the_board_has_one_line_for_each_pile() -> None:
    session = new_session()
    reply_to(session, "s")
    lines = reply_to(session, "board").splitlines()
    assert lines[0] == "Klondike (KLONCAN), deal 617, level 3"
    assert [line.split()[0] for line in lines[1:]] == list(session.play.game.ids)
    assert "s   stock: 21 face down" in lines
    assert "w   waste: 8S 7H 4D" in lines, "three cards turned at a time are fanned"
    assert "t3  column 3: 2 face down, 8H" in lines
    reply_to(session, "s")
    assert "w   waste: JS 4C QS on top of 3" in reply_to(session, "board").splitlines()


def test_a_board_is_pasted_line_by_line_or_in_one_line() -> None:
    session = new_session()
    assert "then an empty line" in reply_to(session, "paste")
    for line in ROWS.splitlines():
        assert carry_out(session, line) == Reply(True)
    assert reply_to(session, "") == "Free Cell (smallWare), deal 24, level 3."
    own = ROWS.replace("4C 2C", "2C 4C")
    assert "own board" in reply_to(session, "paste " + own.strip().replace("\n", " / "))
    assert session.play.options.keys() == {"board"}
    assert "own board" in reply_to(session, "t1 r1", "menu")
    assert "deal 1" not in reply_to(session, "menu")
    assert "deal 1" not in reply_to(session, "save", "saves")
    reply_to(session, "paste", *ROWS.replace("9D", "8S").splitlines())
    assert refusal_of(session, "") == "The position has 8S twice and lacks 9D. 8S is in line 8."
    reply_to(session, "paste")
    assert refusal_of(session, "") == "This text has no board, no game and no deal."
    assert refusal_of(session, ROWS.splitlines()[0]).startswith("That is a row of cards.")
    shared = block(new_session().play).splitlines()
    assert reply_to(session, "paste", *shared, "").startswith("The game is saved as 'Klondike")
    assert reply_to(session, "paste FreeCell #617").startswith("Free Cell (smallWare), deal 617")


def test_a_typed_number_is_never_a_board_of_the_players_own() -> None:
    session, own = new_session("free-cell"), start_on(ROWS.replace("4C 2C", "2C 4C"))
    session.seat.bring(own)
    assert reply_to(session, "replay") == "Free Cell, own board (smallWare), level 3."
    assert reply_to(session, "new 1") == "Free Cell (smallWare), deal 1, level 3."
    session.seat.bring(own)
    assert "own board" not in reply_to(session, "new")


def test_new_and_replay_deal_the_same_game_at_the_same_level() -> None:
    session = new_session(level=2)
    assert reply_to(session, "new 42") == "Klondike (KLONCAN), deal 42, level 2."
    assert (session.play.deal, session.play.level) == (42, 2)
    reply_to(session, "s", "replay")
    assert (session.play.deal, session.play.events) == (42, [])
    reply_to(session, "new")
    assert 1 <= session.play.deal <= 32_000


def test_a_winnable_deal_is_dealt_and_called_so() -> None:
    session = new_session("free-cell")
    reply_to(session, "new winnable")
    assert is_won(session.play.game, 3, session.play.deal)
    number = session.play.deal
    assert reply_to(session, "board").startswith(f"Free Cell (smallWare), deal {number}, level 3")
    reply_to(session, "settings winnable on")
    told = f"Free Cell (smallWare), winnable deal {number}, level 3"
    assert reply_to(session, "board").startswith(told)
    assert ", winnable deal " in reply_to(session, "new")


def test_a_game_at_random_may_be_of_a_family() -> None:
    session = new_session("free-cell")
    assert reply_to(session, "play random spider")
    assert session.play.game.family == find("spider").family


def test_a_cheat_is_explained_before_its_move() -> None:
    session = new_session()
    assert carry_out(session, "cheat").text.endswith("counts as level 1. Cheat? Answer y or n.")
    assert carry_out(session, "no").text == "The rules stay as they are."
    assert session.play.counts.cheats == 0
    assert carry_out(session, "cheat yes").ok
    assert session.play.counts.cheats == 1
    assert "cancelled" in carry_out(session, "cheat").text


def test_a_sequence_is_a_shortcut_but_not_a_legal_move() -> None:
    session = session_at("t1 9H 8S\nt2 TS\nt3 KC\nt4 KD\nt5 KH\nt6 KS\nt7 QC\nt8 QD", "free-cell")
    assert "t1 t2 2" not in (carry_out(session, "moves").legal or ())
    assert carry_out(session, "why t1 t2 2").text == (
        "That is a shortcut: it stands for 3 single moves."
    )
    assert carry_out(session, "t1 t2 2").text == "9H 8S to column 2, in 3 single moves."


def test_a_game_is_saved_under_a_name_and_reopened() -> None:
    session = new_session()
    carry_out(session, "t2 f")
    assert carry_out(session, "save Friday Night").ok
    carry_out(session, "new 5")
    assert "Friday Night: Klondike (KLONCAN), deal 617" in carry_out(session, "saves").text
    assert carry_out(session, "open Friday Night").ok
    assert (session.play.deal, session.play.events) == (617, ["opened", "t2 f1"])


def test_settings_are_listed_and_changed(home: Path) -> None:
    session = new_session()
    assert 'theme = "dos"' in carry_out(session, "settings").text
    assert carry_out(session, "settings automatic on").text == "automatic is on now."
    assert load_settings(Context(folder=home))[0].automatic
    assert session.play.autoplay


@over("game", ["royale-golf", "ultimate-pyramid", "concentration", "scorpion", "will-o-wisp"])
def test_autoplay_says_if_a_game_has_no_automatic_play(game: str) -> None:
    assert "no card goes home by itself" in refusal_of(new_session(game), "autoplay on")


# -- the end -----------------------------------------------------------------------------------


def test_a_win_is_announced_once_with_the_score() -> None:
    session = session_at(f"{NEARLY_WON}\nt1 KC\nt2 KD\nt3 KH\nt4 KS")
    reply_to(session, "t1 f", "t2 f", "t3 f")
    assert reply_to(session, "t4 f").endswith(
        "The game is won: score 1000 at level 3 with 4 moves, 0 exceptions and 52 cards home."
    )
    assert "won" not in reply_to(session, "board")


# -- arbitrary input ---------------------------------------------------------------------------


@given(
    st.sampled_from(list(catalogue())),
    st.integers(1, 10**20 - 1),
    st.sampled_from([3, 2, 1]),
    st.randoms(use_true_random=False),
)
def test_every_legal_text_is_accepted_as_typed(
    game: str, deal: int, level: int, chance: random.Random
) -> None:
    session = new_session(game, deal, level)
    for _ in range(tries(25, 7)):
        if chance.random() < 0.2:
            carry_out(session, "x")
        legal = carry_out(session, "moves").legal
        assert legal is not None
        assert len(legal) == len(set(legal)) == len(list(session.play.legal_moves))
        for text in legal:
            assert carry_out(session, f"why {text}").ok
            assert str(session.play.resolve(text)) in map(str, session.play.legal_moves)
        if not legal:
            return
        events = len(session.play.events)
        assert carry_out(session, chance.choice(legal)).ok
        assert len(session.play.events) == events + 1


PIECES = (
    "s w f f1 f4 t1 t2 t3 t7 r h x level auto undo redo hint peek help score new record why moves"
    " board 1 2 3 0 99 -1 t2@2 @ kloncan \0 \x1b[2J é ² ٣ ✓"
)
WORDS = st.sampled_from(PIECES.split(" "))


@given(st.lists(st.lists(WORDS, max_size=5).map(" ".join) | st.text(max_size=30), max_size=20))
def test_no_input_breaks_a_session(lines: list[str]) -> None:
    session = new_session(CANFIELD)
    for line in lines:
        before = state_of(session.play)
        reply = carry_out(session, line)
        assert reply.text.isprintable() or "\n" in reply.text
        if not reply.ok:
            assert reply.text
            assert state_of(session.play) == before


def test_cards_go_home_by_themselves_and_statistics_count_the_game() -> None:
    session = new_session()
    assert carry_out(session, "autoplay on").ok
    assert reply_to(session, "s").endswith("AH AD go home by themselves.")
    reply_to(session, "new")
    assert "played 1, won 0 " in reply_to(session, "stats")


def test_a_game_of_two_players_names_the_turn_and_the_winner() -> None:
    session = new_session("concentration")
    options = {"players": "2"}
    session.bring(KeptPlay.start(session.store, find("concentration"), 5, options=options))
    assert reply_to(session, "g1", "g2").endswith("Player 2's turn, 0 to 0.")
    ranks: dict[int, list[str]] = {}
    for name in session.play.game.ids:
        for card in session.play.pile(name):
            ranks.setdefault(cards.rank(card), []).append(name)
    told = reply_to(session, *(name for pair in ranks.values() for name in pair))
    assert told.endswith("Player 2 has won, 0 to 24.")


# -- equal cards of two packs ---------------------------------------------------------------------


def test_a_turned_card_is_named_once_when_its_twin_follows() -> None:
    assert reply_to(new_session("german-patience", 7), "s").startswith("2H is up;")
    assert reply_to(new_session("german-patience", 7), "s", "s").startswith("2S is up;")


def test_a_row_of_eight_is_reported_as_eight_cards() -> None:
    session = new_session("interregnum", 7)
    for _ in range(11):
        up, _, _ = reply_to(session, "s").partition(" are up")
        assert len(up.split()) == 8


def test_a_look_names_the_pile_of_the_card_not_of_its_twin() -> None:
    assert reply_to(new_session("cabal", 5), "s t1", "x").startswith("Seen: 6S in the stock.")


def test_a_second_look_at_the_same_card_is_not_counted_again() -> None:
    session = new_session("lady-of-the-manor", 5)
    assert reply_to(session, "x t1") == "Seen: 7S in Floor pile 1. Exceptions counted: 1."
    assert reply_to(session, "x t1") == "Seen: 7S in Floor pile 1."
    assert reply_to(session, "x t2").endswith("Exceptions counted: 2.")


def test_automatic_play_names_every_card_it_sends_home() -> None:
    session = new_session("lady-of-the-manor", 5935)
    home = reply_to(session, "auto").removeprefix("Played home: ").split(".")[0].split("; ")[0]
    play = session.play
    lying = [
        card
        for name, pile in zip(play.rules.ids, play.known.piles, strict=True)
        if name[0] == "f"
        for card in pile
    ]
    assert 0 not in lying
    assert len(home.split()) == len(lying) - 8
