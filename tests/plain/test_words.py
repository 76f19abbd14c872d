"""What line mode's words mean: true sentences, abbreviations, cards, and the cells of grids."""

import io
import random
import re
from random import Random

import pytest

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.tokens import trace, untrace
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.core.vocabulary.exceptions import DrawUnder
from solterm.games import catalogue, find
from solterm.plain import prose
from solterm.plain.grammar import COMMANDS, help_of
from solterm.plain.interpreter import carry_out
from solterm.plain.loop import run
from solterm.plain.prose import describe_pile
from solterm.plain.words import in_piles, speak
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.core.positions import position
from tests.core.strategies import every_game, some_games_at_a_level
from tests.effort import tries
from tests.harness.cases import over
from tests.plain.line_sessions import new_session, session_at, session_of


def report_of(game_id: str, text: str, move: str, level: int = 3) -> str:
    """Return the report on a legal move in a position."""
    rules = find(game_id).rules(level)
    table, made = trace(position(rules, text)), Move.parse(move)
    assert rules.why_not(untrace(table), made) is None
    return prose.tell_done(rules.game, table, rules.make(table, made), made)


@over(
    "game_id text move sentence",
    [
        (
            "demon",
            "r 5c 8S\nf1 3H\nt1 QH\nt2 KC\nt3 2C\nt4 2D\ns 4s",
            "t1 t2",
            "QH to column 2; 8S fills column 1; that turns up 5C.",
        ),
        (
            "german-patience",
            "s 9c 4d\nw 6S\nt1 QH\nt2 JC\nt3 2C\nt4 2D\nt5 2S\nt6 3S\nt7 2H\nt8 AC",
            "t1 t2",
            "QH to pile 2; 4D fills pile 1.",
        ),
        ("concentration", "g1 7D\ng2 7c\ng3 8c", "g2", "A look at place 2; 7D 7C are a pair and"),
        ("matrimony", "f1 QH\nf2 JH\nt1 4S 5S", "s", "t1 is picked up as the new stock; 2 cards"),
        (
            "three-shuffles-and-a-draw",
            "f1 AC\nf2 AD\nf3 AH\nf4 AS\nt1 2C 9D",
            "s",
            "The tableau is gathered, shuffled and dealt again.",
        ),
    ],
)
def test_automatic_moves_are_reported_separately(
    game_id: str, text: str, move: str, sentence: str
) -> None:
    assert sentence in report_of(game_id, text, move)


def test_a_card_played_unseen_is_named_afterwards() -> None:
    sentence = report_of("propeller", "s 4c 6d\nw 2S\nt1 9C", "s t2", 1)
    assert sentence == "The next card of the stock, 6D, to blade 2."


def test_a_card_that_leaves_is_not_reported_as_turned_up() -> None:
    assert report_of("the-wish", "t6 8c 9d TD\nt8 9S", "t6@2 t8", 1) == "9D with 9S."


@every_game
def test_help_names_only_moves_the_game_has(game: Game) -> None:
    for level in LEVELS:
        check_help(game.rules(level).game)


def check_help(at_level: Game) -> None:
    table = at_level.deal(617).table
    moves, *lines = help_of(at_level, table, [*dict.fromkeys(COMMANDS.values())]).splitlines()
    for written in re.findall(r"'([^']+)'", moves):
        src, *rest = written.split()
        assert src in (*at_level.ids, "f")
        assert all(each in at_level.ids or each in ("f", "2") for each in rest)
    alone = [line for line in lines if line.startswith("SRC alone")]
    acting = {name for name in at_level.ids if at_level.group(name).action}
    assert set(re.findall(r"'(\w+)'", " ".join(alone))) == acting
    over = "turn the waste" in " ".join(alone)
    passes = [getattr(at_level.group(name).action, "passes", 1) for name in acting]
    assert over == any(each != 1 for each in passes)
    words = {command.usage for command in COMMANDS.values()}
    assert {line[:16].rstrip() for line in lines} >= words
    assert len(lines) == len(words) + len(alone) + len(
        ("several moves", "open cards", "short words")
    )


@over(
    "game level exception",
    {
        f"{game.id}-{level}": (game, level, exception)
        for game in catalogue().values()
        for level, exception in game.exceptions.items()
        if isinstance(exception, DrawUnder)
    },
)
def test_the_example_of_an_armed_draw_is_legal(
    game: Game, level: int, exception: DrawUnder
) -> None:
    random = Random(game.id)
    usual, drawing = game.rules(level), game.rules_armed(level, exception)
    table = game.deal(617).table
    for _ in range(40):
        example = exception.example(usual, drawing, table)
        drawn = set(drawing.legal_moves(table)) - set(usual.legal_moves(table))
        assert bool(example) == bool(drawn)
        if example:
            assert drawing.resolve(table, example) in drawn
        moves = list(usual.legal_moves(table))
        if not moves:
            break
        table = usual.make(table, random.choice(moves))


def test_the_help_of_the_command_line_on_the_screen_lists_only_what_works_there() -> None:
    session = session_of(KeptPlay.start(Store.open(), find("free-cell"), 617), on_screen=True)
    usages = {line[:16].split()[0] for line in carry_out(session, "help").text.splitlines()}
    assert "hint" in usages
    for word in (usages & COMMANDS.keys()) - {"hint"}:  # the screen answers that one as H does
        reply = carry_out(session, word)
        assert "On the screen" not in reply.text


# -- abbreviations, cards in place of piles, and the cells of grids -------------------------------


@over("short long", [("h", "hint"), ("b", "board"), ("?", "help"), ("? t3", "help t3")])
def test_one_letter_abbreviates_a_word(short: str, long: str) -> None:
    assert carry_out(new_session(), short).text == carry_out(new_session(), long).text


def test_u_undoes_and_q_quits() -> None:
    session = new_session()
    carry_out(session, "s")
    assert carry_out(session, "U").text.startswith("Undone.")
    carry_out(session, "q")
    assert session.ended


@some_games_at_a_level
def test_no_abbreviation_hides_a_move(game: Game, level: int) -> None:
    chance = random.Random(level)
    session = new_session(game.id, level, level=level)
    for _ in range(tries(60, 25)):
        if not (legal := list(session.play.legal_moves)):
            break
        move = chance.choice(legal)
        assert carry_out(session, session.play.text(move)).ok
        assert Move.parse(session.play.events[-1]) == move
    assert session.play.events


def test_a_turned_king_is_played_by_its_pile() -> None:
    session = new_session("royale-pyramid", 3)
    for line in ["t22", "s", "s", "s", "t23 w", "t16 t26", "s"]:
        carry_out(session, line)
    assert carry_out(session, "h").text == "KH alone."
    assert "h hint" not in carry_out(session, "help").text
    assert "h hint" in carry_out(new_session("royale-golf"), "help").text


@over("ten", ["10H", "TH", "10h", "Th"])
def test_a_ten_may_be_written_in_two_ways(ten: str) -> None:
    session = session_at("t1 JC\nt2 TH")
    assert carry_out(session, f"{ten} jc").ok
    assert session.play.events == ["t2 t1"]


def test_a_covered_card_includes_those_on_top() -> None:
    session = session_at("t1 KH\nt2 QS JH TS\nt3 KD", level=2)
    assert carry_out(session, "QS KH").ok
    assert session.play.events == ["t2 t1 3"]
    assert carry_out(session, "9c t1").text == "9C isn't face up here."
    assert carry_out(session, "KD KH").text == "KH is covered on t1."


def test_an_ambiguous_card_of_two_packs_needs_a_pile() -> None:
    session = new_session("matrimony", 5)
    twice = next(
        card
        for card in (pile[-1] for pile in session.play.table.piles if pile)
        if sum(pile[-1:] == (card,) for pile in session.play.table.piles) > 1
    )
    assert carry_out(session, f"{cards.text(twice)} f1").text.endswith("say which pile.")


def visible_cards(play: Play) -> set[Card]:
    """Return the visible cards."""
    shown: set[Card] = set()
    for name in play.rules.ids:
        pile = play.pile(name)
        shown.update(pile if play.rules.game.group(name).fanned else pile[-1:])
    return {card for card in shown if not card & DOWN}


def test_hidden_cards_are_not_found() -> None:
    for game in catalogue().values():
        play = Play(game, 617)
        pack = {card & ~DOWN for pile in play.table.piles for card in pile}
        for card in pack - visible_cards(play):
            with pytest.raises(Refusal, match=f"{cards.text(card)} isn't face up here"):
                in_piles(play, [cards.text(card)])


@over(
    "game described",
    [
        ("farewell-to-kings", "cell 44 (row 4, column 8)"),
        ("poker", "cell 7 (row 2, column 2)"),
        ("concentration", "place 7 (row 2, column 1)"),
    ],
)
def test_a_cell_is_named_with_its_row_and_column(game: str, described: str) -> None:
    session, sink = new_session(game), io.StringIO()
    name = described.split(" (")[0]
    run(session, io.BytesIO(f"help g{name.split()[1]}\n".encode()), sink)
    assert described in sink.getvalue().lower()


def test_the_line_of_a_row_names_cards_and_empty_cells_in_order() -> None:
    session = new_session("poker", 3)
    carry_out(session, "h g8")
    assert "g6-g10   row 2: 2 empty, 8D, 2 empty" in session.board().splitlines()


def test_the_end_card_of_a_run_names_one_card() -> None:
    session = session_at("t1 QC JH TS 9D\nt2 TC\nt3 KH", "klondike-deal-1", level=1)
    assert carry_out(session, "why 9D t2").ok
    carry_out(session, "9d t2")
    assert session.play.events == ["t1 t2"]
    carry_out(session, "undo")
    assert carry_out(session, "TS t3").text.startswith("TS can't go on KH")
    carry_out(session, "QC t3")
    assert session.play.events[-1] == "t1 t3 4"


def test_a_card_may_be_named_with_a_count_or_alone() -> None:
    play = session_at("t1 QC JH TS\nt2 JC\nt3 KH", "klondike-deal-1", level=1).play
    assert in_piles(play, ["TS", "t2", "1"]) == ["t1", "t2", "1"]
    assert in_piles(play, ["JH"]) == ["t1"], "a covered card stands for its pile"
    with pytest.raises(Refusal, match="JH is covered on t1"):
        in_piles(play, ["JH", "t2", "1"])


@over(
    "line event",
    [
        ("4\u2665 t1", "t2 t1"),
        ("4\u2661\ufe0f t1", "t2 t1"),
        ("t3 \u2665", "t3 f1"),
        ("2\u2665 \u2665\ufe0f", "t3 f1"),
        ("10\u2660 t4", "t5 t4"),
    ],
)
def test_suits_are_read_as_they_are_printed(line: str, event: str) -> None:
    session = session_at("f1 AH\nt1 5S\nt2 4H\nt3 2H\nt4 JH\nt5 TS\nw AC")
    assert carry_out(session, line).ok
    assert session.play.events == [event]


def test_a_card_of_another_suit_does_not_go_to_a_foundation() -> None:
    session = session_at("f1 AH\nt1 AS\nt2 4H")
    assert carry_out(session, "t1 \u2665").text == "AS is not of hearts."
    assert carry_out(session, "why t1 \u2660").ok
    assert carry_out(session, "\u2663 t1").text == "No clubs are home."
    assert session.play.events == []


def test_shown_cards_of_the_stock_are_named_in_the_order_in_which_they_come() -> None:
    stock = tuple(card | DOWN for card in (cards.UNKNOWN, cards.parse("2H"), cards.parse("9S")))
    assert describe_pile(find("demon"), "s", stock) == "stock: 3 face down, 9S 2H next"


CODE = re.compile(r"\b[A2-9TJQK][CDHS]\b|\b(?:column|cell|foundation|place|row) \d\b")


@over("game_id", list(catalogue())[:: tries(1, 9)])
def test_with_speech_no_sentence_names_a_card_by_letters(game_id: str) -> None:
    session = new_session(game_id)
    session.seat.settings = replace(session.settings, speech=True)
    moves = [session.play.text(move) for move in session.play.legal_moves][:2]
    sources = sorted({name for name in session.game.ids if name[0] in "twhg"})[:4]
    lines = [
        "board",
        "moves",
        *moves,
        "hint",
        "auto",
        "undo",
        *(f"peek {each}" for each in sources),
    ]
    lines += [line for each in sources for line in (f"{each} f", f"t1 {each}", f"targets {each}")]
    sink = io.StringIO()
    run(session, io.BytesIO("\n".join(lines).encode()), sink)
    told = re.sub(r"(?<!\w)'[^'\n]+'", "", sink.getvalue())
    if found := CODE.search(told):
        raise AssertionError(told[max(0, found.start() - 200) : found.end() + 50])


def test_cards_and_piles_are_spoken_and_what_is_typed_stays() -> None:
    game = find("free-cell")
    told = speak(game, "TC can't go on 9D: it isn't free. Type 't1 r1', or 'TC r1'; cell 12 isn't.")
    assert told == (
        "Ten of clubs can't go on nine of diamonds: it isn't free. Type 't1 r1', or 'TC r1';"
        " cell 12 isn't."
    )
    assert speak(game, "t3  column 3: KH 8S") == "t3, column three: king of hearts, eight of spades"
    assert speak(None, "9H 8S to column 2") == "Nine of hearts, eight of spades to column 2"
