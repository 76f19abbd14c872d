"""Themes: readable in every combination, within the terminal's colours."""

from itertools import product
from pathlib import Path

import pytest
from rich.color import Color, ColorTriplet
from rich.terminal_theme import TerminalTheme

from solterm.sessions.report import Column, Report
from solterm.store import settings
from solterm.tui.look.canvas import CURSOR_SUITS, DRAWN, MARKED_SUITS, SUITS, Role
from solterm.tui.look.colours import Colour, Style
from solterm.tui.look.themes import BACKGROUNDS, FOREGROUNDS, monochrome, palette
from solterm.tui.screens.list_page import Listing, ListPage
from tests.tui.screens import showing

DARK = [(0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0)]
DARK += [(0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)]
LIGHT = [(85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85)]
LIGHT += [(85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)]
VGA = TerminalTheme(DARK[0], DARK[7], DARK, LIGHT)
"""The colours of the Linux console and of DOS."""
DEPTHS = (16, 256, 1 << 24)
LOOKS = list(product(settings.THEMES, settings.BOARDS, (False, True)))


def look(theme: str, board: str, four: bool, depth: int) -> dict[Role, Style]:
    styles = palette(theme=theme, board=board, four_colours=four, colours=depth)
    return dict(zip(Role, styles, strict=True))


def luminance(triplet: ColorTriplet) -> float:
    parts = [
        c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in triplet.normalized
    ]
    return 0.2126 * parts[0] + 0.7152 * parts[1] + 0.0722 * parts[2]


def triplet(colour: Colour | None) -> ColorTriplet:
    assert colour is not None
    name = colour if isinstance(colour, str) else f"color({colour})"
    return Color.parse(name).get_truecolor(VGA)


def contrast(style: Style) -> float:
    """Return the contrast ratio of ink and paper, from 1 to 21."""
    one, two = luminance(triplet(style.ink)), luminance(triplet(style.paper))
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)


@pytest.mark.parametrize("depth", DEPTHS)
def test_everything_is_readable(depth: int) -> None:
    for chosen in LOOKS:
        for role, style in look(*chosen, depth).items():
            if role in DRAWN - {Role.BACK}:
                continue
            if chosen[0] == "mono":
                assert style.ink is None
                assert style.paper is None
            else:
                assert contrast(style) >= 2.4, (chosen, role.name, style)


@pytest.mark.parametrize("depth", DEPTHS)
def test_no_finer_colours_than_the_terminal_has(depth: int) -> None:
    for chosen in LOOKS:
        for style in look(*chosen, depth).values():
            for colour in (style.ink, style.paper):
                assert colour is None or depth == 1 << 24 or int(colour) < depth, chosen


@pytest.mark.parametrize("depth", DEPTHS)
def test_suits_have_four_colours_or_two(depth: int) -> None:
    for theme, board, four in LOOKS:
        if theme == "mono":
            continue
        styles = look(theme, board, four, depth)
        for roles in (SUITS, CURSOR_SUITS, MARKED_SUITS):
            clubs, diamonds, hearts, spades = (styles[role] for role in roles)
            assert len({clubs, diamonds, hearts, spades}) == (4 if four else 2), (theme, board)
            assert four or (clubs == spades and diamonds == hearts), (theme, board)


def test_four_colours_stand_out_on_all_of_kloncans_colours() -> None:
    for background, foreground in product(range(len(BACKGROUNDS)), range(len(FOREGROUNDS))):
        styles = palette(background, foreground, four_colours=True, colours=16)
        for role in (*SUITS, *CURSOR_SUITS, *MARKED_SUITS):
            assert styles[role].ink != styles[role].paper, (background, foreground, role.name)


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("depth", DEPTHS)
def test_all_48_of_kloncans_colours_differ(four: bool, depth: int) -> None:
    looks = {
        tuple(map(str, palette(background, foreground, four_colours=four, colours=depth)))
        for background, foreground in product(range(len(BACKGROUNDS)), range(len(FOREGROUNDS)))
    }
    assert len(looks) == 48


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("depth", DEPTHS)
def test_cards_with_their_own_paper_are_readable_on_every_table(four: bool, depth: int) -> None:
    with_paper = [k for k, name in enumerate(FOREGROUNDS) if name != "glass"]
    for background, foreground in product(range(len(BACKGROUNDS)), with_paper):
        styles = palette(background, foreground, four_colours=four, colours=depth)
        for role in SUITS:
            assert contrast(styles[role]) >= 2.3, (background, FOREGROUNDS[foreground], role.name)


def test_boards_differ() -> None:
    for theme in settings.THEMES:
        papers = [look(theme, board, False, 256)[Role.TABLE].paper for board in settings.BOARDS]
        assert theme == "mono" or len(set(map(str, papers))) >= 3


def test_a_terminal_without_colours_has_none_in_any_theme() -> None:
    for theme, four in product(settings.THEMES, (False, True)):
        assert palette(theme=theme, four_colours=four, colours=0) == monochrome()


def test_the_backs_of_decks_differ_and_are_visible() -> None:
    for depth in DEPTHS:
        backs = {
            deck: palette(deck=deck, theme="felt", colours=depth)[Role.BACK]
            for deck in settings.DECKS
        }
        assert len(set(backs.values())) == len(backs)
        assert all(contrast(style) >= 2.4 for style in backs.values())


def test_without_colours_faces_are_bold_and_backs_dim() -> None:
    styles = monochrome()
    assert all(styles[role].bold for role in SUITS)
    assert styles[Role.BACK].dim
    assert all(styles[role].reverse for role in (*CURSOR_SUITS, *MARKED_SUITS))


def test_more_colours_make_a_finer_felt() -> None:
    felts = {palette(theme="felt", colours=depth)[Role.TABLE].paper for depth in DEPTHS}
    assert len(felts) == len(DEPTHS)


PALETTES = [
    {"background": background, "foreground": foreground, "colours": colours}
    for background in range(16)
    for foreground in range(3)
    for colours in (16, 256, 1 << 24)
] + [
    {"theme": theme, "board": board, "four_colours": four, "colours": colours}
    for theme in settings.THEMES
    for board in settings.BOARDS
    for four in (False, True)
    for colours in (16, 256, 1 << 24)
]


def test_text_and_suits_are_readable_in_every_combination_of_colours() -> None:
    """The contrast is at least 3:1."""
    for given in PALETTES:
        styles = dict(zip(Role, palette(**given), strict=True))
        for role in set(Role) - DRAWN:
            style = styles[role]
            if style.ink is not None and style.paper is not None:
                assert contrast(style) >= 3, (given, role)


def test_red_suits_differ_from_black_ones_in_every_combination_of_colours() -> None:
    for given in PALETTES:
        styles = dict(zip(Role, palette(**given), strict=True))
        if given.get("theme") != "mono":
            assert styles[Role.RED] != styles[Role.BLACK], given


def test_text_under_the_cursor_of_a_list_is_readable_in_every_combination_of_colours() -> None:
    for given in PALETTES:
        style = dict(zip(Role, palette(**given), strict=True))[Role.BOX]
        if given.get("theme") != "mono":
            assert contrast(style) >= 4.5, given


class StyledRows(ListPage[None]):
    """Has a row without a style, the player's own row, and totals."""

    def listing(self) -> Listing:
        rows = [("1",), ("2",), ("3",)]
        report = Report("", (Column("a"),), rows, own=frozenset({1}), has_totals=True)
        return Listing.of(report)


async def test_rows_with_a_style_are_readable_under_the_cursor_in_every_theme(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    async with showing(lambda app: app.push_screen(StyledRows())) as player:
        for theme in settings.THEMES:
            player.app.change_settings(theme=theme)
            player.screen.show_rows(0)
            for key in ("home", "down", "down"):
                await player.press(key)
                _, y = player.pilot.cursor
                under = [each.style for each in player.pilot.strips[y] if each.text.strip()]
                for style in under:
                    if theme == "mono":
                        assert style.reverse
                    else:
                        inked = Style(style.color.name, style.bgcolor.name)
                        assert contrast(inked) >= 4.5, (theme, key)
