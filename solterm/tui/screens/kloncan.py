"""The start of two programs of 1987: the titles of KLONCAN and Solitaire Royale, and two questions.

KLONCAN's come before its first score sheet, Royale's title before the first tour or sheet of its
games; each once while the program runs.
"""

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, Any, NamedTuple

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding
from textual.screen import Screen
from textual.widgets import Static

from solterm.contests import sheets
from solterm.contests.sheets import SheetChoice
from solterm.core import cards
from solterm.core.game import Game
from solterm.core.levels import LEVELS
from solterm.games import name_apart
from solterm.manual.rules_pages import level_briefs
from solterm.tui.keys.commands import LEVEL_KEYS
from solterm.tui.look.canvas import SUITS, Canvas, Role
from solterm.tui.look.faces import front
from solterm.tui.screens.base_screen import BaseScreen
from solterm.tui.screens.choices_page import ChoicesPage, Field
from solterm.tui.screens.list_page import ListRow, heading
from solterm.tui.table.sentences import in_own_words
from solterm.tui.widgets.card_table import CardTable

if TYPE_CHECKING:
    from solterm.tui.app import SoltermApp

_LETTERS = """
██ ▄█▀ ██     ▄█▀▀█▄ ██▄ ██ ▄█▀▀█▄ ▄█▀▀█▄ ██▄ ██
████   ██     ██  ██ ██▀███ ██  ▀▀ ██▄▄██ ██▀███
██▀█▄  ██     ██  ██ ██ ▀██ ██  ▄▄ ██▀▀██ ██ ▀██
██  ██ ██████ ▀█▄▄█▀ ██  ██ ▀█▄▄█▀ ██  ██ ██  ██
""".strip("\n").splitlines()
_PLAIN_LETTERS = """
##  ## ##     ###### ##  ## ###### ###### ##  ##
## ##  ##     ##  ## ### ## ##     ##  ## ### ##
####   ##     ##  ## ###### ##     ###### ######
##  ## ###### ###### ##  ## ###### ##  ## ##  ##
""".strip("\n").splitlines()
"""The same letters in ASCII."""

_ROYALE_LETTERS = """
┌─┐ ┌─┐ ┬   ┬ ┌┬┐ ┌─┐ ┬ ┬─┐ ┌─┐
└─┐ │ │ │   │  │  ├─┤ │ ├┬┘ ├┤
└─┘ └─┘ ┴─┘ ┴  ┴  ┴ ┴ ┴ ┴└─ └─┘
       R  O  Y  A  L  E
""".strip("\n").splitlines()
_ROYALE_PLAIN = ["", "S  O  L  I  T  A  I  R  E", "", "       R  O  Y  A  L  E"]


class Title(NamedTuple):
    """The parts of a title's picture."""

    letters: Sequence[str]
    plain: Sequence[str]
    """The letters in ASCII."""
    told: Sequence[str]
    """Three lines beside the cards."""
    name: str
    """What a window has room for that is too narrow for the picture."""


TITLES = {
    "KLONCAN": Title(
        _LETTERS,
        _PLAIN_LETTERS,
        ("Klondike and Canfield", "two games of patience", "six games to a sheet"),
        "K L O N C A N",
    ),
    "Solitaire Royale": Title(
        _ROYALE_LETTERS,
        _ROYALE_PLAIN,
        ("Eight games for a tour", "three for children", "a point for each card"),
        "S O L I T A I R E   R O Y A L E",
    ),
}
"""The titles, by collection."""

_FAN = ("QH", "AS", "KD", "JC")
_CARD = (5, 3)
"""Columns and rows of a card in the picture."""
_WIDTH, _HEIGHT = 56, 17
"""The size of the picture with its frame."""


class TitleScreen(BaseScreen[None], inherit_bindings=False):
    """Shows the picture until the player presses a key."""

    DEFAULT_CSS = """
    TitleScreen > #footer {
        height: 1;
        padding: 0 1;
        color: $label-ink;
        text-style: $label-style;
    }
    """

    def __init__(self, collection: str, following: Screen[Any]) -> None:
        super().__init__()
        self.collection = collection
        self._following = following

    def compose(self) -> ComposeResult:
        yield TitlePicture(TITLES[self.collection])
        yield Static("Any key goes on", id="footer", markup=False)

    def take_key(self, event: events.Key) -> bool:
        self.solterm.go_to(self._following)
        return True

    def on_click(self) -> None:
        self.solterm.go_to(self._following)


def show_title(app: "SoltermApp", collection: str, following: Screen[Any]) -> None:
    """Show a screen, after the collection's title if it has one that was not shown yet."""
    if collection in TITLES and app.settings.titles and app.shows_first(collection):
        following = TitleScreen(collection, following)
    app.go_to(following)


def begin_sheet(app: "SoltermApp", game: Game) -> None:
    """Show a game's score sheet, after the title and KLONCAN's questions."""
    if choice := sheets.choice(app.seat.store, game.id):
        app.doors.go_to_sheet(game, choice.level)
    else:
        show_title(app, game.collection, StartScreen(game))


class TitlePicture(CardTable):
    """The letters, a band of shades, four cards and a few words in a frame."""

    def __init__(self, title: Title) -> None:
        super().__init__()
        self._title = title

    def on_resize(self, event: events.Resize) -> None:
        canvas = self.canvas()
        x, y = (canvas.width - _WIDTH) // 2, max(0, (canvas.height - _HEIGHT - 1) // 2)
        if x < 0:
            canvas.centre(canvas.height // 2, self._title.name, Role.LABEL)
        else:
            self._paint_picture(canvas, x, y)
        self.show(canvas, (canvas.width - 1, canvas.height - 1))

    def _paint_picture(self, canvas: Canvas, x: int, y: int) -> None:
        letters = self._title.plain if canvas.glyphs.ascii else self._title.letters
        shades = ".:#" if canvas.glyphs.ascii else "░▒▓"
        band = "".join(shade * ((_WIDTH - 8) // 6) for shade in shades)
        canvas.frame(x, y, _WIDTH, _HEIGHT, double=True)
        for row, text in enumerate(letters, y + 2):
            canvas.text(x + 4, row, text, Role.LABEL)
        canvas.text(x + 4, y + 7, band + band[::-1], Role.FAINT)
        self._paint_cards(canvas, x + 4, y + 9)
        suits = canvas.glyphs.suits
        for row, text in enumerate(self._title.told, y + 9):
            canvas.text(x + 32, row, text, Role.TABLE)
        for place, suit in enumerate((3, 2, 1, 0)):
            canvas.text(x + 32 + 4 * place, y + 13, suits[suit], SUITS[suit])
        canvas.text(x + 47, y + 13, "1987", Role.LABEL)
        canvas.text(x + 16, y + _HEIGHT - 1, " Press any key to begin ", Role.MESSAGE)

    @staticmethod
    def _paint_cards(canvas: Canvas, x: int, y: int) -> None:
        width, height = _CARD
        for place, text in enumerate(_FAN):
            card = cards.parse(text)
            left, top = x + place * (width + 1), y + place % 2
            canvas.frame(left, top, width + 2, height + 2)
            for row, line in enumerate(front(canvas.glyphs, card, width, height), top + 1):
                canvas.text(left + 1, row, line, SUITS[cards.suit(card)])


class StartScreen(ChoicesPage[None]):
    """Asks for error messages and the level."""

    ABOUT = """
KLONCAN's two questions before a score sheet, which adds up six games. Error messages say why a move
was refused; without them a mistake only beeps, and F7 gives the reason. The level sets how strict
the rules are. Enter begins the sheet with the answers that you see.
"""
    BINDINGS = [
        Binding("enter", "begin", "Begin", tooltip="Show the sheet"),
        Binding("y,Y", "messages(True)", "Messages", key_display="Y/N", tooltip="Show them or not"),
        Binding("n,N", "messages(False)", show=False),
        Binding("1", "level(1)", "Level", key_display="1-3", tooltip="Begin at that level"),
        *(Binding(level, f"level({level})", show=False) for level in LEVEL_KEYS[1:]),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.choice = SheetChoice(0, True)

    def on_mount(self) -> None:
        self.choice = self.solterm.sheet_choice(self.game)

    def title_text(self) -> str:
        return f"Score sheet: {name_apart(self.game)}"

    def rows(self) -> Iterator[ListRow]:
        yield heading("Six games for one total, without undo and hints.")
        about = "Off: a mistake only beeps, and F7 gives the reason"
        yield self.field_row(
            Field("messages", "Error messages", about, [(True, "on"), (False, "off")])
        )
        lines = level_briefs(self.game.id).items()
        about = in_own_words(self.game, "\n".join(f"{level}: {brief}" for level, brief in lines))
        choices = [(level, str(level)) for level in LEVELS]
        yield self.field_row(Field("level", "Level", about, choices))

    def value_of(self, field: Field) -> Any:
        return getattr(self.choice, field.key)

    def change(self, field: Field, value: Any) -> None:
        self.choice = self.choice._replace(**{field.key: value})

    def action_messages(self, wanted: bool) -> None:
        self.choice = self.choice._replace(messages=wanted)
        self.show_rows(self.find_item("level"))

    def action_level(self, level: int) -> None:
        self.choice = self.choice._replace(level=level)
        self.action_begin()

    def action_begin(self) -> None:
        sheets.choose(self.seat.store, self.game.id, self.choice)
        self.doors.go_to_sheet(self.game, self.choice.level)
