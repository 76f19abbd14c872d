"""The hall: who is on a host, who plays what, who watches whom, and announcements.

The server passes each session's messages to the hall, which answers through the ``say`` that came
with the session. The hall never blocks: it sends queries to the accounts and answers later. Its
memory per session and the work a session can cause are both limited.
"""

import time
from collections import deque
from collections.abc import Callable, Container
from functools import partial
from typing import TYPE_CHECKING

from solterm.contests.kinds import RACE, is_race
from solterm.core.refusal import Refusal
from solterm.core.values import replace
from solterm.hall.messages import (
    PHRASES,
    AskWho,
    Away,
    ContestEnded,
    Door,
    Erase,
    Leave,
    Message,
    NewsWanted,
    No,
    Notice,
    PlayLeft,
    PlayStarted,
    Race,
    RaceChanged,
    RaceStep,
    Rename,
    Renamed,
    Result,
    Saving,
    SetPhrase,
    Step,
    Tonight,
    Visitor,
    Watch,
    Watchers,
    Yes,
)
from solterm.serve.access import LimitKey
from solterm.serve.account_queries import NOT_NOW, AccountQueries, ignore, query_for, to_message
from solterm.serve.accounts import Accounts, Player, check_result
from solterm.serve.contest_trials import is_secret
from solterm.serve.feed import MOST_WATCHERS, Feed, Say, names_a_game
from solterm.serve.limits import Pace, TokenBucket
from solterm.serve.player_pages import PlayerPages
from solterm.serve.race_desk import RaceDesk
from solterm.serve.roster import TOO_MUCH, Asker, HallSession, Roster, RosterView
from solterm.store.purpose import Purpose

if TYPE_CHECKING:
    from solterm.serve.relay import Relay

_NEWS_A_SECOND = 100.0
"""Results sent to sessions on this host, on average; more wait, and the oldest are dropped."""
_MOST_NEWS = 1000
"""Results that wait, counted once for each session."""

PATIENCE = 60.0
"""Seconds that spectators wait for a player who has left and may come back."""

_VIEW_SECONDS = 2.0
"""Between two updates of the list of players."""

_MOST_QUESTIONS = 5
"""Unanswered queries of one session to the accounts."""

_LONGEST = 64
"""Characters of a name to search for."""

_GONE = "That player has left."
_SECRET = "{} plays a deal that others have still to play. Watch the next game."
_NOT_THE_NAME = "That is not your name here: nothing is deleted."
_ERASING = "Your account is being deleted, with all games and results."
_NOTHING_TO_ERASE = "A guest's games are deleted at the end of the session."

_NOWHERE = LimitKey("")


class Hall:
    """The sessions on a host, and what they tell each other."""

    def __init__(
        self,
        host: str,
        now: Callable[[], str],
        questions: AccountQueries,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        """``now`` returns the time in ISO 8601 (UTC), ``clock`` counts seconds."""
        self.host = host
        self.other_hosts: Relay | None = None
        """The other hosts on the same database, if any."""
        self._now = now
        self.on_rename: Callable[[str, str], None] = lambda session, name: None
        """Takes a session and its player's new name."""
        self.on_erase: Callable[[str], None] = lambda player: None
        """Takes the id of a player who wants to be deleted."""
        self.on_contest: Callable[[HallSession, int], None] = lambda someone, contest: None
        """Takes a player's session, and the id of a contest that has ended."""
        self.find_contest_query: Callable[
            [HallSession, Message], Callable[[Accounts], Message] | None
        ] = lambda someone, message: None
        """Returns the query that answers a session's message about a contest, or None."""
        self.find_tonight: Callable[[], Tonight] = lambda: Tonight("")
        """Returns the evening that is on or comes next, without its players."""
        self.races = RaceDesk(self, questions)
        self.pages = PlayerPages(questions, clock)
        self._requests = Pace(clock)
        """What the referee does for players and addresses."""
        self._questions = questions
        self._clock = clock
        self._present: dict[str, HallSession] = {}
        self.roster = Roster()
        """The players on all hosts, as others may see them; see ``refresh``."""
        self._changed: set[str] = set()
        """Sessions here whose entry in the roster may be out of date."""
        self._next_look = 0.0
        self._news: deque[tuple[str, Result | Race]] = deque(maxlen=_MOST_NEWS)
        """News that wait, each with a session that wants it."""
        self._news_sent = TokenBucket(_NEWS_A_SECOND, _NEWS_A_SECOND, clock)

    # -- coming and going ------------------------------------------------------------------

    def enter(
        self,
        session: str,
        player: Player | None,
        say: Say,
        fingerprint: str = "",
        is_program: bool = False,
        source: LimitKey = _NOWHERE,
    ) -> None:
        """Add a session; without a player, it is a guest's. Its address counts as ``source``."""
        about = session, player, say, fingerprint, self._now(), is_program, source
        self._present[session] = someone = HallSession(*about, self._requests, self._clock)
        self._changed.add(session)
        self.races.enter(someone)

    def leave(self, session: str) -> None:
        """Remove a session; a second call does nothing."""
        if someone := self._present.pop(session, None):
            self._changed.add(session)
            self._look_away(session, someone)
            has_left = Away(someone.name) if someone.name else No(_tell_left(""))
            someone.feed.close(has_left)
            self.races.leave(someone)

    def visitors(self) -> list[Visitor]:
        """Return the sessions here and their games, for the administrator."""
        return [self._describe(*each) for each in self._present.items()]

    def _note(self, session: str) -> None:
        if session in self._present:
            self._changed.add(session)

    def refresh(self) -> Roster:
        """Return the roster, brought up to date."""
        for session in self._changed:
            if someone := self._present.get(session):
                self.roster.put(_veil(self._describe(session, someone)))
            else:
                self.roster.drop(session)
        self._changed.clear()
        return self.roster

    def ask_from(self, source: LimitKey) -> Asker:
        """Return somebody without a session who asks the referee from an address."""
        return Asker("", source, self._requests)

    def tell_everywhere(self, text: str) -> int:
        """Tell the players of all hosts; return how many sessions that are."""
        self.tell_all(Notice(text))
        self.tell_others(Notice(text))
        return len(self.refresh())

    def tell_others(
        self, news: Result | Renamed | Saving | Notice | RaceChanged | RaceStep
    ) -> None:
        """Pass on to the other hosts what all of them should know."""
        if self.other_hosts:
            self.other_hosts.tell(news)

    def tell_all(self, notice: Notice, but: Container[str] = ()) -> None:
        """Tell the players of this host, but not some given by id."""
        for someone in self._present.values():
            if someone.id not in but:
                someone.say(notice)

    def tell_players(self, players: set[str], notice: Notice) -> None:
        """Tell the sessions of some players, given by id."""
        for someone in self._list_sessions_of(players):
            someone.say(notice)

    def hasten_writes(self, player: str, but: str = "") -> None:
        """Have the other sessions of a player here store their moves: the player is back."""
        for someone in self._list_sessions_of({player}):
            if someone.session != but:
                someone.say(Saving())

    def announce(self, news: Result | Race, by: str = "") -> None:
        """Announce a result or a challenge to the sessions here that want news.

        ``by`` is the session or the player that it comes from.

        It wakes their processes, so a host sends only so many a second.
        """
        for session, someone in self._present.items():
            if by not in (session, someone.id or session) and someone.wants_news:
                self._news.append((session, news))
        self._send_news()

    def withdraw(self, news: Race, racers: tuple[str, ...] = ()) -> None:
        """Tell the sessions here, but not the racers', that a challenge is gone, some at a time."""
        for session, someone in self._present.items():
            if someone.id not in racers:
                self._news.append((session, news))
        self._send_news()

    def _send_news(self) -> None:
        while self._news and self._news_sent.spend():
            session, news = self._news.popleft()
            if someone := self._present.get(session):
                someone.say(news)

    def rename(self, player: str, name: str) -> None:
        """Take note of a player's new name in all of their sessions here."""
        for someone in self._list_sessions_of({player}):
            someone.name = name
            self._changed.add(someone.session)
            self.on_rename(someone.session, name)
        self.races.rename(player, name)

    def welcome_back(self, player: str, session: str) -> None:
        """Have a player's other sessions on all hosts store their moves."""
        self.hasten_writes(player, session)
        self.tell_others(Saving(player))

    def pass_name_on(self, player: str, name: str) -> None:
        """Take note of a player's new name on all hosts."""
        self.rename(player, name)
        self.tell_others(Renamed(player, name))

    def settle(self) -> None:
        """Send what had to wait; call this about every second."""
        self._send_news()
        if self._clock() >= self._next_look:
            self._next_look = self._clock() + _VIEW_SECONDS
            self._tell_changes()
        for someone in self._present.values():
            someone.feed.show()
            if (number := someone.feed.audience) != someone.watchers_told:
                someone.watchers_told = number
                someone.say(Watchers(number))
        if self.other_hosts:
            self.other_hosts.settle()
        self._find_awaited()
        self.races.settle()

    # -- what the races need ---------------------------------------------------------------

    def list_sessions(self) -> list[HallSession]:
        """Return the sessions on this host."""
        return list(self._present.values())

    def _list_sessions_of(self, players: set[str]) -> list[HallSession]:
        return [each for each in self._present.values() if each.racer in players]

    def is_here(self, player: str) -> bool:
        """Return whether a player, given by name, is on any host."""
        return player.lower() in self.refresh().names

    def has_session(self, session: str) -> bool:
        """Return whether a session is on any host."""
        return self.refresh().find(session) is not None

    def note_race(self, player: str) -> None:
        """Note that the entry of a player, given by id, may have changed."""
        for someone in self._list_sessions_of({player} - {""}):
            self._changed.add(someone.session)
            if self.races.find(player):
                someone.feed.close(No(_tell_racing(someone.name)))

    def _tell_changes(self) -> None:
        """Send the changes to everyone who follows a page of the list of players."""
        roster = self.refresh()
        for someone in self._present.values():
            if someone.view and (changes := someone.view.tell_changes(roster)):
                someone.say(changes)

    def list_here(self) -> dict[str, Visitor]:
        """Return the players on this host as others may see them, by session."""
        roster = self.refresh()
        return {each: found for each in self._present if (found := roster.find(each))}

    def open_feed(self, session: str, watcher: str) -> Feed | str:
        """Return the feed of a session here, or a sentence that says why it can't be watched.

        A spectator who is there already may ask for the whole game again.
        """
        self._note(session)  # it will have one more spectator
        someone = self._present.get(session)
        if someone and self.races.find(someone.racer):
            return _tell_racing(someone.name)
        if someone and (shown := someone.feed.record) and _is_secret(shown.start):
            return _SECRET.format(_display_name(someone.name))
        return _open(someone.feed, someone.name, watcher) if someone else _GONE

    def dismiss(self, watcher: str, session: str = "") -> None:
        """Remove a spectator elsewhere from one session here, or from all."""
        for name, someone in self._present.items():
            if session in ("", name):
                someone.feed.dismiss(watcher)
                self._changed.add(name)

    # -- messages from sessions ------------------------------------------------------------

    def hear(self, session: str, message: Message) -> None:
        """Act on a session's message; ignore those that only a host may send."""
        someone = self._present.get(session)
        if someone is None:
            return
        if isinstance(message, PlayStarted | Step | PlayLeft):
            if isinstance(message, PlayStarted) and names_a_game(message) and _is_secret(message):
                someone.feed.close(No(_SECRET.format(_display_name(someone.name))))
            someone.feed.follow(message)
            if not isinstance(message, Step) or not someone.feed.record:
                self._changed.add(session)
        elif isinstance(message, Leave):
            self._look_away(session, someone)
        elif isinstance(message, RaceStep):
            self.races.hear(someone, message)  # which tells each second what it has heard
        elif not someone.questions.spend():
            someone.say(No(TOO_MUCH))
        elif isinstance(message, Door):
            self._set_door(someone, message)
            self._changed.add(session)
        elif isinstance(message, NewsWanted):
            someone.wants_news = message.wanted
        elif isinstance(message, AskWho):
            self._tell_who(session, someone, message)
        elif isinstance(message, Watch):
            self._watch(session, someone, message.session, message.is_glance)
        elif isinstance(message, Erase):
            self._erase(someone, message.name)
        elif isinstance(message, ContestEnded):
            self.on_contest(someone, message.contest)
        elif isinstance(message, Result):
            self._enter_result(session, someone, message)
        elif isinstance(message, SetPhrase):
            self._say_phrase(session, someone, message)
        else:
            try:
                if not (self.races.hear(someone, message) or self.pages.hear(someone, message)):
                    self._ask_accounts(session, someone, message)
            except Refusal as refusal:
                someone.say(No(str(refusal)))

    def _ask_accounts(self, session: str, someone: HallSession, message: Message) -> None:
        """Query the accounts and answer later; raise ``Refusal`` to refuse."""
        about = someone.id, someone.name, someone.fingerprint
        query = query_for(message, *about, self.find_tonight())
        query = query or self.find_contest_query(someone, message)
        if query is None:
            return
        if someone.unanswered >= _MOST_QUESTIONS:
            raise Refusal(NOT_NOW)

        def answer(found: object) -> None:
            someone.unanswered -= 1
            if self._present.get(session) is not someone:
                return
            if isinstance(message, Rename) and isinstance(found, Yes):
                self.pass_name_on(someone.id, found.text)
            someone.say(to_message(found))

        someone.unanswered += 1
        self._questions.ask(query, answer)

    def _erase(self, someone: HallSession, name: str) -> None:
        if not someone.id:
            someone.say(No(_NOTHING_TO_ERASE))
        elif name.casefold() != someone.name.casefold():
            someone.say(No(_NOT_THE_NAME))
        else:
            someone.say(Yes(_ERASING))
            self.on_erase(someone.id)

    def _enter_result(self, session: str, someone: HallSession, result: Result) -> None:
        """Store and announce a result, unless it is a guest's.

        Programs can win game after game in no time, so each session has a limit.
        """
        if not someone.id or not names_a_game(result) or not someone.results.spend():
            return
        deal = "" if _is_secret(result) else result.deal
        result = replace(result, player=someone.name, deal=deal, moment=self._now())
        try:
            check_result(result)
        except Refusal:
            return
        self._questions.ask(lambda accounts: accounts.enter_result(result), ignore)
        self.announce(result, session)
        self.tell_others(result)

    def _tell_who(self, session: str, someone: HallSession, asked: AskWho) -> None:
        """Answer with a page of the list of players, which the session may then follow."""
        view = RosterView(asked.name[:_LONGEST], asked.first, asked.count)
        someone.say(view.tell(self.refresh(), session))
        if asked.follow or not asked.count:
            someone.view = view if asked.count else None

    # -- watching --------------------------------------------------------------------------

    def _watch(
        self, session: str, someone: HallSession, wanted: str, is_glance: bool = False
    ) -> None:
        """Let a session watch another one, instead of the one before."""
        self._look_away(session, someone)
        feed: Feed | str = _GONE
        if wanted == session:
            feed = "That is your own game."
        elif wanted in self._present:
            feed = self.open_feed(wanted, session)
        elif self.other_hosts and (far := self.other_hosts.watch(wanted)):
            feed = _open(far, "", session)
        if isinstance(feed, str):
            someone.say(No(feed))
        else:
            someone.watched, someone.seen = wanted, feed
            say = someone.say if is_glance else partial(self._pass_on, someone)
            feed.admit(session, say, is_glance)
            self._note(wanted)

    def _pass_on(self, someone: HallSession, message: Message) -> None:
        """Send a spectator an event of the watched session; after ``Away`` they wait."""
        if isinstance(message, Away):
            someone.seen, someone.awaited = None, message.player
            someone.awaited_until = self._clock() + PATIENCE
        someone.say(message)

    def _find_awaited(self) -> None:
        """Let spectators watch a player who is back, on any host; give up after a minute."""
        waiting = [each for each in self._present.items() if each[1].awaited]
        visitors = self.refresh().visitors if waiting else []
        for session, someone in waiting:
            own = (session, someone.watched)  # other hosts may list the latter for a moment
            back = [
                each.session
                for each in visitors
                if each.is_open and each.player == someone.awaited and each.session not in own
            ]
            if back:
                self._watch(session, someone, back[0])
            elif self._clock() >= someone.awaited_until:
                player, someone.awaited = someone.awaited, ""
                someone.say(No(_tell_left(player)))

    def _say_phrase(self, session: str, someone: HallSession, said: SetPhrase) -> None:
        if not someone.phrases.spend():
            someone.say(No("Wait a moment before you say more."))
            return
        phrase = replace(said, player=someone.name)
        if rivals := self.races.list_rivals(someone.racer):
            someone.say(phrase)
            for each in self.refresh().visitors:
                if each.player in rivals:
                    self._speak_anywhere(each.session, phrase)
            return
        self._speak_anywhere(someone.watched if someone.seen else session, phrase)

    def _speak_anywhere(self, table: str, phrase: SetPhrase) -> None:
        if table in self._present:
            self.speak(table, phrase)
        elif self.other_hosts:
            self.other_hosts.speak(table, phrase)

    def speak(self, session: str, phrase: SetPhrase) -> None:
        """Let the player and the spectators of a table here hear a phrase, its speaker too."""
        someone = self._present.get(session)
        is_open = someone and (someone.feed.is_open or self.races.list_rivals(someone.racer))
        if someone and is_open and phrase.phrase in PHRASES:
            someone.say(phrase)
            someone.feed.tell(phrase)

    def _look_away(self, session: str, someone: HallSession) -> None:
        """Stop watching, or waiting for a player who has left."""
        someone.awaited = ""
        if seen := someone.seen:
            someone.seen = None
            seen.dismiss(session)
            self._note(someone.watched)
            if self.other_hosts and not seen.watchers:
                self.other_hosts.leave(someone.watched)

    def _set_door(self, someone: HallSession, wish: Door) -> None:
        someone.feed.is_open = wish.open
        self.pages.forget(someone.id)
        if someone.id:
            self._questions.ask(
                lambda accounts: accounts.set_public(someone.id, wish.public), ignore
            )
        if not wish.open:
            closed = f"{_display_name(someone.name)} no longer accepts spectators."
            someone.feed.close(No(closed))

    def _describe(self, session: str, someone: HallSession) -> Visitor:
        record = someone.feed.record
        if race := self.races.find(someone.racer):
            return Visitor(
                session=session,
                player=someone.name,
                host=self.host,
                since=someone.since,
                game=race.game,
                level=race.level,
                deal="",
                purpose=str(Purpose(RACE.id, race.id)),
                is_open=False,
                watchers=someone.feed.audience,
            )
        return Visitor(
            session=session,
            player=someone.name,
            host=self.host,
            since=someone.since,
            game=record.start.game if record else "",
            level=record.start.level if record else 0,
            deal="" if not record or _is_secret(record.start) else record.start.deal,
            purpose=record.start.purpose if record else "",
            is_open=someone.feed.is_open,
            watchers=someone.feed.audience,
            board=record.start.board if record else "",
        )


def _is_secret(told: PlayStarted | Result) -> bool:
    return is_secret(Purpose.parse(told.purpose), int(told.deal or 0))


def _open(feed: Feed, name: str, watcher: str) -> Feed | str:
    """Return the feed if it takes this spectator, else a sentence that says why not."""
    if not feed.is_open:
        return f"{_display_name(name)} does not accept spectators."
    if watcher not in feed.watchers and len(feed.watchers) >= MOST_WATCHERS:
        return "Too many people are watching there already."
    return feed


def _veil(visitor: Visitor) -> Visitor:
    """Return what others may see; a player who refuses spectators hides the game, too."""
    if visitor.is_open or is_race(Purpose.parse(visitor.purpose).kind):
        return visitor
    return replace(visitor, game="", level=0, deal="", purpose="", board="")


def _display_name(name: str) -> str:
    return name or "That guest"


def _tell_racing(name: str) -> str:
    return f"{_display_name(name)} races now, and nobody may watch."


def _tell_left(name: str) -> str:
    return f"{_display_name(name)} has left."
