"""The end-of-game screen: the result, and whether to play again (A1)."""

from solterm.contests.sheet import row_of
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay, PlayedElsewhere
from solterm.tui import chrome
from solterm.tui.canvas import Canvas, Role
from solterm.tui.keys import LEVEL_KEYS, MENU_KEYS, QUIT_KEYS
from solterm.tui.screens.painted import PaintedScreen
from solterm.tui.screens.sheet import sheet_row


class EndScreen(PaintedScreen):
    """Shows what a game came to and asks for the next."""

    def __init__(self, kept: KeptPlay) -> None:
        super().__init__(kept.unsaved or "")
        self.kept = kept
        self.result = row_of(kept.play)

    def on_mount(self) -> None:
        """The result goes to its row of the sheet before it is shown."""
        number = sheet_row(self.kept.context)
        if number is not None and self.kept.play_id is not None:
            try:
                self.solterm.store.enter_row(
                    self.kept.play.game.id, number, self.result, self.kept.play_id
                )
            except StoreError as error:
                self.notice = str(error)
        self.repaint()

    def paint(self, canvas: Canvas) -> None:
        play = self.kept.play
        won = play.tally.won
        canvas.centred(1, f"{play.game.name} ({play.game.collection})", Role.LABEL)
        canvas.centred(3, "You have won!" if won else "The game is ended.", Role.MESSAGE)
        row = sheet_row(self.kept.context)
        x = max(2, (canvas.width - 34) // 2)
        lines = (
            ("Game played:", str(row) if row else f"deal {play.deal}"),
            ("Your score:", str(self.result.score)),
            ("Number of moves:", str(self.result.moves)),
            ("Number of exceptions:", str(self.result.exceptions)),
        )
        for y, (name, value) in enumerate(lines, 5):
            canvas.text(x, y, f"{name:24}{value:>10}", Role.TABLE)
        for y, level in enumerate(LEVEL_KEYS, 11):
            canvas.text(x, y, f"Press {level} to play again at level {level}.", Role.TABLE)
        canvas.text(x, 15, "Press Q to quit.", Role.TABLE)
        chrome.paint_message(canvas, self.notice)
        back = "" if won else "   ESC Back to this game"
        chrome.paint_footer(canvas, f"1 2 3 Play again{back}   M Menu   Q Quit")

    def press(self, key: str, character: str | None) -> None:
        play = self.kept.play
        leaves = character in LEVEL_KEYS or key in (*MENU_KEYS, *QUIT_KEYS)
        if leaves and not self._finish():
            return
        if character in LEVEL_KEYS:
            if sheet_row(self.kept.context) is not None:
                self.solterm.show_sheet(play.game, int(character))
            else:
                self.solterm.deal(play.game, level=int(character), options=play.options)
        elif key == "escape" and not play.tally.won:
            self.solterm.show_table(self.kept)
        elif key in MENU_KEYS:
            self.solterm.show_menu()
        elif key in QUIT_KEYS:
            self.app.exit(0)

    def _finish(self) -> bool:
        """End the game for good; False when it went on in another terminal meanwhile."""
        try:
            self.kept.finish()
        except PlayedElsewhere as news:
            self.solterm.show_table(self.kept, str(news))
            return False
        return True
