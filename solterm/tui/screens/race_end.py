"""The end page of a race: who won by what, both runs, both last tables, and what to do next."""

import time

from textual import events
from textual.app import ComposeResult
from textual.binding import Binding

from solterm.core.play import record
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.hall.messages import (
    AcceptRace,
    AskRace,
    AskWho,
    Challenge,
    Message,
    Race,
    RaceGames,
    Who,
)
from solterm.sessions.race_client import name_racer, rival_of, tell_challenge, tell_game
from solterm.sessions.race_result import RaceView, read_race, write_share
from solterm.tui.look.canvas import Canvas
from solterm.tui.screens.base_screen import Page
from solterm.tui.table.race_painter import paint_race
from solterm.tui.widgets.card_table import PaintedTable

_STILL_SECONDS = 0.7
_UNNAMED = "The page names only players who allow it: Settings, 'Web pages'."


class RacePicture(PaintedTable):
    """Shows how a race went."""

    view: RaceView | None = None

    def show_race(self, view: RaceView) -> None:
        self.view = view
        self.paint()

    def paint_on(self, canvas: Canvas) -> None:
        if self.view:
            paint_race(canvas, self.view)


class RaceEndScreen(Page[None]):
    """Shows a race that is over."""

    ABOUT = """
How the race went. Your bars stand on the line of time, those of your rival hang from it: they count
the cards home, or what the goal of the game counts. The arrow on the line says since when the
winner was ahead for good. Under them are both last tables.

A rematch begins when your rival wants it, too. For the next rival, N accepts the first open
challenge, else it challenges anybody here; if nobody is here, you race the host's ghost.
"""
    BINDINGS = [
        Binding("r,R", "rematch", "Rematch", tooltip="Race this rival again"),
        Binding("n,N", "next_rival", "Next", tooltip="Race somebody else at this game"),
        Binding("w,W", "watch", "Replay", tooltip="Watch the run of your rival"),
        Binding("c,C", "copy", "Copy", tooltip="Copy the result and your game, for a chat"),
        Binding("s,S", "say_phrase", "Say", tooltip="Say one of a dozen phrases to your rival"),
    ]

    def __init__(self, race: Race, is_sudden: bool = False) -> None:
        """``is_sudden`` means that no key has opened the page."""
        super().__init__()
        self.race = race
        """Without the games, until the host has told them."""
        self.still_until = time.monotonic() + _STILL_SECONDS if is_sudden else 0.0
        """Until then keys do nothing, as they were typed for something else."""
        self._wants_next = False
        """Whether to race somebody else once the host has told who is here."""

    def title_text(self) -> str:
        return f"Race {self.race.id}: {tell_game(self.race)}"

    def compose_content(self) -> ComposeResult:
        yield RacePicture()

    @property
    def card_table(self) -> RacePicture:
        return self.query_one(RacePicture)

    def on_mount(self) -> None:
        self._show()
        self.seat.host.say(AskRace(self.race.id))

    def on_screen_resume(self) -> None:
        if self.is_mounted:
            self._show()  # the settings may have changed

    def _show(self) -> None:
        if view := read_race(self.race):
            self.card_table.show_race(view)

    def take_host_message(self, message: Message) -> bool:
        match message:
            case RaceGames() if message.race.id == self.race.id:
                self.race = message.race
                self._show()
            case Race(state="open"):
                self.call_later(self.show_notice)  # once the seat has heard it
                return False
            case Who() if self._wants_next:
                self._wants_next = False
                self._send(self.seat.races.find_next(self.race, is_alone=message.total < 2))
            case _:
                return False
        return True

    # -- keys ------------------------------------------------------------------------------

    def take_key(self, event: events.Key) -> bool:
        return time.monotonic() < self.still_until or super().take_key(event)

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Leave out phrases to a ghost."""
        rival = rival_of(self.race)
        return action != "say_phrase" or (rival is not None and rival.kind != "ghost")

    def tell(self) -> str:
        """Return which challenge waits: one of the rival, or the player's own."""
        known = self.seat.races.challenges.values()
        asked = next(filter(self._is_of_rival, known), None)
        own = next((each for each in known if each.seat == 0), None)
        if asked and own:
            return f"Your challenge is out. R accepts that of {name_racer(asked.racers[0])}."
        if asked:
            return f"{tell_challenge(asked)} R accepts."
        if own:
            whom = own.wanted or "somebody"
            return f"Your challenge is out: the race begins when {whom} accepts."
        return ""

    def tell_answer(self, race: Race) -> str:
        return "R accepts." if self._is_of_rival(race) else super().tell_answer(race)

    def _is_of_rival(self, race: Race) -> bool:
        """Whether it is a challenge of this rival, at whatever game."""
        rival, is_open = rival_of(self.race), race.state == "open" and race.seat < 0
        return is_open and rival is not None and race.racers[0].player == rival.player

    def action_rematch(self) -> None:
        races = self.seat.races
        asked = next(filter(self._is_of_rival, races.challenges.values()), None)
        self._send(AcceptRace(asked.id) if asked else races.rematch(self.race))

    def action_next_rival(self) -> None:
        self._wants_next = self.seat.host.say(AskWho(count=2))

    def _send(self, message: AcceptRace | Challenge) -> None:
        if not self.seat.host.say(message):
            self.notice = "The host does not answer now; try again later."
        elif isinstance(message, AcceptRace) or message.is_ghost:
            self.notice = "The race begins soon."

    @property
    def _view(self) -> RaceView:
        if view := self.card_table.view:
            return view
        raise Refusal("The host has not told this race yet.")

    def action_watch(self) -> None:
        run = self._view.rival
        if not run.racer.record:
            raise Refusal(f"The host does not have the game of {run.name}.")
        title = f"{run.name}: {tell_game(self.race)}"
        found = record.read(run.racer.record)
        self.doors.show_replay(title, replace(found, tags={**found.tags, "Player": run.name}))

    def action_copy(self) -> None:
        site = self.seat.store.context.site
        is_unnamed = site and not self.solterm.settings.public
        self.game_doors.copy_and_show(write_share(self._view, site), _UNNAMED if is_unnamed else "")
