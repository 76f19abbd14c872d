"""Cards that move by themselves: the visible deal, played cards, and the cascade after a win."""

from collections.abc import Iterator
from typing import TYPE_CHECKING

from textual.timer import Timer

from solterm.core.outcome import Outcome
from solterm.core.table import Table
from solterm.tui.look.canvas import Canvas
from solterm.tui.table import animation
from solterm.tui.table.animation import Cascade, Frame, Piles, is_untouched
from solterm.tui.table.geometry import Geometry

if TYPE_CHECKING:
    from solterm.tui.screens.table_screen import TableScreen

BYTES = 30_000
"""Characters that a cascade may send."""
RESERVE = 600
"""Characters that the next frame may take: with fewer left, the cascade ends."""


class Animations:
    """Runs the timers of a table. A key ends them all, and a slow line has none."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._deal: Iterator[Piles] = iter(())
        self._dealt: Piles | None = None
        """The piles dealt so far; None if the deal is over."""
        self._dealing: Timer | None = None
        self._frames: Iterator[Frame] = iter(())
        self._frame: Frame | None = None
        """The present picture of the played cards."""
        self._flying: Timer | None = None
        self.cascade: Cascade | None = None
        """The cascade, once the game is won."""
        self._leaping: Timer | None = None
        self._most = 0
        """Characters sent by the App at which the cascade ends."""

    @property
    def is_dealing(self) -> bool:
        return self._dealt is not None

    @property
    def is_flying(self) -> bool:
        return self._frame is not None

    @property
    def piles(self) -> Piles | None:
        """The piles to show in place of the play's own; None while no card moves."""
        return self._frame.piles if self._frame else self._dealt

    def paint(self, canvas: Canvas, geometry: Geometry) -> None:
        """Paint the moving cards over the table."""
        if self._frame:
            self._frame.paint(canvas, geometry)
        if self.cascade and self._screen.play.outcome is Outcome.WON:
            self.cascade.paint(canvas)

    def deal(self) -> None:
        """Deal the cards visibly, unless a move was made or the player wants them at once."""
        if self._screen.solterm.settings.fast_deal:
            return
        if is_untouched(self._screen.play):
            self._deal = iter(animation.steps(self._screen.play))
            self._dealt = next(self._deal, None)
        if self.is_dealing:
            self._dealing = self._screen.set_interval(animation.DEAL_SECONDS, self._deal_on)

    def _deal_on(self) -> None:
        self._dealt = next(self._deal, None) if is_untouched(self._screen.play) else None
        if not self.is_dealing:
            stop_timer(self._dealing)
        self._screen.show_table()

    def end_deal(self) -> None:
        """Show the whole deal."""
        self._dealt = None
        stop_timer(self._dealing)

    def fly(self, before: Table) -> None:
        """Move the cards that were played from where they lay before."""
        app, geometry = self._screen.solterm, self._screen.hand.geometry
        if geometry and app.settings.animation and not app.lags:
            self._frames = animation.frames(self._screen.play, before, geometry)
            self._frame = next(self._frames, None)
            if self._frame:
                self._flying = self._screen.set_interval(animation.FLIGHT_SECONDS, self._fly_on)

    def _fly_on(self) -> None:
        self._frame = None if self._screen.solterm.lags else next(self._frames, None)
        if self._frame is None:
            self._land()
        else:
            self._screen.show_table()

    def _land(self) -> None:
        """Show the table after a flight, with what waited for its end."""
        self._frame = None
        stop_timer(self._flying)
        self._screen.show_table()
        self._screen.celebrate()

    def celebrate(self) -> None:
        """Let the cards leap, once."""
        screen, app = self._screen, self._screen.solterm
        geometry = screen.hand.geometry
        if self.cascade is None and app.settings.cascade and geometry and not app.lags:
            self.cascade = Cascade(screen.play, geometry, *screen.card_table.size)
            self._most = app.sent + BYTES
            self._leaping = screen.set_interval(animation.CASCADE_SECONDS, self._leap_on)

    def _leap_on(self) -> None:
        app = self._screen.solterm
        is_spent = app.lags or app.sent > self._most - RESERVE
        if not is_spent and self.cascade and self.cascade.go_on():
            self._screen.show_table()
        else:
            stop_timer(self._leaping)

    def stop(self) -> None:
        """Stop all but the deal, which takes the key that ends it."""
        if self.is_flying:
            self._land()
        stop_timer(self._leaping)


def stop_timer(timer: Timer | None) -> None:
    """Stop a timer, if there is one."""
    if timer:
        timer.stop()
