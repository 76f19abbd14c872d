"""The text that players share: what it says, and how much its reader survives."""

import pytest

from solterm.core.deals import MICROSOFT_LAST
from solterm.core.play import record
from solterm.core.play.mode import Mode
from solterm.core.play.play import Play
from solterm.core.play.record import RecordError
from solterm.games import find
from solterm.sessions.sharing import block, read_link, record_in
from solterm.solver import solve


def played(*events: str) -> Play:
    play = Play(find("kloncan-klondike"), 17)
    for event in events:
        play.perform(event)
    return play


def change_digit(text: str, at: int) -> str:
    return text[:at] + ("B" if text[at] == "A" else "A") + text[at + 1 :]


@pytest.fixture(scope="module")
def won() -> Play:
    play = Play(find("free-cell"), 164)
    for move in solve(play.rules, play.table).moves:
        play.push(move)
    return play


def test_the_solvers_way_to_win_is_no_players(won: Play) -> None:
    title, play, *_ = block(won, is_found=True).splitlines()
    assert title == "Free Cell (smallWare), deal 164, level 3: a way to win, found by solterm"
    assert play.startswith("Play this deal: ")


def test_a_block_tells_the_game_and_fits_a_chat(won: Play) -> None:
    title, counts, play, watch, *rows = block(won).splitlines()
    assert title == "Free Cell (smallWare), deal 164, level 3: won"
    assert counts == f"Score 1000, {won.moves} moves, no hints"
    assert play == "Play this deal: solterm play free-cell --deal 164"
    assert "solterm replay -" in watch and len(watch) <= 80
    assert len(rows) <= 6 and max(map(len, rows)) <= 70


def test_a_block_counts_the_help_and_names_options_and_levels() -> None:
    counts = block(played("hint", "t3 f1", "undo", "x", "t3 f1")).splitlines()[1]
    assert counts.endswith("moves, 1 hint, 1 exception, 1 undo")
    play = Play(find("farewell-to-kings"), 5, 2, options={"size": "small"})
    lines = block(play).splitlines()
    assert lines[0] == "A Farewell to Kings, small grid, deal 5, level 2: not won"
    assert lines[2].endswith(
        "solterm play farewell-to-kings --deal 5 --level 2 --option size=small"
    )


def test_a_block_of_a_host_has_a_link_to_its_deal() -> None:
    play = Play(find("farewell-to-kings"), 5, 2, options={"size": "small"})
    line, command = block(play, site="https://cards.example").splitlines()[2:4]
    link = "/play?deal=farewell-to-kings:5:2:size=small"
    assert line == f"Play this deal in a browser: https://cards.example{link}"
    assert command.startswith("Play this deal: solterm play")
    start = read_link(link.partition("=")[2])
    assert (start.game.id, start.deal, start.level, start.options) == (
        *("farewell-to-kings", 5, 2),
        {"size": "small"},
    )
    hidden = Play(find("demon"), MICROSOFT_LAST + 1)
    assert "browser" not in block(hidden, site="https://cards.example")


@pytest.mark.parametrize(
    "mangle",
    [
        lambda text: text,
        lambda text: f"Ann wrote:\n{text}\nCan you do better? [yes] :-]\n",
        lambda text: "".join(f"> > {line}\r\n" for line in text.splitlines()),
        lambda text: "\n".join(text[at : at + 23] for at in range(0, len(text), 23)),
        lambda text: text.replace("\n", " "),
        lambda text: "\u200b".join(text),
        lambda text: f"```\n{text}\n```",
        lambda text: text.replace("[solterm:", "[solterm: ") + "\nsee also [solterm:x]",
        lambda text: text[: len(text) // 2] + "\n" + text,
    ],
)
def test_the_record_survives_chats_and_mail(mangle: object, won: Play) -> None:
    assert callable(mangle)
    found = record.read(record_in(mangle(block(won)))).replay(find)
    assert found.events == won.events and found.tally == won.tally


def test_a_scored_game_and_an_unfinished_one_keep_what_they_are() -> None:
    scored = Play(find("kloncan-klondike"), 17, mode=Mode.STRICT)
    for play in (scored, played(), played("peek t7", "t3 f1", "level 2")):
        assert record.write(record.read(record_in(block(play))).replay(find)) == record.write(play)


def test_a_record_alone_is_left_as_it_is() -> None:
    text = record.write(played("t3 f1"), Player="[solterm")
    assert record_in(text) == text


@pytest.mark.parametrize(
    ("damage", "reason"),
    [
        (lambda text: text[:-20], "it is cut off"),
        (lambda text: text.replace("[solterm:", "[solterm:A"), "it is damaged"),
        (
            lambda text: change_digit(text, text.index(":", text.index("[solterm")) + 1),
            "it is damaged",
        ),
        (lambda text: text[:-20] + "0" + text[-19:], "it is damaged"),
        (lambda text: text[: text.index("[solterm:")] + "[solterm:]", "it is damaged"),
    ],
)
def test_bad_text_gives_one_sentence(damage: object, reason: str) -> None:
    assert callable(damage)
    with pytest.raises(RecordError) as caught:
        record_in(damage(block(played("t3 f1"))))
    assert reason in str(caught.value) and str(caught.value).startswith("Line 5 of the record")
