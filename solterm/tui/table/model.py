"""The model of a table: the kept play, the cursor and the marked cards, and what happened.

A method with the name of a command carries it out. What the player should see or hear of it goes
to a list of ``Happening``s, which the screen takes. The model knows no Textual.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import NamedTuple

from solterm.advice.choose import name_way_out
from solterm.advice.quick import Hint
from solterm.contests.score import stakes_of
from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.groups import MemoryGroup
from solterm.core.move import IllegalMove, Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.plural import count
from solterm.core.refusal import Refusal
from solterm.core.table import Table
from solterm.core.vocabulary.exceptions import Armed, Instant
from solterm.core.vocabulary.policies import Memory
from solterm.core.words.describe import capitalize
from solterm.manual.rules_pages import exception_words
from solterm.plain.base import Reply
from solterm.sessions.seat import NO_USEFUL_MOVE, SAVED_AGAIN, Done, Seat
from solterm.store.kept import PlayedElsewhere
from solterm.store.settings import Settings
from solterm.tui.keys import keymap, offers
from solterm.tui.table import sentences
from solterm.tui.table.cursor import Arrow
from solterm.tui.table.layout import Window
from solterm.tui.table.selection import Selection

_USUAL_ROOM = 80, 21
"""Columns and rows of the table until the screen names them."""
_BOOKMARKS = 9
"""The most bookmarks; a further one replaces the oldest."""


class Said(NamedTuple):
    """A sentence for the message line; an empty one clears it."""

    sentence: str
    is_boxed: bool = False
    """Whether it stays in a box until the next key."""


class Refused(NamedTuple):
    """An event or command was refused: the table beeps, and shows the reason if messages are on."""

    reason: str


class Ended(NamedTuple):
    """The game is won or over: the lines of a box."""

    lines: tuple[str, ...]


class Stuck(NamedTuple):
    """The game has no moves left, or none that help."""

    sentence: str


Happening = Said | Refused | Ended | Stuck


class TableModel:
    """Plays a kept game with a cursor and marked cards."""

    def __init__(self, seat: Seat, is_outcome_known: bool = False) -> None:
        """Play the game on the table of a seat.

        ``is_outcome_known`` means that the player has already read how it ended.
        """
        self.seat = seat
        self.kept = kept = seat.kept
        self.is_outcome_known = is_outcome_known
        self.settings = Settings()
        self.error: str | None = None
        """The reason for the last beep, for F7."""
        self.window = Window(kept, _USUAL_ROOM)
        self.selection = Selection(self.window)
        self._happened: list[Happening] = []
        self._hinted: tuple[Table, Hint] | None = None
        """The last hint, and the position it was for."""

    @property
    def play(self) -> Play:
        """The play; the store replaces it if it continued elsewhere."""
        return self.kept.play

    @property
    def keys(self) -> Mapping[str, str]:
        """The keys that differ from the usual ones, by command."""
        return keymap.keys_of(self.settings.preset, self.settings.keys)

    def follow(self, settings: Settings, room: tuple[int, int]) -> None:
        """Take over the player's settings, and the columns and rows of the table."""
        self.settings = settings
        self.window.size, self.window.left_handed = room, settings.left_handed
        self.selection.keys = self.keys

    def key(self, command: str) -> str:
        """Return the player's name for the key of a command."""
        return keymap.key_of(command, self.keys)

    def way(self, command: str) -> str:
        """Return the key of a command, or the menu if it has none."""
        return self.key(command) or f"the menu ({self.key('game_menu')})"

    # -- what happened ---------------------------------------------------------------------

    def take_happenings(self) -> list[Happening]:
        """Return what happened since the last call."""
        happened, self._happened = self._happened, []
        return happened

    def say(self, sentence: str, is_boxed: bool = False) -> None:
        """Show a message, perhaps in a box; an empty one keeps the last."""
        if sentence:
            self._happened.append(Said(self._reword(sentence), is_boxed))

    def refuse(self, reason: str) -> None:
        """Beep, and keep the reason for F7."""
        self.error = self._reword(reason)
        self._happened.append(Refused(self.error))

    def _reword(self, sentence: str) -> str:
        own = sentences.in_own_words(self.play.game, sentence)
        return sentences.in_rows(self.play.rules.game, own)

    def clear_messages(self) -> None:
        self._happened.append(Said(""))
        self.error = None

    # -- events ----------------------------------------------------------------------------

    def attempt(self, event: str) -> bool:
        """Perform an event and return True, or refuse it and return False.

        A mark whose cards have changed is dropped.
        """
        return self._act(lambda: self.seat.perform(event), event)

    def _act(self, do: Callable[[], Done], event: str) -> bool:
        was, marked = self.play.table, self.selection.pile_of_mark
        try:
            done = do()
        except IllegalMove as refusal:
            self.refuse(str(refusal))
            return False
        except PlayedElsewhere as news:
            self._lose_mark()
            self.say(str(news))
            return False
        said = " ".join(sentences.tell_pair(self.play, event, was))
        if done.counts_exception:
            said = sentences.tell_exception(self.play, was)
        self._report(done, said)
        if self.selection.pile_of_mark != marked:
            self.selection.drop()
        return True

    def attempt_move(self, move: Move | str) -> bool:
        """Make a move, given as such or as text."""
        try:
            move = self.play.resolve(move) if isinstance(move, str) else move
        except Refusal as error:
            self.refuse(str(error))
            return False
        return self._act(lambda: self.seat.push(move), str(move))

    def sync_autoplay(self) -> None:
        """Apply the setting for automatic play, unless the game has left the table."""
        if self.seat.on_table is self.kept:
            try:
                self.seat.sync_autoplay()
            except PlayedElsewhere as news:
                self._lose_mark()
                self.say(str(news))

    def follow_line(self, reply: Reply, done: Sequence[Done]) -> str:
        """Take over what a command of line mode did; return its answer if it needs a page."""
        if self.seat.kept is not self.kept:
            self.kept = self.window.kept = self.seat.kept
            done = [self.seat.look()]
        self.selection.drop()
        for each in done:
            self._report(each)
        if not reply.ok:
            self.refuse(reply.text)
            self.say(reply.text)
        elif reply.record or "\n" in reply.text:
            return f"{reply.text}\n\n{reply.record or ''}"
        elif any(each.outcome for each in done):
            self._happened.append(Said(""))  # An open dialog says the same.
        else:
            self.say(reply.text)
        return ""

    def tell_store_news(self, news: str) -> None:
        """Report that the game is saved again, or that it continued elsewhere."""
        if news != SAVED_AGAIN:
            self._lose_mark()
        self.say(news)

    def _lose_mark(self) -> None:
        self.selection.drop()
        self.selection.stay_on_table()

    # -- results ---------------------------------------------------------------------------

    def _report(self, done: Done, said: str = "") -> None:
        """Report what an action has shown, and how the game stands."""
        self.selection.stay_on_table()
        if done.glimpsed:
            seen = sentences.tell_glimpse(self.play)
            said = f"{seen} {said}" if done.counts_exception else seen
        self.say(said)
        if done.trouble is not None:
            self.say(done.trouble or SAVED_AGAIN)
        self._announce(done)

    def _announce(self, done: Done) -> None:
        """Report an end, or that no useful move is left."""
        if not done.outcome:
            if done.is_idle:
                self._happened.append(Stuck(NO_USEFUL_MOVE))
        elif result := sentences.tell_result(self.play, self.kept.tour_points):
            self._happened.append(Ended(result))
        else:
            self._happened.append(Stuck("No moves left."))

    def announce_outcome(self) -> None:
        """Report how a game stands that comes to the table: it may be decided already."""
        self._announce(self.seat.look())

    # -- commands: the cursor and the mark -------------------------------------------------

    def go(self, arrow: Arrow) -> None:
        self.selection.go(arrow)
        if told := self.selection.tell_way():
            self.say(told)

    def more(self) -> None:
        self.say(self.selection.lift(1))

    def fewer(self) -> None:
        self.say(self.selection.lift(-1))

    def repeat(self) -> None:
        self.say(self.selection.repeat())

    def next_place(self) -> None:
        self.say(self.selection.next_place())

    def legal(self) -> None:
        """Light the cells that take the card."""
        pile = self.selection.active_pile
        found = {move.dst for move in self.play.legal_moves if move.src == pile and move.dst}
        self._light(found, "Cells that take {}.")

    def ranks(self) -> None:
        self._light_alike(cards.rank, "Cards of the rank of {}.")

    def suits(self) -> None:
        self._light_alike(cards.suit, "Cards in the suit of {}.")

    def _light_alike(self, trait: Callable[[Card], int], said: str) -> None:
        pile = self.selection.active_pile
        mine = self.play.pile(pile)
        alike = {
            name
            for name in self.play.rules.ids
            if name[0] in "gh" and name != pile
            for card in self.play.pile(name)[-1:]
            if mine and not card & DOWN and trait(card) == trait(mine[-1])
        }
        self._light(alike, said)

    def _light(self, piles: set[str], said: str) -> None:
        pile = self.play.pile(self.selection.active_pile)
        if not offers.has_cells(self.play.game):
            self.refuse("This key has no use in this game; it lights cells in A Farewell to Kings.")
        elif not pile or pile[-1] & DOWN:
            self.refuse("Put the cursor on a card first, or mark one.")
        else:
            self.selection.light(piles)
            told = said.format(cards.text(pile[-1]))
            self.say(told if piles else f"{told[:-1]}: none.")

    # -- commands: moves -------------------------------------------------------------------

    def pile_to_pile(self) -> None:
        """Mark the cards under the cursor, or move between the marked pile and this one."""
        if self.selection.marked_cards is None:
            self.say(self.selection.mark_default())
        else:
            self._move_marked(self.selection.move_between)

    def _move_marked(self, find: Callable[[str], Move | str]) -> None:
        # On the marked pile this drops the mark, unless a single marked card pairs with its end.
        if self.selection.is_to_move:
            done = self.attempt_move(find(self.selection.cursor))
            (self.selection.go_back if done else self.selection.forget_proposal)()
        else:
            self.selection.drop()

    def natural(self) -> None:
        """Turn the pile, remove its card, or propose a place for it.

        Enter again plays the card there, N, or Enter on the marked pile, proposes the next place,
        and the arrows go to any other: moves count, and scored games have no undo. A card that can
        only ever go to one place (golf) is played at once, and so is the only card that can fill an
        empty pile. Games without a choice (clock) play on from any pile.
        """
        if self.selection.is_to_move:
            if self._proposes_to_play_home:
                self.auto()
            else:
                self._move_marked(self.selection.move_along_arrow)
            return
        if self.selection.marked_cards:
            self.say(self.selection.next_place())
            return
        moves = list(self.play.legal_moves)
        if self.play.game.engine.forced and len(moves) == 1:
            self.attempt_move(moves[0])
            return
        pile = self.selection.cursor
        if self.act_on(pile):
            return
        here = [move for move in moves if pile in (move.src, move.dst)]
        if len(here) == 1 and (self._goes_only_home(here[0]) or not self.play.pile(pile)):
            self.attempt_move(here[0])
        else:
            self.say(self.selection.propose())

    def act_on(self, pile: str) -> bool:
        """Turn a pile or remove its card; return False if it has no such action."""
        group = self.play.game.group(pile)
        asked = "" if self.play.pile(pile) else group.asks
        # A place of a memory game has no other use, so a card that lies open says just that.
        is_turned = MemoryGroup.of(group).memory is not Memory.NONE
        acting = pile if group.action is not None or is_turned else asked
        if not acting and Move(pile) not in self.play.legal_moves:
            return False
        for _ in range(self._hinted_turns(pile)):
            if not self.attempt(acting or pile):
                break
        return True

    def _hinted_turns(self, pile: str) -> int:
        """Return how often a hint for this position turns a pile."""
        hint = self.hint_here
        return hint.turns if hint and hint.move and hint.move.src == pile else 1

    def _goes_only_home(self, move: Move) -> bool:
        group = self.play.game.group(self.selection.cursor)
        return move.src == self.selection.cursor and group.kind == "t" and group.goes_to == "f"

    def turn_hand(self) -> None:
        self.attempt(offers.find_turned(self.play.rules.game))

    def hand_to_pile(self) -> None:
        """Play the turned card here; with free cells, play the marked or else this card to one."""
        if cells := offers.free_places(self.play.rules.game):
            free = next((name for name in cells if not self.play.pile(name)), cells[0])
            self.attempt_move(f"{self.selection.marked or self.selection.cursor} {free}")
        else:
            self.attempt_move(f"{self._source} {self.selection.cursor}")

    def pile_to_field(self) -> None:
        """Play this card to a foundation; a single marked card goes from its place."""
        marked, cursor = self.selection.marked_cards, self.selection.cursor
        under = f"@{marked.at}" if marked and marked.at and marked.pile == cursor else ""
        self.attempt_move(f"{cursor}{under} f")

    def hand_to_field(self) -> None:
        self.attempt_move(f"{self._source} f")

    @property
    def _source(self) -> str:
        piles = offers.sources(self.play.rules.game)
        return next((name for name in piles if self.play.pile(name)), piles[0])

    def auto_question(self) -> str:
        """Return what to ask before automatic play that cannot be undone; "" before a win.

        KLONCAN's games ask once: their source never does.
        """
        is_open = self.play.game.undo and not self.play.mode
        if is_open or self._is_used_to("auto"):
            return ""
        foreseen = self.play.foresee_auto()
        if foreseen is None:
            told = "every card home that can go, also those it uncovers"
        else:
            played, outcome = foreseen
            if not played or outcome is Outcome.WON:
                return ""
            ends = " and ends the game without a win" if outcome else ""
            told = f"{count(played, 'cards')} home{ends}"
        only = "" if self.play.game.own_score else "They score only if you win. "
        return f"{self.key('auto')} plays {told}.\n{only}There is no undo. Play them?"

    def auto(self) -> None:
        """Play every card home that can go; the mark counts none of them unless the game is won."""
        home = self.play.rules.count_scored(self.play.table)
        if not self.attempt("auto") or self.play.outcome:
            return
        played = self.play.rules.count_scored(self.play.table) - home
        score = "it scores" if played == 1 else "they score"
        only = "" if self.play.game.own_score else f"; {score} only if you win"
        self.say(f"{count(played, 'cards')} sent home{only}.")

    def exception_question(self) -> str:
        """Return what to ask before an exception that acts at once; "" if it would be refused.

        KLONCAN's score sheets ask once: their source never does. Raises ``IllegalMove`` where
        exceptions are off.
        """
        play = self.play
        play.mode.check("x")
        exception, stakes = play.game.exceptions.get(play.level), stakes_of(play)
        if not isinstance(exception, Instant) or (play.mode and self._is_used_to("x")):
            return ""
        pile = self._pile_for(exception)
        if pile is None or exception.why_not(play.rules.game, play.table, pile):
            return ""
        if play.rules.duel(play.table) or not play.would_count(exception, pile):
            return ""
        if play.level > play.tally.level or (stakes and not stakes.exception):
            return ""  # this level counts no longer, or charges nothing
        words = exception_words(play.game.id, play.level)
        effect = sentences.in_own_words(play.game, words)
        points = f"costs {stakes.exception} points of a win" if stakes else "lowers the mark"
        undo = f", which undo does not {'return' if stakes else 'change'}"
        cost = f"It {points}{'' if play.mode else undo}."
        return "\n".join(filter(None, [effect, cost, "Make an exception?"]))

    def _is_used_to(self, verb: str) -> bool:
        """Whether this is a game of KLONCAN in which the player has done this before."""
        events = self.play.events if self.play.game.on_sheet else ()
        return any(event.partition(" ")[0] == verb for event in events)

    def exception(self) -> None:
        """Make an exception, as the level has it; level 1 has none."""
        exception = self.play.game.exceptions.get(self.play.level)
        if exception is None:
            self.say(f"{self.key('exception')} has no effect at level {self.play.level}.")
        elif isinstance(exception, Armed):
            if self.attempt("x") and self.play.armed:
                self.say(self._invite(exception))
        elif (pile := self._pile_for(exception)) is not None:
            self.attempt(f"x {pile}".rstrip())
        else:
            kind, x = (
                self.play.game.group(self._piles_for(exception)[0]).name,
                self.key("exception"),
            )
            self.refuse(f"{x} needs a {kind}: put the cursor on one, then press {x}.")

    def _invite(self, exception: Armed) -> str:
        how = "Esc cancels at no cost."
        if exception.covered:
            fits = any(move.depth > 1 for move in self.play.legal_moves)
            marks = f"{self.key('more')} marks it, Esc cancels."
            how = marks if fits else "None fits anywhere now."
        return f"{exception.invitation} {how}"

    def _piles_for(self, exception: Instant) -> list[str]:
        game, table = self.play.rules.game, self.play.table
        return [name for name in game.ids if exception.why_not(game, table, name) is None]

    def _pile_for(self, exception: Instant) -> str | None:
        """Return the pile that an exception acts on: that under the cursor, or "" if it needs none.

        None if it needs one and the cursor is on none that it could act on.
        """
        named = self._piles_for(exception)
        if not named or exception.why_not(self.play.rules.game, self.play.table, "") is None:
            return ""
        kinds = {name[0] for name in named}
        return self.selection.cursor if self.selection.cursor[0] in kinds else None

    # -- commands: hints, and the ways back ------------------------------------------------

    @property
    def hint_here(self) -> Hint | None:
        """The last hint, if it was for this position."""
        return self._hinted[1] if self._hinted and self._hinted[0] is self.play.table else None

    @property
    def _proposes_to_play_home(self) -> bool:
        """Whether a hint for automatic play stands, with its card marked and its place chosen."""
        move = self.hint_here.move if self.hint_here and self.hint_here.plays_home else None
        chosen = self.selection.marked, self.selection.cursor
        return move is not None and chosen == (move.src, move.dst)

    def show_hint(self, found: Hint, took_longer: bool = False) -> None:
        """Mark the cards of a hint, set the cursor on their destination, and say it."""
        before = self._hinted[1] if self._hinted else None
        # Once in a row is enough, but a player without a move to make needs it each time.
        is_told = bool(found.move and before and (before.is_lost or before.is_doubtful))
        self._hinted = self.play.table, found
        if found.move and found.move.dst:
            self.selection.show(found.move)
        elif found.move:
            self.selection.cursor = found.move.src
        back = self.key("regain") if self.play.can_undo and not is_told else ""
        longer = "" if took_longer else self.key("hint")
        home = f"Enter or {self.key('auto')}" if found.plays_home else ""
        self.say(f"{found.text} {name_way_out(found, back, home, longer)}".rstrip())

    def undo(self) -> None:
        was_exception = self.play.events[-1:] and self.play.events[-1].split()[0] == "x"
        if self.attempt("undo") and was_exception:
            self.say("The exception stays counted.")

    def redo(self) -> None:
        self.attempt("redo")

    def over(self) -> None:
        if self.attempt("restart"):
            undo = f" {self.key('undo')} undoes it." if self.play.can_undo else ""
            self.say(f"Back at the beginning.{undo}")

    def bookmark(self) -> None:
        """Set the next bookmark; the tenth replaces the first."""
        names = self.play.bookmarks
        number = int(names[-1]) % _BOOKMARKS + 1 if names and names[-1].isdecimal() else 1
        again = str(number) in names
        if self.attempt(f"bookmark {number}"):
            replaced = ", replacing an older one" if again else ""
            jump = capitalize(self.way("jump"))
            self.say(f"Bookmark {number} set{replaced}. {jump} jumps back here.")

    def jump(self) -> None:
        """Return to the last bookmark, or on a second press to the one before it."""
        names = self.play.bookmarks
        if not names:
            if self.play.mode or not self.play.game.undo:
                self.attempt("return 1")  # the play says why not
            else:
                self.refuse(f"No bookmark yet: {self.way('bookmark')} sets one.")
            return
        verb, _, last = self.play.events[-1].partition(" ")
        at_one = verb == "return" and last in names
        name = names[names.index(last) - 1] if at_one else names[-1]
        if self.attempt(f"return {name}"):
            jump, undo = capitalize(self.way("jump")), self.key("undo")
            older = f"  {jump} again: the one before." if len(names) > 1 else ""
            self.say(f"Back at bookmark {name}. {undo} undoes it.{older}")

    def cheat(self) -> None:
        """Allow one move of level 1, or cancel that."""
        if self.attempt("cheat"):
            invites = "Your next move may follow level 1's rules. Esc cancels."
            self.say(invites if self.play.cheating else "Cheat cancelled. It stays counted.")

    def cancel(self) -> bool:
        """Drop the mark, or cancel an armed exception or cheat; return whether there was one."""
        if self.selection.marked_cards or self.selection.lit:
            self.selection.cancel()
        elif self.play.armed:
            self.attempt("x")
        elif self.play.cheating:
            self.cheat()
        else:
            return False
        return True
