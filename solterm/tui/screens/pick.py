"""The list of games to pick some from, in their order: for a tour, a mixed sheet, a tournament."""

from collections.abc import Callable, Sequence
from typing import ClassVar, NamedTuple, cast

from solterm.games import every_game
from solterm.tui.boxes.questions import TypedLine
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.gamefilters import choose_found, search
from solterm.tui.screens.listed import Key, ListScreen
from solterm.tui.screens.menulines import (
    NAME,
    SUMMARY,
    Line,
    list_game_lines,
    tell_summary,
)


class Pick(NamedTuple):
    """What is picked, and what becomes of it."""

    title: str
    least: int
    """Fewer are refused; with 1 or 0, Enter takes the game under the cursor or none."""
    most: int
    then: Callable[[Sequence[str], str], str | None]
    """Takes the ids and the name; a sentence when it refuses them."""
    question: str = ""
    """What is asked for a name, where one is needed."""


class PickScreen(ListScreen):
    """Space marks a game or takes its mark away; Enter is done."""

    ABOUT = """
Space puts the game under the cursor behind those picked before, and takes it out again; the number
before a game is its place. Letters and digits search names, collections, families and
summaries.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Done", "Go on with the games that are picked")
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("space", "mark", "Pick", "Pick the game, or take it out again"),
        Key("backspace", "shorten", "", "Delete a letter of the search"),
    )
    EMPTY: ClassVar[str] = "No game by that name. Backspace deletes a letter."
    TOP: ClassVar[int] = 2

    def __init__(self, pick: Pick) -> None:
        super().__init__()
        self.pick = pick
        self.picked: list[str] = []
        self.typed = ""
        self._lines: list[Line] = []
        self._find("")

    @property
    def entries(self) -> list[Line]:
        return self._lines

    def is_choice(self, entry: object) -> bool:
        return cast(Line, entry).is_choice

    def title_text(self) -> str:
        return self.pick.title

    def paint_head(self, canvas: Canvas) -> None:
        canvas.text(1, 0, self.pick.title, Role.LABEL)
        canvas.text(1, 1, f"Search: {self.typed}_", Role.TABLE)
        count = f"{len(self.picked)} of at most {self.pick.most} picked"
        canvas.text(canvas.width - len(count) - 1, 1, count, Role.LABEL)

    def paint_foot(self, canvas: Canvas) -> None:
        super().paint_foot(canvas)
        if not self.notice:
            names = [each.name for each in map(every_game().get, self.picked) if each]
            told = ", ".join(f"{place} {name}" for place, name in enumerate(names, 1))
            chrome.paint_message(canvas, told[-(canvas.width - 2) :])

    def line(self, entry: object, width: int) -> str:
        line = cast(Line, entry)
        if line.game is None:
            return line.text
        at = self.picked.index(line.game.id) + 1 if line.game.id in self.picked else ""
        text = f"{at:>2} {line.text:{NAME}}"
        return text + tell_summary(line.game) if len(text) + SUMMARY <= width else text

    def press(self, key: str, character: str | None) -> None:
        own = key in ("space", "backspace") or character == "?"
        if not self.prompt and character and not own and (character.isalnum() or character in "-'"):
            self.notice = ""
            self._find(self.typed + character)
        elif not self.prompt and key == "escape" and self.typed:
            self._find("")
        else:
            super().press(key, character)

    def do_mark(self) -> None:
        """Space."""
        line = cast(Line | None, self.entry)
        if not line or not line.game:
            return
        if line.game.id in self.picked:
            self.picked.remove(line.game.id)
        elif len(self.picked) == self.pick.most:
            self.notice = f"There are {self.pick.most} already: take one out first."
        else:
            self.picked.append(line.game.id)

    def do_shorten(self) -> None:
        """Backspace."""
        self._find(self.typed[:-1])

    def choose(self) -> None:
        """Enter."""
        line = cast(Line | None, self.entry)
        games = list(self.picked)
        if not games and self.pick.least == 1 and line and line.game:
            games = [line.game.id]
        if len(games) < self.pick.least:
            self.notice = f"Pick at least {self.pick.least} games with Space."
        elif self.pick.question:
            self.prompt = TypedLine(
                self.pick.question, lambda name: self.pick.then(games, name), most=24
            )
        else:
            self.notice = self.pick.then(games, "") or ""

    def _find(self, typed: str) -> None:
        line = cast(Line | None, self.entry)
        self.typed = typed
        found = search(every_game().values(), typed)
        self._lines = list(list_game_lines(found))
        chosen = choose_found(found, typed, line and line.game)
        self.here = next((k for k, each in enumerate(self._lines) if each.game is chosen), 0)
