"""Hints on demand: only this module decides which move a hint proposes, and its words.

``choose`` first takes hints that need no search: a win by cards going home, a loss, a known way to
win, the rest of the last hint. Without any it returns None, and ``Hints`` asks the worker. With the
worker's ``Thought`` it takes the best of the moves tried that does not lead back, else the quick
hint, else any move to a new position, else turns of the stock to one.

The screen and line mode ask ``Hints``. They add ``name_way_out`` to the hint's text, with the keys
or commands that go back, bring cards home, and think for longer.
"""

from collections.abc import Sequence
from contextlib import suppress
from math import sqrt
from time import monotonic

from solterm.advice import pipe
from solterm.advice.ask import SearchFailed, Worker
from solterm.advice.knowledge import HOPELESS, Knowledge
from solterm.advice.pipe import AskHint, Thought, TriedChoice
from solterm.advice.quick import (
    LOST,
    NOTHING_IN_SIGHT,
    Hint,
    deals_to_foundation,
    find_free,
    find_hint,
    find_win,
    suits_leave,
)
from solterm.advice.reasons import Gain, find_gain, tell_reason
from solterm.advice.steps import advise, count_steps, fold
from solterm.advice.trail import ALL_SEEN, Trail
from solterm.core.cards import DOWN, UNKNOWN
from solterm.core.groups import list_pairs
from solterm.core.move import Move
from solterm.core.outcome import Outcome
from solterm.core.phrases import spell
from solterm.core.play.play import Play
from solterm.core.play.view import View
from solterm.core.rules import Rules
from solterm.core.table import Table
from solterm.core.values import expect

ONLY_BACK = "Every move leads back, or lays a card back where it lay."
NO_MOVES = "No moves left."
_NEW = "leads to a new position; nothing better is in sight"
_HOME = "Cards going home win now."
_HOME_BY_TURNS = "Cards going home win now, with turns of the stock between."
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


def choose(play: Play, knowledge: Knowledge, thought: Thought | None = None) -> Hint | None:
    """Return the hint for the current position; None if a search may find a better one.

    An early ``thought`` is that of a worker that is late.
    """
    if thought and thought.finding == pipe.LOST:
        knowledge.note_lost(play.rules, play.table, thought.quick)
    elif thought and thought.finding == pipe.WON:
        knowledge.add_way(play.rules, play.table, thought.moves)
    found = _recall(play, knowledge)
    if found or thought is None:
        return found
    found = _choose(play, knowledge, thought)
    knowledge.plan(play, found.way)
    is_early = thought.is_early and View.of(play).is_open
    is_unsure = (is_early or thought.finding == pipe.UNDECIDED) and not found.is_lost
    return found._replace(is_unsure=is_unsure)


def choose_alone(play: Play, knowledge: Knowledge) -> Hint:
    """Return the hint where the solver is off; where all cards are face up, it looks for a win."""
    if found := choose(play, knowledge):
        return found
    way = find_win(View.of(play), play.passed)
    found = choose(play, knowledge, Thought(pipe.WON if way else "", way))
    assert found is not None, "it always proposes something after a thought"
    return found._replace(is_unsure=False)


def hint(play: Play, knowledge: Knowledge | None = None) -> Hint:
    """Return the quick hint for the current level, without exceptions.

    Its move is legal, or None if the position is lost or no useful move is in sight; the text says
    which. ``knowledge`` keeps a win for the next hint. The caller checks whether hints are allowed
    (never in scored games).

    >>> from solterm import Play, find, hint
    >>> print(hint(Play(find("free-cell"), deal=617)).text)
    Try JH to cell 1: that brings AS home in five moves.
    """
    expect(play, Play, "hint needs a Play")
    found = choose_alone(play, knowledge or Knowledge())
    return Hint(None, NOTHING_IN_SIGHT) if found.is_guess else found


def _find_quick(play: Play) -> Hint:
    """Return the quick hint, which leads to no earlier position."""
    view, is_over, trail = View.of(play), play.outcome is Outcome.OVER, Trail(play)
    found = find_hint(view, is_over, trail.recent)
    if found.move and trail.passes([found.move]):
        back = [move for move in play.legal_moves if trail.passes([move])]
        found = find_hint(view, is_over, trail.recent, back)
    return found


# -- hints that need no search ---------------------------------------------------------------------


def _recall(play: Play, knowledge: Knowledge) -> Hint | None:
    rules, known, view = play.rules, play.known, View.of(play)
    if rules.is_won(play.table):
        return Hint(None, "The game is won.")
    if way := find_way_home(rules, view.table):
        ready = _count_automatic(rules, view.table)
        if ready == len(way) or ready > 1:
            said = _HOME if ready == len(way) else _HOME_BY_TURNS
            return Hint(way[0], said, plays_home=True)
        return _follow(rules, known, way, has_seen_all=True)
    if knowledge.is_hopeless(play) or knowledge.is_lost(play):
        return _tell_lost(play, knowledge)
    if moves := knowledge.way_for(play):
        return _follow(rules, known, moves, has_seen_all=view.is_open)
    if view.is_open:
        return None
    moves = knowledge.rest_of_plan(play)
    if not moves or not Trail(play).is_new(moves):
        return None
    is_doubtful = knowledge.is_doubtful(play)
    if is_doubtful and deals_to_foundation(rules) and rules.is_turn(moves[0]):
        return None  # another card may be played before
    found = Hint.of(rules, known, moves)
    return _tell_doubtful(found) if is_doubtful else found


def find_way_home(rules: Rules, table: Table) -> Sequence[Move]:
    """Return moves that win by bringing cards home and turning the stock alone; none if that fails.

    ``table`` is what the player knows. Automatic play goes first.
    """
    away = [
        {card & ~DOWN if name[0] == "s" else card for card in pile}
        for name, pile in zip(rules.ids, table.piles, strict=True)
        if name[0] not in "fd"
    ]
    is_hidden = any(card & DOWN or card == UNKNOWN for pile in away for card in pile)
    if not rules.game.plays_home or is_hidden:
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


def _follow(rules: Rules, known: Table, moves: Sequence[Move], *, has_seen_all: bool) -> Hint:
    """Return the first step of a known win, how far it is, and what the step gains on the way."""
    steps = [*fold(rules, known, moves)]
    count = count_steps(rules, known, steps)
    told = f"wins within {spell(count)} steps" if count > 1 else "wins"
    reason = find_gain(rules, known, steps[:1])
    if reason and reason.gain in (Gain.TURNS_UP, Gain.EMPTIES, Gain.FOLLOWS):
        gain = tell_reason(reason._replace(words="") if reason.number == 1 else reason)
        # Where cards are hidden, a row has no room for the number of steps as well.
        told = f"{told}; first it {gain}" if has_seen_all else f"{gain} and wins"
    return Hint.of(rules, known, steps, told if has_seen_all else f"{told}, knowing all cards")


def _tell_lost(play: Play, knowledge: Knowledge) -> Hint:
    """Return the hint for a lost position: a move for more cards, if there is one."""
    rules, known = play.rules, play.known
    if (way := knowledge.way_for_more(play)) is None:
        way = _find_quick(play).way
        knowledge.note_lost(rules, play.table, way)
    is_hopeless = knowledge.is_hopeless(play)
    if not way or play.is_idle or Trail(play).passes(way[:1]):
        said = HOPELESS if is_hopeless else LOST
        return Hint(None, said, is_lost=True, is_hopeless=is_hopeless)
    quick = Hint.of(rules, known, way)
    advice = advise(rules, known, quick.way[: quick.turns])
    said = "This deal can't be won" if is_hopeless else "This is lost"
    why = quick.reason and tell_reason(quick.reason)
    told = f"{advice}: that {why}." if why else f"for more cards, {advice}."
    return quick._replace(text=f"{said}; {told}", is_lost=True, is_hopeless=is_hopeless)


# -- what a search found ---------------------------------------------------------------------------


def _choose(play: Play, knowledge: Knowledge, thought: Thought) -> Hint:
    """Return the first of the moves tried that does not lead back, or the quick hint."""
    rules, known, trail, tried = play.rules, play.known, Trail(play), thought.tried
    is_seldom_won = bool(tried) and all(3 * each.wins < each.tries for each in tried)
    if thought.quick and is_seldom_won and suits_leave(rules.game):
        tried = [TriedChoice(tuple(thought.quick)), *tried]  # it rates whole arrangements
    is_won = any(each.wins for each in tried)
    if is_won or max((each.tries for each in tried), default=0) >= _ENOUGH:
        knowledge.doubt(play, not is_won)
    is_lost, is_open = knowledge.is_doubtful(play), View.of(play).is_open
    is_turn = bool(tried) and rules.is_turn(tried[0].moves[0])
    if is_turn and (free := find_free(rules, play.table)):
        return Hint.of(rules, known, [free])
    for each in _put_play_first(rules, tried, is_lost=is_lost):
        is_quick = each.moves == tuple(thought.quick[: len(each.moves)])
        found = Hint.of(rules, known, thought.quick if is_quick else each.moves)
        if not trail.is_new(found.way) or _is_in_vain(play, trail, each, tried, found.way):
            continue
        if trail.ends_all(found.way):
            found = Hint.of(rules, known, each.moves[:1])
        wins_now = rules.is_won(rules.make(play.table, each.moves[0]))
        if is_lost and not wins_now:
            return _tell_doubtful(found)
        is_plain = is_open or wins_now or not trail.is_new(each.moves)
        figures = "" if is_plain else _tell_lead(each, tried, found)
        doubt = "" if wins_now else _tell_doubt(each, found, has_figures=bool(figures))
        if figures:
            found = Hint.of(rules, known, each.moves, figures)
        return found._replace(text=f"{found.text}{doubt}")
    return _avoid_return(play, Hint.of(rules, known, thought.quick) if thought.quick else None)


def _is_in_vain(
    play: Play, trail: Trail, each: TriedChoice, tried: Sequence[TriedChoice], way: Sequence[Move]
) -> bool:
    """Return whether moves that gain nothing only put cards back, take them on, or end all."""
    is_idle = not each.wins and (trail.puts_back(way) or trail.ends_all(way[:1]))
    takes_on = trail.takes_on(way[0]) and not _tell_lead(each, tried)
    return (is_idle or takes_on) and find_gain(play.rules, play.known, way) is None


def _put_play_first(
    rules: Rules, tried: Sequence[TriedChoice], *, is_lost: bool
) -> Sequence[TriedChoice]:
    """Return choices with a play first that won hardly less often than turning the stock.

    In golfs and games of pairs; the stock runs out, and so small a lead may be chance. In a game
    that is probably lost, every card played counts.
    """
    if not tried or not (deals_to_foundation(rules) or list_pairs(rules.game.groups)):
        return tried
    best = tried[0]
    play = next((each for each in tried if not rules.is_turn(each.moves[0])), None)
    if play in (None, best) or (play.tries < best.tries and not is_lost):
        return tried
    if not is_lost and best.wins - play.wins >= _CHANCE * sqrt(best.tries):
        return tried
    return [play, *(each for each in tried if each is not play)]


def _avoid_return(play: Play, quick: Hint | None = None) -> Hint:
    """Return the quick hint, or another move to a new position if it leads back or puts back."""
    rules, trail = play.rules, Trail(play)

    def leads_on(way: Sequence[Move]) -> bool:
        is_idle = trail.puts_back(way) and find_gain(rules, play.known, way) is None
        return trail.is_new(way) and not is_idle

    if quick and quick.move and leads_on(quick.way):
        return quick
    found = _find_quick(play)
    if found.is_lost or (found.move and leads_on(found.way)):
        return found
    moves = sorted(rules.legal_moves(play.table), key=lambda move: move.src[:1] == "f")
    news = [move for move in moves if not trail.leads_back([move])]
    if new := next((move for move in news if leads_on([move])), None):
        return Hint.of(rules, play.known, [new], _NEW)._replace(is_guess=True)
    if way := trail.find_turns(leads_on):
        return Hint.of(rules, play.known, way)._replace(is_guess=True)
    if news:
        return Hint(None, ONLY_BACK, is_doubtful=True)
    return Hint(None, ALL_SEEN, is_doubtful=True) if moves else Hint(None, NO_MOVES)


# -- what is said of the trials --------------------------------------------------------------------


def _tell_lead(each: TriedChoice, tried: Sequence[TriedChoice], found: Hint | None = None) -> str:
    """Return how much more often a choice wins than the next best; "" unless by a clear lead.

    Where the hint only promises new cards, which is true of every turn of the stock, likely wins
    say more.
    """
    wins, tries = each.wins, each.tries
    told = f"won {wins} of {tries} trial games"
    others = [other for other in tried if other.moves[0] != each.moves[0] and other.tries]
    next_best = max((round(other.wins * tries / other.tries) for other in others), default=wins)
    compared = f"{told} (next best {next_best})" if others and wins < tries else told
    leads = tries >= _TELLING and wins - next_best >= max(_LEAD * tries, 2)
    is_plain = found is not None and _is_for(found, Gain.NEW_CARDS)
    return compared if leads or (is_plain and _TELLING <= tries <= 2 * wins) else ""


def _is_for(found: Hint, *gains: Gain) -> bool:
    return found.reason is not None and found.reason.gain in gains


def _tell_doubt(each: TriedChoice, found: Hint, *, has_figures: bool) -> str:
    """Return that even the best choice won few of its trials, as a sentence; "" otherwise.

    ``has_figures`` says that the hint tells how many it won. A few trials say nothing, and a hint
    that is good advice without any needs more of them to doubt it.
    """
    is_plain = _is_for(found, Gain.NEW_CARDS, Gain.SAFE)
    if 2 * each.wins >= each.tries or each.tries < (_TELLING if is_plain else _DOUBTED):
        return ""
    if has_figures:
        return " Unsure."
    return f" Unsure: {each.wins or 'none'} of {each.tries} trial games won."


def _tell_doubtful(found: Hint) -> Hint:
    """Return a hint that says that the game is probably lost."""
    advice = found.text.partition("; ")[0].rstrip(".")  # one reason is enough
    text = f"Probably lost; {advice[:1].lower()}{advice[1:]}."
    return found._replace(text=text, is_doubtful=True)


# -- asking ----------------------------------------------------------------------------------------


SECONDS = 0.5
"""The seconds the worker thinks ahead, while the player looks at the table."""
_FIRST = 0.15
"""The seconds it thinks about a hint that it has not prepared."""
LOOKING = 20.0
"""The seconds it looks for a win if the player knows all cards: while the player thinks."""
_OPEN = 0.5
"""The seconds after which the player gets a hint without the win that it still looks for."""
_PATIENT = 4.0
"""The same after a hint that was unsure. With each further one, the wait is halved."""
LONGER = 10
"""The seconds to wait for a win where the usual hint is unsure."""
_FOLLOWED = 10
"""The number of actions after a hint during which it thinks ahead."""
_LATE = 1.5
"""A factor for the time to wait for a worker on a busy host."""
_STARTING = 0.22
"""Seconds to add for a worker that has just started. With them, the quick hint ends the first wait
of most games before half a second is over."""


class Pending:
    """A hint: known already, or still to come from the worker."""

    def __init__(
        self,
        worker: Worker,
        play: Play,
        question: AskHint | None = None,
        seconds: float = 0.0,
        hint: Hint | None = None,
    ) -> None:
        self.play = play
        self.hint = hint
        """None while the worker thinks."""
        self._worker = worker
        self._question = question
        self._seconds = seconds
        self._spot = play.rules, play.table
        self._thought: Thought | None = None
        waits = _OPEN if seconds == LOOKING else _LATE * seconds
        self._end = monotonic() + waits + _STARTING
        """The time at which the quick hint takes its place."""
        if question:
            self._number = worker.ask(question._replace(seconds=seconds), self._keep)

    def _keep(self, thought: Thought) -> None:
        self._thought = thought
        if thought.finding == pipe.WON:  # the player may have gone on since
            self._worker.knowledge.add_way(*self._spot, thought.moves)

    @property
    def is_expected(self) -> bool:
        """Whether the worker still thinks about it."""
        return self._worker.awaits(self._number)

    def answers(self, question: AskHint, seconds: float = 0.0) -> bool:
        """Whether it answers a question as well as more seconds would."""
        thought = self._thought or Thought("")
        if question != self._question or (thought.is_early and not self.is_expected):
            return False
        return thought.finding in (pipe.WON, pipe.LOST) or seconds <= self._seconds

    def take_up(self, play: Play, seconds: float, patience: float) -> None:
        """Decide for a play whose position the worker has been asked about."""
        self.play, self.hint = play, None
        # A late answer may come any moment.
        self._end = max(self._end, monotonic() + max(patience, _LATE * seconds))
        if not self.is_expected and self._thought:
            self._decide()

    async def arrive(self) -> Hint:
        """Wait for the hint on the event loop, without blocking it."""
        from asyncio import timeout  # which line mode does not need

        if self.hint is None:
            with suppress(TimeoutError, SearchFailed):
                async with timeout(self._end - monotonic()):
                    await self._worker.answer(self._number, drops=False)
        return self.hint or self._decide()

    def wait(self) -> Hint:
        """Wait for the hint in line mode. Ctrl+C returns the quick hint."""
        if self.hint is None:
            try:
                self._worker.wait(self._number, self._end - monotonic(), drops=False)
            except KeyboardInterrupt:
                self._worker.drop(self._number)
        return self.hint or self._decide()

    def _decide(self) -> Hint:
        found = choose(self.play, self._worker.knowledge, self._thought or Thought(""))
        assert found is not None, "it always proposes something after a thought"
        self.hint = found
        return found


class Hints:
    """Asks the worker for hints, and lets it think ahead.

    Count the hint first (the event ``hint``), and ask only if that was allowed.
    """

    def __init__(self, worker: Worker) -> None:
        self.worker = worker
        self.knowledge = worker.knowledge
        self._pending: Pending | None = None
        """The last question to the worker."""
        self._asked: Pending | None = None
        """The last one that the player waited for."""
        self._patience = _PATIENT
        """The seconds to wait after the next unsure hint."""
        self._helped: Play | None = None
        """The play that the player last asked for a hint in."""
        self._left = 0
        """The number of its actions for which the worker still thinks ahead."""

    def ask(self, play: Play, seconds: float | None = None) -> Pending:
        """Ask for a hint. A hint already known is ready at once."""
        self._helped, self._left = play, _FOLLOWED
        if self.worker.is_off:
            return Pending(self.worker, play, hint=choose_alone(play, self.knowledge))
        if found := choose(play, self.knowledge):
            return Pending(self.worker, play, hint=found)
        view = View.of(play)
        question = AskHint(view.write(), play.outcome is Outcome.OVER, None)
        patience, last = _FIRST, self._asked
        is_again = last is not None and last.play is play and (not last.hint or last.hint.is_unsure)
        if not (view.is_open and is_again):
            self._patience = _PATIENT
        elif seconds is None:
            patience, self._patience = max(_FIRST, self._patience), self._patience / 2
        pending, more = self._pending, seconds or 0.0
        if pending is None or not pending.answers(question, more):
            seconds = seconds or (LOOKING if view.is_open else _FIRST)
            pending = self._pending = Pending(self.worker, play, question, seconds)
        pending.take_up(play, more, patience)
        self._asked = pending
        return pending

    def think_ahead(self, play: Play, move: Move | None = None) -> None:
        """Think about the hint for a position, or for the one after a move that was proposed.

        Call it after each action. It thinks only if the player has lately asked for a hint in this
        game, and the move shows no new card; never in scored games. Where the player knows all
        cards, it looks for a win of the position itself instead.
        """
        if self.worker.is_off or play is not self._helped or self._left <= 0:
            return
        if play.mode or play.outcome:
            return
        view = View.of(play)
        if move and not view.is_open:
            if self._pending and self._pending.is_expected:
                return  # the hint came without its answer, which may be better
            if view.rules.is_blind(view.table, move, play.seen):
                return
            view = view._replace(table=view.rules.make(view.table, move)._replace(deal=0))
            is_new = not play.seen.issuperset(view.game.visible(view.table))
            if self.knowledge.has_plan or is_new:
                return
        elif choose(play, self.knowledge):
            return
        self._left -= move is None
        question = AskHint(view.write(), is_over=False, seconds=None)
        if not (self._pending and self._pending.answers(question)):
            seconds = LOOKING if view.is_open else SECONDS
            self._pending = Pending(self.worker, play, question, seconds)


GUESSES = 30
"""The most hints to follow that no search favours, where hints alone play a game."""


def play_by_hints(play: Play, hints: Hints, most: int = 5000, guesses: int = GUESSES) -> int:
    """Make the moves that hints suggest until hints run out. Return their number."""
    for made in range(most):
        hint = hints.ask(play).wait()
        guesses -= hint.is_guess
        if hint.move is None or guesses < 0:
            return made
        play.push(hint.move)
    return most
