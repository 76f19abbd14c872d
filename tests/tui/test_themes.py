"""Themes: readable in every combination, within the terminal's colours."""

from itertools import product
from pathlib import Path

import pytest
from rich.color import Color, ColorTriplet
from rich.terminal_theme import TerminalTheme

from solterm.sessions.report import Column, Report
from solterm.store import settings
from solterm.tui.look.canvas import CURSOR_SUITS, DRAWN, GOLD_SUITS, MARKED_SUITS, SUITS, Role
from solterm.tui.look.colours import BRIGHT, Colour, Style
from solterm.tui.look.themes import BACKGROUNDS, FOREGROUNDS, monochrome, palette
from solterm.tui.screens.list_page import Listing, ListPage
from solterm.tui.textual_hooks import SharedStylesheet
from tests.tui.player import playing
from tests.tui.screens import showing

DARK = [(0, 0, 0), (170, 0, 0), (0, 170, 0), (170, 85, 0)]
DARK += [(0, 0, 170), (170, 0, 170), (0, 170, 170), (170, 170, 170)]
LIGHT = [(85, 85, 85), (255, 85, 85), (85, 255, 85), (255, 255, 85)]
LIGHT += [(85, 85, 255), (255, 85, 255), (85, 255, 255), (255, 255, 255)]
VGA = TerminalTheme(DARK[0], DARK[7], DARK, LIGHT)
"""The colours of the Linux console and of DOS."""
GLASS = FOREGROUNDS.index("glass")
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
    """Return the contrast ratio of ink and paper, from 1 to 21.

    On the terminal's own background that is the ratio on black or on white, whichever is less.
    """
    if style.paper is None:
        papers = ("#000000", "#ffffff") if style.ink is not None else ()
        return min((contrast(style._replace(paper=each)) for each in papers), default=21)
    one, two = luminance(triplet(style.ink)), luminance(triplet(style.paper))
    return (max(one, two) + 0.05) / (min(one, two) + 0.05)


@pytest.mark.parametrize("depth", DEPTHS)
def test_no_finer_colours_than_the_terminal_has(depth: int) -> None:
    for chosen in LOOKS:
        for style in look(*chosen, depth).values():
            for colour in (style.ink, style.paper):
                assert colour is None or depth == 1 << 24 or int(colour) < depth, chosen


@pytest.mark.parametrize("four", [False, True])
@pytest.mark.parametrize("depth", DEPTHS)
def test_all_48_of_kloncans_colours_differ(four: bool, depth: int) -> None:
    looks = {
        tuple(map(str, palette(background, foreground, four_colours=four, colours=depth)))
        for background, foreground in product(range(len(BACKGROUNDS)), range(len(FOREGROUNDS)))
    }
    assert len(looks) == 48


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


PALETTES = [
    {"theme": theme, "board": board, "four_colours": four, "colours": colours}
    for theme, board, four in LOOKS
    for colours in DEPTHS
] + [
    {"background": background, "foreground": foreground, "four_colours": four, "colours": colours}
    for background, foreground in product(range(len(BACKGROUNDS)), range(len(FOREGROUNDS)))
    for four, colours in product((False, True), DEPTHS)
]


def test_text_and_suits_are_readable_in_every_combination_of_colours() -> None:
    for given in PALETTES:
        styles = dict(zip(Role, palette(**given), strict=True))
        if given.get("theme") == "mono":
            assert all(style.ink is style.paper is None for style in styles.values())
            continue
        has_shades = given["colours"] >= 256  # the sixteen colours are as their owner sets them
        for role in {*Role} - DRAWN:
            is_exact = has_shades and styles[role].paper is not None and role is not Role.MARK
            if role in SUITS and given.get("foreground") == GLASS:
                is_exact = False  # on a table of any colour, suits must differ first
            least = 4.5 if is_exact or role is Role.BOX else 3
            assert contrast(styles[role]) >= least, (given, role)


def test_the_finest_themes_are_painted_as_they_are_drawn() -> None:
    for theme in ("felt", "dusk"):
        painted = palette(theme=theme, colours=1 << 24)
        inks = {style.ink for style in painted}
        assert BRIGHT not in inks, f"{theme} has an unreadable colour, which is replaced"


def test_suits_differ_in_every_combination_of_colours() -> None:
    for given in PALETTES:
        styles = dict(zip(Role, palette(**given), strict=True))
        if given.get("theme") == "mono":
            continue
        assert styles[Role.RED] != styles[Role.BLACK], given
        for roles in (SUITS, CURSOR_SUITS, MARKED_SUITS):
            inked = (styles[role] for role in roles if styles[role] != Style())
            assert all(style.ink != style.paper for style in inked), given
            clubs, diamonds, hearts, spades = (styles[role] for role in roles)
            if not given["four_colours"]:
                assert (clubs, diamonds) == (spades, hearts), given
            elif "theme" in given:
                assert len({clubs, diamonds, hearts, spades}) == 4, (given, roles)


def test_the_theme_terminal_keeps_the_terminals_background() -> None:
    for four, depth in product((False, True), DEPTHS):
        styles = look("terminal", "desktop", four, depth)
        bars = {Role.BOX, Role.KEY_LABEL, Role.BACK, *CURSOR_SUITS, *MARKED_SUITS, *GOLD_SUITS}
        assert all(styles[role].paper is None for role in {*Role} - bars)
        assert len({styles[role].ink for role in SUITS}) == (4 if four else 2)


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


async def test_the_game_menu_is_readable_and_shows_the_chosen_command_in_every_theme(
    home: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("COLORTERM", "truecolor")
    monkeypatch.delenv("NO_COLOR", raising=False)
    async with playing() as player:
        for theme in settings.THEMES:
            player.pilot.app.change_settings(theme=theme)
            await player.press("tab", "down")
            _, y = player.pilot.cursor
            headings, chosen, other = (
                [each.style for each in player.pilot.strips[row] if named in each.text]
                for row, named in ((0, "Move"), (y, "End"), (y + 1, "Start"))
            )
            assert chosen and chosen != other, theme
            for style in (*headings, *chosen, *other):
                if style.color and style.bgcolor and theme != "mono":
                    inked = Style(style.color.name, style.bgcolor.name)
                    assert contrast(inked) >= 4.5, theme
            await player.press("escape")


def test_apps_share_the_rules_of_the_same_colours() -> None:
    sheets = [SharedStylesheet({"ink": colour}) for colour in ("red", "red", "blue")]
    for each in sheets:
        each.add_source("Label { color: $ink; }")
    first, second, other = (each.rules[0] for each in sheets)
    assert second is first
    assert other.styles.color != first.styles.color
    sheets[0].set_variables({"ink": "blue"})
    sheets[0].parse()
    assert sheets[0].rules[0] is other
    sheets[1].parse()
    assert sheets[1].rules[0] is first
