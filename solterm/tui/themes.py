"""How roles look: sixteen backgrounds and three sets of foregrounds, as KLONCAN had them.

Only the sixteen colours every terminal has are used: they cost the fewest bytes on the line and
follow the palette the player has chosen. Colour is never the only cue, so terminals without it
get the same roles in bold and reverse.
"""

from functools import lru_cache

from rich.style import Style

from solterm.tui.canvas import Role

BLACK, RED, GREEN, BROWN, BLUE, PURPLE, CYAN, WHITE = range(8)
GREY, BRIGHT_RED, LIME, YELLOW, SKY, PINK, AQUA, BRIGHT = range(8, 16)

BACKGROUNDS = (
    *(BLUE, BLACK, GREEN, CYAN, RED, PURPLE, BROWN, WHITE),
    *(GREY, SKY, LIME, AQUA, BRIGHT_RED, PINK, YELLOW, BRIGHT),
)
"""The table's colours in the order B cycles through them; the first is the DOS blue."""

FOREGROUNDS = ("paper", "slate", "glass")
"""Cards on white, cards on black, cards on the table's own colour: F cycles through them."""

_LIGHT = frozenset((GREEN, BROWN, CYAN, WHITE, LIME, AQUA, PINK, YELLOW, BRIGHT))
"""Tables that dark ink reads better on."""
_REDDISH = frozenset((RED, PURPLE, BRIGHT_RED, PINK))
"""Tables that red ink drowns in."""


@lru_cache(maxsize=8)
def palette(background: int, foreground: int) -> tuple[Style, ...]:
    """The style of each role; the arguments are places in the two lists above."""
    table = BACKGROUNDS[background % len(BACKGROUNDS)]
    light = table in _LIGHT
    ink = BLACK if light else BRIGHT
    line = BLACK if light else WHITE
    accent = BLUE if light else YELLOW
    warm = ink if table in _REDDISH else RED if light else BRIGHT_RED
    bar = WHITE if table == CYAN else CYAN
    spot = BRIGHT if table == YELLOW else YELLOW
    paper, black, red = {
        "paper": (WHITE if table == BRIGHT else BRIGHT, BLACK, RED),
        "slate": (BLACK, BRIGHT, BRIGHT_RED),
        "glass": (table, ink, warm),
    }[FOREGROUNDS[foreground % len(FOREGROUNDS)]]
    styles = {
        Role.TABLE: _style(ink, table),
        Role.LINE: _style(line, table),
        Role.RED: _style(red, paper),
        Role.BLACK: _style(black, paper),
        Role.BACK: _style(BLUE if light else WHITE if table == SKY else CYAN, table),
        Role.FAINT: _style(line, table),
        Role.CURSOR_RED: _style(RED, spot),
        Role.CURSOR_BLACK: _style(BLACK, spot),
        Role.POINTER: _style(accent, table),
        Role.MARK: _style(warm, table),
        Role.TARGET: _style(accent, table),
        Role.LABEL: _style(accent, table),
        Role.STATUS: _style(ink, table),
        Role.MESSAGE: _style(accent, table),
        Role.BOX: _style(BLACK, bar),
        Role.KEY_NUMBER: _style(WHITE, BLACK),
        Role.KEY_LABEL: _style(BLACK, bar),
    }
    return tuple(styles[role] for role in Role)


def _style(ink: int, paper: int) -> Style:
    return Style(color=f"color({ink})", bgcolor=f"color({paper})")


@lru_cache(maxsize=1)
def monochrome() -> tuple[Style, ...]:
    """The style of each role on a terminal without colours."""
    reversed_roles = (Role.CURSOR_RED, Role.CURSOR_BLACK, Role.BOX, Role.KEY_LABEL)
    bold_roles = (Role.POINTER, Role.MARK, Role.TARGET, Role.LABEL, Role.MESSAGE)
    styles = dict.fromkeys(Role, Style())
    styles |= dict.fromkeys(reversed_roles, Style(reverse=True))
    styles |= dict.fromkeys(bold_roles, Style(bold=True))
    return tuple(styles[role] for role in Role)
