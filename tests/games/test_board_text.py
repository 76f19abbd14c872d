"""Boards are read in the forms that programs and people write, or refused in a sentence."""

import json
import random
import re
from collections.abc import Mapping, Sequence
from itertools import chain, zip_longest

import pytest
from pysol_cards import deal_game
from pysol_cards.cards import CardRenderer
from pysol_cards.random_base import RandomBase

from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.game import Position, card_fault
from solterm.core.play.play import Play
from solterm.core.refusal import Refusal
from solterm.games import catalogue, find
from solterm.games.board_text import SeveralGames, deal_of, options_of, read_board
from solterm.plain import prose, protocol
from solterm.plain.words import speak
from solterm.sessions.sharing import block, start_in
from tests.effort import tries
from tests.harness.cases import over

GAMES = catalogue().values()
ROWS = """\
4C 2C 9C 8C QS 4S 2H
5H QH 3C AC 3H 4H QD
QC 9S 6H 9H 3S KS 3D
5D 2S JC 5C JH 6D AS
2D KD 10H 10C 10D 8D
7H JS KH 10S KC 7C
AH 5S 6S AD 8H JD
7S 6C 7D 4D 8S 9D
"""
"""Deal 24 of Microsoft's Free Cell."""
LINES = ROWS.splitlines()
ACROSS = "\n".join(
    " ".join(row.split()[k] for row in LINES if len(row.split()) > k) for k in range(7)
)

FORMS = {
    "rows": ROWS,
    "lower case": ROWS.lower(),
    "signs of suits": ROWS.translate(str.maketrans("CDHS", "\u2663\u2666\u2665\u2660")),
    "T for ten": ROWS.replace("10", "T"),
    "commas": ROWS.replace(" ", ", "),
    "quoted": "".join(f"> {line}\n" for line in LINES),
    "quoted twice": "".join(f"> > {line}\n" for line in LINES),
    "colons": "".join(f": {line}\n" for line in LINES),
    "numbered": "".join(f"{n}: {line}\n" for n, line in enumerate(LINES, 1)),
    "named": "".join(f"Column {n}: {line}\n" for n, line in enumerate(LINES, 1)),
    "a list": "".join(f"- {line}\n" for line in LINES),
    "a fence": f"Can anyone win this?\n\n```\n{ROWS}```\nIt is FreeCell #24.",
    "a heading": f"FreeCell #24\n{ROWS}",
    "rows across": ACROSS,
    "empty cells": f"Foundations: H-0 C-0 D-0 S-0\nFreecells: - - - -\n{ROWS}",
    "Windows": ROWS.replace("\n", "\r\n"),
    "JSON of Solvitaire": json.dumps({"tableau piles": [line.split() for line in LINES]}),
    "no rows, but a number": "FreeCell game #24",
    "0 for ten": ROWS.replace("10", "0"),
    "suits first": re.sub(r"(\w+)([CDHS])\b", r"\2\1", ROWS),
    "in words": speak(None, ROWS.replace("10", "T")),
    "bold": re.sub(r"(\w+)", r"**\1**", ROWS),
    "a solution of fc-solve": f"-=-=-=-=-=-=-\n\nFreecells:\n{ROWS}\n=======\n\n{ROWS[:-3]}",
}


@over("form", list(FORMS))
def test_a_deal_of_microsofts_is_known_in_every_form(form: str) -> None:
    position = read_board(FORMS[form], GAMES)
    assert position == find("free-cell").deal(24)
    assert deal_of(position) == 24


@over(
    "theirs ours",
    [
        *(("freecell", "free-cell"), ("klondike", "klondike-deal-1"), ("golf", "ultimate-golf")),
        *(("yukon", "yukon"), ("gypsy", "gypsy"), ("simple_simon", "simple-simon")),
        *(("black_hole", "black-hole"), ("seahaven_towers", "seahaven-towers")),
    ],
)
def test_boards_of_pysolfc_are_our_deals(theirs: str, ours: str) -> None:
    """They name the empty cells, the next card of the talon first, and mark cards face down."""
    text = deal_game.Game(theirs, 24, RandomBase.DEALS_MS).calc_layout_string(CardRenderer(True))
    read = read_board(text, GAMES)
    assert (read.game.id, deal_of(read)) == (ours, 24)


def test_a_row_may_begin_with_a_card_face_down() -> None:
    text = deal_game.Game("gypsy", 24, RandomBase.DEALS_MS).calc_layout_string(CardRenderer(True))
    talon, _, rows = text.partition("\n")
    assert rows.startswith("<KC>")
    assert deal_of(read_board(rows + talon, GAMES)) == 24


def test_a_row_of_all_cards_is_no_board() -> None:
    with pytest.raises(Refusal, match="columns: 52 cards"):
        read_board(" ".join(ROWS.split()), GAMES)


@over("game_id", list(catalogue())[:: tries(1, 3)])
def test_our_own_texts_are_read_back(game_id: str) -> None:
    play = Play(find(game_id), 5)
    position = find(game_id).deal(5)
    texts = (
        f"{prose.title(play)}\n{prose.board(play.game, play.table, named=True)}",
        json.dumps(protocol.opening(play)),
        str(position),
    )
    for text in texts:
        read = read_board(text, GAMES)
        assert (read.game.id, read.table.piles) == (game_id, position.table.piles)


@over("game_id", list(catalogue()))
def test_the_number_of_a_deal_is_found(game_id: str) -> None:
    assert deal_of(find(game_id).deal(23)) == 23


def test_numbers_are_looked_for_up_to_a_million() -> None:
    assert deal_of(find("free-cell").deal(999_999)) == 999_999
    assert deal_of(find("free-cell").deal(24).push("t1 r1")) is None


def write_columns(position: Position) -> str:
    """Return the columns of a table, one a line."""
    piles = zip(position.game.ids, position.table.piles, strict=True)
    columns = (
        [cards.text(card & ~DOWN) for card in pile] for name, pile in piles if name[0] == "t"
    )
    return "\n".join(" ".join(column) or "-" for column in columns)


def test_a_game_in_progress() -> None:
    moved = find("free-cell").deal(24).push("t4 f1").push("t4 r1")
    columns = [
        " ".join(word.split()[1:]) or "-" for word in str(moved).splitlines() if word[0] == "t"
    ]
    text = "Foundations: S-A\nFC: 6D - - -\n" + "\n".join(columns)
    assert read_board(text, GAMES) == moved


def test_the_suits_tell_the_variant() -> None:
    position = find("spider").deal(5, options={"suits": "2"})
    read = read_board(str(position).partition("\n")[2], GAMES)
    assert (read.game.id, dict(read.options)) == ("spider", {"suits": "2"})


KLONDIKE = find("klondike-deal-1").deal(5)


def list_cards(pile: str, position: Position = KLONDIKE) -> list[str]:
    """Return the cards of a pile, the bottom card first."""
    return [cards.text(card & ~DOWN) for card in position.pile(pile)]


def print_of_klondike_solver(position: Position = KLONDIKE) -> str:
    """Return a deal of Klondike as Klondike-Solver prints it, each top card first."""
    told = [" 0: ", *(f" {n}: " for n in range(1, 8)), " 8: ", *(f"{n:2}: " for n in range(9, 13))]
    for number in range(1, 8):
        *down, up = list_cards(f"t{number}", position)
        told[number] += " ".join([up, "-" + "-".join(reversed(down))] if down else [up])
    told[8] += " ".join(reversed(list_cards("s", position)))
    return "\n".join(["Deal:", *told, "Minimum Moves Needed: 99"])


def pack_for_klondike_solver(position: Position = KLONDIKE) -> str:
    """Return a command of Klondike-Solver with the pack of a deal."""
    rows = [list_cards(f"t{column}", position) for column in range(1, 8)]
    order = [column[row] for row in range(7) for column in rows if len(column) > row]
    numbers = [
        f"{'A23456789TJQK'.index(card[0]) + 1:02}{'CDHS'.index(card[1]) + 1}"
        for card in [*order, *reversed(list_cards("s", position))]
    ]
    return f"KlondikeSolver /D {''.join(numbers)} /moves"


def print_of_solvitaire(position: Position) -> str:
    """Return a position of Klondike as Solvitaire prints it: piles side by side, behind tabs."""

    def beside(*piles: str) -> list[str]:
        columns = [list_cards(pile, position) or ["[]"] for pile in piles]
        return ["\t".join(row) + "\t" for row in zip_longest(*columns, fillvalue="")]

    homes = [(list_cards(f"f{n}", position) or ["[]"])[-1] for n in range(1, 5)]
    return "\n".join(
        [
            "--- Foundations ---------",
            "\t".join(homes),
            "--- Tableau Piles -------",
            *beside(*(f"t{n}" for n in range(1, 8))),
            "--- Stock | Waste -------",
            *beside("s", "w"),
            "===================================",
        ]
    )


def test_what_solvers_of_klondike_print() -> None:
    assert read_board(print_of_klondike_solver(), GAMES) == KLONDIKE
    assert read_board(pack_for_klondike_solver(), GAMES) == KLONDIKE
    turned = KLONDIKE.push("s").push("s")
    for position in (KLONDIKE, turned):
        read = read_board(print_of_solvitaire(position), GAMES, position.game)
        assert [card & ~DOWN for card in chain.from_iterable(read.table.piles)] == [
            card & ~DOWN for card in chain.from_iterable(position.table.piles)
        ]
    solution = f"JC\t[]\n=====\n{print_of_solvitaire(KLONDIKE)}\n{print_of_solvitaire(turned)}"
    assert read_board(solution, GAMES) == KLONDIKE
    dozen = find("bakers-dozen").deal(7)
    numbered = (f"{n}: {line}" for n, line in enumerate(write_columns(dozen).splitlines()))
    assert read_board("\n".join(numbered), GAMES) == dozen
    assert "lacks" in str(read_fault(print_of_klondike_solver().replace("KH", "AS")))


def read_fault(text: str) -> Refusal:
    """Return why a text is no board."""
    with pytest.raises(Refusal) as refusal:
        read_board(text, GAMES)
    return refusal.value


RANK_WORDS = [
    *("ace", "two", "three", "four", "five", "six", "seven"),
    *("eight", "nine", "ten", "jack", "queen", "king"),
]
KPATIENCE = """\
<?xml version="1.0" encoding="UTF-8"?>
<kpat-game game-type="freecell" deal-number="24">
<state>{dealt}</state>
<state current="true"><move pile="freecell0" position="0">
<card id="0000003" suit="spades" rank="ace"/></move></state>
<state><move pile="target0" position="0">
<card id="0000003" suit="spades" rank="ace"/></move></state>
</kpat-game>
"""


def save_of_kpatience() -> str:
    """Return a saved game of Free Cell 24 after one move, with one move to redo."""
    words = dict(zip("A23456789TJQK", RANK_WORDS, strict=True))
    suits = {"C": "clubs", "D": "diamonds", "H": "hearts", "S": "spades"}
    dealt = ""
    for n, line in enumerate(LINES):
        dealt += f'<move pile="store{n}" position="0">'
        for card in line.replace("10", "T").split():
            number = 3 if card == "AS" else 100 + ord(card[0]) * 256 + ord(card[1])
            rank, suit = words[card[0]], suits[card[1]]
            dealt += f'<card id="{number:07}" suit="{suit}" rank="{rank}" turn="face-up"/>'
        dealt += "</move>"
    return KPATIENCE.format(dealt=dealt)


def save_of(game_type: str, piles: Mapping[str, Sequence[Card]]) -> str:
    """Return a saved game of KPatience at its deal."""
    number, dealt = 0, ""
    for pile, lying in piles.items():
        dealt += f'<move pile="{pile}" position="0">'
        for card in lying:
            number += 1
            rank, suit = RANK_WORDS[cards.rank(card) - 1], cards.SUIT_NAMES[cards.suit(card)]
            turn = "face-down" if card & DOWN else "face-up"
            dealt += f'<card id="{number:07}" suit="{suit}" rank="{rank}" turn="{turn}"/>'
        dealt += "</move>"
    return f'<kpat-game game-type="{game_type}"><state current="true">{dealt}</state></kpat-game>'


def test_saved_games_of_kpatience_with_a_stock() -> None:
    """In Spider, five piles of ten cards are the stock, and the first one is dealt first."""
    klondike = {"talon": KLONDIKE.pile("s")}
    klondike |= {f"play{n - 1}": KLONDIKE.pile(f"t{n}") for n in range(1, 8)}
    assert read_board(save_of("klondike", klondike), GAMES) == KLONDIKE
    position = find("spider").deal(5)
    stock = position.pile("s")
    spider = {f"redeals{4 - n}": stock[10 * n : 10 * n + 10] for n in range(5)}
    spider |= {f"stack{n - 1}": position.pile(f"t{n}") for n in range(1, 11)}
    assert read_board(save_of("spider", spider), GAMES) == position


def test_a_saved_game_of_kpatience() -> None:
    assert read_board(save_of_kpatience(), GAMES) == find("free-cell").deal(24).push("t4 r1")


FAULTS = {
    "a card twice": (ROWS.replace("9D", "8S"), "has 8S twice and lacks 9D. 8S is in line 8."),
    "no card": (ROWS.replace("10H", "1OH"), "Line 5: '1OH' is not a card."),
    "one card less": (ROWS.replace(" 9D", ""), "lacks 9D"),
    "a hidden card": (ROWS.replace("9D", "??"), "Line 8 hides a card"),
    "no suits": ("A K Q J 10 9 8\n7 6 5 4 3 2 A", "have no suits"),
    "hidden cards as stars": (ROWS.replace("9D", "**"), "Line 8 hides a card"),
    "hidden cards": ("Klondike, deal 5\nt1 column 1: 3 face down, KH\n" + ROWS, "hides 3 cards"),
    "no rows": ("Can you solve my game?", "no rows of cards"),
    "a strange shape": ("AC 2C 3C\n4C 5C", "columns: 3, 2 cards"),
    "bad JSON": ('{"tableau piles": [', "not JSON"),
    "JSON without a name": ('{"piles": {"": {"cards": ["AS"]}}}', "has no list of cards"),
    "JSON of something": ('{"name": "x"}', "no kind of pile"),
    "a card on each line": ("\n".join(ROWS.split()[:21]), "columns: 21 rows of cards"),
    "bad XML": ("<kpat-game>", "not XML"),
    "XML of something": ("<html></html>", "no saved game of KPatience"),
    "XML with entities": ('<!DOCTYPE a [<!ENTITY b "c">]><kpat-game>&b;</kpat-game>', "no saved"),
}


@over("fault", list(FAULTS))
def test_what_is_wrong_is_named(fault: str) -> None:
    text, told = FAULTS[fault]
    with pytest.raises(Refusal) as refusal:
        read_board(text, GAMES)
    assert told in str(refusal.value)


def test_a_game_without_such_columns_is_named() -> None:
    """The one that a heading or the player names gives no verdict on the board of another."""
    for text, chosen in ((f"Spider\n{ROWS}", None), (ROWS, find("spider"))):
        with pytest.raises(Refusal, match="Spider has no such columns: 7, 7, 7, 7, 6"):
            read_board(text, GAMES, chosen)


def test_a_board_of_several_games_asks_which() -> None:
    text = write_columns(find("yukon").deal(7))
    assert read_board(text, GAMES).game.id == "yukon"  # the best known one
    assert read_board(text, GAMES, find("alaska")).game.id == "alaska"
    others = [find("russian-solitaire"), find("alaska")]
    with pytest.raises(SeveralGames, match="russian-solitaire or alaska"):
        read_board(text, others)


def test_a_board_without_a_number_is_an_option_of_its_game() -> None:
    position = read_board(ROWS.replace("4C 2C", "2C 4C"), GAMES)
    assert deal_of(position) is None
    dealt = find("free-cell").deal(1, options=options_of(position))
    assert dealt.table == position.table
    assert Position.parse(str(dealt), find) == dealt
    with pytest.raises(Refusal, match="lacks"):
        find("free-cell").with_options({"board": "t1-2C"})


def test_a_command_with_a_board_is_read_whole() -> None:
    position = read_board(ROWS.replace("4C 2C", "2C 4C"), GAMES)
    told = block(Play(find("free-cell"), 1, options=dict(options_of(position))))
    (command,) = (line for line in told.splitlines() if line.startswith("Play this deal"))
    start = start_in(command)
    assert start
    assert start.options == options_of(position)
    assert "deal 1" not in told.splitlines()[0], "a board has no number"


def test_damaged_texts_are_refused_or_whole() -> None:
    """Cut lines, doubled cards, random characters: a sentence, or a board with all its cards."""
    dice = random.Random(1)
    texts = [
        *FORMS.values(),
        *(save_of_kpatience(), str(KLONDIKE), json.dumps(protocol.opening(Play(KLONDIKE.game, 5)))),
        *(print_of_klondike_solver(), pack_for_klondike_solver(), print_of_solvitaire(KLONDIKE)),
        dice.randbytes(400).decode("latin-1"),
    ]
    for _ in range(500):
        text = list(dice.choice(texts))
        for _ in range(dice.randrange(1, 6)):
            place = dice.randrange(len(text) + 1)
            match dice.randrange(4):
                case 0:
                    del text[place : place + dice.randrange(1, 40)]
                case 1:
                    text[place:place] = text[place - 9 : place]
                case 2:
                    text[place:place] = [chr(dice.randrange(1, 0x2700)) for _ in range(3)]
                case _:
                    text[place : place + 1] = dice.choice([" ", "\n", "K", "h", "{", "<", ":"])
        try:
            position = read_board("".join(text), GAMES)
        except Refusal as refusal:
            assert str(refusal).endswith((".", "?"))
            continue
        assert card_fault(position.game, position.table) is None, "".join(text)
