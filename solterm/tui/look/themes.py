"""The style of each role in every theme, with KLONCAN's sixteen backgrounds and three foregrounds.

The default theme and four others use the sixteen colours that every terminal has: they take the
fewest bytes and follow the colours that the player has set in the terminal. ``terminal`` leaves it
its background too, so its inks are readable on dark and on light. Finer shades appear only on
terminals that have them. Colour is never the only cue; terminals without colours get bold and
reverse.
"""

from functools import lru_cache
from typing import NamedTuple

from solterm.store.settings import Settings
from solterm.tui.look.canvas import CURSOR_SUITS, DRAWN, GOLD_SUITS, MARKED_SUITS, SUITS, Role
from solterm.tui.look.colours import (
    AQUA,
    BLACK,
    BLUE,
    BRIGHT,
    BRIGHT_RED,
    BROWN,
    CYAN,
    GREEN,
    GREY,
    LIME,
    PINK,
    PURPLE,
    RED,
    SKY,
    WHITE,
    YELLOW,
    Colour,
    Style,
    readable,
)
from solterm.tui.look.decks import DECKS, Back

BACKGROUNDS = (
    *(BLUE, BLACK, GREEN, CYAN, RED, PURPLE, BROWN, WHITE),
    *(GREY, SKY, LIME, AQUA, BRIGHT_RED, PINK, YELLOW, BRIGHT),
)
"""The table's colours in the order of B in the colour dialog; the first is the DOS blue."""

FOREGROUNDS = ("paper", "slate", "glass")
"""Cards on white, on black, and on the table's colour, in the order of F."""

_LIGHT = frozenset((GREEN, BROWN, CYAN, WHITE, LIME, AQUA, PINK, YELLOW, BRIGHT))
"""Table colours that need dark ink."""
_REDDISH = frozenset((RED, PURPLE, BRIGHT_RED, PINK))
"""Table colours on which red ink is unreadable."""

LOOKS = {
    "dos": "White cards on KLONCAN's blue, or on a colour of your choice",
    "felt": "Ivory cards on green felt",
    "mono": "No colours, only bold and reverse",
    "contrast": "White cards and white lines on black",
    "dusk": "Cream cards on dark violet; needs 256 colours",
    "terminal": "Colours on your terminal's own background",
}
"""What the player sees of each theme."""

_PALE = 252
"""A grey that red and blue are readable on."""
_SHADES = 256
"""The colours that the finer shades and dusk need."""
_TRUE = 1 << 24
"""The colours of a terminal that shows felt and dusk exactly."""


class _Table(NamedTuple):
    paper: Colour | None
    """None is the terminal's own colour."""
    ink: Colour | None
    line: Colour | None
    accent: Colour | None
    """Pointers, captions and messages."""
    warm: Colour
    """The box around marked cards."""
    back: Colour | None
    """The pattern of face-down cards."""
    bar: Colour = CYAN
    """The background of function keys and boxes, whose text is black."""
    spot: Colour = YELLOW
    """The card under the cursor."""
    marked: Colour = AQUA
    """Marked cards."""
    number: Style = Style(WHITE, BLACK)
    """The numbers of the function keys."""


class _Cards(NamedTuple):
    paper: Colour | None
    black: Colour | None
    red: Colour
    club: Colour | None
    """Clubs and diamonds if each suit has its own colour."""
    diamond: Colour | None
    rule: Colour | None = GREY
    """The thin line under a covered card."""
    gold: Colour | None = BROWN
    """The gold of Jacks, Queens and Kings."""


@lru_cache(maxsize=16)
def palette(
    background: int = 0,
    foreground: int = 0,
    *,
    theme: str = "dos",
    board: str = "desktop",
    deck: str = "traditional",
    four_colours: bool = False,
    colours: int = 16,
) -> tuple[Style, ...]:
    """Return the style of each role on a terminal with this many colours (0: none).

    ``background`` and ``foreground`` are indices of the lists above and change only the theme
    ``dos``; the other names are those of the settings.
    """
    if theme == "mono" or not colours:
        return monochrome()
    if (theme == "dusk" and colours < _SHADES) or (theme == "terminal" and board != "desktop"):
        theme = "dos"
    if theme == "felt":
        fine = _FELT_TRUE if colours >= _TRUE else _FELT
        table = fine if colours >= _SHADES else _dos_table(GREEN)
        cards = _FELT_CARDS if colours >= _TRUE else _CARDS["paper"]
    elif theme == "contrast":
        table, cards = _CONTRAST, _CARDS["paper"]
    elif theme == "dusk":
        is_true = colours >= _TRUE
        table, cards = (_DUSK, _DUSK_CARDS) if is_true else (_DUSK_256, _DUSK_CARDS_256)
    elif theme == "terminal":
        table, cards = _TERMINAL, _TERMINAL_CARDS
    else:
        table = _dos_table(BACKGROUNDS[background % len(BACKGROUNDS)])
        cards = _dos_cards(table, FOREGROUNDS[foreground % len(FOREGROUNDS)])
    if board == "inverse":
        table, cards = _inverse(table), _CARDS["slate"]
    elif board != "desktop":
        table = _dos_table({"white": BRIGHT, "gray": WHITE}[board])
    is_glass = theme == "dos" and FOREGROUNDS[foreground % len(FOREGROUNDS)] == "glass"
    on_glass = is_glass or theme == "terminal"
    if cards.paper == table.paper and not on_glass and board != "inverse":
        cards = _set_apart(cards, colours)
    if colours >= _SHADES:
        cards = _fine(cards)
    back = DECKS[deck].back
    if theme == "contrast" or back.paper in (None, table.paper):
        back = back._replace(ink=table.back, paper=table.paper)
    under = (22 if colours >= _SHADES else GREEN, BLUE) if four_colours else (BLACK, RED)
    return _styles(table, cards, back, four_colours, under, colours >= _SHADES)


def chosen_palette(settings: Settings, colours: int) -> tuple[Style, ...]:
    """Return the style of each role by the player's settings."""
    return palette(
        settings.background,
        settings.foreground,
        theme=settings.theme,
        board=settings.board,
        deck=settings.deck,
        four_colours=settings.four_colours,
        colours=colours,
    )


def _styles(
    table: _Table,
    cards: _Cards,
    back: Back,
    four_colours: bool,
    under: tuple[Colour, Colour],
    has_shades: bool,
) -> tuple[Style, ...]:
    # ``under`` has the inks of clubs and diamonds under the cursor and the mark.
    club, diamond = (cards.club, cards.diamond) if four_colours else (cards.black, cards.red)
    accent = Style(table.accent, table.paper)
    line = Style(table.line, table.paper)
    styles = {
        Role.TABLE: Style(table.ink, table.paper),
        Role.LINE: line,
        Role.CLUB: Style(club, cards.paper),
        Role.DIAMOND: Style(diamond, cards.paper),
        Role.RED: Style(cards.red, cards.paper),
        Role.BLACK: Style(cards.black, cards.paper),
        Role.BACK: Style(back.ink, back.paper),
        Role.FAINT: line,
        Role.CURSOR_CLUB: Style(under[0], table.spot),
        Role.CURSOR_DIAMOND: Style(under[1], table.spot),
        Role.CURSOR_RED: Style(RED, table.spot),
        Role.CURSOR_BLACK: Style(BLACK, table.spot),
        Role.MARKED_CLUB: Style(under[0], table.marked),
        Role.MARKED_DIAMOND: Style(under[1], table.marked),
        Role.MARKED_RED: Style(RED, table.marked),
        Role.MARKED_BLACK: Style(BLACK, table.marked),
        Role.RULE: Style(cards.rule, cards.paper),
        Role.GOLD: Style(cards.gold, cards.paper),
        Role.GOLD_CLUB: Style(club, cards.gold),
        Role.GOLD_DIAMOND: Style(diamond, cards.gold),
        Role.GOLD_RED: Style(cards.red, cards.gold),
        Role.GOLD_BLACK: Style(cards.black, cards.gold),
        Role.POINTER: accent,
        Role.MARK: Style(table.warm, table.paper),
        Role.TARGET: accent,
        Role.LABEL: accent,
        Role.STATUS: Style(table.ink, table.paper),
        Role.MESSAGE: accent,
        Role.BOX: Style(BLACK, table.bar),
        Role.KEY_NUMBER: table.number,
        Role.KEY_LABEL: Style(BLACK, table.bar),
    }
    black = _legible(Role.BLACK, styles[Role.BLACK], None, has_shades).ink
    return tuple(_legible(role, styles[role], black, has_shades) for role in Role)


_REDS = frozenset({Role.RED, Role.DIAMOND})


def _legible(role: Role, style: Style, black: Colour | None, has_shades: bool) -> Style:
    # Red suits keep an ink that differs from black ones.
    if role in DRAWN or style.ink is None or style.paper is None:
        return style
    unlike = black if role in _REDS else None
    has_shades &= role is not Role.MARK  # a frame needs less contrast, and shades cost bytes
    return style._replace(ink=readable(style.ink, style.paper, unlike, has_shades))


def _dos_table(paper: int) -> _Table:
    light = paper in _LIGHT
    ink = BLACK if light else BRIGHT
    return _Table(
        paper=paper,
        ink=ink,
        line=BLACK if light else WHITE,
        accent=BLUE if light else YELLOW,
        warm=ink if paper in _REDDISH else RED if light else BRIGHT_RED,
        back=BLUE if light else WHITE if paper == SKY else CYAN,
        bar=WHITE if paper == CYAN else CYAN,
        spot=BRIGHT if paper == YELLOW else YELLOW,
    )


def _dos_cards(table: _Table, foreground: str) -> _Cards:
    if foreground != "glass":
        return _CARDS[foreground]
    light = table.paper in _LIGHT
    greenish, bluish = (GREEN, LIME), (CYAN, AQUA, BLUE, SKY)
    return _Cards(
        paper=table.paper,
        black=table.ink,
        red=table.warm,
        club=table.ink if table.paper in greenish else GREEN if light else LIME,
        diamond=table.ink if table.paper in bluish else BLUE if light else AQUA,
        rule=table.line,
        gold=table.accent,
    )


def _inverse(table: _Table) -> _Table:
    return table._replace(
        paper=table.ink,
        ink=table.paper,
        line=table.paper,
        accent=table.paper,
        warm=RED if table.paper not in _LIGHT else BRIGHT_RED,
        back=table.paper,
        spot=YELLOW,
    )


def _set_apart(cards: _Cards, colours: int) -> _Cards:
    # White cards on a white table, or black on black, turn grey.
    if cards.paper == BRIGHT and colours >= _SHADES:
        return cards._replace(paper=_PALE, club=22)
    if cards.paper == BRIGHT:
        return cards._replace(paper=WHITE, club=PURPLE)  # green is unreadable on grey
    return cards._replace(paper=GREY, rule=WHITE)


def _fine(cards: _Cards) -> _Cards:
    # A terminal's own greens and blues are pale on white.
    finer: dict[Colour | None, Colour] = {}
    if cards.paper in (WHITE, BRIGHT, _PALE):
        finer = {GREEN: 28, BLUE: 26, GREY: 247 if cards.paper == BRIGHT else 243, BROWN: 172}
    elif cards.paper is None:
        finer = {SKY: 69}  # on black, as in browsers, a terminal's own is too dark
    return cards._replace(
        club=finer.get(cards.club, cards.club),
        diamond=finer.get(cards.diamond, cards.diamond),
        rule=finer.get(cards.rule, cards.rule),
        gold=finer.get(cards.gold, cards.gold),
    )


_CARDS = {
    "paper": _Cards(BRIGHT, BLACK, RED, GREEN, BLUE),
    "slate": _Cards(BLACK, BRIGHT, BRIGHT_RED, LIME, AQUA, rule=GREY, gold=YELLOW),
}
_FELT = _Table(paper=22, ink=BRIGHT, line=151, accent=YELLOW, warm=BRIGHT_RED, back=157, bar=114)
_FELT_TRUE = _Table(
    paper="#0a5230",
    ink="#f4f8ee",
    line="#86c49d",
    accent="#f5d776",
    warm="#ff9f88",
    back="#9fd8b4",
    bar="#8fcba4",
    spot="#ffe066",
    marked="#a6e3f2",
)
_FELT_CARDS = _Cards("#fbf9f1", "#1d2320", "#c01f37", "#1c6a38", "#1d4fa3", "#a9a795", "#cf8f1e")
_CONTRAST = _Table(
    paper=BLACK, ink=BRIGHT, line=BRIGHT, accent=YELLOW, warm=YELLOW, back=BRIGHT, bar=BRIGHT
)
_DUSK = _Table(
    paper="#241f38",
    ink="#efe9f7",
    line="#8f86b4",
    accent="#f0b871",
    warm="#ff7f7a",
    back="#6f8fc9",
    bar="#b3a5dc",
    spot="#ffe9b8",
    marked="#a9dcee",
)
_DUSK_CARDS = _Cards("#f6f0e4", "#2a2440", "#b3263c", "#1f6b3a", "#1f55a5", "#9c95a8", "#c98a2b")
_DUSK_256 = _Table(
    paper=236, ink=255, line=140, accent=215, warm=210, back=104, bar=146, spot=230, marked=153
)
_DUSK_CARDS_256 = _Cards(paper=255, black=236, red=124, club=22, diamond=25, rule=246, gold=172)
"""The nearest of the 256 colours."""
_TERMINAL = _Table(
    paper=None, ink=None, line=None, accent=GREEN, warm=BRIGHT_RED, back=CYAN, number=Style()
)
_TERMINAL_CARDS = _Cards(paper=None, black=None, red=BRIGHT_RED, club=GREEN, diamond=SKY)
"""Cards on the terminal's background, with the inks of its sixteen that are readable on both."""


@lru_cache(maxsize=1)
def monochrome() -> tuple[Style, ...]:
    """Return the style of each role without colours."""
    reversed_roles = (*CURSOR_SUITS, *(Role.BOX, Role.KEY_LABEL))
    bold_roles = (
        *(*SUITS, Role.GOLD, *GOLD_SUITS),
        *(Role.POINTER, Role.MARK, Role.TARGET, Role.LABEL, Role.MESSAGE),
    )
    styles = dict.fromkeys(Role, Style())
    styles |= dict.fromkeys((Role.BACK, Role.RULE, Role.FAINT), Style(dim=True))
    styles |= dict.fromkeys(MARKED_SUITS, Style(bold=True, reverse=True))
    styles |= dict.fromkeys(reversed_roles, Style(reverse=True))
    styles |= dict.fromkeys(bold_roles, Style(bold=True))
    return tuple(styles[role] for role in Role)
