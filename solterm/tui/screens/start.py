"""KLONCAN's two questions before the first score sheet of a program: messages, and the level."""

from typing import ClassVar

from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.widgets import Static

from solterm.core.game import Game
from solterm.tui.keys.commands import LEVEL_KEYS
from solterm.tui.screens.page import Page
from solterm.tui.widgets.lines import Words

_LEVELS = (
    "3   the rules of the game as they stand: the hand goes by threes",
    "2   the hand goes one card at a time",
    "1   also: any card into a space, and colours do not matter",
)


class StartScreen(Page[None]):
    """Asks one question after the other."""

    ABOUT = """
KLONCAN's two questions before a score sheet. Error messages say why a move was refused; without
them a mistake only beeps, and F7 gives the reason. The level sets how strict the rules are.
"""
    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("y,Y", "messages(True)", "Yes", key_display="Y", tooltip="Show error messages"),
        Binding("n,N", "messages(False)", "No", key_display="N", tooltip="A mistake only beeps"),
        Binding("1", "level(1)", "Level", key_display="1 2 3", tooltip="Play at that level"),
        *(Binding(level, f"level({level})", show=False) for level in LEVEL_KEYS[1:]),
        Binding("enter", "usual", "As proposed", tooltip="Answer as you did last time"),
    ]

    def __init__(self, game: Game, answer: str = "") -> None:
        """``answer`` may answer the first question at once, with Y or N."""
        super().__init__()
        self.game = game
        self._answer = answer
        self.asks_level = False

    def title_text(self) -> str:
        return f"{self.game.name} ({self.game.collection})"

    def compose_content(self) -> ComposeResult:
        yield Static(id="question", markup=False)
        yield Words(id="explanation")

    def on_mount(self) -> None:
        if self._answer in tuple("yYnN"):
            self.action_messages(self._answer in "yY")
        self._ask()

    def _ask(self) -> None:
        settings = self.solterm.settings
        answer = "Y" if settings.messages else "N"
        question = "Shall error messages appear by themselves (Y/N)?"
        if self.asks_level:
            levels = "\n".join(f"  {line}" for line in _LEVELS)
            question = f"{question}  {answer}"
            more = f"Press 1, 2 or 3 for the level you want.\n\n{levels}"
            proposed = f"level {settings.level}"
        else:
            more = "N: a mistake only beeps, and F7 gives the reason."
            proposed = answer
        self.query_one("#question", Static).update(question)
        self.query_one("#explanation", Words).say(f"{more}\n\nEnter: {proposed}.")
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer the answers of the question that is asked."""
        if action in ("messages", "level"):
            return self.asks_level == (action == "level")
        return super().check_action(action, parameters)

    def action_messages(self, wanted: bool) -> None:
        self.solterm.change_settings(messages=wanted)
        self.asks_level = True
        self._ask()

    def action_level(self, level: int) -> None:
        self.solterm.is_asked = True
        self.solterm.change_settings(level=level)
        self.solterm.show_sheet(self.game, level)

    def action_usual(self) -> None:
        if self.asks_level:
            self.action_level(self.solterm.settings.level)
        else:
            self.action_messages(self.solterm.settings.messages)

    def action_back(self) -> None:
        if self.asks_level:
            self.asks_level = False
            self._ask()
        else:
            self.solterm.show_menu()
