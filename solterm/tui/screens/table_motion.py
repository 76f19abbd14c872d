"""Cards that move by themselves: the visible deal, played cards, and the cascade after a win."""

from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING

from textual.timer import Timer

from solterm.core.outcome import Outcome
from solterm.core.table import Pile, Table
from solterm.tui.look.canvas import Canvas
from solterm.tui.table.cascade import Cascade, Finale
from solterm.tui.table.dealer import Dealer
from solterm.tui.table.flight import SECONDS, Frame, frames
from solterm.tui.table.geometry import Geometry

if TYPE_CHECKING:
    from solterm.tui.screens.table import TableScreen

DEAL_SECONDS = 0.04
"""Seconds between two pictures of a deal."""


class Motion:
    """Runs the timers of a table. A key ends every motion, and a slow line has none."""

    def __init__(self, screen: "TableScreen") -> None:
        self._screen = screen
        self._dealer = Dealer()
        self._dealing: Timer | None = None
        self._frames: Iterator[Frame] = iter(())
        self._frame: Frame | None = None
        """The present picture of the moving cards."""
        self._flying: Timer | None = None
        self.finale: Finale | None = None
        """The cascade, once the game is won."""

    @property
    def is_dealing(self) -> bool:
        return self._dealer.dealt is not None

    @property
    def piles(self) -> Mapping[str, Pile] | None:
        """The piles to show in place of the play's own; None while no card moves."""
        return self._frame.piles if self._frame else self._dealer.dealt

    def paint(self, canvas: Canvas, geometry: Geometry) -> None:
        """Paint the moving cards over the table."""
        if self._frame:
            self._frame.paint(canvas, geometry)
        if self.finale and self._screen.play.outcome is Outcome.WON:
            self.finale.cascade.paint(canvas)

    # -- the deal --------------------------------------------------------------------------

    def deal(self) -> None:
        """Deal the cards visibly, unless a move was made or the player wants them at once."""
        wanted = not self._screen.solterm.settings.fast_deal
        if wanted and self._dealer.begin(self._screen.play):
            self._dealing = self._screen.set_interval(DEAL_SECONDS, self._deal_on)

    def _deal_on(self) -> None:
        if not self._dealer.go_on(self._screen.play):
            self.end_deal()
        self._screen.show_table()

    def end_deal(self) -> None:
        """Show the whole deal."""
        self._dealer.finish()
        if self._dealing:
            self._dealing.stop()
            self._dealing = None

    # -- played cards ----------------------------------------------------------------------

    def fly(self, before: Table) -> None:
        """Move the cards that were played from where they lay before."""
        app, geometry = self._screen.solterm, self._screen.window.geometry
        if geometry and app.settings.animation and not app.lags:
            self._frames = frames(self._screen.play, before, geometry)
            self._frame = next(self._frames, None)
            if self._frame:
                self._flying = self._screen.set_interval(SECONDS, self._fly_on)

    def _fly_on(self) -> None:
        self._frame = None if self._screen.solterm.lags else next(self._frames, None)
        if self._frame is None:
            self._land()
        self._screen.show_table()

    def _land(self) -> None:
        self._frame = None
        if self._flying:
            self._flying.stop()
            self._flying = None

    # -- the cascade -----------------------------------------------------------------------

    def celebrate(self) -> None:
        """Let the cards leap, once."""
        screen, app = self._screen, self._screen.solterm
        geometry = screen.window.geometry
        if self.finale is None and app.settings.cascade and geometry and not app.lags:
            leaping = Cascade(screen.play, geometry, *screen.card_table.size, 0)
            self.finale = Finale(app, leaping, screen.show_table)

    def stop(self) -> None:
        """Stop all but the deal, which takes the key that ends it."""
        if self.finale:
            self.finale.stop()
        self._land()
