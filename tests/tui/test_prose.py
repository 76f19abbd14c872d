"""Pages are filled to fit any screen, and lose nothing by it."""

import pytest

from solterm.games import catalogue
from solterm.games.pages import page
from solterm.tui.prose import filled
from solterm.tui.screens.helppages import page_text

PAGES = [page(game) for game in catalogue()]
PAGES += [page_text(name) for name in ("introduction", "playing", "about")]


@pytest.mark.parametrize("width", [38, 58, 78, 198])
def test_no_line_is_too_long_and_no_word_is_lost(width: int) -> None:
    for text in PAGES:
        lines = filled(text, width)
        assert max(map(len, lines)) <= width + len("****")
        kept = "".join(lines).replace("*", "").replace(" ", "")
        assert kept == "".join(text.split()).replace("*", "").replace("```", "")


def test_a_paragraph_is_filled_anew() -> None:
    assert filled("one\ntwo three\n\nfour", 13) == ["one two three", "", "four"]


def test_items_of_a_list_hang_under_their_first_word() -> None:
    assert filled("- one two\n  three\n- four", 9) == ["- one two", "  three", "- four"]


def test_what_is_indented_keeps_its_lines() -> None:
    assert filled("    F1   mark\n    F2   help", 40) == ["    F1   mark", "    F2   help"]


def test_emphasis_never_reaches_over_the_end_of_a_line() -> None:
    assert filled("a **bold word** b", 8) == ["a **bold**", "**word** b"]
