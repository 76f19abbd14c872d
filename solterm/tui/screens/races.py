"""The races: challenges, those under way, and the board of the week; and the countdown."""

from collections.abc import Callable, Iterable, Sequence
from functools import partial

from textual.binding import Binding

from solterm.games import find
from solterm.hall.messages import (
    AcceptRace,
    AskRaces,
    Challenge,
    DropRace,
    Message,
    No,
    Race,
    Races,
    RaceStep,
    Yes,
)
from solterm.sessions import races
from solterm.sessions.races import RaceClient
from solterm.sessions.report import write_table
from solterm.tui.look.wrapping import wrap
from solterm.tui.screens.dialogs import Box
from solterm.tui.screens.list_page import Line, ListPage
from solterm.tui.screens.pick_games import Pick, PickScreen

_SECOND = 1.0
_AGAIN = 5.0
"""Seconds until the page asks again while others race, whose end nobody tells it."""
_LISTED = 5
"""Decided races of the player in the list."""


def _wrap(text: str, width: int) -> str:
    """Return a line of the list over as many rows as it needs, so that its end is seen, too."""
    return "\n".join(wrap(text, width, indent=3))


class Countdown(Box[None]):
    """Counts down to the start of a race."""

    def __init__(self, client: RaceClient) -> None:
        self._client = client
        super().__init__(self._tell())

    def _tell(self) -> str:
        race, seconds = self._client.race, self._client.seconds_to_start()
        if race is None or seconds is None:
            return ""
        rival = races.rival_of(race)
        against = f" against {races.name_racer(rival)}" if rival else ""
        return f"Race {race.id}{against}\n{races.tell_game(race)}\n\n{int(seconds) + 1} ..."

    def on_mount(self) -> None:
        self.set_interval(0.1, self._tick)

    def _tick(self) -> None:
        if self._client.seconds_to_start():
            self.say(self._tell())
        else:
            self.dismiss()


class RacesScreen(ListPage[None]):
    """Lists the races; Enter accepts a challenge or begins a race."""

    TITLE = "Races"
    ABOUT = """
Two players get the same cards at the same time. The first to win has won the race; else the better
mark decides, once both have stopped or ten minutes are over. A race is scored: no undo, hints or
peeks, and nobody can watch. You see how many cards your rival has home, and how many moves made.
If your line drops, the clock goes on, and so does the race when you log in again. A rival who has
been gone for a minute counts as stopped. Once you have stopped, you may begin another race. A ghost
is a run that was played before, at its own pace.
"""
    BINDINGS = [
        Binding("enter", "select", "Choose", tooltip="Accept the challenge, or begin the race"),
        Binding("r,R", "rematch", "Rematch", tooltip="Race your last rival or ghost again"),
        Binding("d,D", "drop", "Drop", tooltip="Withdraw your challenge, or decline one"),
        Binding("s,S", "say_phrase", "Say", tooltip="Say one of a dozen phrases to your rival"),
    ]

    def __init__(self, notice: str = "") -> None:
        super().__init__(notice)
        self._told = Races((), (), ())
        self._at: list[Race | None] = []
        """The challenge on each line."""
        self._has_stopped = False
        """Whether the player has stopped in the race under way."""
        self._may_begin = False
        """Whether the player may challenge others and accept."""

    @property
    def client(self) -> RaceClient:
        return self.solterm.races

    def on_mount(self) -> None:
        self._look()
        self._ask()
        self.set_interval(_SECOND, self._tick)
        self.set_interval(_AGAIN, self._ask_again)

    def on_screen_resume(self) -> None:
        self._look()
        self._ask()

    def _look(self) -> None:
        with self.telling_trouble():
            self._has_stopped = self.client.is_running and self.client.has_stopped
            is_racing = self.client.is_racing and not self._has_stopped
            self._may_begin = not (is_racing or self.solterm.context.is_guest)

    def _ask(self) -> None:
        self.solterm.hall.say(AskRaces())

    def _ask_again(self) -> None:
        if any(each.state == "running" for each in self._told.current):
            self._ask()

    def _tick(self) -> None:
        if self.client.is_running or any(each.state == "running" for each in self._told.current):
            self.show_list()

    def take_host_message(self, message: Message) -> bool:
        if isinstance(message, Races):
            self._told = message
            self.client.learn(message)
            self.show_list()
        elif isinstance(message, Race):
            self._look()
            self._ask()
            self.show_list()
        elif isinstance(message, No):
            self.notice = message.text
        else:
            return isinstance(message, Yes | RaceStep)
        self.refresh_bindings()
        return True

    # -- the list --------------------------------------------------------------------------

    def lines(self, width: int) -> Iterable[Line]:
        listed = list(self._list_lines())
        self._at = [race for _, race in listed]
        return [line._replace(text=_wrap(line.text, width - 2)) for line, _ in listed]

    def _list_lines(self) -> Iterable[tuple[Line, Race | None]]:
        own = self.client.race
        if own and own.state == "running":
            yield Line("Your race: you have stopped" if self._has_stopped else "Your race"), None
            text = f" {races.tell_racers(own)}   {self.client.line()}"
            if self._has_stopped:
                yield Line(text), None
            elif own.is_here:
                yield Line(text, self._go_on, "Enter goes back to the table."), None
            else:
                told = "It is open in another session of yours. Enter brings it here."
                yield Line(text, self._go_on, told), None
        yield Line("Challenges and races now"), None
        for race in self._told.current:
            if own and race.id == own.id and race.state == "running":
                continue
            yield self._line_of(race), race
        for text, do, about in self._list_ways() if self._may_begin else ():
            yield Line(f" {text}", do, about), None
        if self.solterm.context.is_guest:
            yield Line(f" {races.NEEDS_KEY}"), None
        if self._told.own:
            yield Line("Your latest races"), None
            for race in self._told.own[:_LISTED]:
                yield Line(f" {races.tell_line(race)}"), None
        if self._told.week:
            yield Line("This week"), None
            for text in write_table(races.week_report(self._told)).splitlines()[1:]:
                yield Line(f" {text}"), None

    def _line_of(self, race: Race) -> Line:
        text = f" {races.tell_line(race)}"
        if race.state != "open" or not self._may_begin:
            return Line(text)
        if race.seat == 0:
            return Line(text, self._withdraw(race), "Enter withdraws your challenge.")
        if race.wanted and not self._is_to_me(race):
            return Line(text)
        return Line(text, partial(self._send, AcceptRace(race.id)), "Enter accepts.")

    def _withdraw(self, race: Race) -> Callable[[], None]:
        return partial(self._send, DropRace(race.id))

    def _list_ways(self) -> Sequence[tuple[str, Callable[[], object], str]]:
        return (
            (
                "Challenge anybody ...",
                partial(self._pick, "Which game do you want to race?", self._challenge),
                "Everybody here sees the challenge, and the first to accept it races you.",
            ),
            (
                "Challenge a player ...",
                self.doors.show_visitors,
                "C on the page Who is here challenges the player under the cursor.",
            ),
            (
                "Race your best game ...",
                partial(self._pick, "Which of your games do you want to race?", self._race_best),
                "Your best finished game of it, at the pace you played it.",
            ),
            (
                "Race the host ...",
                partial(self._pick, "Which game does the host play?", self._race_host),
                "A run by quick hints, a move every three seconds. Nobody has to be here.",
            ),
        )

    # -- keys ------------------------------------------------------------------------------

    def _send(self, message: Message) -> None:
        if not self.solterm.hall.say(message):
            self.notice = "The host does not answer now; try again later."

    def _go_on(self) -> None:
        if kept := self.client.open():
            self.game_doors.show_table(kept)
        else:  # it has ended in another session
            self._look()
            self.show_list()

    def _pick(self, title: str, then: Callable[[str], Message]) -> None:
        self.app.push_screen(PickScreen(Pick(title, 1, 1, partial(self._picked, then))))

    def _picked(self, then: Callable[[str], Message], games: Sequence[str], _: str) -> None:
        message = then(games[0])
        self.app.pop_screen()
        self._send(message)

    def _level(self, game: str) -> int:
        return races.choose_level(find(game), self.solterm.settings.level)

    def _challenge(self, game: str) -> Message:
        return Challenge("", game, self._level(game))

    def _race_best(self, game: str) -> Message:
        return races.challenge_best(self.solterm.store, find(game))

    def _race_host(self, game: str) -> Message:
        return Challenge("", game, self._level(game), is_ghost=True)

    @property
    def _challenge_here(self) -> Race | None:
        """The challenge under the cursor, if it is the player's own or to the player."""
        here = self.list.highlighted if self._at else None
        race = self._at[here] if here is not None and here < len(self._at) else None
        if race is None or race.state != "open":
            return None
        return race if race.seat == 0 or self._is_to_me(race) else None

    def _is_to_me(self, race: Race) -> bool:
        return race.wanted.lower() == self.solterm.context.nickname.lower() != ""

    def on_option_list_option_highlighted(self) -> None:
        self.refresh_bindings()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        """Offer only what the host would not refuse."""
        match action:
            case "select":
                return any(line.do for line in self.shown)
            case "rematch":
                return self.client.can_race_again and self._may_begin
            case "drop":
                return self._challenge_here is not None
            case "say_phrase":
                return self.client.has_rival
        return super().check_action(action, parameters)

    def action_rematch(self) -> None:
        self._send(self.client.rematch())

    def action_drop(self) -> None:
        if race := self._challenge_here:
            self._send(DropRace(race.id))

    def action_back(self) -> None:
        if self.is_covering:
            super().action_back()
        else:
            self.doors.go_to_menu()
