"""The commands of the table by id. They know the seat and the player's hand, but no screen.

What a command shows goes through the ``Face``, a screen or a test: messages, questions, and the
doors to dialogs and other screens.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING, Protocol

from solterm.advice.ask import STOPPED
from solterm.advice.choose import LONGER, LOOKING, Pending, name_way_out
from solterm.advice.knowledge import HOPELESS
from solterm.advice.pipe import Traced
from solterm.advice.quick import Hint
from solterm.contests import titles
from solterm.contests.kinds import is_race
from solterm.contests.result_words import tell_uncounted
from solterm.contests.score import tell_level, tell_score, tell_stakes
from solterm.core.levels import LEVELS
from solterm.core.move import Move
from solterm.core.phrases import capitalize, count
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.refusal import Refusal
from solterm.core.table import Table
from solterm.core.vocabulary.exceptions import Armed, Instant
from solterm.manual.rules_pages import level_briefs, level_words
from solterm.scoring import stakes
from solterm.sessions import contest_steps, plays
from solterm.sessions.plays import Start
from solterm.sessions.seat import NO_USEFUL_MOVE, SAVED_AGAIN, Done, Seat
from solterm.store.errors import StoreError
from solterm.store.kept import KeptPlay, refuse_secret
from solterm.tui.keys import offers
from solterm.tui.keys.commands import COMMANDS, TABLE, Command
from solterm.tui.table import sentences
from solterm.tui.table.cursor import Arrow
from solterm.tui.table.hand import Hand
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
_BOOKMARKS = 9
"""The most bookmarks; a further one replaces the oldest."""


class HelpCard(Protocol):
    """The card of keys over the table."""

    @property
    def is_open(self) -> bool: ...
    def turn(self) -> None: ...
    def close(self) -> None: ...


class Face(Protocol):
    """What shows the table, and takes the answers of the player."""

    @property
    def doors(self) -> "Doors": ...
    @property
    def game_doors(self) -> "GameDoors": ...
    @property
    def key_help(self) -> HelpCard: ...
    def stop_lamp(self) -> bool:
        """Stop a search of the lamp; return whether there was one."""

    def show_message(self, sentence: str, is_boxed: bool = False) -> None:
        """Put a sentence on the message line, or in a box that stays until the next key."""

    def show_refusal(self, reason: str) -> None:
        """Beep, and show why something was refused if the player wants to read that."""

    def show(self, before: Table) -> None:
        """Show what a command has done; cards move from where they lay before."""

    def ask(self, question: str, then: Callable[[], object]) -> None:
        """Ask a question, and call ``then`` on Y."""

    def ask_to_quit(self, kept: str) -> None:
        """Ask whether to quit; ``kept`` says what happens to the game."""

    def action_say_phrase(self) -> None:
        """Ask for a phrase, and say it."""

    def action_redraw(self) -> None:
        """Paint every cell again."""

    def wait_for(self, pending: Pending, then: Callable[[Hint], None]) -> object:
        """Call ``then`` with a hint once it is there."""

    def play_by_itself(self) -> object:
        """Let the program follow hints, at a pace, until they run out or the player stops it."""

    def stop_waiting(self) -> None:
        """Drop the hint that is awaited."""


class TableCommands:
    """Carries out the commands of one table."""

    def __init__(self, seat: Seat, hand: Hand, face: Face) -> None:
        self.seat = seat
        self._hand = hand
        self._face = face
        self.error: str | None = None
        """The reason for the last beep, for F7."""
        self._untold: Done | None = None
        """The action that ended the game, until a dialog says so."""
        self._after_hint: list[str] | None = None
        """The commands that wait for a hint; None while none is awaited."""
        self._way_found: tuple[Table, Sequence[Move]] | None = None
        """A position with a way to win that hints don't follow until the player asks again."""
        self.functions = self._list_functions()
        """What each command does, by its id."""

    def _list_functions(self) -> Mapping[str, Callable[[], object]]:
        hand, face, doors = self._hand, self._face, self._face.doors
        return {
            **{arrow.name.lower(): partial(self._go, arrow) for arrow in Arrow},
            "auto": self._auto,
            "bookmark": self._bookmark,
            "cancel": self._cancel,
            "cheat": self._cheat,
            "colours": doors.change_colours,
            "command": self._command,
            "copy": self._copy,
            "deal": self._deal,
            "error": self._explain_error,
            "evening": doors.show_evening,
            "exception": self._exception,
            "fewer": lambda: self.say(hand.lift(-1)),
            "game_menu": lambda: doors.open_game_menu(self._play),
            "hand_to_field": lambda: self.push(hand.hand_to_field()),
            "hand_to_pile": lambda: self.push(hand.hand_to_pile()),
            "help": face.key_help.turn,
            "hint": self._hint,
            "jump": self._jump,
            "legal": lambda: self.say(hand.light_legal()),
            "level": self._level,
            "menu": self._menu,
            "more": lambda: self.say(hand.lift(1)),
            "natural": self._natural,
            "new": self.end_game,
            "next_place": lambda: self.say(hand.next_place()),
            "over": self._over,
            "pages": lambda: doors.show_help_pages(self._play.game),
            "palette": doors.show_palette,
            "peek": self._peek,
            "phrase": self._phrase,
            "pile_to_field": lambda: self.push(hand.pile_to_field()),
            "pile_to_pile": self._pile_to_pile,
            "quit": lambda: face.ask_to_quit(plays.tell_quit(self._kept)),
            "races": doors.show_races,
            "ranks": lambda: self.say(hand.light_ranks()),
            "redo": lambda: self.perform("redo"),
            "redraw": face.action_redraw,
            "regain": self._regain,
            "repeat": lambda: self.say(hand.repeat()),
            "rules": lambda: doors.show_rules(self._play.game),
            "saves": lambda: doors.show_saves(self._kept),
            "score": self._score,
            "settings": doors.show_settings,
            "sheet": self._sheet,
            "stats": doors.show_statistics,
            "suits": lambda: self.say(hand.light_suits()),
            "turn_hand": lambda: self.push(Move(offers.find_turned(self._play.rules.game))),
            "undo": self._undo,
            "watch": self._watch,
            "what": lambda: doors.explain_pile(hand),
            "who": doors.show_who,
        }

    @property
    def _play(self) -> Play:
        return self._hand.kept.play

    @property
    def _kept(self) -> KeptPlay:
        return self._hand.kept

    def list_offered(self) -> frozenset[str]:
        """Return the commands that are of use in this game; other rules change the answer."""
        is_hosted = self.seat.host.has_host
        return frozenset(each.id for each in TABLE if offers.has(self._play, each, is_hosted))

    def advise(self, key: str) -> str:
        """Name the command with a key in the usual set, else one that begins with its letter."""
        letter, menu = key.lower().removeprefix("ctrl+"), self._hand.key("game_menu")
        offered = self.list_offered()
        labels = {
            each.id: offers.label(self._play, each)
            for each in sorted(TABLE, key=lambda each: (letter not in each.keys, each.number))
            if each.menu and each.id in offered
        }
        for name, label in labels.items():
            if letter in COMMANDS[name].keys or label[:1].lower() == letter:
                own = self._hand.key(name)
                named = own if own[:1].isalnum() else f'the key "{own}"'
                return f'"{label}" is {named if own else f"in the {menu} menu"}.'
        return f"{self._hand.key('help')} lists the keys, {menu} all commands."

    def run(self, name: str | None) -> None:
        """Carry out a command, and show what it has done; None does nothing."""
        if name is None:
            return
        command, before = COMMANDS[name], self._play.table
        try:
            if self._begin(command):
                self.attempt(self.functions[command.id])
                if not command.proposes:
                    self._hand.forget_proposal()
        finally:
            self._face.show(before)

    def _begin(self, command: Command) -> bool:
        """Clear the messages for a command; return False if the help or the game rules it out."""
        if self._face.key_help.is_open and command.sleeps:
            self.say("This key is off under the help. Esc closes it.")
            return False
        self._face.show_message("")
        if command.clears_error:
            self.error = None
        if not offers.is_used(self._play, command):
            self.refuse(f"F{command.number} has no use in this game.")
            return False
        return True

    # -- what an action did ----------------------------------------------------------------

    def say(self, sentence: str, is_boxed: bool = False) -> None:
        """Show a message, perhaps in a box; an empty one keeps the last."""
        if sentence:
            self._face.show_message(self._reword(sentence), is_boxed)

    def clear_messages(self) -> None:
        self._face.show_message("")
        self.error = None

    def refuse(self, reason: str) -> None:
        """Beep, and keep the reason for F7."""
        self.error = self._reword(reason)
        self._face.show_refusal(self.error)

    def _reword(self, sentence: str) -> str:
        own = in_own_words(self._play.game, sentence)
        return sentences.in_rows(self._play.rules.game, own)

    def attempt(self, do: Callable[[], object]) -> bool:
        """Do something and return True; a refusal becomes a message."""
        try:
            do()
        except StoreError as news:
            self.tell_store_news(str(news))
        except Refusal as reason:
            self.refuse(str(reason))
        else:
            return True
        return False

    def perform(self, event: str) -> Done:
        """Perform an event and tell what it did. Raises as ``Seat.perform`` does."""
        return self._act(event, lambda: self.seat.perform(event))

    def push(self, move: Move | str) -> Done:
        """Make a move, given as such or as text, as ``perform`` does."""
        meant = self._play.resolve(move) if isinstance(move, str) else move
        return self._act(str(meant), lambda: self.seat.push(meant))

    def _act(self, event: str, do: Callable[[], Done]) -> Done:
        # A mark whose cards have changed is dropped.
        marked = self._hand.pile_of_mark
        done = do()
        if done.counts_exception:
            self._tell(done, sentences.tell_exception(self._play, done.before))
        else:
            self._tell(done, sentences.tell_pair(self._play, event, done.before))
        if self._hand.pile_of_mark != marked:
            self._hand.drop()
        return done

    def _tell(self, done: Done, said: str = "") -> None:
        """Say what an action has shown, and note whether it ended the game."""
        self._hand.stay_on_table()
        if done.glimpsed:
            seen = sentences.tell_glimpse(self._play)
            said = f"{seen} {said}" if done.counts_exception else seen
        self.say(said)
        if done.trouble is not None:
            self.say(done.trouble or SAVED_AGAIN)
        if done.outcome or done.is_idle:
            self._untold = done

    @property
    def is_end_untold(self) -> bool:
        """Whether a dialog has still to say that the game ended."""
        return self._untold is not None

    def tell_end(self) -> None:
        """Say that the game ended, or that no useful move is left, if that is untold."""
        done, self._untold = self._untold, None
        if done is None:
            return
        if not done.outcome:
            self.offer_ways_out(NO_USEFUL_MOVE)
        elif result := sentences.tell_result(self._play, self._kept.tour_points):
            self._face.doors.tell_end(result, self.end_game)
        else:
            self.offer_ways_out("No moves left.")

    def look(self) -> None:
        """Tell how the game stands that has come to the table: it may be decided already."""
        self._tell(self.seat.look())

    def sync_autoplay(self) -> None:
        """Apply the setting for automatic play, unless the game has left the table."""
        if self.seat.on_table is self._kept:
            self.attempt(self.seat.sync_autoplay)

    def tell_store_news(self, news: str) -> None:
        """Say that the game is saved again, or that it continued elsewhere."""
        if news != SAVED_AGAIN:
            self._hand.lose_mark()
        self.say(news)

    def take_over(self, done: Sequence[Done]) -> None:
        """Tell what a command of line mode did; it may have brought another game."""
        if self.seat.kept is not self._kept:
            self._hand.kept = self.seat.kept
            done = [self.seat.look()]
        self._hand.drop()
        for each in done:
            self._tell(each)

    # -- the cursor and the mark -----------------------------------------------------------

    def _go(self, arrow: Arrow) -> None:
        self._hand.go(arrow)
        self.say(self._hand.tell_way())

    def _pile_to_pile(self) -> None:
        """Mark the cards under the cursor, or move between the marked pile and this one."""
        if self._hand.marked_cards is None:
            self.say(self._hand.mark_default())
        elif self._hand.is_to_move:
            self._move_marked(self._hand.move_between(self._hand.cursor))
        else:
            self._hand.drop()

    def _move_marked(self, move: Move | str) -> None:
        """Move marked cards to the cursor, which then returns to where it was before."""
        try:
            self.push(move)
        except Refusal:
            self._hand.forget_proposal()
            raise
        self._hand.go_back()

    def _natural(self) -> None:
        """Turn the pile, remove its card, or propose a place for it.

        Enter again plays the card there, N, or Enter on the marked pile, proposes the next place,
        and the arrows go to any other: moves count, and scored games have no undo. A card that can
        only ever go to one place (golf) is played at once, and so is the only card that can fill an
        empty pile. Games without a choice (clock) play on from any pile.
        """
        hand = self._hand
        if hand.is_to_move and hand.proposes_to_play_home:
            self._play_home()
        elif hand.is_to_move:
            self._move_marked(hand.move_along_arrow(hand.cursor))
        elif hand.marked_cards:
            self.say(hand.next_place())
        elif forced := hand.forced_move():
            self.push(forced)
        elif turns := hand.turns_of(hand.cursor):
            self.turn(turns)
        elif only := hand.only_move():
            self.push(only)
        else:
            self.say(hand.propose())

    def turn(self, moves: Sequence[Move]) -> None:
        """Turn a pile, or remove its card, as ``Hand.turns_of`` says."""
        for move in moves:
            self.push(move)

    # -- moves, and the ways back ----------------------------------------------------------

    def _ask_if(self, question: str, then: Callable[[], object]) -> None:
        """Ask a question if there is one, else act at once."""
        if question:
            self._face.ask(question, then)
        else:
            then()

    def _auto(self) -> None:
        """Play cards home; where there is no undo, ask before it ends the game or plays many."""
        self._ask_if(sentences.ask_auto(self._play, self._hand.key("auto")), self._play_home)

    def _play_home(self) -> None:
        """Play every card home that can go; the mark counts none of them unless the game is won."""
        home = self._play.rules.count_scored(self._play.table)
        self.perform("auto")
        if self._play.outcome:
            return
        played = self._play.rules.count_scored(self._play.table) - home
        score = "it scores" if played == 1 else "they score"
        only = "" if self._play.game.own_score else f"; {score} only if you win"
        self.say(f"{count(played, 'cards')} sent home{only}.")

    def _exception(self) -> None:
        """Make an exception, as the level has it; where it costs points and acts at once, ask."""
        play, hand = self._play, self._hand
        play.mode.check("x")
        exception, x = play.game.exceptions.get(play.level), hand.key("exception")
        if exception is None:
            self.say(f"{x} has no effect at level {play.level}.")
        elif isinstance(exception, Armed):
            self.perform("x")
            if play.armed:
                self.say(sentences.invite(play, exception, hand.key("more")))
        elif isinstance(exception, Instant):
            pile = hand.pile_for(exception)
            if pile is None:
                kind = play.game.group(hand.piles_for(exception)[0]).name
                self.refuse(f"{x} needs a {kind}: put the cursor on one, then press {x}.")
                return
            event = f"x {pile}".rstrip()
            self._ask_if(
                sentences.ask_exception(play, exception, pile), lambda: self.perform(event)
            )

    def _undo(self) -> None:
        was_exception = self._play.events[-1:] and self._play.events[-1].split()[0] == "x"
        self.perform("undo")
        if was_exception:
            self.say("The exception stays counted.")

    def _over(self) -> None:
        """Start over after a confirmation, or say why not."""
        back = "" if self._play.can_undo else "\nNothing leads back."
        question = f"Start this game over?\nMoves and hints so far still count.{back}"
        self._ask_if(question if self._play.can_restart else "", self._restart)

    def _restart(self) -> None:
        self.perform("restart")
        undo = f" {self._hand.key('undo')} undoes it." if self._play.can_undo else ""
        self.say(f"Back at the beginning.{undo}")

    def _bookmark(self) -> None:
        """Set the next bookmark; the tenth replaces the first."""
        names = self._play.bookmarks
        number = int(names[-1]) % _BOOKMARKS + 1 if names and names[-1].isdecimal() else 1
        replaced = ", replacing an older one" if str(number) in names else ""
        self.perform(f"bookmark {number}")
        jump = capitalize(self._way("jump"))
        self.say(f"Bookmark {number} set{replaced}. {jump} jumps back here.")

    def _jump(self) -> None:
        """Return to the last bookmark, or on a second press to the one before it."""
        names = self._play.bookmarks
        if not names:
            if self._play.mode or not self._play.game.undo:
                self.perform("return 1")  # the play says why not
            self.refuse(f"No bookmark yet: {self._way('bookmark')} sets one.")
            return
        verb, _, last = self._play.events[-1].partition(" ")
        at_one = verb == "return" and last in names
        name = names[names.index(last) - 1] if at_one else names[-1]
        self.perform(f"return {name}")
        jump, undo = capitalize(self._way("jump")), self._hand.key("undo")
        older = f"  {jump} again: the one before." if len(names) > 1 else ""
        self.say(f"Back at bookmark {name}. {undo} undoes it.{older}")

    def _way(self, command: str) -> str:
        """Return the key of a command, or the menu if it has none."""
        return self._hand.key(command) or f"the menu ({self._hand.key('game_menu')})"

    def _cheat(self) -> None:
        """Allow one move of level 1 after a confirmation; on a second press, cancel that."""
        play = self._play
        is_sure = play.mode or play.level == 1 or play.cheating  # else the play says why not
        self._ask_if("" if is_sure else _CHEAT, self._begin_cheat)

    def _begin_cheat(self) -> None:
        self.perform("cheat")
        invites = "Your next move may follow level 1's rules. Esc cancels."
        self.say(invites if self._play.cheating else "Cheat cancelled. It stays counted.")

    def _cancel(self) -> None:
        """Close the help, cancel what waits for the next key, or stop the lamp's search."""
        if self._face.key_help.is_open:
            self._face.key_help.close()
        elif self._hand.marked_cards or self._hand.lit:
            self._hand.cancel()
        elif self._play.armed:
            self.perform("x")
        elif self._play.cheating:
            self._begin_cheat()
        elif self._face.stop_lamp():
            self.say(STOPPED)

    # -- hints -----------------------------------------------------------------------------

    def _hint(self) -> None:
        """Ask for a hint; where the last one was unsure, look for a win."""
        last = self._hand.hint_here
        self.ask_hint(LONGER if last and last.is_unsure else None)

    def ask_hint(self, seconds: int | None) -> None:
        """Propose a move, mark its cards and set the cursor on its destination."""
        pending = self.begin_hint(seconds)
        if pending.hint:
            self.tell_hint(pending.hint, seconds)
        else:
            looks = f"Looking for a win for up to {seconds} seconds ... Any other key stops it."
            self.say(looks if seconds else "Thinking ...")
            self._after_hint = []
            self._face.wait_for(pending, partial(self._take_hint, seconds))

    def begin_hint(self, seconds: float | None = None) -> Pending:
        """Count a hint, and ask for it."""
        self._hand.drop()
        self.perform("hint")
        return self.seat.hint(seconds)

    def follow_hint(self, hint: Hint) -> None:
        """Make the move of a hint, as Enter does."""
        if hint.plays_home:
            self._play_home()
        elif hint.move:
            for _ in range(hint.turns):
                self.push(hint.move)

    def _watch(self) -> None:
        self._play.mode.check("hint")
        self._face.play_by_itself()

    def _take_hint(self, seconds: float | None, hint: Hint) -> None:
        waiting, self._after_hint = self._after_hint or [], None
        self.tell_hint(hint, seconds)
        self._face.show(self._play.table)
        for name in waiting if hint.move else ():
            self.run(name)

    def tell_hint(self, hint: Hint, seconds: float | None = None) -> None:
        """Mark the cards of a hint, set the cursor on their destination, and say it.

        ``seconds`` is the time that the player gave it.
        """
        hand = self._hand
        before = hand.hinted[1] if hand.hinted else None
        # Once in a row is enough, but a player without a move to make needs it each time.
        is_told = bool(hint.move and before and (before.is_lost or before.is_doubtful))
        hand.take_hint(hint)
        back = hand.key("regain") if self._play.can_undo and not is_told else ""
        longer = "" if seconds else hand.key("hint")
        home = f"Enter or {hand.key('auto')}" if hint.plays_home else ""
        self.say(f"{hint.text} {name_way_out(hint, back, home, longer)}".rstrip())
        if hint.move:
            self.seat.think_ahead(hint.move)
        if hint.is_unsure and not seconds and not self.seat.is_lit:
            self._face.wait_for(self.seat.hint(LOOKING), partial(self._take_win, hint))

    def _take_win(self, unsure: Hint, hint: Hint) -> None:
        """Replace an unsure hint, once a win or a loss is found."""
        if self._hand.hint_here is unsure and not hint.is_unsure:
            self.tell_hint(hint)
            self._face.show(self._play.table)

    def waits_for_hint(self, command: Command | None) -> bool:
        """Keep a key that belongs to a hint until it is there; H asked for it already."""
        if self._after_hint is None or command is None or command.id not in _ABOUT_HINT:
            return False
        if command.id != "hint":
            self._after_hint.append(command.id)
        return True

    def give_up_hint(self) -> None:
        self._after_hint = None
        self._face.stop_waiting()

    # -- the way back to a win -------------------------------------------------------------

    def _regain(self) -> None:
        """Undo to the last position from which the game can be won, if there is one."""
        play, hint = self._play, self._hand.key("hint")
        play.mode.check("back")
        if play.rules.is_won(play.table):
            self.say("The game is won.")
            return
        table, moves = self._way_found or (None, ())
        if table == play.table:
            self.seat.follow(moves)
            self.say(f"From here on, {hint} shows the way to win, knowing all cards.")
            return
        if found := self.seat.find_way_back():
            self._take_back(found)
        else:
            self._face.doors.look_back(play, self._take_found)

    def _take_found(self, found: Traced) -> None:
        self.attempt(lambda: self._take_back(found))

    def _take_back(self, found: Traced) -> None:
        before, key = self._play.table, self._hand.key
        if found.undos:
            for done in self.seat.go_back(found):
                self._tell(done)
            self._hand.drop()
            self.say(tell_back(self._play, found, key("redo")))
        elif found.undos == 0:
            self.perform("hint")  # the verdict helps as one does
            self._tell_winnable(found.moves)
        else:
            self._tell_no_way()
        self._face.show(before)

    def _tell_no_way(self) -> None:
        said = "No such position found."
        if self.seat.knowledge.is_hopeless(self._play):
            self.perform("hint")
            more = f" {self._hand.key('new')}, then S: one that can."
            said = HOPELESS + ("" if self._play.outcome else more)
        is_stuck = self._play.outcome or self._play.is_idle
        (self.offer_ways_out if is_stuck else self.say)(said)

    def _tell_winnable(self, moves: Sequence[Move]) -> None:
        """Say that the game can be won; hints follow a way with unseen cards only if asked."""
        if View.of(self._play).is_open:
            self.seat.follow(moves)
            self.say("It can still be won from here.")
            return
        again = ""
        if moves and not self.seat.knowledge.way_for(self._play):
            self._way_found = self._play.table, moves
            key = self._hand.key
            again = f" {key('regain')} again: {key('hint')} shows how."
        self.say(f"It can still be won from here, knowing all cards.{again}")

    # -- dialogs ---------------------------------------------------------------------------

    def _explain_error(self) -> None:
        """Explain the last beep; KLONCAN's games show it in a box."""
        self.say(self.error or _NO_ERROR, is_boxed=self._play.game.on_sheet)

    def _peek(self) -> None:
        if self._play.mode and not self._play.game.peek_when_scored:
            self.perform(f"peek {self._hand.cursor}")  # which says why not
        else:
            self._face.doors.peek(self._hand, self._look_into)

    def _look_into(self, pile: str) -> bool:
        return self.attempt(lambda: self.perform(f"peek {pile}"))

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
        self.perform(f"level {level}")
        _, _, change = level_words(self._play.game.id, self._play.level).partition(": ")
        self.say(tell_level(self._play, change.removeprefix("also, ")))

    def _score(self) -> None:
        now = f"Your score now is {tell_score(self._play, self._kept.tour_points)}."
        uncounted = tell_uncounted(self._play)
        self._face.doors.tell(now, *([uncounted] if uncounted else []), *tell_stakes(self._play))

    def _deal(self) -> None:
        """Deal again, or another number; a scored game keeps its deal."""
        if self._play.mode:
            menu = self._hand.key("menu")
            self.refuse(f"A scored game keeps its deal: F9 ends it, {menu} goes to the menu.")
        else:
            self._face.doors.ask_deal(self._play, self._deal_number)

    def _deal_number(
        self, number: int | None, options: Mapping[str, str], notice: str = ""
    ) -> None:
        """Deal a number, or a random one, in place of the present game."""
        start = Start(self._play.game, number, self._play.start_level, options)
        self._face.game_doors.deal(start, notice)

    def offer_ways_out(self, sentence: str) -> None:
        """Say that the game is stuck, and offer what the player can still do."""
        is_hopeless = self.seat.knowledge.is_hopeless(self._play)
        self._face.doors.offer_ways_out(sentence, self._play, is_hopeless, self._leave_stuck)

    def _leave_stuck(self, chosen: str | None) -> None:
        if chosen == "same":
            self._deal_number(self._play.deal, self._play.options)
        elif chosen == "another":
            self._deal_number(None, self._play.options_without_board)
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
            self.refuse("This is a free game; it counts for no score sheet.")

    def _show_contest(self) -> None:
        try:
            found = contest_steps.contest_of(self.seat.store, self._kept.purpose)
        except StoreError as error:
            self._face.game_doors.show_table(self._kept, str(error))
        else:
            if found:
                self._face.game_doors.show_contest(found)

    def _copy(self) -> None:
        refuse_secret(self._kept.told_deal)
        self._face.doors.copy_game(self._play, is_over=bool(self._play.outcome))

    def _menu(self) -> None:
        """Go to the menu. The game is kept, but see ``Seat.leave``."""
        self.seat.leave(self.seat.is_result_read)
        self._face.doors.go_to_menu()

    @property
    def has_listeners(self) -> bool:
        """Whether somebody hears a phrase that is said here: a spectator or a rival."""
        host = self.seat.host
        return host.has_host and (host.watchers > 0 or is_race(self._kept.purpose.kind))

    def _phrase(self) -> None:
        if not self.seat.host.has_host:
            self.refuse("You are alone here: this program has no host.")
        elif not self.has_listeners:
            self.refuse("Nobody is watching you.")
        else:
            self._face.action_say_phrase()


def tell_back(play: Play, found: Traced, redo: str) -> str:
    """Say how many actions of a play were undone, and whether later positions are unknown.

    The search knows cards that the player may not have seen.
    """
    undos, unknown = found.undos or 0, found.unknown
    back = f"Back {count(undos, 'steps')}: winnable from here"
    if not View.of(play).is_open:
        back = f"{back}, knowing all cards"
    if unknown == undos:
        return f"{back}. Whether it was winnable later is unknown. {redo} steps forward."
    if unknown:
        later = f"{count(unknown, 'later positions')} {'is' if unknown == 1 else 'are'}"
        return f"{back}. {later} unchecked. {redo} steps forward."
    return f"{back}. {redo} steps forward."
