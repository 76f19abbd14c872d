"""The races: challenges, those under way, and the board of the week; and the countdown."""

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

from textual.binding import Binding

from solterm.games import find
from solterm.hall.messages import (
    AcceptRace,
    AskRaces,
    Challenge,
    DropRace,
    Message,
    Race,
    Races,
    RaceStep,
)
from solterm.sessions import race_client
from solterm.sessions.race_client import RaceClient
from solterm.sessions.report import write_table
from solterm.sessions.seat import Seat
from solterm.tui.screens.dialogs import Box
from solterm.tui.screens.list_page import ListPage, ListRow, heading, on_item
from solterm.tui.screens.pick_games import Pick, PickScreen

_SECOND = 1.0
_AGAIN = 5.0
"""Seconds until the page asks again while others race, whose end nobody tells it."""
_UNHEARD = Races((), (), ())
_LISTED = 5
"""Decided races of the player in the list."""


class Countdown(Box[None]):
    """Counts down to the start of a race."""

    DEFAULT_CSS = "Countdown { align: center middle; }"

    def __init__(self, client: RaceClient) -> None:
        self._client = client
        super().__init__(self._tell())

    def _tell(self) -> str:
        race, seconds = self._client.race, self._client.seconds_to_start()
        if race is None or seconds is None:
            return ""
        rival = race_client.rival_of(race)
        against = f" against {race_client.name_racer(rival)}" if rival else ""
        return f"Race {race.id}{against}\n{race_client.tell_game(race)}\n\n{int(seconds) + 1} ..."

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
    EMPTY = "Waiting for the host ..."
    ABOUT = """
Two players get the same cards at the same time. The first to win has won the race; else the better
mark decides, once both have stopped or ten minutes are over. A race is scored: no undo, hints or
peeks, and nobody can watch. You see how many cards your rival has home, and how many moves made.
If your line drops, the clock goes on, and so does the race when you log in again. A rival who has
been gone for a minute counts as stopped. Once you have stopped, you may begin another race. A ghost
is a run that was played before, at its own pace.
"""
    ARE_COMMANDS = True
    BINDINGS = [
        on_item("enter", "choose", "Choose", "Accept the challenge, or begin the race"),
        Binding("r,R", "rematch", "Rematch", tooltip="Race your last rival or ghost again"),
        on_item("d,D", "drop", "Drop", "Withdraw your challenge, or decline one"),
        Binding("s,S", "say_phrase", "Say", tooltip="Say one of a dozen phrases to your rival"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._told = _UNHEARD
        self._has_stopped = False
        """Whether the player has stopped in the race under way."""
        self._may_begin = False
        """Whether the player may begin a race."""

    @property
    def client(self) -> RaceClient:
        return self.seat.races

    @property
    def _is_guest(self) -> bool:
        return self.solterm.context.is_guest

    def on_mount(self) -> None:
        self.set_interval(_SECOND, self._tick)
        self.set_interval(_AGAIN, self._ask_again)

    def look_up(self) -> None:
        self._look()
        self.seat.host.say(AskRaces())

    def _look(self) -> None:
        with self.telling_trouble():
            self._has_stopped = self.client.is_running and self.client.has_stopped
            is_racing = self.client.is_racing and not self._has_stopped
            self._may_begin = not is_racing

    def _ask_again(self) -> None:
        if any(each.state == "running" for each in self._told.current):
            self.seat.host.say(AskRaces())

    def _tick(self) -> None:
        if self.client.is_running or any(each.state == "running" for each in self._told.current):
            self.show_rows()

    def take_host_message(self, message: Message) -> bool:
        if isinstance(message, Races):
            self._told = message
            self.client.learn(message)
            self.show_rows()
        elif isinstance(message, Race):
            self.look_again()
        else:
            return isinstance(message, RaceStep)
        return True

    # -- the list --------------------------------------------------------------------------

    def rows(self) -> Iterator[ListRow]:
        own = self.client.race
        is_racing = own is not None and own.state == "running"
        if own and is_racing:
            yield heading("Your race: you have stopped" if self._has_stopped else "Your race")
            text = f"{race_client.tell_game(own)}   {self.client.line()}"
            there = "It is open in another session of yours. Enter brings it here."
            about = "Enter goes back to the table." if own.is_here else there
            waits = "It is decided once your rival has stopped, or the time is over."
            yield ListRow((text,), own, waits if self._has_stopped else about)
        if self._told is _UNHEARD:
            return  # the cursor should begin at the first challenge
        others = [x for x in self._told.current if not (own and is_racing and x.id == own.id)]
        if others:
            yield heading("Challenges and races now")
        for race in sorted(others, key=self._rank):
            yield ListRow((race_client.tell_line(race),), race, self._tell_enter(race))
        if self._may_begin:
            yield heading("Begin a race")
            ways = GUEST_WAYS if self._is_guest else WAYS
            yield from (ListRow((way.text,), way, way.about) for way in ways)
        if self._is_guest:
            yield ListRow((race_client.NEEDS_KEY,))
        if self._told.own:
            yield heading("Your latest races")
            for race in self._told.own[:_LISTED]:
                yield ListRow((race_client.tell_line(race),), race, self._tell_enter(race))
        if self._told.week:
            yield heading("This week")
            for text in write_table(race_client.week_report(self._told)).splitlines()[1:]:
                yield ListRow((text,))

    def key_of(self, item: "Race | RaceWay") -> object:
        return item.id if isinstance(item, Race) else item

    def _rank(self, race: Race) -> int:
        """Sort a challenge to the player first, then those that anybody may accept."""
        if race.state != "open" or race.seat == 0:
            return 2
        return 0 if self._is_to_me(race) else 1 if not race.wanted else 2

    def _tell_enter(self, race: Race) -> str:
        """Return what Enter does with a race; "" if it does nothing."""
        if race.state == "over":
            return "Enter shows how it went."
        if race.state != "open" or not self._may_begin or self._is_guest:
            return ""
        if race.seat == 0:
            return "Enter withdraws your challenge."
        return "Enter accepts." if not race.wanted or self._is_to_me(race) else ""

    # -- keys ------------------------------------------------------------------------------

    def offers(self, do: str, item: "Race | RaceWay") -> bool:
        """Offer only what the host would not refuse."""
        match do:
            case "rematch":
                return self.client.can_race_again and self._may_begin
            case "say_phrase":
                return self.client.has_rival
            case "drop":
                if isinstance(item, RaceWay) or item.state != "open":
                    return False
                return item.seat == 0 or self._is_to_me(item)
            case "choose" if isinstance(item, Race):
                is_own = item == self.client.race and item.state == "running"
                return (is_own and not self._has_stopped) or bool(self._tell_enter(item))
        return True

    def choose(self, item: "Race | RaceWay") -> None:
        if isinstance(item, RaceWay):
            item.do(self)
        elif item == self.client.race and item.state == "running":
            self._go_on()
        elif item.state == "over":
            self.doors.show_race(item)
        elif item.seat == 0:
            self.drop(item)
        else:
            self.send(AcceptRace(item.id))

    def drop(self, race: Race) -> None:
        self.send(DropRace(race.id))

    def send(self, message: Message) -> None:
        """Tell the host what the player wants; the host answers with a race, or refuses."""
        if not self.seat.host.say(message):
            self.notice = "The host does not answer now; try again later."

    def _go_on(self) -> None:
        if kept := self.client.open():
            self.game_doors.show_table(kept)
        else:  # it has ended in another session
            self.look_again()

    def _is_to_me(self, race: Race) -> bool:
        return race.wanted.lower() == self.solterm.context.nickname.lower() != ""

    def action_rematch(self) -> None:
        self.send(self.client.rematch())


class RaceWay(NamedTuple):
    """A way to begin a race."""

    text: str
    about: str
    do: Callable[[RacesScreen], object]


def _pick(title: str, challenge: Callable[[Seat, str], Message]) -> Callable[[RacesScreen], None]:
    """Return a function that asks for a game, and sends the challenge."""

    def ask(page: RacesScreen) -> None:
        def take(games: Sequence[str], _: str) -> None:
            message = challenge(page.solterm.seat, games[0])
            page.app.pop_screen()
            page.send(message)

        page.app.push_screen(PickScreen(Pick(title, 1, 1, take)))

    return ask


def _challenge(seat: Seat, game: str) -> Message:
    return Challenge("", game, min(seat.settings.level, find(game).hardest))


def _race_host(seat: Seat, game: str) -> Message:
    return race_client.challenge_host(find(game), seat.settings.level)


def _race_best(seat: Seat, game: str) -> Message:
    return race_client.challenge_best(seat.store, find(game))


GUEST_WAYS = (
    RaceWay(
        "Race the host's ghost ...",
        "A run by quick hints, a move every three seconds. Nobody has to be here.",
        _pick("Which game does the host play?", _race_host),
    ),
)
"""The ways of a guest."""
WAYS = (
    RaceWay(
        "Challenge anybody ...",
        "Everybody here sees the challenge, and the first to accept it races you.",
        _pick("Which game do you want to race?", _challenge),
    ),
    RaceWay(
        "Challenge a player ...",
        "C on the page Who is here challenges the player under the cursor.",
        lambda page: page.doors.show_visitors(),
    ),
    RaceWay(
        "Race your best game ...",
        "Your best finished game of it, at the pace you played it.",
        _pick("Which of your games do you want to race?", _race_best),
    ),
    *GUEST_WAYS,
)
"""The ways of a player with an account."""
