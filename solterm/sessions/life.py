"""Today's life on a host: who is here, what is on, and what became of yesterday.

The welcome, the menu and line mode show the same lines. A ``Life`` puts them together from what the
host answers and from the boards.
"""

from datetime import UTC, date, datetime, timedelta, tzinfo
from typing import NamedTuple

from solterm.contests.boards import Boards
from solterm.contests.kinds import DAILY, TOURNAMENT, BoardName
from solterm.core.phrases import capitalize, count, ordinal
from solterm.core.values import replace
from solterm.hall.messages import (
    AskRaces,
    AskTonight,
    AskWho,
    Challenge,
    Message,
    Race,
    Races,
    Tonight,
    Visitor,
    Who,
)
from solterm.sessions.evenings import (
    BoardPlace,
    has_begun,
    read_deal,
    read_evening,
    tell_tonight,
)
from solterm.sessions.news import name_game, name_player
from solterm.sessions.race_client import challenge_run, tell_challenge
from solterm.store import players
from solterm.store.errors import StoreError
from solterm.store.store import Store

_NAMED = 3
"""Players to name."""
WHO = AskWho(count=20)
QUESTIONS: tuple[Message, ...] = (WHO, AskRaces(), AskTonight())
"""What to ask the host."""


class LifeLine(NamedTuple):
    """A line about today, and where it leads."""

    head: str
    """A word or two: ``Who is here``."""
    text: str
    place: str
    """``visitors``, ``races``, ``contests``, ``daily``, ``evening``, ``run`` or ``ghost``."""
    board: str = ""
    """The board of the run to race."""


class BoardNews(NamedTuple):
    """What the boards say about today and yesterday."""

    tried: int = 0
    """How many have played today's deal."""
    yesterday: tuple[BoardPlace, ...] = ()
    """How the evening and the deal of yesterday ended for a player who took part."""
    latest: BoardPlace | None = None
    """How the latest evening of today stands."""


def read_boards(boards: Boards, today: date) -> BoardNews:
    """Read the boards; the first time this proves their results. Raises ``StoreError``."""
    tried = len(boards.top(str(BoardName(DAILY, today.isoformat()))))
    found = (read_evening(boards, today - timedelta(days=1)), read_deal(boards, today))
    taken_part = tuple(each for each in found if each and each.place)
    return BoardNews(tried, taken_part, read_evening(boards, today))


class Life:
    """What the player should know about today."""

    def __init__(self, me: str = "", may_meet: bool = True) -> None:
        """``me`` is the player's name; ``may_meet`` is False for guests, who race ghosts alone."""
        self._me = me.lower()
        self._may_meet = may_meet
        self.who: Who | None = None
        self.races: Races | None = None
        self.tonight: Tonight | None = None
        self.boards = BoardNews()

    def hear(self, message: Message) -> bool:
        """Take an answer of the host; return False for any other message."""
        match message:
            case Who():
                self.who = message
            case Races():
                self.races = message
            case Race(state="open" | "gone"):
                self._follow(message)
            case Tonight():
                self.tonight = message
            case _:
                return False
        return True

    @property
    def is_alone(self) -> bool:
        """Whether there is nobody to race, as far as known."""
        is_challenged = self.races is not None and bool(self._list_challenges(self.races))
        is_empty = self.who is not None and self.who.total < 2
        return is_empty and not is_challenged

    def _follow(self, race: Race) -> None:
        """Add a challenge, or remove one that is gone."""
        if self.races:
            others = tuple(each for each in self.races.current if each.id != race.id)
            current = (race, *others) if race.state == "open" else others
            self.races = replace(self.races, current=current)

    def lines(self, zone: tzinfo | None = None, now: datetime | None = None) -> list[LifeLine]:
        """Return the lines that have something to say, with times in the player's zone, too."""
        now = now or datetime.now(UTC)
        told = [
            self._tell_who(self.who) if self.who else None,
            LifeLine("Today's deal", self._tell_deal(now), "daily"),
            LifeLine("Races", self._tell_races(self.races), "races") if self.races else None,
            self._tell_evening(now, zone),
            *map(_tell_yesterday, self.boards.yesterday),
        ]
        return [each for each in told if each and each.text]

    def _tell_deal(self, now: datetime) -> str:
        tried, told = self.boards.tried, []
        if self.tonight and self.tonight.winnable_day == now.date().isoformat():
            told.append("It can be won.")
        if tried:
            has = "has" if tried == 1 else "have"
            told.append(f"{count(tried, 'players')} {has} finished it.")
        return " ".join(told)

    def _tell_who(self, who: Who) -> LifeLine:
        told, place = _tell_others(who), "visitors"
        if self.is_alone:
            told, place = f"{told} Race the host's ghost.", "ghost"
        return LifeLine("Who is here", told, place)

    def _list_challenges(self, races: Races) -> list[Race]:
        """Return the challenges that the player may accept, first those to the player alone."""
        is_open = [
            each
            for each in races.current
            if each.state == "open" and each.seat < 0 and each.wanted.lower() in ("", self._me)
            if self._may_meet
        ]
        return sorted(is_open, key=lambda each: not each.wanted)

    def _tell_races(self, races: Races) -> str:
        if challenges := self._list_challenges(races):
            return tell_challenge(challenges[0])
        if under_way := sum(each.state == "running" for each in races.current):
            return f"{count(under_way, 'races')} under way."
        if not self._may_meet:
            return "" if self.is_alone else "Race the host's ghost."
        return "No open challenge: begin one."

    def _tell_evening(self, now: datetime, zone: tzinfo | None) -> LifeLine | None:
        tonight, stands = self.tonight, self.boards.latest
        if tonight is None or not (told := tell_tonight(tonight, now, zone)):
            return None
        if has_begun(tonight, now):
            until = capitalize(told.removeprefix("Now, "))
            if stands and stands.place and stands.board == str(BoardName(TOURNAMENT, tonight.name)):
                place = f"You are {ordinal(stands.place)} of {stands.players}."
                return LifeLine("Now", f"{until.partition(': ')[0]}. {place}", "evening")
            return LifeLine("Now", f"{until} Join it." if self._may_meet else until, "evening")
        head, _, when = told.partition(" at ")
        is_today = head in ("Tonight", "Today")
        return LifeLine(head if is_today else "Evening", when if is_today else told, "evening")


def _tell_yesterday(yesterday: BoardPlace) -> LifeLine:
    _, _, told = yesterday.tell().partition(": ")
    has_rival = bool(yesterday.rival) and yesterday.place > 1
    return LifeLine(
        f"Yesterday's {yesterday.what}",
        f"{told} Race that run." if has_rival else told,
        "run" if has_rival else "contests",
        yesterday.board if has_rival else "",
    )


def _tell_others(who: Who) -> str:
    others = [each for each in who.visitors if each.session != who.own]
    if not others:
        return "Nobody else."
    others.sort(key=lambda each: (not each.game, -each.watchers))
    comma = "; " if others[0].game else ", "  # "Klondike, draw 1" has a comma
    named = comma.join(map(_tell_visitor, others[:_NAMED]))
    rest = max(who.total - 1, len(others)) - _NAMED
    return f"{named}{f'{comma}and {rest} more' if rest > 0 else ''}."


def _tell_visitor(visitor: Visitor) -> str:
    name = name_player(visitor.player)
    return f"{name} plays {name_game(visitor.game)}" if visitor.game else name


def challenge_rival(store: Store, boards: Boards, board: str) -> Challenge:
    """Return the challenge to race the run of the next better player on a board.

    Raises ``StoreError`` without one.
    """
    entries = boards.top(board)
    me = players.profile(store.context)
    place = next((at for at, each in enumerate(entries) if each.profile == me), 0)
    if not place:
        raise StoreError("Nobody was better than you there.")
    rival = entries[place - 1]
    return challenge_run(boards.records(rival)[0], rival.player)


# -- the welcome for new players and guests ------------------------------------------------------


_GUEST = """You are a guest because you came without a key or a cookie.

You may play everything here and look at the boards. Your results don't go there, and when you \
leave, your games are gone.

To be known here and find your games again, press Play in a browser that takes cookies, or make \
a key on your own computer and come back"""

_COMMAND = "ssh-keygen -t ed25519"

GUEST = f"{_GUEST}:\n\n    {_COMMAND}"
"""The welcome for a guest."""

PLAYER = """This host knows you by your key, or by this browser: come back with it, and your games \
are as you left them.

The boards show your name with your results. You can change it later, and add another computer or \
browser, under "Your name and keys" in the settings."""
"""The welcome for a new player."""


def is_stranger(store: Store) -> bool:
    """Return whether the player is a guest or has no games in the store yet."""
    if store.context.is_guest:
        return True
    try:
        return store.is_new()
    except StoreError:
        return False


def greet(store: Store) -> str:
    """Return the welcome in line mode; "" for a known player."""
    if not is_stranger(store):
        return ""
    if store.context.is_guest:
        return f"{' '.join(_GUEST.split())}; '{_COMMAND}' makes one."
    return f"You are {store.context.nickname} on this host; 'name NEW' changes that."
