"""The start of two programs of 1987: the titles of KLONCAN and Solitaire Royale, and two questions.

KLONCAN's come before its first score sheet, Royale's title before the first tour or sheet of its
games; each once while the program runs.
"""

from collections.abc import Sequence
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
from solterm.core.levels import QUESTION
from solterm.games import name_apart
from solterm.manual.rules_pages import level_briefs
from solterm.tui.keys.commands import LEVEL_KEYS
from solterm.tui.look.canvas import SUITS, Canvas, Role
from solterm.tui.look.faces import front
from solterm.tui.screens.base_screen import BaseScreen
from solterm.tui.screens.page import Page
from solterm.tui.table.sentences import in_own_words
from solterm.tui.widgets.card_table import CardTable
from solterm.tui.widgets.lines import Words

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
    if collection in {*TITLES} - app.titles_seen and app.settings.titles:
        app.titles_seen.add(collection)
        following = TitleScreen(collection, following)
    app.go_to(following)


def begin_sheet(app: "SoltermApp", game: Game) -> None:
    """Show a game's score sheet, after the title and KLONCAN's questions."""
    if choice := sheets.choice(app.store, game.id):
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


_SHEET = (
    "A score sheet adds up six games of {}, without undo and hints. Two questions come first;"
    " Esc goes back."
)


class StartScreen(Page[None]):
    """Asks for error messages, then for the level."""

    DEFAULT_CSS = """
    StartScreen {
        & > #sheet { height: auto; margin: 2 6 1 6; max-width: 74; }
        & > #question { height: auto; margin: 0 6 1 6; max-width: 74; }
        & > #explanation { height: 1fr; margin: 0 6; color: $faint-ink; text-style: $faint-style; }
    }
    """

    ABOUT = """
KLONCAN's two questions before a score sheet, which adds up six games. Error messages say why a move
was refused; without them a mistake only beeps, and F7 gives the reason. The level sets how strict
the rules are.
"""
    BINDINGS = [
        Binding("y,Y", "messages(True)", "Yes", key_display="Y", tooltip="Show error messages"),
        Binding("n,N", "messages(False)", "No", key_display="N", tooltip="A mistake only beeps"),
        Binding("1", "level(1)", "Level", key_display="1 2 3", tooltip="Play at that level"),
        *(Binding(level, f"level({level})", show=False) for level in LEVEL_KEYS[1:]),
        Binding("enter", "usual", "As proposed", tooltip="Answer as your settings say"),
    ]

    def __init__(self, game: Game) -> None:
        super().__init__()
        self.game = game
        self.messages: bool | None = None
        """The first answer; None until it is given."""

    def title_text(self) -> str:
        return f"Score sheet: {name_apart(self.game)}"

    def compose_content(self) -> ComposeResult:
        yield Static(_SHEET.format(self.game.name), id="sheet", markup=False)
        yield Static(id="question", markup=False)
        yield Words(id="explanation")

    def on_mount(self) -> None:
        self._ask()

    def _ask(self) -> None:
        usual = self.solterm.sheet_choice(self.game)
        messages = usual.messages if self.messages is None else self.messages
        answer = "Y" if messages else "N"
        question = "Shall error messages appear by themselves (Y/N)?"
        if self.asks_level:
            lines = level_briefs(self.game.id).items()
            told = "\n".join(f"{level}: {brief}." for level, brief in lines)
            levels = in_own_words(self.game, told)
            question = f"{question}  {answer}"
            more = f"{QUESTION}.\n\n{levels}".rstrip()
            proposed = f"level {usual.level}"
        else:
            more = "N: a mistake only beeps, and F7 gives the reason."
            proposed = answer
        self.query_one("#question", Static).update(question)
        self.query_one("#explanation", Words).say(f"{more}\n\nEnter: {proposed}.")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the answers of the present question only."""
        if action in ("messages", "level"):
            return self.asks_level == (action == "level")
        return super().check_action(action, parameters)

    @property
    def asks_level(self) -> bool:
        """Whether the second question is on the screen."""
        return self.messages is not None

    def action_messages(self, wanted: bool) -> None:
        self.messages = wanted
        self._ask()

    def action_level(self, level: int) -> None:
        assert self.messages is not None, "the first question is answered"
        chosen = SheetChoice(level, self.messages)
        sheets.choose(self.solterm.store, self.game.id, chosen)
        self.doors.go_to_sheet(self.game, level)

    def action_usual(self) -> None:
        if self.asks_level:
            self.action_level(self.solterm.sheet_choice(self.game).level)
        else:
            self.action_messages(self.solterm.sheet_choice(self.game).messages)

    def action_back(self) -> None:
        if self.asks_level:
            self.messages = None
            self._ask()
        else:
            self.doors.go_to_menu()
