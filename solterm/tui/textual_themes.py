"""The player's theme, as a Textual ``Theme`` and as Rich styles for widgets that paint cells.

``look.themes`` has the style of each role: five themes and KLONCAN's 48 pairs of colours, for any
number of colours. Here each role becomes three variables, such as ``$box-ink``, ``$box-paper`` and
``$box-style``, and Textual's own variables follow from them.
"""

from functools import lru_cache

from rich.color import Color as RichColor
from rich.style import Style as RichStyle
from textual.theme import Theme

from solterm.store.settings import Settings
from solterm.tui.look.canvas import Role
from solterm.tui.look.colours import Colour, Style
from solterm.tui.look.themes import chosen_palette

_ANSI = ("black", "red", "green", "yellow", "blue", "magenta", "cyan", "white")
"""Textual's names for the first eight colours; the others are ``bright_`` ones."""


def chosen_theme(settings: Settings, colours: int) -> Theme:
    """Return the theme of the player's settings on a terminal with this many colours.

    Its name has all that it depends on, as the App applies a theme when the name changes.
    """
    chosen = (settings.theme, settings.background, settings.foreground, settings.board)
    name = "-".join(map(str, (*chosen, settings.deck, settings.four_colours, colours)))
    return make_theme(name, chosen_palette(settings, colours), dark=settings.theme != "mono")


def make_theme(name: str, palette: tuple[Style, ...], *, dark: bool = True) -> Theme:
    """Return a theme from a style per role."""
    named = {
        f"{role.name.lower().replace('_', '-')}-{part}": value
        for role, style in zip(Role, palette, strict=True)
        for part, value in _parts(style).items()
    }
    ink, paper = named["table-ink"], named["table-paper"]
    bar, on_bar = named["box-paper"], named["box-ink"]
    accent, line = named["message-ink"], named["line-ink"]
    cursor = {"foreground": on_bar, "background": bar, "text-style": named["box-style"]}
    variables = named | {
        **dict.fromkeys(("surface", "panel", "boost", "ansi-background"), paper),
        **dict.fromkeys(("text", "ansi-foreground", "text-muted"), ink),
        **dict.fromkeys(("text-disabled", "foreground-muted", "border-blurred"), line),
        **dict.fromkeys(("border", "link-color"), accent),
        **{f"block-cursor-{part}": value for part, value in cursor.items()},
        **{f"block-cursor-blurred-{part}": value for part, value in cursor.items()},
        **dict.fromkeys(("scrollbar", "scrollbar-hover", "scrollbar-active"), bar),
        **{
            f"scrollbar-{part}": paper
            for part in ("background", "corner-color", "background-hover", "background-active")
        },
        **{f"input-cursor-{part}": value for part, value in cursor.items()},
        **{"input-cursor-text-style": "reverse"},
        **{"input-selection-background": accent, "input-selection-foreground": paper},
        **{"screen-selection-background": accent, "screen-selection-foreground": paper},
    }
    return Theme(
        name,
        primary=accent,
        error=named["mark-ink"],
        foreground=ink,
        background=paper,
        dark=dark,
        ansi=True,
        variables=variables,
    )


@lru_cache(maxsize=8)
def rich_styles(palette: tuple[Style, ...]) -> tuple[RichStyle, ...]:
    """Return the Rich style of each role, for widgets that paint cells."""
    return tuple(map(_rich, palette))


def _parts(style: Style) -> dict[str, str]:
    words = [word for word in ("bold", "dim", "reverse") if getattr(style, word)]
    return {"ink": _css(style.ink), "paper": _css(style.paper), "style": " ".join(words) or "none"}


def _css(colour: Colour | None) -> str:
    if colour is None:
        return "ansi_default"
    if isinstance(colour, str):
        return colour
    if colour < 16:
        bright, plain = divmod(colour, 8)
        return f"ansi_{'bright_' * bright}{_ANSI[plain]}"
    return RichColor.from_ansi(colour).get_truecolor().hex


def _rich(style: Style) -> RichStyle:
    # What a style lacks is None: False would take the cursor's reverse off a row.
    return RichStyle(
        color=_rich_colour(style.ink),
        bgcolor=_rich_colour(style.paper),
        bold=style.bold or None,
        dim=style.dim or None,
        reverse=style.reverse or None,
    )


def _rich_colour(colour: Colour | None) -> RichColor:
    if colour is None:
        return RichColor.default()
    return RichColor.from_ansi(colour) if isinstance(colour, int) else RichColor.parse(colour)
