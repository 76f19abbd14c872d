"""A screen whose table may be dealt before the player's eyes."""

from collections.abc import Iterator, Mapping

from solterm.core.play.play import Play
from solterm.core.table import Pile
from solterm.tui.screens.painted import PaintedScreen, Timer
from solterm.tui.table.visible_deal import steps

_SECONDS = 0.04
"""Between two pictures of a deal."""


class DealtScreen(PaintedScreen):
    """A painted screen that shows ``dealt`` instead of the play's own piles while it deals."""

    dealt: Mapping[str, Pile] | None = None
    """What lies on the table by now; None: it is dealt."""
    _frames: Iterator[Mapping[str, Pile]] = iter(())
    _timer: Timer | None = None

    @property
    def play(self) -> Play:
        """The play on the table."""
        raise NotImplementedError

    def deal_visibly(self) -> None:
        """Show how the table is dealt, if the player wants that and nothing is played yet."""
        self._dealt_out()
        if not self.solterm.settings.fast_deal and self._untouched:
            self._frames = iter(steps(self.play))
            self.dealt = next(self._frames, None)
            if self.dealt is not None:
                self._timer = self.stage.every(_SECONDS, self._next_frame)

    def take_key(self, key: str, character: str | None) -> None:
        """Any key ends the deal, and does nothing else."""
        if self.dealt is None:
            super().take_key(key, character)
        else:
            self._dealt_out()
            self.repaint()

    def _next_frame(self) -> None:
        self.dealt = next(self._frames, None) if self._untouched else None
        if self.dealt is None:
            self._dealt_out()
        if self.is_current:
            self.repaint()

    @property
    def _untouched(self) -> bool:
        """Is nothing played yet? Switching automatic play on is no play."""
        return all(event.startswith("autoplay ") for event in self.play.events)

    def _dealt_out(self) -> None:
        self.dealt = None
        if self._timer:
            self._timer.stop()
            self._timer = None
