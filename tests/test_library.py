"""The library: the names in ``import solterm``, their import cost, and the pages about them."""

import ast
import doctest
import inspect
import os
import pickle
import re
import subprocess
import sys
from collections.abc import Callable
from copy import copy, deepcopy
from pathlib import Path
from random import Random
from types import FunctionType
from typing import Any, TypeVar

import pytest

import solterm
import solterm.declare as declare
from solterm import (
    AmbiguousMove,
    Game,
    IllegalMove,
    InvalidMove,
    LegalMoves,
    Move,
    Outcome,
    Play,
    Position,
    Rules,
    UnknownCard,
    cards,
    find,
    record,
)
from solterm.core.declaration import Family
from solterm.core.levels import LEVELS
from solterm.core.refusal import Refusal
from solterm.core.rules import Widened
from solterm.core.values import replace
from solterm.core.vocabulary.exceptions import DrawUnder, LevelOneMove
from solterm.games import catalogue
from tests.core.positions import play_from
from tests.core.strategies import every_game
from tests.effort import THOROUGH
from tests.harness.cases import over
from tests.test_imports import HEAVY, loaded_by

ROOT = Path(__file__).parents[1]
T = TypeVar("T")
VOCABULARY = sorted(name for name in vars(declare) if not name.startswith("_"))
ALL_NAMES = "import solterm; [getattr(solterm, name) for name in solterm.__all__]"


# -- import cost ---------------------------------------------------------------------------------


def test_importing_the_package_loads_no_submodule() -> None:
    ours = "(name for name in sys.modules if name.partition('.')[0] == 'solterm')"
    script = f"import sys, solterm; print(*{ours})"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    assert run.stdout.split() == ["solterm"]


def test_all_names_load_no_screen_no_store_and_no_shuffling() -> None:
    assert not loaded_by(ALL_NAMES) & HEAVY
    catalogue = "[str(game) for game in solterm.catalogue().values()]"
    assert not loaded_by(f"{ALL_NAMES}; {catalogue}") & HEAVY


def test_the_first_deal_loads_the_shuffling_and_nothing_else() -> None:
    deal = "import solterm; solterm.Play(solterm.find('free-cell'), 617).push('t1 r1')"
    assert loaded_by(deal) & HEAVY == {"pysol_cards"}


# -- names ---------------------------------------------------------------------------------------


def test_a_type_checker_sees_all_names() -> None:
    assert solterm.__file__
    tree = ast.parse(Path(solterm.__file__).read_text())
    seen = {
        alias.asname
        for block in tree.body
        if isinstance(block, ast.If)
        for line in block.body
        if isinstance(line, ast.ImportFrom)
        for alias in line.names
    }
    assert seen == set(solterm.__all__)
    assert seen <= set(dir(solterm))


@over("name", sorted({*solterm.__all__} - {"Card", "Pile"}))
def test_every_public_name_has_a_docstring(name: str) -> None:
    value = getattr(solterm, name)
    assert value.__doc__
    methods = vars(value).items() if isinstance(value, type) else ()
    for method, each in methods:
        if isinstance(each, FunctionType | classmethod) and not method.startswith(("_", "is_")):
            documented = (getattr(base, method, None) for base in value.__mro__)
            assert any(base.__doc__ for base in documented if base), f"{name}.{method}"


def test_the_vocabulary_page_lists_every_word_once() -> None:
    page = (ROOT / "docs/api/vocabulary.md").read_text()
    listed = re.findall(r"^::: solterm\.declare\.(\w+)$", page, re.MULTILINE)
    assert sorted([*listed, "cards"]) == VOCABULARY


def test_an_unknown_name_is_refused() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'Chess'"):
        solterm.Chess  # type: ignore[attr-defined]  # noqa: B018


def test_the_reference_lists_every_public_name() -> None:
    pages = "".join(path.read_text() for path in sorted(ROOT.glob("docs/api/*.md")))
    listed = re.findall(r"^::: solterm\.(\w+)$", pages, re.MULTILINE)
    assert sorted({*solterm.__all__} - {"games"}) == sorted(listed)


def test_one_module_exports_the_whole_vocabulary() -> None:
    policies = ROOT.glob("solterm/core/vocabulary/*.py")
    words = {
        node.name
        for path in policies
        for node in ast.parse(path.read_text()).body
        if isinstance(node, ast.ClassDef) and "Value" in {ast.unparse(base) for base in node.bases}
    }
    assert words <= {*VOCABULARY}


def test_the_package_is_typed() -> None:
    assert (ROOT / "solterm/py.typed").is_file()
    assert "py.typed" in (ROOT / "pyproject.toml").read_text()


@pytest.mark.parametrize(
    "page", ["README", "docs/bots", "docs/studying", "docs/new-games", "docs/api/index"]
)
def test_examples_on_the_librarys_pages_run(
    page: str, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    path = os.pathsep.join((str(Path(sys.executable).parent), os.environ["PATH"]))
    monkeypatch.setenv("PATH", path)  # a page starts the command
    text = (ROOT / f"{page}.md").read_text()
    kinds = "pycon" if page == "docs/new-games" else "python|text"  # its files: test_published
    blocks = re.findall(rf"```({kinds})\n(.*?)```", text, re.DOTALL)
    names: dict[str, object] = {}
    for kind, block in blocks:
        if kind == "text":
            assert capsys.readouterr().out == block
        elif ">>>" in block:
            example = doctest.DocTestParser().get_doctest(block, names, page, f"{page}.md", 0)
            example.globs = names
            assert not doctest.DocTestRunner().run(example, clear_globs=False).failed
        else:
            exec(block, names)
    assert names


# -- moves ---------------------------------------------------------------------------------------


@pytest.mark.parametrize("move", [" t1   r1 ", Move("t1", "r1")])
def test_a_move_or_its_text_can_be_pushed_and_undone(move: Move | str) -> None:
    play = Play(find("free-cell"), deal=617)
    dealt = play.table
    assert play.push(move) == Move("t1", "r1")
    assert (play.events, play.table == dealt) == (["t1 r1"], False)
    play.undo()
    assert play.table == dealt


def test_ambiguous_text_raises_with_its_moves() -> None:
    play = play_from(find("will-o-wisp"), "t1 KH QH JH")
    with pytest.raises(AmbiguousMove, match=r"^Say how many cards: 1, 2 or 3\.$") as several:
        play.push("t1 t2")
    assert play.events == []
    assert set(several.value.choices) == {Move("t1", "t2", count) for count in (1, 2, 3)}
    assert set(several.value.choices) <= set(play.legal_moves)
    for choice in several.value.choices:
        assert play.resolve(play.text(choice)) == choice


@every_game
def test_a_line_of_moves_can_be_pushed_as_text(game: Game) -> None:
    """At each level, or at one level in turn in the usual run."""
    place = list(catalogue()).index(game.id)
    for level in LEVELS if THOROUGH else (LEVELS[place % len(LEVELS)],):
        start, chance = game.deal(617, level), Random(level)
        position, line = start, list[Move]()
        for _ in range(40):
            legal = list(position.legal_moves)
            if not legal:
                break
            line.append(chance.choice(legal))
            text = position.text(line[-1])
            assert position.push(text) == position.push(line[-1]), text
            position = position.push(line[-1])
        again, play = start, Play(game, 617, level)
        for text, move in zip(start.texts(line), line, strict=True):
            again = again.push(text)
            assert play.push(text) == move
        assert again == position == play.reveal()


def test_legal_moves_have_length_membership_and_repr() -> None:
    play = Play(find("royale-golf"), deal=617)
    moves = play.legal_moves
    assert isinstance(moves, LegalMoves)
    assert (len(moves), bool(moves), repr(moves)) == (2, True, "<LegalMoves: s, t1 f>")
    assert Move("s") in moves
    assert Move("t2", "f") not in moves
    assert moves[0] == Move("s")
    assert list(moves[:]) == list(moves)
    assert Random(1).choice(moves) in moves
    none = play_from(find("royale-golf"), "f 9H\nt1 2C").legal_moves
    assert (len(none), bool(none), repr(none)) == (0, False, "<LegalMoves: none>")


def test_a_text_is_among_the_legal_moves_as_push_reads_it() -> None:
    moves = Play(find("royale-golf"), deal=617).legal_moves
    assert all(text in moves for text in ("s", "t1 f", " t1  f "))
    assert "t2 f" not in moves
    with pytest.raises(InvalidMove, match="'turn' is not a move"):
        "turn" in moves  # noqa: B015
    with pytest.raises(AmbiguousMove):
        "t7 t6" in find("alaska").deal(2).legal_moves  # noqa: B015
    with pytest.raises(TypeError, match="Legal moves are Moves or their texts"):
        ("s", "", 1, 0, 0) in moves  # noqa: B015


def test_a_move_is_not_compared_with_a_text() -> None:
    move = Move("s")
    for compare in (move.__eq__, move.__ne__):
        with pytest.raises(TypeError, match=r"write str\(move\) == 's'"):
            compare("s")
    assert (move == Move.parse("s"), move != Move("s"), hash(move)) == (True, False, hash((*move,)))


# -- levels and options --------------------------------------------------------------------------


@pytest.mark.parametrize("level", [0, 4, 7, -1])
def test_unknown_levels_are_refused_at_once(level: int) -> None:
    game = find("free-cell")
    with pytest.raises(Refusal, match="Levels are 1"):
        game.rules(level)
    for exception in (LevelOneMove(), DrawUnder()):
        with pytest.raises(Refusal, match="Levels are 1"):
            game.rules_armed(level, exception)
    with pytest.raises(Refusal, match="Levels are 1"):
        Play(game, deal=617, level=level)


# -- positions -----------------------------------------------------------------------------------


@every_game
def test_a_position_survives_as_text(game: Game) -> None:
    choices = [{}, *({each.key: value} for each in game.options for value in each.choices)]
    for options in choices:
        for level in LEVELS:
            play = Play(game, deal=617, level=level, options=options)
            read = Position.parse(str(play.reveal()), find)
            assert read == play.reveal()
            assert (read.game, read.table, read.level) == (play.game, play.table, play.level)
            assert read.rules is play.rules
            assert read.options == options
            assert hash(read) == hash(play.reveal())


@pytest.mark.parametrize(
    ("game", "was", "now", "fault"),
    [
        ("free-cell", "QS", "QH", "The position has QH twice and lacks QS."),
        ("free-cell", "QS", "QS QS", "The position has QS twice."),
        ("free-cell", "QS", "", "The position lacks QS."),
        ("free-cell", "QS", "qs", "The position has QS face down, and Free Cell hides no card."),
        ("mrs-mop", "QS", "QH", "The position has QH three times and lacks QS."),
        ("spider suits=1", "ks", "kh", "The position has KH of another pack and lacks KS."),
        ("bristol", "QS", "qs", ""),
        ("concentration", "", "", ""),
        ("concentration", "g1 td", "g1", "The position has 23 cards, and the game 24."),
    ],
)
def test_the_cards_of_position_text_are_those_of_the_pack(
    game: str, was: str, now: str, fault: str
) -> None:
    name, _, options = game.partition(" ")
    position = find(name).deal(617, options=dict([options.split("=")] if options else []))
    text = str(position).replace(was, now, 1)
    if not fault:
        assert Position.parse(text, find).game is position.game
        return
    with pytest.raises(Refusal, match=f"^{re.escape(fault)}$"):
        Position.parse(text, find)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("", "Line 1 of the position: it begins with game ID level N"),
        ("t1 KH", "Line 1 of the position: it begins with game ID level N"),
        ("game free-cell", "Line 1 of the position: it begins with game ID level N"),
        ("game free-cell level two", "Line 1 of the position: Levels are 1"),
        ("game free-cell level 4", "Line 1 of the position: Levels are 1"),
        ("game free-sell level 3", "Line 1 of the position: There is no game"),
        ("game free-cell level 3 size=small", "Line 1 of the position: .* no option"),
        ("game free-cell level 3\n\nt1 QX", "Line 3 of the position: 'QX' is not a card"),
        ("game free-cell level 3\nt9 QS", "Line 2 of the position: t9 is an unknown"),
        ("game free-cell level 3\nt1 ??", "Line 2 of the position: '\\?\\?' is not a card"),
    ],
)
def test_errors_in_position_text_name_the_line(text: str, reason: str) -> None:
    with pytest.raises(Refusal, match=reason):
        Position.parse(text, find)


@every_game
def test_a_play_prints_no_unseen_card(game: Game) -> None:
    play = Play(game, deal=617)
    shown = {word.upper() for line in str(play).splitlines()[1:] for word in line.split()[1:]}
    named = {word for word in shown if word in map(cards.text, cards.pack())}
    assert named <= set(map(cards.text, play.seen))


@every_game
def test_the_players_view_has_the_same_moves_and_tables(game: Game) -> None:
    play, chance = Play(game, deal=617), Random(617)
    for _ in range(20):
        seen, legal = play.position, list(play.legal_moves)
        assert list(seen.legal_moves) == legal
        if not legal:
            return
        move = chance.choice(legal)
        try:
            after = seen.push(move)
        except UnknownCard:
            after = None  # the move turned up a card
        play.push(move)
        if after and after.is_open:
            assert after.table == play.table


def test_a_move_that_turns_up_an_unknown_card_needs_the_play() -> None:
    play = Play(find("klondike-deal-1"), deal=617)
    with pytest.raises(UnknownCard, match="s turns up a card that is not known"):
        play.position.push("s")
    assert play.reveal().push("s").table == play.reveal().push(Move("s")).table
    play.push("s")
    assert not play.position.is_open
    assert play.reveal().is_open
    with pytest.raises(UnknownCard, match=r"solve needs play\.reveal\(\)"):
        solterm.solve(play.position)


def test_workers_study_only_games_they_can_find() -> None:
    other = replace(find("free-cell"), id="nowhere")
    assert [row.finding for row in solterm.study(other, [1])] == ["won"]
    with pytest.raises(Refusal, match="not an installed game"):
        solterm.study(other, [1], workers=2)


# -- copies and other processes ------------------------------------------------------------------


def _sent(value: T) -> T:
    """Return what another process would get."""
    sent: T = pickle.loads(pickle.dumps(value))
    return sent


def test_games_can_be_copied_and_sent() -> None:
    for game in catalogue().values():
        assert all(make(game) is game for make in (_sent, copy, deepcopy))
        assert all(_sent(each) is each for each in map(game.with_options, game.variants))
        other = _sent(replace(game, id="other"))
        assert (other.groups, other.dealing) == (game.groups, game.dealing)
        assert (other.levels, other.goal) == (game.levels, game.goal)


@pytest.mark.parametrize("name", ["klondike-deal-1", "spider", "concentration", "german-patience"])
@pytest.mark.parametrize("make", [_sent, copy, deepcopy])
def test_plays_and_positions_can_be_copied_and_sent(
    name: str, make: Callable[[object], Any]
) -> None:
    play, chance = Play(find(name), 617, level=2), Random(617)
    for _ in range(3):
        play.push(chance.choice(play.legal_moves))
    assert [make(each) for each in _values(play)] == _values(play)
    same, before = make(play), _state(play)
    assert (_values(same), _state(same)) == (_values(play), before)
    same.push(chance.choice(same.legal_moves))
    same.set_level(1)
    assert _state(play) == before != _state(same)


def _state(play: Play) -> list[object]:
    counted = play.tally, play.level, play.moves, len(play.passed)
    return [str(play.reveal()), *play.events, sorted(play.seen), *counted]


def _values(play: Play) -> list[object]:
    return [play.position, play.reveal(), play.table, *play.legal_moves]


def test_results_limits_and_errors_can_be_sent() -> None:
    play = Play(find("royale-golf"), deal=2)
    verdict = solterm.solve(play.reveal(), solterm.Limit(positions=9))
    saved = record.read(record.write(play))
    for value in (
        verdict,
        solterm.Limit(seconds=1),
        play.tally,
        saved,
        solterm.analyse(saved, 0.1),
    ):
        assert _sent(value) == value
    assert _sent(play.legal_moves) == tuple(play.legal_moves)
    errors = (
        InvalidMove("No."),
        AmbiguousMove("Which?", (Move("s"),)),
        IllegalMove("No."),
        UnknownCard("?"),
        solterm.RecordError(3, "no"),
    )
    for error in errors:
        sent = _sent(error)
        assert (type(sent), str(sent), vars(sent)) == (type(error), str(error), vars(error))


# -- text and repr -------------------------------------------------------------------------------


def test_everything_has_a_short_text() -> None:
    game = find("free-cell")
    play = Play(game, deal=617)
    play.push("t1 r1")
    saved = record.read(record.write(play))
    assert (str(game), repr(game)) == ("Free Cell (smallWare)", "<Game free-cell>")
    assert repr(game.group("r1")).startswith("BuilderGroup(kind='r', count=4, name=")
    assert repr(play.rules) == "<Builders of free-cell>"
    assert repr(game.rules_armed(3, LevelOneMove())) == "<Widened of free-cell>"
    assert repr(play) == "<Play free-cell deal 617, level 3, moves 1, playing>"
    assert repr(saved) == "<Record free-cell deal 617, 1 event>"
    assert str(saved) == record.write(play)
    assert str(Outcome.OVER) == "over"
    assert repr(Move("t3", "t5", 2)) == "Move.parse('t3 t5 2')"
    assert repr(play.table).startswith("<Table - / - / - / - / 7D TD TH KD 4C 4S / ")


@over(
    "kind",
    [
        *(each for each in map(vars(declare).get, VOCABULARY) if isinstance(each, type)),
        *(Position, solterm.Record),
    ],
)
def test_the_signature_of_a_value_has_its_fields(kind: type) -> None:
    if issubclass(kind, declare.Value):
        shown = inspect.signature(kind).parameters.values()
        usual = {each.name: each.default for each in shown if each.default is not each.empty}
        assert (tuple(each.name for each in shown), usual) == (kind._fields, kind._defaults)
        assert all(each.annotation is not each.empty for each in shown)


# -- families ------------------------------------------------------------------------------------


def _families(of: type[Rules] = Rules) -> list[type[Rules]]:
    return [each for child in of.__subclasses__() for each in (child, *_families(child))]


def test_no_family_overrides_a_final_method() -> None:
    solterm.catalogue()
    final = {name for name, value in vars(Rules).items() if getattr(value, "__final__", False)}
    assert {"legal_moves", "why_not", "outcome"} <= final
    for family in _families():
        assert not final & set(vars(family)), family


def test_rules_have_four_required_and_thirteen_optional_methods() -> None:
    methods = {
        name
        for name, value in (vars(Family) | vars(Rules)).items()
        if name[0] != "_" and (callable(value) or isinstance(value, classmethod))
        if not isinstance(value, type)
    }
    required = set(Rules.__abstractmethods__)
    optional = {n for n in methods - required if not getattr(getattr(Rules, n), "__final__", False)}
    assert required == {"generate", "make", "explain", "makes_progress"}
    assert len(optional) == 13
    used = {name for family in _families() if family is not Widened for name in vars(family)}
    assert optional <= used, "make a method final if no family overrides it"


# -- wrong calls ---------------------------------------------------------------------------------

FREE_CELL = find("free-cell")


@pytest.mark.parametrize(
    ("call", "error", "sentence"),
    [
        (lambda: Play("free-cell", 617), TypeError, "Play needs a game, such as find"),
        (lambda: solterm.solve(Play(FREE_CELL, 617)), TypeError, r"write solve\(play.reveal\(\)\)"),
        (lambda: solterm.solve(FREE_CELL), TypeError, r"write solve\(game.deal\(617\)\)"),
        (lambda: solterm.solve("free-cell"), TypeError, "solve needs a position"),
        (lambda: solterm.hint(FREE_CELL.deal(617)), TypeError, "hint needs a Play, not"),
        (lambda: solterm.analyse("free-cell"), TypeError, "analyse needs a Play or a Record"),
        (lambda: solterm.study("free-cell", [1]), TypeError, "study needs a game"),
        (lambda: FREE_CELL.deal("617"), TypeError, "A deal number is an int, such as 617, not"),
        (lambda: Play(FREE_CELL, "617"), TypeError, "A deal number is an int, such as 617, not"),
        (lambda: Play(FREE_CELL, 617).push(None), TypeError, "push takes a Move or its text"),
        (lambda: FREE_CELL.deal(617).push(None), TypeError, "push takes a Move or its text"),
        (lambda: Play(FREE_CELL, 617).pile("q1"), Refusal, "no pile 'q1' here; there are f1-f4"),
        (lambda: FREE_CELL.deal(617).pile("q1"), Refusal, "no pile 'q1' here; there are f1-f4"),
        (lambda: cards.text(999), Refusal, "999 is not a card"),
        (lambda: cards.parse("10"), Refusal, "'10' is not a card"),
        (lambda: cards.parse("10Hx"), Refusal, "'10Hx' is not a card"),
    ],
)
def test_a_wrong_call_is_answered_in_words(
    call: Callable[[], object], error: type[Exception], sentence: str
) -> None:
    with pytest.raises(error, match=sentence):
        call()


def test_a_ten_is_read_as_the_screen_shows_it() -> None:
    assert cards.text(cards.parse("10H")) == "TH"
    assert cards.text(cards.parse("10h")) == "th"
