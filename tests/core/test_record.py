"""Records: plays as text that proves their result, and errors in records."""

import textwrap

import pytest

from solterm.core.game import Game
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.record import RecordError
from solterm.core.values import replace
from solterm.games import find
from solterm.games.kloncan_games import CANFIELD, KLONDIKE
from tests.core.positions import play_from

GOOD = """\
[Game "kloncan-klondike"]
[Rules "1"]
[Deal "24680"]
[Level "3"]
[Result "playing"]

s, level 2, x, undo
"""


def refusal(text: str) -> RecordError:
    with pytest.raises(RecordError) as refused:
        record.read(text).replay(find)
    return refused.value


HELPS = (
    *("undo", "redo", "peek w", "hint", "bookmark here", "restart", "return here"),
    *("cheat", "cheat", "autoplay on", "autoplay off"),
)
"""Events that scored games refuse, and those that depend on them."""


def long_play(mode: Mode = Mode.FREE) -> Play:
    """Return a play of Klondike with events of every kind, long enough for several lines."""
    play = Play(KLONDIKE, 24680, mode=mode)
    for event in ["x", "level 2", "x", "x", "level 3", *["s"] * 40]:
        play.perform(event)
    card_moves = [move for move in play.legal_moves if move.dst]
    play.push(card_moves[0])
    for event in [] if mode else HELPS:
        play.perform(event)
    return play


# -- writing and reading -----------------------------------------------------------------------


def test_a_record_is_tags_a_blank_line_and_events() -> None:
    play = Play(KLONDIKE, 24680)
    for event in ("s", "level 2", "x", "undo"):
        play.perform(event)
    assert record.write(play) == GOOD


@pytest.mark.parametrize("mode", [Mode.FREE, Mode.SCORED])
def test_replaying_a_record_reproduces_the_play(mode: Mode) -> None:
    play = long_play(mode)
    again = record.read(record.write(play)).replay(find)
    assert again.table == play.table
    assert again.tally == play.tally
    assert (again.moves, again.level, again.start_level) == (play.moves, play.level, 3)
    assert again.events == play.events
    assert again.mode is mode
    assert record.write(again) == record.write(play)


def test_a_play_without_events_has_a_record() -> None:
    play = Play(CANFIELD, 1, level=1)
    again = record.read(record.write(play)).replay(find)
    assert (again.table, again.level, again.events) == (play.table, 1, [])


def test_long_records_are_wrapped_between_events() -> None:
    lines = record.write(long_play()).splitlines()
    assert max(map(len, lines)) <= 76
    events = lines[lines.index("") + 1 :]
    assert len(events) > 1
    assert all(line.endswith(",") for line in events[:-1])


@pytest.mark.parametrize("width", [16, 40, 300])
def test_record_can_be_rewrapped_between_events(width: int) -> None:
    text = record.write(long_play())
    head, body = text.split("\n\n")
    lines = textwrap.wrap(body.replace(" ", "\0").replace(",\0", ", "), width)
    rewrapped = head + "\n\n" + "\n".join(lines).replace("\0", " ")
    assert record.read(rewrapped).events == record.read(text).events


@pytest.mark.parametrize(
    "bent",
    [
        GOOD.replace("\n", "\r\n"),
        GOOD.replace("\n", " \n"),
        GOOD + "\n\n",
        GOOD.rstrip("\n"),
        GOOD.replace("undo\n", "undo,\n"),
        "\n" + GOOD,
        GOOD.replace("\n\n", "\n"),
    ],
    ids=["CRLF", "trailing blanks", "blank lines", "no newline", "a comma", "a line", "no line"],
)
def test_changes_by_mail_and_chat_programs_do_no_harm(bent: str) -> None:
    assert record.read(bent).replay(find).events == ["s", "level 2", "x", "undo"]


def test_further_tags_are_written_and_kept() -> None:
    text = record.write(Play(KLONDIKE, 1), Player="Ada", Date="1987-11-29")
    assert '[Player "Ada"]\n[Date "1987-11-29"]\n' in text
    assert record.read(text).tags["Player"] == "Ada"


@pytest.mark.parametrize(
    "name",
    [
        'the "Ace"',
        "[brackets]",
        "comma, comma",
        "  blanks ",
        "back\\slash",
        "Zoë ♠",
        "two\nlines",
        "two\x85lines",
        "two\u2028lines",
    ],
)
def test_no_player_name_damages_a_record(name: str) -> None:
    text = record.write(Play(KLONDIKE, 1), Player=name)
    read = record.read(text)
    assert len(read.tags["Player"]) == len(name)
    assert read.replay(find).events == []


# -- damage ------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("whole", "damaged", "line", "reason"),
    [
        ('"24680"]', '"24680"', 3, 'a tag is damaged: it should read [Name "value"].'),
        ('[Deal "', "[Deal ", 3, 'a tag is damaged: it should read [Name "value"].'),
        ('[Rules "1"]', '[Deal "1"]', 3, "the tag Deal is out of place."),
        ("undo\n", 'undo\n[Player "Ada"]\n', 8, "the tag Player is out of place."),
        ("kloncan-klondike", "klondike-kloncan", 1, "There is no game 'klondike-kloncan'."),
        ('"1"', '"2"', 2, "it follows version 2 of the rules; this is version 1."),
        ("24680", "24x80", 3, "'24x80' is not a deal number"),
        ("24680", "0", 3, "Deal numbers go from 1"),
        ('[Level "3"]', '[Level "4"]', 4, "Levels are 1 (easy), 2 and 3"),
        ('[Level "3"]', '[Level "²"]', 4, "Levels are 1 (easy), 2 and 3"),
        ('[Level "3"]', '[Level ""]', 4, "Levels are 1 (easy), 2 and 3"),
        ('[Rules "1"]', '[Options "size=small"]', 2, "has no option 'size'"),
        ("undo", "undo, undo", 7, "'undo' is refused. Nothing to undo."),
        ("undo", "undo, w f1", 7, "'w f1' is refused. There is no card on the waste."),
        ("undo", "rubbish", 7, "'rubbish' is refused. 'rubbish' is not a move"),
        ("undo", "t9 t1", 7, "'t9 t1' is refused. "),
        ("undo", "w f", 7, "'w f' is refused. "),
        ("level 2", "level 7", 7, "'level 7' is refused. Levels are"),
        ("level 2", "level", 7, "'level' is refused. Levels are"),
        ("undo", "peek t9", 7, "'peek t9' is refused. There is no pile 't9' here."),
        ("level 2, x", "level 1, x", 7, "'x' is refused. Level 1 has no exceptions."),
        ('"playing"', '"won"', 5, "it says 'won', but its events lead to 'playing'."),
        ('"playing"', '"over"', 5, "it says 'over', but its events lead to 'playing'."),
        ('"playing"', '""', 5, "it says '', but its events lead to 'playing'."),
    ],
)
def test_damage_is_reported_with_line_and_reason(
    whole: str, damaged: str, line: int, reason: str
) -> None:
    assert GOOD.count(whole) == 1
    error = refusal(GOOD.replace(whole, damaged))
    assert error.line == line
    assert error.reason.startswith(reason) or reason in error.reason
    assert str(error) == f"Line {line} of the record: {error.reason}"


def test_an_error_in_wrapped_events_names_the_right_line() -> None:
    assert refusal(GOOD.replace("level 2, x", "level 2,\nx,\nt1 t1,")).line == 9


def test_a_record_of_another_rules_version_is_refused() -> None:
    newer = replace(KLONDIKE, version=2)

    def find_newer(_: str) -> Game:
        return newer

    with pytest.raises(RecordError, match="it follows version 1 of the rules; this is version 2"):
        record.read(GOOD).replay(find_newer)
    written = record.write(Play(newer, 1))
    assert record.read(written).replay(find_newer).events == []


# -- results -----------------------------------------------------------------------------------


def test_the_result_must_match_the_events() -> None:
    suits = [" ".join(f"{rank}{suit}" for rank in "A23456789TJQK") for suit in "CDHS"]
    full = "\n".join(f"f{n} {suit}" for n, suit in enumerate(suits, 1))
    for text, event, result in [
        (f"{full.removesuffix(' KS')}\nt1 KS", "t1 f4", "won"),
        ("s as\nt1 5D", "s", "playing"),
        ("s 9s\nt1 5D", "s", "over"),
    ]:
        play = play_from(KLONDIKE, text)
        play.perform(event)
        assert f'[Result "{result}"]' in record.write(play)

        def the_game(_: str, game: Game = play.game) -> Game:
            return game

        again = record.read(record.write(play)).replay(the_game)
        assert record.result_of(again) == result


def test_a_record_without_a_result_is_replayed_to_find_it() -> None:
    text = GOOD.replace('[Result "playing"]\n', "")
    assert record.result_of(record.read(text).replay(find)) == "playing"
