"""Who is on the host now: everybody's game, and the way to look on."""

from datetime import UTC, datetime
from typing import ClassVar, cast

from solterm.hall.messages import AskWho, Message, No, Visitor, Who, WhoChanged
from solterm.hall.roll import Roll, place_of
from solterm.sessions.news import name_game, name_player, tell_visitor
from solterm.sessions.spoilers import find_spoiler
from solterm.tui.look.canvas import Canvas, Role
from solterm.tui.screens.listed import Key, ListScreen

_MOST = 1000
"""Players that are listed; others are found by their names."""

_COUNTS = 22
"""Columns of a line that are no name."""

_NAME = (10, 20)
"""Columns of a player's name, at least and at most."""


class VisitorsScreen(ListScreen):
    """Lists who is here; Enter looks on."""

    TITLE_TEXT = "Who is here"
    ABOUT = """
Everybody who is on this host now. Enter shows the game of somebody as it is played, in your own
colours; what its player has not seen stays hidden. Whoever closes the door stays on the list, but
their game is not shown. The deal of the day and those of tournaments can be seen once you have
played them.
"""
    ENTER: ClassVar[tuple[str, str]] = ("Look on", "Look on at the game")
    KEYS: ClassVar[tuple[Key, ...]] = (
        Key("R", "results", "Results", "What was won lately"),
        Key("D", "door", "Door", "Open or close your own door"),
    )
    EMPTY = "Nobody has told yet who is here."

    def __init__(self, wanted: str = "") -> None:
        """Somebody who is named is looked at at once, if there is one of that name."""
        super().__init__()
        self._wanted = wanted
        self.own = ""
        """The session of this player."""
        self._roll = Roll()
        self._visitors: list[Visitor] = []

    def on_mount(self) -> None:
        """Ask, and hear from then on what changes."""
        self._ask()

    def on_screen_resume(self) -> None:
        """Back from a game that was looked at."""
        self._ask()

    def leave(self) -> None:
        """Back, and hear no more of them."""
        self.solterm.say_host(AskWho(count=0))
        super().leave()

    def _ask(self) -> None:
        self.solterm.say_host(AskWho(self._wanted, 0, _MOST, follow=not self._wanted))

    def hear(self, message: Message) -> bool:
        if isinstance(message, No):
            self.notice = message.text
        elif isinstance(message, Who | WhoChanged):
            self._roll.hear(message)
            self._list()
            if self._wanted:
                self._look_for_wanted()
        else:
            return False
        if self.is_current:
            self.repaint()
        return True

    def _list(self) -> None:
        """List them, the player's own session first.

        The cursor stays on the same one as before; at first it is on somebody else.
        """
        before = cast(Visitor | None, self.entry)
        self.own = own = self._roll.own
        self._visitors = sorted(
            self._roll.visitors, key=lambda each: (each.session != own, place_of(each))
        )
        sessions = [each.session for each in self._visitors]
        if before and before.session in sessions:
            self.here = sessions.index(before.session)
        elif not before and sessions[1:] and sessions[0] == own:
            self.here = 1

    def _look_for_wanted(self) -> None:
        """Put the cursor on the one that was named, and look on; then list everybody."""
        wanted, self._wanted = self._wanted.lower(), ""
        names = [each.player.lower() for each in self._visitors]
        if wanted in names:  # guests have no name, and are not meant
            self.here = names.index(wanted)
            self.choose()
        else:
            self.notice = "Nobody of that name is here."
        self._ask()

    # -- the list --------------------------------------------------------------------------

    @property
    def entries(self) -> list[Visitor]:
        return self._visitors

    def title_text(self) -> str:
        door = "open" if self.solterm.settings.door else "closed"
        return f"Who is here ({self._roll.total})   Your door is {door}."

    def _names(self, width: int) -> tuple[int, int]:
        """Columns of a player's name, and of a game's."""
        least, most = _NAME
        name = max(least, min(most, (width - _COUNTS) // 2))
        return name, max(10, width - _COUNTS - name)

    def heading(self, width: int) -> str:
        name, game = self._names(width)
        return f"{'Name':{name}} {'Game':{game}} Lvl  Here  Door   On"

    def line(self, entry: object, width: int) -> str:
        visitor = cast(Visitor, entry)
        name, game = self._names(width)
        who = name_player(visitor.player) + (f"@{visitor.host}" if visitor.host else "")
        plays = name_game(visitor.game) if visitor.game else ("-" if visitor.is_open else "")
        level = str(visitor.level) if visitor.game else ""
        door = "open" if visitor.is_open else "closed"
        counts = f"{level:>3} {_tell_stay(visitor.since):>5}  {door:6} {visitor.watchers or '':>2}"
        return f"{who[:name]:{name}} {plays[:game]:{game}} {counts}"

    def paint_line(self, canvas: Canvas, y: int, entry: object, is_here: bool, width: int) -> None:
        """The player's own line is lit."""
        super().paint_line(canvas, y, entry, is_here, width)
        if not is_here and cast(Visitor, entry).session == self.own:
            canvas.text(1, y, f"  {self.line(entry, width - 2)}"[:width], Role.MESSAGE)

    def notes(self, width: int) -> list[str]:
        visitor = cast(Visitor, self.entry)
        return ["That is you." if visitor.session == self.own else tell_visitor(visitor)]

    # -- keys ------------------------------------------------------------------------------

    def choose(self) -> None:
        """Enter: look on, unless that is not to be."""
        visitor = cast(Visitor, self.entry)
        name = name_player(visitor.player)
        if visitor.session == self.own:
            self.notice = "That is your own game."
        elif not visitor.is_open:
            self.notice = f"{name} wants nobody to look on."
        elif visitor.game and (spoiler := self._find_spoiler(visitor)):
            self.notice = spoiler
        else:
            self.solterm.show_watching(visitor)
            return
        self.solterm.beep()

    def _find_spoiler(self, visitor: Visitor) -> str:
        deal = int(visitor.deal) if visitor.deal.isascii() and visitor.deal.isdecimal() else 0
        return find_spoiler(self.solterm.store, visitor.game, deal)

    def do_results(self) -> None:
        """R: what was won lately."""
        self.solterm.show_evening()

    def do_door(self) -> None:
        """D: open or close the door."""
        is_open = not self.solterm.settings.door
        self.solterm.change_settings(door=is_open)
        self.notice = "Others may look on now." if is_open else "Nobody may look on now."
        self._ask()


def _tell_stay(since: str) -> str:
    """How long somebody has been here, in hours and minutes; empty for a time that is none."""
    try:
        came = datetime.fromisoformat(since)
    except ValueError:
        return ""
    came = came if came.tzinfo else came.replace(tzinfo=UTC)
    minutes = max(0, int((datetime.now(UTC) - came).total_seconds()) // 60)
    return f"{min(minutes // 60, 99)}:{minutes % 60:02}"
