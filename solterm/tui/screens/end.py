"""The end-of-game screen: the result, and whether to play again."""

from collections.abc import Callable
from typing import Any

from solterm.contests.ending import headline
from solterm.contests.sheet import Fate, Row
from solterm.core import deals
from solterm.core.play import record
from solterm.sessions import sheets as sessions
from solterm.sessions.wins import tell_win
from solterm.sessions.workers import is_off
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.tui.boxes.questions import Choice
from solterm.tui.keys.commands import LEVEL_KEYS
from solterm.tui.look import chrome
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.painted import PaintedScreen

_ANSWERS = ("y", "Y", "n", "N")


class EndScreen(PaintedScreen):
    """Shows what a game came to and asks for the next.

    Nothing is written before the game is really left: ESC goes back to it as it was.
    """

    def __init__(self, kept: KeptPlay) -> None:
        super().__init__(kept.unsaved or "")
        self.kept = kept
        self._there: Row | None = None
        """What stands in its row of the sheet."""
        self._fate = Fate.NOTHING
        self._win = ""
        """How a win stands among the player's own games."""
        self._written: int | None = None
        """The row of the sheet that leaving it wrote."""
        self._said = ""
        """What hindered the board when the sheet was full."""

    def on_mount(self) -> None:
        """See what leaving it will do to the sheet."""
        try:
            self._fate = sessions.fate_of(self.solterm.store, self.kept)
            self._there = sessions.standing_row(self.solterm.store, self.kept)
            self._win = tell_win(self.solterm.store, self.kept)
        except StoreError as error:
            self.notice = str(error)
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        play = self.kept.play
        canvas.centre(1, f"{play.game.name} ({play.game.collection})", Role.LABEL)
        canvas.centre(3, headline(play), Role.MESSAGE)
        canvas.centre(4, self._win, Role.LABEL)
        x = max(2, (canvas.width - 34) // 2)
        lines = sessions.result(self.kept)
        for y, (name, value, note) in enumerate(lines, 5):
            told = f"{f'{name}:':24}{value:>10}" + (f"   ({note})" if note else "")
            canvas.text(x, y, told[: canvas.width - x], Role.TABLE)
        below = 6 + len(lines)
        for y, level in enumerate(sorted(play.game.offered_levels), below):
            canvas.text(x, y, f"Press {level} to play again at level {level}.", Role.TABLE)
        canvas.text(x, below + 4, f"Press {self.name_key('quit')} to quit.", Role.TABLE)
        canvas.text(x, below + 5, sessions.row_words(self.kept, self._fate), Role.FAINT)
        chrome.paint_message(canvas, self.notice)
        chrome.paint_footer(canvas, self._footer(canvas.width - 2))

    @property
    def _next_deal(self) -> int | None:
        """The number after that of a game which is won, where the player chooses the deals."""
        play = self.kept.play
        is_free = play.tally.won and not self.kept.purpose.row
        return play.deal + 1 if is_free and play.deal < deals.LAST else None

    @property
    def _may_analyse(self) -> bool:
        """May a solver look at it? ESC leads back to a game that counts, so that none may there.

        None may where the host has turned it off.
        """
        return not (self.kept.play.tally.won or self.kept.play.terms or is_off())

    def _footer(self, width: int) -> str:
        """The keys; where there is no room for all, those that lead on and out."""
        ways = [f"{self.name_key('menu')} Menu", f"{self.name_key('quit')} Quit"]
        back = [] if self.kept.play.tally.won else ["ESC Back"]
        following = ["N Next deal"] if self._next_deal else []
        lost = ["L Where it was lost"] if self._may_analyse else []
        more: tuple[list[str], ...] = (["C Copy", *lost], lost, [])
        lines = ("   ".join(["1 2 3 Play again", *following, *back, *each, *ways]) for each in more)
        return next((line for line in lines if len(line) <= width), "   ".join([*back, *ways]))

    # -- keys ------------------------------------------------------------------------------

    def press(self, key: str, character: str | None) -> None:
        if self.answer_prompt(key, character):
            return
        self.notice = ""
        if key == "escape" and not self.kept.play.tally.won:
            self.solterm.show_table(self.kept)
        elif character in ("c", "C"):
            self.notice = self.solterm.copy_line(self.kept.play)
        elif character in ("l", "L") and self._may_analyse:
            from solterm.tui.screens.searching import find_lost

            find_lost(self, record.write(self.kept.play), self._tell_lost)
        elif way := self._way(key, character):
            self._ask_or_leave(way, stays=character in LEVEL_KEYS)

    def _tell_lost(self, answer: dict[str, Any]) -> None:
        """Where the game was lost, as a text to read."""
        self.solterm.show_text("Where it was lost", answer["text"])

    def _way(self, key: str, character: str | None) -> Callable[[], object] | None:
        """Where a key leads, once the game is left."""
        play = self.kept.play
        if character in {str(each) for each in play.game.offered_levels}:
            level = int(character or "3")
            if self.kept.purpose.row:
                return lambda: self.solterm.show_sheet(play.game, level, self._said, self._written)
            return lambda: self.solterm.deal(play.game, level=level, options=play.options)
        if character in ("n", "N") and (number := self._next_deal):
            level = play.level
            return lambda: self.solterm.deal(play.game, number, level, play.options)
        if self.is_key(key, "menu"):
            return self.solterm.show_menu
        return (lambda: self.app.exit(0)) if self.is_key(key, "quit") else None

    def _ask_or_leave(self, way: Callable[[], object], stays: bool) -> None:
        """Leave the game; before a better result is replaced, ask."""
        there = self._there
        if self._fate is not Fate.WORSENS or there is None:
            self._leave(way, stays, replace=True)
            return
        question = sessions.replace_question(self.kept, there)
        self.prompt = Choice(
            question, _ANSWERS, lambda answer: self._leave(way, stays, answer in "yY")
        )

    def _leave(self, way: Callable[[], object], stays: bool, replace: bool) -> None:
        """End the game for good, and go on."""
        try:
            sessions.leave(self.solterm.store, self.kept, replace)
        except PlayedElsewhere as news:
            self.solterm.show_table(self.kept, str(news))
            return
        except StoreError as error:
            self.notice = str(error)
            if stays:
                return  # nothing new is dealt over what is not written
        else:
            if self._fate is Fate.WRITES or (self._fate is Fate.WORSENS and replace):
                self._written = self.kept.purpose.row
        self._enter()
        way()

    def _enter(self) -> None:
        """A sheet that is full now goes to its board."""
        if self.kept.purpose.row:
            boards, name = self.solterm.boards(), self.solterm.settings.player
            self._said = sessions.enter_present(
                self.solterm.store, boards, self.kept.play.game.id, name
            )
