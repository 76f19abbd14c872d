"""Pages are filled to fit any screen, and lose nothing by it."""

import re

import pytest

from solterm.games import catalogue
from solterm.games.pages import page
from solterm.tui.boxes.questions import wrap
from solterm.tui.look.paragraphs import fill
from solterm.tui.screens.helppages import page_text

PAGES = [page(game) for game in catalogue()]
PAGES += [page_text(name) for name in ("first", "introduction", "playing", "about")]


@pytest.mark.parametrize("width", [38, 58, 78, 198])
def test_no_line_is_too_long_and_no_word_is_lost(width: int) -> None:
    for text in PAGES:
        lines = fill(text, width)
        assert max(map(len, lines)) <= width + len("****")
        kept = "".join(lines).replace("*", "").replace(" ", "")
        # The lines and dashes that make a table are Markdown's, not the reader's.
        text = re.sub(r"^\|[-:| ]+\|$", "", text, flags=re.MULTILINE).replace("|", "")
        assert kept == "".join(text.split()).replace("*", "").replace("```", "")


@pytest.mark.parametrize("width", range(-4, 6))
def test_a_window_may_be_narrower_than_any_text(width: int) -> None:
    text = "# Head\n\nSome words.\n\n- an item\n\n| a | b |\n|---|---|\n| c | d |\n\n    kept\n"
    for lines in (fill(text, width), wrap(text, width)):
        assert "Somewords." in "".join(lines).replace(" ", "")


def test_a_paragraph_is_filled_anew() -> None:
    assert fill("one\ntwo three\n\nfour", 13) == ["one two three", "", "four"]


def test_items_of_a_list_hang_under_their_first_word() -> None:
    assert fill("- one two\n  three\n- four", 9) == ["- one two", "  three", "- four"]


def test_what_is_indented_keeps_its_lines() -> None:
    assert fill("    F1   mark\n    F2   help", 40) == ["    F1   mark", "    F2   help"]


def test_emphasis_never_reaches_over_the_end_of_a_line() -> None:
    assert fill("a **bold word** b", 8) == ["a **bold**", "**word** b"]


def test_a_number_that_begins_a_line_of_a_paragraph_begins_no_item() -> None:
    assert fill("50 at level\n1. Exceptions cost\npoints.", 40) == [
        "50 at level 1. Exceptions cost points."
    ]
    assert fill("1. one\n2. two", 40) == ["1. one", "2. two"]


def test_no_paragraph_of_a_page_turns_into_a_list_on_its_way() -> None:
    for text in PAGES:
        for paragraph in re.split(r"\n\s*\n", text):
            begins = [bool(re.match(r"- |\d+\. ", line)) for line in paragraph.splitlines()]
            assert not any(begins) or begins[0], paragraph


def test_a_table_is_set_in_columns_without_its_markdown() -> None:
    table = "| hand | points | what it is |\n|------|-------:|------------|\n"
    table += "| Flush | 20 | five cards of one suit |"
    assert fill(table, 60) == [
        "**hand   points  what it is**",
        "Flush      20  five cards of one suit",
    ]
    assert fill(table, 30) == [
        "**hand   points  what it is**",
        "Flush      20  five cards of",
        "               one suit",
    ]


def test_no_page_shows_the_lines_of_a_table() -> None:
    for text in PAGES:
        for width in (58, 78):
            assert not any(line.startswith("|") for line in fill(text, width))


def test_the_first_page_of_the_guide_fits_one_screen() -> None:
    assert len(fill(page_text("first"), 78)) <= 24 - 3
