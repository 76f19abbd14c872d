"""One sitting in line mode: takes a line, does what it says and answers with a reply.

Between two games nothing is on the table: then the commands that need a game say so, and those
that choose one, or lead through a contest, work.

A session knows nothing of streams: who reads the lines and how replies are written is ``loop``'s
part. The screen's command line speaks through it too, so that both have one grammar. Every change
goes through the kept play, which stores it before the answer is given.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import replace
from functools import cached_property, partial
from typing import TYPE_CHECKING

from solterm import hall
from solterm.core.game import Game
from solterm.core.options import Option
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.table import Table
from solterm.core.words.describe import capitalize
from solterm.plain import prose
from solterm.plain.commands import choosing, playing
from solterm.plain.grammar import ELSEWHERE, HOSTED, check_actions, find, takes_text
from solterm.plain.reply import Reply
from solterm.plain.searching import Searcher
from solterm.plain.words import in_piles, is_card
from solterm.sessions import legs, plays
from solterm.sessions.boards import boards_of
from solterm.sessions.idle import IdleNotice
from solterm.sessions.plays import CannotResume, Start
from solterm.store.boards import Boards
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay
from solterm.store.settings import load_own
from solterm.store.store import Store

if TYPE_CHECKING:
    from solterm.hall.roll import Roll
    from solterm.plain.hosted import HostLine
    from solterm.sessions.watching import Watching

LONGEST = 4000
"""Characters a line may have: the moves of a long game, as ``solve`` prints them, fit."""

_PILE = re.compile(r"[a-z]\d*(@\d+)?")
"""What the first word of a move looks like."""


_SEARCHER = "searcher"
"""Where it lies, once there was a question."""

Answer = Callable[[], Reply]
"""What an answer to a question does."""


class Session:
    """One player's sitting: at most one kept play is on the table, and others take its place."""

    def __init__(self, at: KeptPlay | Store, on_screen: bool = False) -> None:
        """A sitting over a play, or over a store whose player chooses one.

        ``on_screen`` is the command line of the full program: what leaves the table is done with
        its keys there.
        """
        self._kept = None if isinstance(at, Store) else at
        self.store = at if isinstance(at, Store) else at.store
        self.on_screen = on_screen
        self.ended = False
        """Has the player quit?"""
        self.contest = 0
        """The id of the contest that was looked at last; 0 for none."""
        self.sheet: tuple[Game, int] | None = None
        """The game and the level of the score sheet that was looked at last."""
        self.watching: Watching | None = None
        """The game of somebody else that is looked at."""
        self.watchers = 0
        """How many watch this player, as the host has said."""
        self.roll: Roll | None = None
        """Who is here, where the player is told what changes."""
        self._idle = IdleNotice()
        self._answers: Mapping[str, Answer] = {}
        """What the next line may answer to the question that was asked last."""

    @cached_property
    def searcher(self) -> Searcher:
        """Who is asked what sees all cards."""
        return Searcher()

    def halt_search(self) -> None:
        """The program is about to be stopped, and its worker is not to go on without it."""
        if _SEARCHER in vars(self):
            self.searcher.halt()

    def end_search(self) -> None:
        """End the worker, if there is one."""
        if _SEARCHER in vars(self):
            self.searcher.end()

    @property
    def has_game(self) -> bool:
        """Is a game on the table?"""
        return self._kept is not None

    @property
    def kept(self) -> KeptPlay:
        """The kept play on the table. Raises ``ValueError`` with a sentence when there is none."""
        if self._kept is None:
            raise ValueError("No game is on the table: 'play' brings one, 'menu' shows more.")
        return self._kept

    @kept.setter
    def kept(self, kept: KeptPlay) -> None:
        self._kept = kept
        self.take_seat()
        if not kept.is_free:
            self.end_search()

    @property
    def play(self) -> Play:
        """The play at hand; the store replaces it when it went on elsewhere."""
        return self.kept.play

    @property
    def game(self) -> Game:
        """The declaration of the game at the level played."""
        return self.play.rules.game

    def opening(self, notice: str = "") -> Reply:
        """What a sitting begins with: a notice, if any, and which game it is, or the menu."""
        if not self.has_game:
            menu = choosing.menu(self, "").text
            return Reply(True, menu if notice in menu else f"{notice}\n{menu}")
        purpose = legs.words(self.store, self.kept.purpose)
        said = notice, purpose, f"{prose.title(self.play)}.", self._result()
        return Reply(True, _join(*said))

    def handle(self, line: str) -> Reply:
        """Do what a line says. Whatever it holds, the answer is a reply and never an error."""
        words = line.split()
        if not words and self.watching:
            words = ["stop"]
        if not words:
            return Reply(True, answers=tuple(self._answers) or None)
        before = self._kept and (self.play.table, self.play.level)
        reply = self._obey(line, words)
        is_lit = reply.ok and self._kept and not self.on_screen and self.searcher.is_lit
        if is_lit and reply.winnable is None and before != (self.play.table, self.play.level):
            reply = self.searcher.light(self, reply)
        if not self.on_screen and self._kept and self.kept.is_free:
            self.searcher.ahead.tend()
        return reply

    def _obey(self, line: str, words: list[str]) -> Reply:
        answers, self._answers = self._answers, {}
        verb, *rest = words
        try:
            if len(line.strip()) > LONGEST:
                raise ValueError(f"That line is too long: the limit is {LONGEST} characters.")
            if answer := answers.get(" ".join(words).lower()):
                return answer()
            if "," in line and not takes_text(verb):
                return self._obey_each(line)
            if command := find(self.game if self.has_game else None, verb, rest):
                if self.on_screen and command in (*ELSEWHERE, *HOSTED):
                    raise ValueError(f"On the screen, use keys for '{verb}'; F2 shows them.")
                named = in_piles(self.play, rest) if rest and command.names_piles else rest
                return command.run(self, command.argument(named))
            if _PILE.fullmatch(verb.lower()) or is_card(verb):
                return playing.move(self, " ".join(in_piles(self.play, words)).lower())
            raise ValueError(f"There is no command {verb[:20]!r}; 'help' lists them all.")
        except (ValueError, StoreError) as refusal:
            return Reply(False, str(refusal))

    def _obey_each(self, line: str) -> Reply:
        """Do the actions of a list, up to the first that is refused."""
        parts = [part for each in line.split(",") if (part := each.strip())]
        check_actions(self.game if self.has_game else None, parts)
        between = " " if self.on_screen else "\n"
        told: list[str] = []
        reply = Reply(True)
        for number, part in enumerate(parts):
            reply = self._obey(part, part.split())
            if not reply.ok:
                done = f"Stopped at '{part}', after {number} of {len(parts)}: {reply.text}"
                return Reply(False, between.join([*told, done]))
            told.append(reply.text)
        return replace(reply, text=between.join(told))

    def ask(self, question: str, answers: Mapping[str, Answer]) -> Reply:
        """Ask something; the next line may be one of the answers, any other leaves it at that."""
        self._answers = answers
        return Reply(True, question, answers=tuple(answers))

    def board(self) -> str:
        """The table in lines, as far as the player sees it."""
        play = self.play
        return prose.board(play.rules.game, play.shown)

    # -- the host, where one has the session -----------------------------------------------

    @cached_property
    def host(self) -> "HostLine":
        """The line to the host. Raises ``ValueError`` with a sentence where there is none."""
        link = hall.here()
        if link is None:
            raise ValueError("You aren't on a host, so nobody else is here.")
        from solterm.plain.hosted import HostLine

        return HostLine(link)

    def take_seat(self) -> None:
        """The host hears what becomes of the game on the table."""
        if hall.here():
            from solterm.sessions.herald import herald

            if (teller := herald()) and self._kept:
                teller.sit(self._kept)
            elif teller:
                teller.rise()

    def tell_door(self) -> None:
        """The host hears whether others may look on."""
        if hall.here():
            from solterm.sessions.herald import herald

            if teller := herald():
                teller.set_door(load_own()[0].door)

    # -- what the commands share -----------------------------------------------------------

    def act(self, event: str, told: Callable[[Table, Table], str]) -> Reply:
        """Perform an event and tell it, and what came of it.

        It is told from the tables before and after, whose cards are told from their twins.
        """
        was, outcome, exceptions = self.play.traced, self.play.outcome, self.play.tally.exceptions
        unsaved = self.kept.unsaved
        self.kept.perform(event)
        counted = self.play.tally.exceptions
        return Reply(
            True,
            _join(
                told(was, self.play.traced),
                self._tell_went_home(),
                self._tell_turn(was),
                f"Exceptions counted: {counted}." if counted > exceptions else "",
                self._result() if self.play.outcome is not outcome else "",
                self._idle.tell(self.play),
                self.kept.unsaved or "" if self.kept.unsaved != unsaved else "",
            ),
        )

    def deal(self, number: int) -> None:
        """Deal a number of this game; the present play is ended by it."""
        old = self.play
        self.refuse_scored()
        self.kept.finish()
        self.kept = KeptPlay.start(self.store, old.game, number, old.level, options=old.options)
        self.agree_on_autoplay()

    def bring(self, start: Start) -> Reply:
        """Go on with a game, or deal it; the one on the table waits.

        Over a game that cannot be read nothing is dealt unasked.
        """
        if self._is_on_table(start):
            return self.opening()  # it may hold moves that could not be stored
        if self._kept:
            plays.leave(self._kept)
        if option := plays.find_question(self.store, start):
            return self._ask_option(start, option)
        try:
            kept, is_under_way, notice = plays.resume_or_deal(self.store, start, self.level)
        except CannotResume as hindrance:
            question = f"{hindrance} Answer y to put it aside and play another, n to let it wait."
            answers = {
                "y": partial(self._play_another, start, hindrance),
                "n": partial(Reply, True, "The game waits as it is."),
            }
            return self.ask(question, answers)
        self._put_on_table(kept)
        return self.opening(notice or ("Resuming where you left off." if is_under_way else ""))

    def _ask_option(self, start: Start, option: Option) -> Reply:
        """Ask for an option before the game is dealt."""
        answers = {
            value: partial(self.bring, start._replace(options={option.key: value}))
            for value in option.choices
        }
        return self.ask(f"{option.question} Answer {' or '.join(answers)}.", answers)

    def _is_on_table(self, start: Start) -> bool:
        """Is this game on the table already, and not won?"""
        if self._kept is None or start.deal or self.play.outcome is Outcome.WON:
            return False
        return (self.play.game.id, self.kept.purpose) == (start.game.id, start.purpose)

    def _play_another(self, start: Start, hindrance: CannotResume) -> Reply:
        plays.put_aside(self.store, hindrance)
        self._put_on_table(plays.deal(self.store, start, self.level))
        return self.opening("The unreadable game is put aside.")

    def _put_on_table(self, kept: KeptPlay) -> None:
        self.kept = kept
        self.contest = kept.purpose.contest or self.contest
        self.agree_on_autoplay()

    def take_up(self) -> bool:
        """Go on with the game that was left last, whatever it is played for; is there one?"""
        found = plays.resume(self.store)
        if found:
            self._put_on_table(found.kept)
        return found is not None

    def clear_table(self) -> None:
        """The game on the table is ended, and no other has come."""
        self._kept = None
        self.take_seat()

    @property
    def level(self) -> int:
        """The level that the player likes."""
        return load_own()[0].level

    @property
    def boards(self) -> Boards:
        """The boards that the player sees."""
        return boards_of(self.store)

    def refuse_scored(self) -> None:
        """Raise ``ValueError`` when the play is scored: it keeps its deal."""
        if self.has_game and self.play.terms:
            raise ValueError("A scored game keeps its deal: 'end' ends it, 'play' leaves it.")

    def _tell_went_home(self) -> str:
        """What went home by itself after the last action, in a sentence."""
        went = self.play.went_home
        if not went:
            return ""
        goes = "goes" if len(went) == 1 else "go"
        return f"{prose.names(went)} {goes} home by {'itself' if len(went) == 1 else 'themselves'}."

    def agree_on_autoplay(self) -> None:
        """Let cards go home by themselves, or not, as the player's settings have it."""
        wanted = load_own()[0].automatic
        if wanted != self.play.autoplay:
            self.kept.perform(f"autoplay {'on' if wanted else 'off'}")

    def _tell_turn(self, before: Table) -> str:
        """Whose turn it has become, where two play."""
        was, now = (self.play.rules.duel(each) for each in (before, self.play.table))
        return f"{now.standing}." if was and now and was != now and now.turn else ""

    def _result(self) -> str:
        """How the game ended, in a sentence; nothing while it goes on."""
        contest = self.play.rules.duel(self.play.table)
        if contest and self.play.outcome is Outcome.WON:
            return contest.result
        if self.play.outcome is None:
            return ""
        counts = prose.counts(self.play, self.kept.tour_points)
        if self.play.outcome is Outcome.WON:
            return f"The game is won: {counts}."
        if self.play.ending:
            return f"{self.play.ending} {capitalize(counts)}."
        return f"No move is left, the game is over: {counts}."


def _join(*sentences: str) -> str:
    return " ".join(filter(None, sentences))
