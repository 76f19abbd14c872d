"""Line mode's sentences are true of the present game."""

import re
from random import Random

from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.play.tokens import trace, untrace
from solterm.core.vocabulary.exceptions import DrawUnder
from solterm.games import catalogue, find
from solterm.plain import prose
from solterm.plain.grammar import COMMANDS, help_of
from solterm.store.kept import KeptPlay
from solterm.store.store import Store
from tests.core.positions import position
from tests.core.strategies import every_game
from tests.harness.cases import over
from tests.plain.line_sessions import session_of


def report_of(game_id: str, text: str, move: str, level: int = 3) -> str:
    """Return the report on a legal move in a position."""
    rules = find(game_id).rules(level)
    table, made = trace(position(rules, text)), Move.parse(move)
    assert rules.why_not(untrace(table), made) is None
    return prose.tell_done(rules.game, table, rules.make(table, made), made)


@over(
    "game_id text move sentence",
    {
        each[0]: each
        for each in (
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
            (
                "pairs",
                "r 8c 9h 7D\nt1 7C\n" + "\n".join(f"t{n} 8D" for n in range(2, 17)),
                "r t1",
                "7D with 7C; 9H fills place 1.",
            ),
            (
                "concentration",
                "g1 7D\ng2 7c\ng3 8c",
                "g2",
                "A look at place 2; 7D 7C are a pair and leave.",
            ),
            (
                "matrimony",
                "f1 QH\nf2 JH\nt1 4S 5S",
                "s",
                "t1 is picked up as the new stock; 2 cards to",
            ),
            (
                "three-shuffles-and-a-draw",
                "f1 AC\nf2 AD\nf3 AH\nf4 AS\nt1 2C 9D",
                "s",
                "The tableau is gathered, shuffled and dealt again.",
            ),
        )
    },
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
    usages = {line[:16].split()[0] for line in session.handle("help").text.splitlines()}
    assert "hint" in usages
    for word in (usages & COMMANDS.keys()) - {"hint"}:  # the screen answers that one as H does
        reply = session.handle(word)
        assert "On the screen" not in reply.text
