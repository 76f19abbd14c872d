"""The players on the host now, the way to watch them, and the latest results."""

from collections.abc import Sequence
from datetime import UTC, datetime

from textual.binding import Binding

from solterm.games import find
from solterm.hall.messages import (
    AskResults,
    AskWho,
    Challenge,
    Message,
    No,
    Result,
    Results,
    Visitor,
    Who,
    WhoChanged,
)
from solterm.hall.roll import Roll, place_of
from solterm.sessions.news import name_game, name_player, tell_result, tell_visitor
from solterm.sessions.phrases import toggle_ignored
from solterm.sessions.races import choose_level
from solterm.sessions.report import Column, Report, Value
from solterm.sessions.watching import refuse_to_watch
from solterm.tui.screens.dialogs import TextDialog
from solterm.tui.screens.list_page import ListRow, on_item
from solterm.tui.screens.pick_games import Pick, PickScreen
from solterm.tui.screens.rows_page import RowsPage

_MOST = 200
"""Players on a page of the list."""
_VISITORS = (
    Column("name", shrinks=True),
    Column("game", shrinks=True),
    Column("level", is_number=True, short="Lvl"),
    Column("here", is_number=True),
    Column("door"),
    Column("watched by", is_number=True, from_width=70),
)
_RESULTS = 100
"""Results in the list of them."""
_LATEST = (
    Column("time"),
    Column("name", shrinks=True),
    Column("game", shrinks=True),
    Column("level", is_number=True, short="Lvl"),
    Column("result"),
    Column("mark", is_number=True),
)


class VisitorsScreen(RowsPage[None]):
    """Lists who is here; Enter watches."""

    ABOUT = """
All players on this host now. Enter shows a player's game as it is played, in your own colours;
what its player has not seen stays hidden. Players who close their door stay on the list, but you
cannot watch them. You can watch the deal of the day and those of tournaments once you have played
them.
"""
    EMPTY = "Waiting for the host ..."
    BINDINGS = [
        on_item("enter", "select_cursor", "Watch", "Watch the game"),
        Binding(
            "p,P", "player", "Page", tooltip="Show the page of the player, with games to replay"
        ),
        Binding("c,C", "challenge", "Race", tooltip="Challenge the player to a race"),
        Binding("slash", "search", "Search", tooltip="Find players by a part of their name"),
        Binding("right", "turn(1)", "Next page", tooltip="The next page of a long list"),
        Binding("left", "turn(-1)", "Page before", tooltip="The page before", show=False),
        Binding("r,R", "results", "Results", tooltip="The latest results"),
        Binding("d,D", "door", "Door", tooltip="Open or close your own door"),
        Binding("i,I", "ignore", "Ignore", tooltip="Hide or show the player's phrases, challenges"),
    ]

    def __init__(self, wanted: str = "") -> None:
        """With a name or a session, watch that player at once."""
        super().__init__()
        self._wanted = wanted
        self._search = ""
        """The part of a name to search for."""
        self.own = ""
        """The session of this player."""
        self._first = 0
        """The place of the first player on the page, from 0."""
        self._roll = Roll()
        self._visitors: list[Visitor] = []
        """The players on the page."""

    def on_mount(self) -> None:
        self._ask()

    def on_screen_resume(self) -> None:
        self._ask()

    def on_unmount(self) -> None:
        self.solterm.hall.say(AskWho(count=0))

    def _ask(self) -> None:
        name = self._wanted or self._search
        self.solterm.hall.say(AskWho(name, self._first, _MOST, follow=not name))

    def take_host_message(self, message: Message) -> bool:
        if isinstance(message, No):
            self.notice = message.text
        elif isinstance(message, Who | WhoChanged):
            self._roll.hear(message)
            self._list()
            if self._wanted:
                self._look_for_wanted()
            elif self._search and not self._visitors:
                self.notice = "No player by that name is here. Esc shows everybody."
            self.refresh_bindings()
        else:
            return False
        return True

    def _list(self) -> None:
        before = self._visitors[self.here].session if self._visitors else ""
        self.own = own = self._roll.own
        self._visitors = sorted(
            self._roll.visitors, key=lambda each: (each.session != own, place_of(each))
        )
        sessions = [each.session for each in self._visitors]
        here = sessions.index(before) if before in sessions else 0
        if not before and sessions[1:] and sessions[0] == own:
            here = 1
        self.show_rows(here)

    def _look_for_wanted(self) -> None:
        wanted, self._wanted = self._wanted.lower(), ""
        for row, visitor in enumerate(self._visitors):
            if wanted in (visitor.player.lower(), visitor.session):
                self.go_to(row)
                self._watch(visitor)
                break
        else:
            self.notice = "This player is not here."
        self._ask()

    # -- the list --------------------------------------------------------------------------

    def report(self) -> Report:
        rows = [self._row(each) for each in self._visitors]
        own = (at for at, each in enumerate(self._visitors) if each.session == self.own)
        return Report(self._title(), _VISITORS, rows, own=frozenset(own))

    def _title(self) -> str:
        """Say how many players are here, and whether this player's door is open."""
        door = "open" if self.solterm.settings.door else "closed"
        many = f"{self._roll.total}"
        if self._search:
            many = f"{many} like {self._search}"
        if self._roll.total > _MOST:
            many = f"{many}, from {self._first + 1}"
        return f"Who is here ({many})   Your door is {door}."

    def _row(self, visitor: Visitor) -> Sequence[Value]:
        return (
            name_player(visitor.player) + (f"@{visitor.host}" if visitor.host else ""),
            name_game(visitor.game) if visitor.game else ("-" if visitor.is_open else ""),
            visitor.level if visitor.game else "",
            _tell_stay(visitor.since),
            "open" if visitor.is_open else "closed",
            visitor.watchers or "",
        )

    def notes(self, row: ListRow) -> Sequence[str]:
        visitor = self._visitors[row.item]
        return ["That is you." if visitor.session == self.own else tell_visitor(visitor)]

    # -- keys ------------------------------------------------------------------------------

    def select_cursor(self, here: int) -> None:
        self._watch(self._visitors[self.here])

    def _watch(self, visitor: Visitor) -> None:
        if visitor.session == self.own:
            self.say_trouble("That is your own game.")
        elif not visitor.is_open:
            self.say_trouble(f"{name_player(visitor.player)} accepts no spectators.")
        elif reason := refuse_to_watch(self.solterm.store, visitor):
            self.say_trouble(reason)
        else:
            self.doors.show_watched(visitor)

    def action_search(self) -> None:
        self.prompt(TextDialog("Part of a name?", self._search, most=20), self._find)

    def _find(self, part: str) -> None:
        self._search, self._first = part.strip().lower(), 0
        self._ask()

    def check_action(self, action: str, parameters: tuple[object, ...]) -> bool | None:
        is_off = action == "turn" and self._roll.total <= _MOST
        return not is_off and super().check_action(action, parameters)

    def action_turn(self, by: int) -> None:
        pages = -(-self._roll.total // _MOST)
        self._first = (self._first // _MOST + by) % pages * _MOST
        self._ask()

    def action_back(self) -> None:
        if self._search:
            self._find("")
        else:
            super().action_back()

    def action_player(self) -> None:
        """Show the page of the player under the cursor."""
        if self._visitors and (name := self._visitors[self.here].player):
            self.doors.show_player(name)
        else:
            self.say_trouble("A guest has no page.")

    def action_challenge(self) -> None:
        """Ask for a game, and challenge the player under the cursor."""
        if not self._visitors:
            return
        visitor = self._visitors[self.here]
        if visitor.session == self.own or not visitor.player:
            self.say_trouble("Choose another player: you can't race yourself, nor a guest.")
            return

        def challenge(games: Sequence[str], _: str) -> None:
            level = choose_level(find(games[0]), self.solterm.settings.level)
            self.app.pop_screen()
            self.solterm.hall.say(Challenge(visitor.player, games[0], level))
            races = self.solterm.name_key("races")
            self.notice = f"You challenge {visitor.player}. {races} shows the races."

        title = f"Which game do you want to race {visitor.player} at?"
        self.app.push_screen(PickScreen(Pick(title, 1, 1, challenge)))

    def action_ignore(self) -> None:
        """Hear no phrases and challenges of the player under the cursor, or hear them again."""
        visitor = self._visitors[self.here] if self._visitors else None
        if visitor and visitor.player and visitor.session != self.own:
            settings, self.notice = toggle_ignored(self.solterm.settings, visitor.player)
            self.solterm.change_settings(ignored=settings.ignored)
        else:
            self.say_trouble("Choose another player: guests have no name to ignore.")

    def action_results(self) -> None:
        self.doors.show_latest()

    def action_door(self) -> None:
        is_open = not self.solterm.settings.door
        self.solterm.change_settings(door=is_open)
        self.notice = "Others can watch you now." if is_open else "Others cannot watch you now."
        self.show_rows()
        self._ask()


def _tell_stay(since: str) -> str:
    try:
        came = datetime.fromisoformat(since)
    except ValueError:
        return ""
    came = came if came.tzinfo else came.replace(tzinfo=UTC)
    minutes = max(0, int((datetime.now(UTC) - came).total_seconds()) // 60)
    return f"{min(minutes // 60, 99)}:{minutes % 60:02}"


class LatestScreen(RowsPage[None]):
    """Lists results, the latest first."""

    ABOUT = """
The latest wins on this host, and the games of sheets and contests, won or not; new ones appear at
once. Enter shows the board of a sheet or contest, with the records of all its results.
"""
    EMPTY = "No results yet."
    BINDINGS = [
        on_item("enter", "select_cursor", "Board", "Show the board it counts on"),
        Binding("p,P", "player", "Player", tooltip="Show the page of the player"),
        Binding("w,W", "who", "Who is here", tooltip="See who is here now"),
    ]

    def __init__(self) -> None:
        super().__init__()
        self._results: list[Result] = []

    def on_mount(self) -> None:
        self.solterm.hall.say(AskResults())
        self.solterm.hall.tell_wishes(self.solterm.settings, follows_results=True)

    def on_unmount(self) -> None:
        self.solterm.hall.tell_wishes(self.solterm.settings)

    def take_host_message(self, message: Message) -> bool:
        if isinstance(message, Results):
            self._results = list(message.results)
            self.show_rows()
        elif isinstance(message, Result):
            here = self.here
            self._results = [message, *self._results][:_RESULTS]
            self.show_rows(here + 1 if here else 0)
        elif isinstance(message, No):
            self.notice = message.text
        else:
            return False
        return True

    def report(self) -> Report:
        rows = [
            (
                each.moment[11:16],
                name_player(each.player),
                name_game(each.game),
                each.level,
                "won" if each.won else "played",
                each.mark,
            )
            for each in self._results
        ]
        return Report("Latest results", _LATEST, rows)

    def notes(self, row: ListRow) -> Sequence[str]:
        result = self._results[row.item]
        deal = f"Deal {result.deal}, " if result.deal else ""
        return [f"{tell_result(result)} {deal}{result.moment[:10]} (UTC)."]

    def select_cursor(self, here: int) -> None:
        result = self._results[self.here]
        if result.board:
            self.doors.show_board(result.board)
        elif result.purpose:
            self.say_trouble("The host does not know the board of this game.")
        else:
            self.say_trouble("This was a free game: it is on no board.")

    def action_player(self) -> None:
        if self._results and (name := self._results[self.here].player):
            self.doors.show_player(name)

    def action_who(self) -> None:
        self.doors.show_visitors()
