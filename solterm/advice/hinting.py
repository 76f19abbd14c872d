"""Hints on demand: the worker thinks for a moment, or else the quick hint stands in.

The screen and line mode use only this module, which knows no screen framework::

    hints = Hints(worker)              # one per program; any ``Worker``
    pending = hints.ask(play)          # returns at once; ``ask(play, LONGER)`` thinks for longer

    hint = pending.hint                # None while the worker thinks
    hint = await pending.arrive()      # wait for it on the event loop; cancelling drops it
    hint = pending.wait()              # or in line mode, which has no event loop

``hint.move`` is the move to show, or None. ``hint.text`` is the sentence for the player. Add
``name_way_out`` with the keys or commands that go back, bring cards home, and think for longer.

Count the hint first (the event ``hint``), and ask only if that was allowed.
Call ``hints.think_ahead(play)`` after each action: in a game that uses hints, the worker thinks
about the next one before the player asks for it.
Call ``hints.learn(play, answer)`` with each answer to a ``judge`` question (lamp, ``solve``), so
that hints can follow a known line without another search. Call ``hints.follow(play, moves)`` where
the player went back to a position with a known way to win, and ``hints.give_up(play)`` if the
search found that the deal cannot be won.

If the player knows every card, hints follow the solver's line as long as the moves made allow it.
Otherwise they start from the player's view alone (``solterm.core.play.view``).

The worker's answer includes the quick hint. This process computes it only if there is no answer,
and then without a search for a win, which takes most of the time. Where the solver is off, the
quick hint is the only one, and searches for a win.
"""

from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from itertools import pairwise
from math import sqrt
from time import monotonic
from typing import Any, NamedTuple, Protocol

from solterm.advice.hints import LOST, Hint, find_fresh, hint
from solterm.advice.lines import Lines, opening
from solterm.advice.reasons import Gain, Reason, find_gain, find_next_gain, tell_reason
from solterm.advice.runs import deals_to_foundation, find_free
from solterm.advice.steps import fold
from solterm.advice.trail import ALL_SEEN, goes_round, recent
from solterm.advice.wording import advise, count_steps
from solterm.advice.workers import HOPELESS, Learn, SearchFailed, SearchNews
from solterm.core.cards import DOWN, UNKNOWN, Card
from solterm.core.groups import list_pairs
from solterm.core.idle import is_dead
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.plural import spell
from solterm.core.rules import Rules
from solterm.core.table import Table

SECONDS = 0.5
"""The seconds the worker thinks ahead, while the player looks at the table."""
_FIRST = 0.15
"""The seconds it thinks about a hint that it has not prepared."""
_OPEN = 0.5
"""The same if the player knows all cards: then a search may prove a win or a loss."""
LONGER = 10
"""The seconds to look for a win where the usual hint is unsure."""
_FOLLOWED = 10
"""The number of actions after a hint during which it thinks ahead."""
_LATE = 1.5
"""A factor for the time to wait for a worker on a busy host."""
_STARTING = 0.22, 1.0
"""Seconds to add for a worker that has just started: usually, and where it may prove a win. With
the former, the quick hint ends the first wait of a game before half a second is over."""
ONLY_BACK = "Every move leads back, or lays a card back where it lay."
NO_MOVES = "No moves left."
_LEAD = 0.1
"""The least lead of a choice over the next best that is worth telling, as a share of the trials."""
_DOUBTED = 5
"""The fewest trials whose number is worth telling."""
_TELLING = 8
"""The fewest trials that tell whether a plain move, such as a turn of the stock, is right."""
_ENOUGH = 20
"""The fewest trials that tell, if none is won, that a game is probably lost."""
_CHANCE = 0.5
"""The least lead that is no chance, times the root of the trials."""
_NEW = "leads to a new position; nothing better is in sight"
_HOME = "Cards going home win now."
_HOME_BY_TURNS = "Cards going home win now, with turns of the stock between."
_WON, _LOST, _UNDECIDED = "won", "lost", "undecided"
"""Findings as the worker names them. The solver itself is not loaded here."""


def name_way_out(hint: Hint, back: str, home: str, longer: str) -> str:
    """Return the sentence that follows a hint: what the keys for more help do; else "".

    ``back`` is empty if there is nothing to undo, ``longer`` if the hint took its time already.

    >>> name_way_out(Hint(None, LOST, is_lost=True), "B", "F10", "H")
    'B looks back for a win.'
    """
    if hint.plays_home:
        return f"{home} brings {'all home' if hint.text == _HOME else 'home what can go now'}."
    if hint.is_unsure:
        return f"Unsure: {longer} looks again." if longer else "Unsure: no win is in sight."
    helps = bool(back) and (hint.is_lost or hint.is_doubtful) and not hint.is_hopeless
    return f"{back} looks back for a win." if helps else ""


class Asked(Protocol):
    """The interface of ``Worker``, for stand-ins."""

    is_off: bool

    def awaits(self, number: int) -> bool:
        """Whether there will be an answer to this question."""

    def ask(self, task: str, *, learn: Learn | None = None, **given: Any) -> int:
        """Ask a task of the solver. Return the question's number."""

    async def answer(self, number: int) -> dict[str, Any]:
        """Wait for the answer to a question on the event loop; raise ``SearchFailed``."""

    def wait(self, number: int, seconds: float) -> SearchNews:
        """Wait for the answer to a question, dropping it after so many seconds."""

    def drop(self, number: int) -> None: ...


class _Plan(NamedTuple):
    """The rest of a sequence of moves whose first move was a hint."""

    rules: Rules
    table: Table
    """The table where it continues."""
    seen: int
    """The number of cards seen then; the plan ends when another card shows."""
    moves: Sequence[Move]


class _Thought:
    """A question about a hint, and its answer as soon as it is there."""

    def __init__(self, worker: Asked, question: Mapping[str, Any], seconds: float) -> None:
        usual, more = _STARTING
        starting = usual if seconds <= _FIRST else more
        self.question = question
        self.seconds = seconds
        self.answer: Mapping[str, Any] | None = None
        self.end = monotonic() + _LATE * seconds + starting
        """The time at which the quick hint takes its place."""
        self.number = worker.ask("hint", learn=self._keep, seconds=seconds, **question)

    def _keep(self, answer: Mapping[str, Any]) -> None:
        self.answer = answer

    def suffices(self, seconds: float) -> bool:
        """Whether more seconds would add nothing."""
        is_decided = self.answer is not None and self.answer["finding"] in (_WON, _LOST)
        return is_decided or seconds <= self.seconds


class Pending:
    """A hint in preparation."""

    def __init__(self, hints: "Hints", play: Play) -> None:
        self._hints = hints
        self._play = play
        self._number = 0
        self._end = 0.0
        self.hint: Hint | None = None
        """None while the worker thinks."""

    def expect(self, thought: _Thought) -> None:
        self._number = thought.number
        self._end = max(thought.end, monotonic() + _FIRST)  # a late answer may come any moment
        if thought.answer:
            self.hint = self._hints.read_or_propose(self._play, thought.answer)

    async def arrive(self) -> Hint:
        """Wait for the hint on the event loop, without blocking it."""
        if self.hint is None:
            from asyncio import timeout  # which line mode does not need

            answer = None
            try:
                async with timeout(self._end - monotonic()):
                    answer = await self._hints.worker.answer(self._number)
            except (TimeoutError, SearchFailed):
                pass
            self.hint = self._hints.read_or_propose(self._play, answer)
        return self.hint

    def wait(self) -> Hint:
        """Wait for the hint. Ctrl+C returns the quick hint."""
        if self.hint is None:
            answer = None
            try:
                answer = self._hints.worker.wait(self._number, self._end - monotonic()).answer
            except KeyboardInterrupt:
                self._hints.worker.drop(self._number)
            self.hint = self._hints.read_or_propose(self._play, answer)
        return self.hint


class Hints:
    """Finds hints and remembers the lines and plans they came from."""

    def __init__(self, worker: Asked, lines: Lines | None = None) -> None:
        """``lines`` are those that are known, if they outlast these hints."""
        self.worker = worker
        self._thought: _Thought | None = None
        """The last question to the worker."""
        self._helped: Play | None = None
        """The play that the player last asked for a hint in."""
        self._left = 0
        """The number of its actions for which the worker still thinks ahead."""
        self._lines = lines or Lines()
        self._plan: _Plan | None = None
        self._doubted: tuple[Play, int] | None = None
        """The play that is probably lost, and the number of its moves from which it is."""
        self._quick: dict[tuple[Rules, Table], Hint] = {}
        """The quick hints for lost positions."""

    def ask(self, play: Play, seconds: float | None = None) -> Pending:
        """Ask for a hint. A hint already known is ready at once."""
        pending, view = Pending(self, play), View.of(play)
        self._helped, self._left = play, _FOLLOWED
        pending.hint = self._recall(play, view)
        if pending.hint is None and self.worker.is_off:
            pending.hint = _unless(goes_round, play, hint(play))
        if pending.hint is None:
            question = _ask_about(view, play.outcome is Outcome.OVER)
            thought = self._find_thought(question)
            if thought is None or not thought.suffices(seconds or 0):
                usual = _OPEN if view.is_open else _FIRST
                thought = self._thought = _Thought(self.worker, question, seconds or usual)
            pending.expect(thought)
        return pending

    def think_ahead(self, play: Play, move: Move | None = None) -> None:
        """Think about the hint for a position, or for the one after a move that was proposed.

        It does so only if the player has lately asked for a hint in this game, and the move shows
        no new card; never in scored games.
        """
        if self.worker.is_off or play is not self._helped or self._left <= 0:
            return
        if play.mode or play.outcome:
            return
        view = View.of(play)
        if move:
            if self._thought and self.worker.awaits(self._thought.number):
                return  # the hint came without its answer, which may be better
            if view.rules.is_blind(view.table, move, play.seen):
                return
            view = view._replace(table=view.rules.make(view.table, move)._replace(deal=0))
            if self._plan or not play.seen.issuperset(view.game.visible(view.table)):
                return
        elif self._recall(play, view):
            return
        else:
            self._left -= 1
        question = _ask_about(view, is_over=False)
        if not self._find_thought(question):
            self._thought = _Thought(self.worker, question, SECONDS)

    def _find_thought(self, question: Mapping[str, Any]) -> _Thought | None:
        """Return what the worker thought, or still thinks, about a question."""
        thought = self._thought
        if thought is None or thought.question != question:
            return None
        return thought if self.worker.awaits(thought.number) or thought.answer else None

    def learn(self, play: Play, answer: Mapping[str, Any]) -> None:
        """Remember the answer of the worker's task ``judge`` about the current position.

        Lines that depend on unseen cards are not remembered; a loss is, as the player was told it.
        """
        if answer["finding"] == _WON and View.of(play).is_open:
            moves = [Move.parse(move) for move in answer["moves"]]
            self._lines.learn(play.rules, play.table, moves)
        elif answer["finding"] == _LOST and not answer.get("waits"):
            self._lines.note_lost(play.rules, play.table)

    def follow(self, play: Play, moves: Sequence[str]) -> None:
        """Follow a winning line that the player asked for, from the current position or one before.

        It may depend on unseen cards. Hints follow it as long as the player does.
        """
        line = [Move.parse(move) for move in moves]
        tables = (play.table, *reversed(play.passed))
        any(self._lines.learn(play.rules, table, line) for table in tables)

    def give_up(self, play: Play) -> None:
        """Remember that the deal of a play cannot be won at its level."""
        self._lines.note_lost(play.rules, opening(play))

    def read_or_propose(self, play: Play, answer: Mapping[str, Any] | None) -> Hint:
        """Return the hint in an answer of the worker's task ``hint``, else the quick hint."""
        if answer is None:
            quick = _unless(goes_round, play, hint_at_once(play))
            self._plan = _make_plan(play, quick.way)
            return quick._replace(is_unsure=not quick.is_lost and View.of(play).is_open)
        return self._read(play, answer)

    def _read(self, play: Play, answer: Mapping[str, Any]) -> Hint:
        self.learn(play, answer)
        quick = _read_quick(answer.get("quick"))
        if answer["finding"] == _LOST and quick:
            self._lines.note_lost(play.rules, play.table)
            self._quick[play.rules, play.table] = quick
        view = View.of(play)
        if known := self._recall(play, view):
            return known
        found = self._choose(play, answer["choices"], quick or hint_at_once(play))
        is_unsure = answer["finding"] == _UNDECIDED and not found.is_lost
        return found._replace(is_unsure=is_unsure)

    def _choose(self, play: Play, choices: Sequence[Mapping[str, Any]], quick: Hint) -> Hint:
        """Return the first choice that does not go back, or the quick hint."""
        rules, known, is_open = play.rules, play.known, View.of(play).is_open
        self._weigh(play, choices)
        if free := _find_free(play, choices):
            return free
        for each in _put_play_first(rules, choices, is_lost=self._is_doubtful(play)):
            moves = [Move.parse(move) for move in each["moves"]]
            is_quick = moves == [*quick.way[: len(moves)]]
            found = quick if is_quick else Hint.of(rules, known, moves)
            if not _is_new(play, found.way):
                continue
            if not each["wins"] and _is_in_vain(play, found.way):
                continue
            if _takes_on(play, found.way) and not _tell_lead(each, choices):
                continue
            if _ends_all(play, found.way):
                found = Hint.of(rules, known, moves[:1])
            self._plan = _make_plan(play, found.way)
            wins_now = rules.is_won(rules.make(play.table, moves[0]))
            if self._is_doubtful(play) and not wins_now:
                return _tell_doubtful(found)
            is_plain = is_open or wins_now or not _is_new(play, moves)
            reason = "" if is_plain else _tell_lead(each, choices, found)
            if reason:
                self._plan = _make_plan(play, moves)
                found = Hint.of(rules, known, moves, reason)
            doubt = "" if wins_now else _tell_doubt(each, found, has_figures=bool(reason))
            return found._replace(text=f"{found.text}{doubt}")
        found = _unless(_goes_back, play, quick)
        self._plan = _make_plan(play, found.way)
        return found

    def _weigh(self, play: Play, choices: Sequence[Mapping[str, Any]]) -> None:
        """Note whether many tries of the choices won no game, or any won."""
        if _is_doubtful(choices):
            self._doubted = play, len(play.passed)
        elif any(each["wins"] for each in choices):
            self._doubted = None

    def _is_doubtful(self, play: Play) -> bool:
        """Return whether a game is probably lost: no try has won since many did not."""
        if self._doubted is None:
            return False
        doubted, since = self._doubted
        return play is doubted and len(play.passed) >= since

    def _recall(self, play: Play, view: View) -> Hint | None:
        """Return a hint known from an earlier line or plan."""
        rules, table = play.rules, play.table
        if rules.is_won(table):
            return hint(play)
        if way := find_way_home(rules, view.table):
            ready = _count_automatic(rules, view.table)
            if ready == len(way) or ready > 1:
                said = _HOME if ready == len(way) else _HOME_BY_TURNS
                return Hint(way[0], said, plays_home=True)
            return _follow(rules, play.known, way, has_seen_all=True)
        if self.is_hopeless(play) or self._is_lost(play):
            return self._tell_lost(play)
        if moves := self._lines.find(rules, table, adapts=view.is_open):
            return _follow(rules, play.known, moves, has_seen_all=view.is_open)
        if view.is_open:
            return None
        plan = _go_on(self._plan, play)
        if plan is None or not _is_new(play, plan.moves):
            return None
        is_doubtful = self._is_doubtful(play)
        if is_doubtful and deals_to_foundation(rules) and rules.is_turn(plan.moves[0]):
            return None  # another card may be played before
        self._plan = plan
        found = Hint.of(rules, play.known, plan.moves)
        return _tell_doubtful(found) if is_doubtful else found

    def _is_lost(self, play: Play) -> bool:
        """Return whether a position is known to be lost, or must be: after such a one, or idle."""
        rules, table, lines = play.rules, play.table, self._lines
        if lines.is_lost(rules, table):
            return True
        is_lost = play.is_idle
        if play.passed and lines.is_lost(rules, before := play.passed[-1]):
            moves = rules.legal_moves(before)
            is_lost = is_lost or any(rules.make(before, move) == table for move in moves)
        if is_lost:
            lines.note_lost(rules, table)
        return is_lost

    def knows_win(self, play: Play) -> bool:
        """Return whether a way to win from the current position is known."""
        view = View.of(play)
        line = self._lines.find(play.rules, play.table, adapts=view.is_open)
        return bool(line or find_way_home(view.rules, view.table))

    def is_hopeless(self, play: Play) -> bool:
        """Return whether it is known that the deal cannot be won at its level."""
        return self._lines.is_deal_lost(play)

    def _tell_lost(self, play: Play) -> Hint:
        """Return the hint for a lost position: the quick hint's move, if it has one."""
        rules, known = play.rules, play.known
        quick = self._quick.get((rules, play.table)) or hint_at_once(play)
        self._quick[rules, play.table] = quick
        is_hopeless = self.is_hopeless(play)
        lost = HOPELESS if is_hopeless else LOST
        found = Hint(quick.move, lost, True, is_hopeless, quick.turns)
        if quick.move is None or play.is_idle or goes_round(play, [quick.move]):
            return found._replace(move=None)
        advice = advise(rules, known, [quick.move] * quick.turns)
        said = "This deal can't be won" if is_hopeless else "This is lost"
        why = quick.reason and tell_reason(quick.reason)
        told = f"{advice}: that {why}." if why else f"for more cards, {advice}."
        return found._replace(text=f"{said}; {told}")


def _follow(rules: Rules, known: Table, moves: Sequence[Move], *, has_seen_all: bool) -> Hint:
    """Return the first step of a known win, how far it is, and what the step gains on the way."""
    steps = [step for step, _ in fold(rules, known, moves)]
    count = count_steps(rules, known, steps)
    told = f"wins within {spell(count)} steps" if count > 1 else "wins"
    number, reason = find_next_gain(rules, known, steps) if count > 1 else (1, None)
    number = count_steps(rules, known, steps[:number])
    gain = tell_reason(reason).partition(",")[0] if reason else ""
    is_turned_up = reason is not None and (reason.gain, reason.number) == (Gain.TURNS_UP, 1)
    if has_seen_all:
        when = "first it" if number == 1 else f"step {number}"
        told = f"{told}; {when} {gain}" if gain else told
    elif not gain:
        told = f"{told}, knowing all cards"
    else:  # a row has no room for the number of steps as well
        gain = "turns a card up" if is_turned_up else gain
        knowing = "wins, knowing all cards"
        told = f"{gain} and {knowing}" if number == 1 else f"{knowing}; step {number} {gain}"
    return Hint.of(rules, known, steps, told)


def _ask_about(view: View, is_over: bool) -> dict[str, Any]:
    return {"view": view.write(), "is_over": is_over}


def hint_at_once(play: Play) -> Hint:
    """Return the quick hint without a search for a win."""
    return find_fresh(play)


def find_way_home(rules: Rules, table: Table) -> Sequence[Move]:
    """Return moves that win by bringing cards home and turning the stock alone; none if that fails.

    ``table`` is what the player knows. Automatic play goes first.
    """
    away = [
        {card & ~DOWN if name[0] == "s" else card for card in pile}
        for name, pile in zip(rules.ids, table.piles, strict=True)
        if name[0] not in "fd"
    ]
    if not rules.game.plays_home or any(
        card & DOWN or card == UNKNOWN for pile in away for card in pile
    ):
        return ()
    moves: list[Move] = []
    met = {table}
    while not rules.is_won(table):
        if not (move := rules.automatic(table)):
            legal = list(rules.legal_moves(table))
            home = (each for each in legal if each.dst[:1] == "f" and each.src[0] in "swh")
            turns = (each for each in legal if rules.is_turn(each))
            move = next(home, None) or next(turns, None)
        if not move:
            return ()
        table = rules.make(table, move)
        if table in met:
            return ()
        met.add(table)
        moves.append(move)
    return moves


def _count_automatic(rules: Rules, table: Table) -> int:
    """Return how many cards automatic play brings home."""
    number = 0
    while move := rules.automatic(table):
        table = rules.make(table, move)
        number += 1
    return number


def _read_quick(written: Mapping[str, Any] | None) -> Hint | None:
    """Return the quick hint in an answer of the worker."""
    if written is None:
        return None
    way = tuple(Move.parse(move) for move in written["way"])
    move = Move.parse(written["move"]) if written["move"] else None
    reason = None
    if told := written["reason"]:
        gain, named, *others = told
        reason = Reason(Gain[gain], tuple(named), *others)
    return Hint(**{**written, "move": move, "way": way, "reason": reason})


def _make_plan(play: Play, moves: Sequence[Move]) -> _Plan | None:
    """Return the moves to suggest after the first, or None."""
    if len(moves) < 2:
        return None
    after = play.rules.make(play.table, moves[0])
    return _Plan(play.rules, after, len(play.seen), moves[1:])


def _go_on(plan: _Plan | None, play: Play) -> _Plan | None:
    """Return what is left of a plan where the play is on its way; None if it is not, or arrived."""
    if plan is None or (plan.rules, plan.seen) != (play.rules, len(play.seen)):
        return None
    table = plan.table
    for made, move in enumerate(plan.moves):
        if table == play.table:
            return plan._replace(table=table, moves=plan.moves[made:])
        table = play.rules.make(table, move)
    return None


def _tell_lead(
    choice: Mapping[str, Any], choices: Sequence[Mapping[str, Any]], said: Hint | None = None
) -> str:
    """Return how much more often a choice wins than the next best; "" unless by a clear lead.

    Where the hint only promises new cards, which is true of every turn of the stock, likely wins
    say more.
    """
    wins, tries = choice["wins"], choice["tries"]
    told = f"won {wins} of {tries} trial games"
    others = [each for each in choices if each["moves"][0] != choice["moves"][0] and each["tries"]]
    next_best = max((round(each["wins"] * tries / each["tries"]) for each in others), default=wins)
    compared = f"{told} (next best {next_best})" if others and wins < tries else told
    leads = tries >= _TELLING and wins - next_best >= max(_LEAD * tries, 2)
    is_plain = said is not None and _shows_new_cards(said)
    return compared if leads or (is_plain and _TELLING <= tries <= 2 * wins) else ""


def _shows_new_cards(found: Hint) -> bool:
    return found.reason is not None and found.reason.gain is Gain.NEW_CARDS


def _tell_doubt(choice: Mapping[str, Any], found: Hint, *, has_figures: bool) -> str:
    """Return that even the best choice won few of its trials, as a sentence; "" otherwise.

    ``has_figures`` says that the hint tells how many it won. A few trials say nothing, and a hint
    that is good advice without any needs more of them to doubt it.
    """
    wins, tries = choice["wins"], choice["tries"]
    is_safe = found.reason is not None and found.reason.gain is Gain.SAFE
    is_plain = is_safe or _shows_new_cards(found)
    if 2 * wins >= tries or tries < (_TELLING if is_plain else _DOUBTED):
        return ""
    if has_figures:
        return " Unsure."
    return f" Unsure: {wins or 'none'} of {tries} trial games won."


def _find_free(play: Play, choices: Sequence[Mapping[str, Any]]) -> Hint | None:
    """Return a play that costs nothing where the best choice turns the stock of a golf."""
    rules = play.rules
    if not choices or not rules.is_turn(Move.parse(choices[0]["moves"][0])):
        return None
    if (move := find_free(rules, play.table)) is None:
        return None
    return Hint.of(rules, play.known, [move])


def _put_play_first(
    rules: Rules, choices: Sequence[Mapping[str, Any]], *, is_lost: bool
) -> Sequence[Mapping[str, Any]]:
    """Return choices with a play first that won hardly less often than turning the stock.

    In golfs and games of pairs; the stock runs out, and so small a lead may be chance. In a game
    that is probably lost, every card played counts.
    """
    if not choices or not (deals_to_foundation(rules) or list_pairs(rules.game.groups)):
        return choices
    plays = [each for each in choices if not rules.is_turn(Move.parse(each["moves"][0]))]
    best, tries = choices[0], choices[0]["tries"]
    if not plays or best in plays or (plays[0]["tries"] < tries and not is_lost):
        return choices
    if not is_lost and best["wins"] - plays[0]["wins"] >= _CHANCE * sqrt(tries):
        return choices
    return [plays[0], *(each for each in choices if each is not plays[0])]


def _is_doubtful(choices: Sequence[Mapping[str, Any]]) -> bool:
    """Return whether no choice won any of many trials."""
    most = max((each["tries"] for each in choices), default=0)
    return most >= _ENOUGH and not any(each["wins"] for each in choices)


def _tell_doubtful(found: Hint) -> Hint:
    """Return a hint that says that the game is probably lost."""
    advice = found.text.partition("; ")[0].rstrip(".")  # one reason is enough
    text = f"Probably lost; {advice[:1].lower()}{advice[1:]}."
    return found._replace(text=text, is_doubtful=True)


def _unless(repeats: Callable[[Play, Sequence[Move]], bool], play: Play, quick: Hint) -> Hint:
    """Return a quick hint, or a move to a new position if the hint repeats an earlier one.

    The worker, which knows no earlier position, proposes such hints.
    """
    rules = play.rules

    def is_fresh(found: Hint) -> bool:
        if found.is_lost or not found.move or _only_puts_back(play, found.way):
            return found.is_lost
        is_turn = rules.is_turn(found.move)
        return _is_new(play, found.way) if is_turn else not repeats(play, [found.move])

    if is_fresh(quick):
        return quick
    if quick.move and is_fresh(other := hint_at_once(play)):
        return other
    moves = sorted(rules.legal_moves(play.table), key=lambda move: move.src[:1] == "f")
    news = [move for move in moves if not _goes_back(play, [move])]
    if new := next((move for move in news if not _only_puts_back(play, [move])), None):
        return Hint.of(rules, play.known, [new], _NEW)._replace(is_guess=True)
    if way := _find_through_stock(play):
        return Hint.of(rules, play.known, way)._replace(is_guess=True)
    if news:
        return Hint(None, ONLY_BACK, is_doubtful=True)
    return Hint(None, ALL_SEEN, is_doubtful=True) if moves else Hint(None, NO_MOVES)


def _find_through_stock(play: Play) -> Sequence[Move]:
    """Return turns of the stock to a position not met before, or to a card that leads to one."""
    rules, table = play.rules, play.table
    turns: list[Move] = []
    met, earlier = set[Table](), {*recent(play)}
    while table not in met:
        met.add(table)
        turn = next((move for move in rules.legal_moves(table) if rules.is_turn(move)), None)
        if turn is None:
            break
        turns.append(turn)
        shows = rules.glimpse(table, turn)
        table = rules.make(table, turn)
        if shows or table not in earlier:
            return turns
        for move in rules.legal_moves(table):
            way = [*turns, move]
            if not rules.is_turn(move) and move.src[:1] != "f" and not _goes_back(play, way):
                return way
    return ()


def _is_new(play: Play, moves: Sequence[Move]) -> bool:
    """Return whether moves can be made and do not go back.

    Turns of the stock bring up other cards until all have come up; then a play must follow them.
    """
    rules = play.rules
    if moves[0] not in rules.legal_moves(play.table):
        return False
    if not rules.is_turn(moves[0]):
        return not (_passes(play, moves[:-1]) or _goes_back(play, moves))
    plays = not all(map(rules.is_turn, moves))
    return not goes_round(play, moves) or (plays and not _goes_back(play, moves))


def _passes(play: Play, moves: Sequence[Move]) -> bool:
    """Return whether one of some moves leads to exactly an earlier position."""
    rules, table, met = play.rules, play.traced, {*recent(play)}
    for move in moves:
        if rules.glimpse(table, move):
            return False
        table = rules.make(table, move)
        if table in met:
            return True
    return False


def _goes_back(play: Play, moves: Sequence[Move]) -> bool:
    """Return whether moves lead to a position as good as an earlier one."""
    rules, table = play.rules, play.traced
    for move in moves:
        if rules.glimpse(table, move):
            return False
        table = rules.make(table, move)
    if not play.seen.issuperset(play.game.visible(table)):
        return False  # it shows a new card
    there = _likeness(rules, table)
    return any(_likeness(rules, each) == there for each in recent(play))


def _only_puts_back(play: Play, moves: Sequence[Move]) -> bool:
    """Return whether moves gain nothing, and the first lays a card on one that it lay on before.

    "Before" is since a card last came home or showed first. Twins may lie on each other elsewhere
    all the time.
    """
    rules, table, move = play.rules, play.table, moves[0]
    if move.dst[:1] != "t" or move.src[:1] != "t" or move.depth:
        return False
    pile, on = (table.piles[rules.index[name]] for name in (move.src, move.dst))
    pair = (*on[-1:], pile[-move.count])
    home, present = rules.count_scored(table), _count_pairs(rules, table, pair)
    for earlier in reversed(recent(play)):
        if rules.count_scored(earlier) < home:
            return False
        if _count_pairs(rules, earlier, pair) > present:
            return find_gain(rules, play.known, moves) is None
    return False


def _is_in_vain(play: Play, moves: Sequence[Move]) -> bool:
    """Return whether moves only put a card back, or lose without gaining anything."""
    if _only_puts_back(play, moves):
        return True
    return _ends_all(play, moves[:1]) and find_gain(play.rules, play.known, moves) is None


def _takes_on(play: Play, moves: Sequence[Move]) -> bool:
    """Return whether the first of some moves takes on cards that came with the move before.

    Moves that gain something do not count, nor do cards that were dealt.
    """
    move, index = moves[0], play.rules.index
    if not play.passed or move.src[:1] != "t" or move.dst[:1] != "t" or move.depth:
        return False
    before, now = play.passed[-1].piles, play.table.piles
    at = index[move.src]
    came = now[at][: -move.count] == before[at] and any(
        len(now[index[name]]) < len(before[index[name]]) for name in index if name[0] == "t"
    )
    return came and find_gain(play.rules, play.known, moves) is None


def _ends_all(play: Play, moves: Sequence[Move]) -> bool:
    """Return whether moves lead to a position in which no useful move is left, for certain."""
    view = View.of(play)
    rules, table = view.rules, view.table
    for move in moves:
        if rules.glimpse(table, move):
            return False
        table = rules.make(table, move)
        if UNKNOWN in view.game.visible(table):
            return False
    return not rules.is_won(table) and is_dead(rules, table)


def _count_pairs(rules: Rules, table: Table, pair: tuple[Card, ...]) -> int:
    """Return in how many columns two cards lie on each other, or a single one at the bottom."""
    columns = (each for name, each in zip(rules.ids, table.piles, strict=True) if name[0] == "t")
    if len(pair) == 1:
        return sum(each[:1] == pair for each in columns)
    return sum(two == pair for each in columns for two in pairwise(each))


@lru_cache(2048)
def _likeness(rules: Rules, table: Table) -> object:
    """Return what equally good tables share.

    Neither how the stock is turned counts, nor the order of columns and cells.
    """
    turned = min(rules.go_through_stock(table))
    places = (name[0] if name[0] in "tr" else name for name in rules.ids)
    piles = sorted(zip(places, turned.piles, strict=True))
    return tuple(piles), turned.passes, turned.spent, turned.duel
