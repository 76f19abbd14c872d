"""The commands of the table by id. They know the game and its cursor, but no screen.

What a command shows goes through the ``Face``, a screen or a test: messages as happenings of the
model, questions, and the doors to dialogs and other screens.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from solterm.advice.ask import STOPPED, Worker
from solterm.advice.choose import LONGER, Hints, Pending, find_way_home
from solterm.advice.knowledge import HOPELESS
from solterm.advice.pipe import Traced
from solterm.advice.quick import Hint
from solterm.contests import titles
from solterm.contests.kinds import RACE
from solterm.contests.result_words import tell_uncounted
from solterm.contests.score import tell_level, tell_score, tell_stakes
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.plural import count
from solterm.core.refusal import Refusal
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.manual.rules_pages import level_briefs, level_words
from solterm.scoring import stakes
from solterm.sessions import contest_steps, plays
from solterm.store.errors import StoreError
from solterm.store.kept import HIDDEN, KeptPlay
from solterm.tui.keys import offers
from solterm.tui.keys.commands import TABLE, Command, find_command
from solterm.tui.table.cursor import Arrow
from solterm.tui.table.model import TableModel
from solterm.tui.table.sentences import in_own_words

if TYPE_CHECKING:
    from solterm.tui.doors import Doors
    from solterm.tui.game_doors import GameDoors

_CHEAT = """A cheat lets your next move follow
level 1's rules. The game then counts
as level 1, even if you undo it."""
"""See docs/rules.md, "Undo, hints and the cheat"."""
_NO_ERROR = "Your last key made no error."
_ABOUT_HINT = frozenset({"hint", "natural", "next_place"})
"""The commands that wait for a hint; others cancel it."""


class HelpCard(Protocol):
    """The card of keys over the table."""

    @property
    def is_open(self) -> bool: ...
    def turn(self) -> None: ...
    def close(self) -> None: ...


class Indicator(Protocol):
    """The lamp on the status line."""

    @property
    def is_on(self) -> bool: ...
    def stop(self) -> bool: ...


class Face(Protocol):
    """What shows the table, and takes the answers of the player."""

    @property
    def doors(self) -> "Doors": ...
    @property
    def game_doors(self) -> "GameDoors": ...
    @property
    def key_help(self) -> HelpCard: ...
    @property
    def lamp(self) -> Indicator: ...
    def clear_message(self) -> None:
        """Clear the message line, as a command begins."""

    def show(self, before: Table) -> None:
        """Show what a command has done; cards move from where they lay before."""

    def ask(self, question: str, then: Callable[[], object]) -> None:
        """Ask a question, and call ``then`` on Y."""

    def redraw(self) -> None:
        """Paint every cell again."""

    def wait_for(self, pending: Pending, then: Callable[[Hint], None]) -> None:
        """Call ``then`` with a hint once it is there."""

    def stop_waiting(self) -> None:
        """Drop the hint that is awaited."""


class TableCommands:
    """Carries out the commands of one table."""

    def __init__(self, model: TableModel, worker: Worker, face: Face) -> None:
        self._worker = worker
        self._model = model
        self._face = face
        self._after_hint: list[str] | None = None
        """The commands that wait for a hint; None while none is awaited."""
        self._hints: Hints | None = None
        self._way_found: tuple[Table, Sequence[Move]] | None = None
        """A position with a way to win that hints don't follow until the player asks again."""
        self._offered: frozenset[str] = frozenset()
        """The commands that are of use under ``_offered_by``."""
        self._offered_by: Rules | None = None
        self.functions = self._list_functions()
        """What each command does, by its id."""

    def _list_functions(self) -> Mapping[str, Callable[[], object]]:
        model, face, doors = self._model, self._face, self._face.doors
        return {
            **{arrow.name.lower(): partial(model.go, arrow) for arrow in Arrow},
            "auto": self._auto,
            "bookmark": model.bookmark,
            "cancel": self._cancel,
            "cheat": self._cheat,
            "colours": doors.change_colours,
            "command": self._command,
            "copy": self._copy,
            "deal": self._deal,
            "error": self._explain_error,
            "exception": self._exception,
            "fewer": model.fewer,
            "game_menu": lambda: doors.open_game_menu(model.play),
            "hand_to_field": model.hand_to_field,
            "hand_to_pile": model.hand_to_pile,
            "help": face.key_help.turn,
            "hint": self._hint,
            "jump": model.jump,
            "legal": model.legal,
            "level": self._level,
            "menu": self._menu,
            "more": model.more,
            "natural": model.natural,
            "new": self.end_game,
            "next_place": model.next_place,
            "over": self._over,
            "pages": lambda: doors.show_help_pages(model.play.game),
            "palette": doors.show_palette,
            "peek": self._peek,
            "phrase": self._phrase,
            "pile_to_field": model.pile_to_field,
            "pile_to_pile": model.pile_to_pile,
            "quit": lambda: doors.ask_to_quit(plays.tell_quit(model.kept)),
            "races": doors.show_races,
            "ranks": model.ranks,
            "redo": model.redo,
            "redraw": face.redraw,
            "regain": self._regain,
            "repeat": model.repeat,
            "rules": lambda: doors.show_rules(model.play.game),
            "saves": lambda: doors.show_saves(model.kept),
            "score": self._score,
            "settings": doors.show_settings,
            "sheet": self._sheet,
            "stats": doors.show_statistics,
            "suits": model.suits,
            "turn_hand": model.turn_hand,
            "undo": model.undo,
            "what": lambda: doors.explain_pile(model),
            "who": doors.show_who,
        }

    @property
    def _play(self) -> Play:
        return self._model.play

    @property
    def _kept(self) -> KeptPlay:
        return self._model.kept

    def has(self, command: Command) -> bool:
        """Whether a command is of use in this game now."""
        # Textual asks for all commands at each key, and only other rules change the answers.
        if self._play.rules is not self._offered_by:
            self._offered_by = self._play.rules
            is_hosted = self._model.seat.host.has_host
            self._offered = frozenset(
                each.id for each in TABLE if offers.has(self._play, each, is_hosted)
            )
        return command.id in self._offered

    def advise(self, key: str) -> str:
        """Name the command with a key in the usual set, else one that begins with its letter."""
        letter, menu = key.lower().removeprefix("ctrl+"), self._model.key("game_menu")
        labels = {
            each.id: offers.label(self._play, each)
            for each in sorted(TABLE, key=lambda each: (letter not in each.keys, each.number))
            if each.menu and self.has(each)
        }
        for name, label in labels.items():
            if letter in find_command(name).keys or label[:1].lower() == letter:
                own = self._model.key(name)
                named = own if own[:1].isalnum() else f'the key "{own}"'
                return f'"{label}" is {named if own else f"in the {menu} menu"}.'
        return f"{self._model.key('help')} lists the keys, {menu} all commands."

    def run(self, name: str | None) -> None:
        """Carry out a command, and show what it has done; None does nothing."""
        if name is None:
            return
        command, before = find_command(name), self._play.table
        try:
            if self._begin(command):
                self._carry_out(command)
        finally:
            self._face.show(before)

    def _carry_out(self, command: Command) -> None:
        try:
            self.functions[command.id]()
        except Refusal as reason:
            self._model.refuse(str(reason))
        if not command.proposes:
            self._model.selection.forget_proposal()

    def _begin(self, command: Command) -> bool:
        """Clear the messages for a command; return False if the help or the game rules it out."""
        if self._face.key_help.is_open and command.sleeps:
            self._model.say("This key is off under the help. Esc closes it.")
            return False
        self._face.clear_message()
        if command.clears_error:
            self._model.error = None
        if not offers.is_used(self._play, command):
            self._model.refuse(f"F{command.number} has no use in this game.")
            return False
        return True

    # -- moves, and the ways back ----------------------------------------------------------

    def _ask_if(self, question: str, then: Callable[[], object]) -> None:
        """Ask a question if there is one, else act at once."""
        if question:
            self._face.ask(question, then)
        else:
            then()

    def _auto(self) -> None:
        """Play cards home; where there is no undo, ask before it ends the game or plays many."""
        self._ask_if(self._model.auto_question(), self._model.auto)

    def _exception(self) -> None:
        """Make an exception; where it costs points and acts at once, ask first."""
        self._ask_if(self._model.exception_question(), self._model.exception)

    def _over(self) -> None:
        """Start over after a confirmation, or say why not."""
        back = "" if self._play.can_undo else "\nNothing leads back."
        question = f"Start this game over?\nMoves and hints so far still count.{back}"
        self._ask_if(question if self._play.can_restart else "", self._model.over)

    def _cheat(self) -> None:
        """Allow one move of level 1 after a confirmation; on a second press, cancel that."""
        play = self._play
        is_sure = play.mode or play.level == 1 or play.cheating  # else the play says why not
        self._ask_if("" if is_sure else _CHEAT, self._model.cheat)

    def _cancel(self) -> None:
        """Close the help, cancel what waits for the next key, or stop the lamp's search."""
        if self._face.key_help.is_open:
            self._face.key_help.close()
        elif not self._model.cancel() and self._face.lamp.stop():
            self._model.say(STOPPED)

    # -- hints -----------------------------------------------------------------------------

    @property
    def hints(self) -> Hints:
        """The hints of this game, which know the way to win that the store keeps."""
        if self._hints is None:
            self._hints = Hints(self._worker)
            self._hints.knowledge.follow(self._play, self._kept.way)
        return self._hints

    def think_ahead(self) -> None:
        """Let the worker think about the next hint, in a game that uses hints."""
        if self._hints and not self._face.lamp.is_on:
            self._hints.think_ahead(self._play)

    def _hint(self) -> None:
        """Propose a move, mark its cards and set the cursor on its destination.

        Where the last hint was unsure, look for a win.
        """
        self._model.selection.drop()
        last = self._model.hint_here
        seconds = LONGER if last and last.is_unsure else None
        if self._model.attempt("hint"):
            pending = self.hints.ask(self._play, seconds)
            if pending.hint:
                self._show_hint(pending.hint, seconds)
            else:
                looks = f"Looking for a win for up to {seconds} seconds ... Any other key stops it."
                self._model.say(looks if seconds else "Thinking ...")
                self._after_hint = []
                self._face.wait_for(pending, partial(self._take_hint, seconds))

    def _take_hint(self, seconds: float | None, hint: Hint) -> None:
        waiting, self._after_hint = self._after_hint or [], None
        self._show_hint(hint, seconds)
        self._face.show(self._play.table)
        for name in waiting if hint.move else ():
            self.run(name)

    def _show_hint(self, hint: Hint, seconds: float | None) -> None:
        self._model.show_hint(hint, took_longer=seconds is not None)
        if hint.move and not self._face.lamp.is_on:
            self.hints.think_ahead(self._play, hint.move)

    def waits_for_hint(self, command: Command | None) -> bool:
        """Keep a key that belongs to a hint until it is there; H asked for it already."""
        if self._after_hint is None or command is None or command.id not in _ABOUT_HINT:
            return False
        if command.id != "hint":
            self._after_hint.append(command.id)
        return True

    def give_up_hint(self) -> None:
        if self._after_hint is not None:
            self._after_hint = None
            self._face.stop_waiting()

    # -- the way back to a win -------------------------------------------------------------

    def _regain(self) -> None:
        """Undo to the last position from which the game can be won, if there is one."""
        play, model = self._play, self._model
        play.mode.check("back")
        if not play.game.undo:
            model.undo()  # the play says why not
            return
        if play.rules.is_won(play.table):
            model.say("The game is won.")
            return
        table, moves = self._way_found or (None, ())
        if table == play.table:
            self._follow(moves)
            model.say(f"From here on, {model.key('hint')} shows the way to win, knowing all cards.")
            return
        knowledge = self.hints.knowledge
        if knowledge.is_hopeless(play):
            self._take_back(None)
        elif find_way_home(play.rules, View.of(play).table):
            self._take_back(0)
        elif known := knowledge.last_won(play):
            self._take_back(*known)
        else:
            self._face.doors.look_back(play, self._take_found, self._tell)

    def _take_found(self, found: Traced) -> None:
        self._take_back(found.undos, found.moves, found.unknown)

    def _take_back(self, undos: int | None, moves: Sequence[Move] = (), unknown: int = 0) -> None:
        model, before = self._model, self._play.table
        is_hopeless = undos is None and self.hints.knowledge.is_hopeless(self._play)
        if is_hopeless or undos is not None:
            model.attempt("hint")  # the verdict helps as one does
        if undos is None:
            said = HOPELESS if is_hopeless else "No such position found."
            if is_hopeless and not self._play.outcome:
                said += f" {model.key('new')}, then S: one that can."
            is_stuck = self._play.outcome or self._play.is_idle
            (self.offer_ways_out if is_stuck else model.say)(said)
        elif undos == 0:
            self._tell_winnable(moves)
        elif all(model.attempt("undo") for _ in range(undos)):
            model.say(tell_back(self._play, undos, unknown, model.key("redo")))
            self._follow(moves)
        self._face.show(before)

    def _tell_winnable(self, moves: Sequence[Move]) -> None:
        """Say that the game can be won; hints follow a way with unseen cards only if asked."""
        model = self._model
        if View.of(self._play).is_open:
            self._follow(moves)
            model.say("It can still be won from here.")
            return
        again = ""
        if moves and not self.hints.knowledge.way_for(self._play):
            self._way_found = self._play.table, moves
            again = f" {model.key('regain')} again: {model.key('hint')} shows how."
        model.say(f"It can still be won from here, knowing all cards.{again}")

    def _follow(self, moves: Sequence[Move]) -> None:
        """Let hints follow a way to win, also after a restart."""
        if moves:
            way = [str(move) for move in moves]
            self.hints.knowledge.follow(self._play, way)
            self._kept.keep_way(way)

    def _tell(self, sentence: str) -> None:
        self._model.say(sentence)
        self._face.show(self._play.table)

    # -- dialogs ---------------------------------------------------------------------------

    def _explain_error(self) -> None:
        """Explain the last beep; KLONCAN's games show it in a box."""
        self._model.say(self._model.error or _NO_ERROR, is_boxed=self._play.game.on_sheet)

    def _peek(self) -> None:
        if self._play.mode and not self._play.game.peek_when_scored:
            self._model.attempt(f"peek {self._model.selection.cursor}")  # which says why not
        else:
            self._face.doors.peek(self._model)

    def _level(self) -> None:
        self._play.mode.check("level")
        game = self._play.game
        wins = {each: stakes(level=each, exceptions=0, moves_after=0).win for each in LEVELS}
        lines = {
            level: f"{in_own_words(game, told)} (a win: {wins[level]})"
            for level, told in level_briefs(game.id).items()
        }
        present = f"You are playing at level {self._play.level}"
        self._face.doors.ask_level(present, game.offered_levels, lines, self._change_level)

    def _change_level(self, level: str) -> None:
        if self._model.attempt(f"level {level}"):
            _, _, change = level_words(self._play.game.id, self._play.level).partition(": ")
            self._model.say(tell_level(self._play, change.removeprefix("also, ")))

    def _score(self) -> None:
        now = f"Your score now is {tell_score(self._play, self._kept.tour_points)}."
        uncounted = tell_uncounted(self._play)
        self._face.doors.tell(now, *([uncounted] if uncounted else []), *tell_stakes(self._play))

    def _deal(self) -> None:
        """Deal again, or another number; a scored game keeps its deal."""
        if self._play.mode:
            menu = self._model.key("menu")
            self._model.refuse(
                f"A scored game keeps its deal: F9 ends it, {menu} goes to the menu."
            )
        else:
            self._face.doors.ask_deal(self._play, self._deal_number)

    def _deal_number(self, number: int | None, notice: str = "") -> None:
        """Deal a number, or a random one, in place of the present game."""
        play = self._play
        purpose = str(self._kept.purpose)
        self._face.game_doors.deal(
            play.game, number, play.start_level, play.options, purpose, notice=notice
        )

    def offer_ways_out(self, sentence: str) -> None:
        """Say that the game is stuck, and offer what the player can still do."""
        is_hopeless = self._worker.knowledge.is_hopeless(self._play)
        self._face.doors.offer_ways_out(sentence, self._play, is_hopeless, self._leave_stuck)

    def _leave_stuck(self, chosen: str | None) -> None:
        if chosen == "same":
            self._deal_number(self._play.deal)
        elif chosen == "another":
            self._deal_number(None)
        else:
            self.run(chosen)

    def _command(self) -> None:
        moves = [self._play.text(move) for move in self._play.legal_moves]
        self._face.doors.ask_line(moves)

    # -- other screens ---------------------------------------------------------------------

    def end_game(self) -> None:
        """End this game; only games of a contest ask first, as U leads back from the others."""
        end = partial(self._face.game_doors.end_for_contest, self._kept)
        if not self._kept.purpose.is_contest:
            self._face.doors.go_to_end(self._kept)
        elif self._play.outcome:  # the game is won or has no moves left
            end()
        else:
            self._face.ask(titles.end_question(self._kept.purpose), end)

    def _sheet(self) -> None:
        """Show the score sheet or contest of this game; the game goes on behind it."""
        purpose = self._kept.purpose
        if purpose.row:
            self._face.doors.show_sheet(self._play.game, self._play.level)
        elif purpose.is_contest:
            self._show_contest()
        else:
            self._model.refuse("This is a free game; it counts for no score sheet.")

    def _show_contest(self) -> None:
        try:
            found = contest_steps.contest_of(self._model.seat.store, self._kept.purpose)
        except StoreError as error:
            self._face.game_doors.show_table(self._kept, str(error))
        else:
            if found:
                self._face.game_doors.show_contest(found)

    def _copy(self) -> None:
        if self._kept.hides_deal:
            self._model.say(HIDDEN)
        else:
            self._face.game_doors.copy_game(self._play, is_over=bool(self._play.outcome))

    def _menu(self) -> None:
        """Go to the menu. The game is kept, but see ``Seat.leave``."""
        self._model.seat.leave(self._model.is_outcome_known)
        self._face.doors.go_to_menu()

    @property
    def has_listeners(self) -> bool:
        """Whether somebody hears a phrase that is said here: a spectator or a rival."""
        host = self._model.seat.host
        return host.has_host and (host.watchers > 0 or self._kept.purpose.kind == RACE.id)

    def _phrase(self) -> None:
        if not self._model.seat.host.has_host:
            self._model.refuse("You are alone here: this program has no host.")
        elif not self.has_listeners:
            self._model.refuse("Nobody is watching you.")
        else:
            self._face.doors.ask_phrase()


def tell_back(play: Play, undos: int, unknown: int, redo: str) -> str:
    """Say how many actions of a play were undone, and whether later positions are unknown.

    The search knows cards that the player may not have seen.
    """
    back = f"Back {count(undos, 'steps')}: winnable from here"
    if not View.of(play).is_open:
        back = f"{back}, knowing all cards"
    if unknown == undos:
        return f"{back}. Whether it was winnable later is unknown. {redo} steps forward."
    if unknown:
        later = f"{count(unknown, 'later positions')} {'is' if unknown == 1 else 'are'}"
        return f"{back}. {later} unchecked. {redo} steps forward."
    return f"{back}. {redo} steps forward."
