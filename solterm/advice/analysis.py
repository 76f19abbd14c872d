"""Find where a game was lost, and say it: in sentences, and as values for other programs.

Where it was lost is the turning point: the last position that could be won, and the first that
could not. Two facts save most of the searches. A position that follows from a lost one by moves is
lost, and one from which moves lead to a winnable position is winnable. So the analysis bisects: it
searches the last position and the deal, then the middle of the remaining part. Many positions of a
lost game cost a search all its time, so it goes several rounds, and gives each search more time in
the next one.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import pairwise
from time import thread_time
from typing import Any, NamedTuple

from solterm.advice.reasons import find_gain, tell_reason
from solterm.advice.steps import fold, shorten, tell_moves
from solterm.core import cards
from solterm.core.cards import DOWN, Card
from solterm.core.game import Game
from solterm.core.move import Move
from solterm.core.phrases import count, spell
from solterm.core.play.events import find_move, is_played
from solterm.core.play.record import Record
from solterm.core.play.replay import tell_event
from solterm.core.refusal import Refusal
from solterm.core.rules import Rules
from solterm.core.table import Pile, Table
from solterm.core.words.describe import move_words
from solterm.solver.solve import solve
from solterm.solver.verdict import Finding, Limit, Verdict

_SHOWN = 6
"""How many steps of a winning line the report shows."""
_ROUNDS = 0.125, 0.5, 1.0
"""The shares of its longest time that each search gets, round by round."""
_FINAL = "cut", "memory"
"""The ends of an undecided search that more time would not change."""
_WINNABLE = {Finding.WON: "yes", Finding.LOST: "no", Finding.UNDECIDED: "unknown"}
"""The words that programs get for findings."""


class Moment(NamedTuple):
    """A position on the way to the current position of a play."""

    step: int
    """How many events had been played by then."""
    event: str
    """The event that led to it; empty for the deal."""
    table: Table
    level: int
    moves: int
    """How many moves the table counts by then."""
    follows: bool
    """Whether ordinary play at this level led to it from the previous one."""


def trail_of(record: Record, game_of: Callable[[str], Game]) -> list[Moment]:
    """Return the positions that led to the current one, from the deal on, without undone ones.

    Raises ``RecordError`` at the first line that does not hold.
    """
    trail: list[Moment] = []
    undone: list[Moment] = []
    is_irregular = False
    for step, play in enumerate(record.steps(game_of)):
        event = record.events[step - 1] if step else ""
        if event == "undo":
            undone.append(trail.pop())
        elif event == "redo":
            trail.append(undone.pop())
        elif len(play.passed) == len(trail):
            undone.clear()
            follows = step > 0 and is_played(event) and not is_irregular
            trail.append(Moment(step, event, play.table, play.level, play.moves, follows))
        if trail[-1].table != play.table:  # another level settled the table
            trail[-1] = trail[-1]._replace(table=play.table, level=play.level, follows=False)
        is_irregular = play.armed or play.cheating
    return trail


class TurningPoint(NamedTuple):
    """Where a line of positions turns from won to lost, as far as verdicts tell."""

    verdicts: dict[int, Verdict]
    """The verdicts so far, by the number of the position."""
    length: int
    """The number of positions."""

    def places(self, finding: Finding) -> list[int]:
        """Return the numbers of the positions with a certain finding."""
        return [place for place, verdict in self.verdicts.items() if verdict.finding is finding]

    @property
    def last_won(self) -> int | None:
        """The number of the last position proved winnable."""
        return max(self.places(Finding.WON), default=None)

    @property
    def first_lost(self) -> int | None:
        """The number of the first position proved lost after that."""
        after = -1 if self.last_won is None else self.last_won
        return min((place for place in self.places(Finding.LOST) if place > after), default=None)


def _next_place(point: TurningPoint, tried: Collection[int], is_last: bool) -> int | None:
    """Return the place to search next in a round that has tried some; None ends the round.

    First come the last position and the deal. Then it narrows the wins from below and the losses
    from above. Only the last round tries the undecided places between them.
    """
    won = -1 if point.last_won is None else point.last_won
    lost = point.length if point.first_lost is None else point.first_lost
    if point.length - 1 not in point.verdicts:
        return point.length - 1
    undecided = sorted(place for place in tried if won < place < lost)
    ends = [won, *undecided, lost]
    gaps = [(low + high) // 2 for low, high in pairwise(ends) if high - low > 1]
    if won < 0 and 0 not in tried:
        return 0 if lost > 0 else None
    if won < 0 and len(tried) > point.length.bit_length() and not is_last:
        return None
    bounds = [(won, ends[1]), (ends[-2], lost)] if won >= 0 else []
    near = [(low + high) // 2 for low, high in bounds if high - low > 1]
    return next(iter(near or (gaps if is_last or won < 0 else [])), None)


def _implied(follows: Sequence[bool], place: int, finding: Finding) -> Iterator[int]:
    if finding is Finding.WON:
        while place > 0 and follows[place]:
            place -= 1
            yield place
    elif finding is Finding.LOST:
        while place + 1 < len(follows) and follows[place + 1]:
            place += 1
            yield place


class Analysis(NamedTuple):
    """Where a recorded game was lost, as far as searches find out."""

    trail: Sequence[Moment]
    turning_point: TurningPoint
    level: int
    """The level it is judged at: that of its last position."""
    game: Game

    @property
    def rules(self) -> Rules:
        """The rules it is judged by."""
        return self.game.rules(self.level)

    @property
    def is_won(self) -> bool:
        """Whether the game was won."""
        return self.rules.is_won(self.trail[-1].table)

    @property
    def move(self) -> Moment | None:
        """The move that lost the game; None if unknown."""
        won, lost = self.turning_point.last_won, self.turning_point.first_lost
        is_known = won is not None and lost == won + 1
        return self.trail[lost] if is_known and lost is not None else None

    @property
    def stretch(self) -> tuple[Moment, Moment] | None:
        """The first and the last of the moves one of which lost the game, if it is unknown."""
        won, lost = self.turning_point.last_won, self.turning_point.first_lost
        if self.move or lost is None or lost == 0:
            return None
        return self.trail[(won or 0) + 1], self.trail[lost]

    @property
    def way(self) -> tuple[Move, ...]:
        """The moves that would have won from the last winnable position."""
        won = self.turning_point.last_won
        if won is None:
            return ()
        table = self.rules.settle(self.trail[won].table)
        return _shorten(self.rules, table, self.turning_point.verdicts[won].moves)


def analyse(
    record: Record,
    game_of: Callable[[str], Game],
    each: float = 5.0,
    in_all: float = 60.0,
    tell: Callable[[Analysis], object] = lambda _: None,
    is_stopped: Callable[[], bool] = lambda: False,
    lost: Iterable[int] = (),
) -> Analysis:
    """Replay a recorded game and find where it was lost.

    A search of one position takes at most ``each`` seconds of processor time, all of them together
    ``in_all``. ``tell`` receives the analysis so far after each search. ``lost`` are the numbers of
    positions that are known to be lost. Raises ``RecordError`` at the first line that does not
    hold.
    """
    play, trail = record.replay(game_of), trail_of(record, game_of)
    found = Analysis(trail, TurningPoint({}, len(trail)), play.level, play.game)
    for _ in search_positions(found, each, in_all, is_stopped, lost):
        tell(found)
    return found


def search_positions(
    found: Analysis,
    each: float,
    in_all: float,
    is_stopped: Callable[[], bool] = lambda: False,
    lost: Iterable[int] = (),
) -> Iterator[None]:
    """Complete the verdicts of an analysis, as ``analyse`` does; yield after each search."""
    end, rules, point = thread_time() + in_all, found.rules, found.turning_point
    tables = [rules.settle(moment.table) for moment in found.trail]
    follows = [moment.follows and moment.level == found.level for moment in found.trail]
    verdicts = point.verdicts

    def note(place: int, verdict: Verdict) -> None:
        verdicts[place] = verdict
        for other in _implied(follows, place, verdict.finding):
            if other not in verdicts or verdicts[other].finding is Finding.UNDECIDED:
                verdicts[other] = Verdict(verdict.finding)

    for number in lost:
        note(number, Verdict(Finding.LOST))
    for share in _ROUNDS:
        tried = {place for place, verdict in verdicts.items() if verdict.ended_by in _FINAL}
        is_last = share == _ROUNDS[-1]
        while (place := _next_place(point, tried, is_last)) is not None:
            left = end - thread_time()
            if is_stopped() or left <= 0:
                return
            limit = Limit(seconds=min(share * each, left), is_stopped=is_stopped)
            verdict = solve(rules, tables[place], limit)
            if verdict.ended_by == "stopped":
                return
            tried.add(place)
            note(place, verdict)
            yield


_shorten = lru_cache(4)(shorten)  # the same line is told after each search


# -- in words ------------------------------------------------------------------------------------


def tell_progress(point: TurningPoint) -> str:
    """Return how far the search for the turning point is, in words."""
    won = -1 if point.last_won is None else point.last_won
    lost = point.length if point.first_lost is None else point.first_lost
    left = max(0, lost - won - 1)
    in_vain = len(point.places(Finding.UNDECIDED))
    searched = f", {in_vain} of them searched once already" if in_vain else ""
    return f"{left} of {point.length} positions left to check{searched}"


def tell_analysis(found: Analysis) -> dict[str, Any]:
    """Return where a game was lost, as values of JSON; ``text`` says it in sentences."""
    point, move, stretch = found.turning_point, found.move, found.stretch
    undecided = Verdict(Finding.UNDECIDED)
    verdicts = [point.verdicts.get(place, undecided) for place in range(point.length)]
    return {
        "text": _sentences(found),
        "game": found.game.id,
        "level": found.level,
        "won": found.is_won,
        "positions": [_WINNABLE[verdict.finding] for verdict in verdicts],
        "steps": [moment.step for moment in found.trail],
        "lost_by": _place(found, move) if move else None,
        "between": [_place(found, each) for each in stretch] if stretch else None,
        "would_win": found.rules.record_texts(_table_won(found), found.way),
        # The protocol has these fields; no move is compared.
    }


def _sentences(found: Analysis) -> str:
    point, move, stretch = found.turning_point, found.move, found.stretch
    if found.is_won:
        return "This game was won."
    if point.last_won == point.length - 1:
        return f"The last position can still be won. {_tell_way(found)}"
    if move:
        return (
            f"The step that lost it: {_step(found, move)}. {_tell_why(found, move)}."
            f" {_tell_better(found)} {_tell_way(found)}"
        )
    if stretch:
        first, last = stretch
        between = f"between {_tell_bound(found, first)} and {_tell_bound(found, last)}"
        if point.last_won is None:
            return f"If this deal can be won, the game was lost {between}."
        steps = found.trail.index(last) - found.trail.index(first) + 1
        turns = ", with turns of the stock," if steps > last.moves - first.moves + 1 else ""
        return (
            f"It was lost {between}. The search did not find which of these {spell(steps)} steps"
            f"{turns} lost it. {_tell_better(found)} {_tell_way(found)}"
        )
    if point.first_lost == 0:
        return "This deal cannot be won at this level. None of your moves lost it."
    if point.last_won is not None:
        moment = found.trail[point.last_won]
        return (
            f"After {count(moment.moves, 'moves')} it could still be won. {_tell_way(found)}"
            " The search did not decide the later positions."
        )
    return "Undecided: the search found neither a win nor a loss."


def _step(found: Analysis, moment: Moment) -> str:
    """Name what a player did, with the number of moves as the table counts them."""
    event = _event(found, moment)
    before = found.trail[found.trail.index(moment) - 1].moves
    if moment.moves > before:
        return f"move {moment.moves}, {event}"
    return f"{event}, after move {before}" if before else f"{event}, before the first move"


def _tell_bound(found: Analysis, moment: Moment) -> str:
    """Name an end of a stretch by the number of moves, and then by what the player did."""
    before = found.trail[found.trail.index(moment) - 1].moves
    number = f"move {moment.moves}" if moment.moves > before else f"the step after move {before}"
    return f"{number if moment.moves else 'the first step'} ({_event(found, moment)})"


def _tell_why(found: Analysis, moment: Moment) -> str:
    """Say what the losing move spoils, if the winning line shows it."""
    move = _move_of(moment) if _is_ordinary(found, moment) else None
    why = move and tell_mistake(found.rules, _table_won(found), move, found.way)
    return f"It {why}" if why else "No play wins after it"


def _is_ordinary(found: Analysis, moment: Moment) -> bool:
    return moment.follows and moment.level == found.level


def _tell_better(found: Analysis) -> str:
    """Say the move to make at the last winnable position, and what it gains."""
    rules, table = found.rules, _table_won(found)
    first = next(tell_moves(rules, table, found.way), "")
    after = found.trail[(found.turning_point.last_won or 0) + 1]
    lost_by = _move_of(after) if _is_ordinary(found, after) else None
    usual = find_gain(rules, table, [lost_by]) if lost_by else None
    gain = find_gain(rules, table, found.way[:1]) if found.way else None
    gain = None if gain == usual else gain
    return f"Better: {first}, which {tell_reason(gain)}." if gain else f"Better: {first}."


def _tell_way(found: Analysis) -> str:
    """Say the first moves of the way to win from the last winnable position."""
    rules, table = found.rules, _table_won(found)
    steps = list(tell_moves(rules, table, [*fold(rules, table, found.way)]))
    more = f" and so on, {count(len(steps), 'steps')} in all" if len(steps) > _SHOWN else ""
    return f"The way to win: {', '.join(steps[:_SHOWN])}{more}."


def _table_won(found: Analysis) -> Table:
    return found.rules.settle(found.trail[found.turning_point.last_won or 0].table)


def _place(found: Analysis, moment: Moment) -> dict[str, Any]:
    return {"step": moment.step, "move": _typed(found, moment)}


def _move_of(moment: Moment) -> Move | None:
    try:
        return find_move(moment.event)
    except Refusal:
        return None


def _typed(found: Analysis, moment: Moment) -> str:
    """Return an event as line mode reads it."""
    move = _move_of(moment)
    if move is None:
        return moment.event
    return found.game.rules(moment.level).record_text(_before(found, moment), move)


def _event(found: Analysis, moment: Moment) -> str:
    game, before = found.game.rules(moment.level).game, _before(found, moment)
    try:
        if move := _move_of(moment):
            return move_words(game, before, move)
        told = tell_event(game, before, moment.event)
    except Refusal:
        return _typed(found, moment)
    return told[:1].lower() + told[1:]


def _before(found: Analysis, moment: Moment) -> Table:
    return found.trail[found.trail.index(moment) - 1].table


# -- why a move lost the game ----------------------------------------------------------------------


class _Change(NamedTuple):
    """The piles before and after a move, by name; only those that changed."""

    piles: dict[str, tuple[Pile, Pile]]

    @classmethod
    def of(cls, rules: Rules, before: Table, after: Table) -> "_Change":
        changes = zip(rules.ids, before.piles, after.piles, strict=True)
        return cls({name: (was, now) for name, was, now in changes if was != now})

    @property
    def grown(self) -> list[str]:
        return [name for name, (was, now) in self.piles.items() if len(now) > len(was)]

    def come(self, name: str) -> list[Card]:
        """Return the cards that came to a pile, the lowest first."""
        was, now = self.piles[name]
        return [_bare(card) for card in now[len(was) :]]

    @property
    def gone(self) -> list[Card]:
        """The cards that left their piles."""
        shrunk = (was[len(now) :] for was, now in self.piles.values() if len(now) < len(was))
        return [_bare(card) for pile in shrunk for card in pile]


def tell_mistake(rules: Rules, table: Table, move: Move, way: Sequence[Move]) -> str:
    """Return what a losing move does to a way to win from the same table; "" if it is not plain.

    The result is a verb, such as "covers 3D, where the way to win puts 4H". All cards are open.
    """
    lost, steps = (
        _Change.of(rules, table, rules.make(table, move)),
        list(_follow(rules, table, way)),
    )
    for name in lost.grown:
        if name[0] != "d" and (told := _tell_covered(rules, table, lost, name, steps)):
            return told
    if any(name[0] not in "fd" for name in lost.grown):
        return ""
    taken = (_tell_taken(rules, table, lost, card, steps) for card in lost.gone)
    return next(filter(None, taken), "")


def _follow(rules: Rules, table: Table, way: Sequence[Move]) -> Iterator[_Change]:
    for move in way:
        after = rules.make(table, move)
        yield _Change.of(rules, table, after)
        table = after


def _tell_covered(
    rules: Rules, table: Table, lost: _Change, name: str, steps: Sequence[_Change]
) -> str:
    """Say what the way to win does first with a pile on which the losing move lays cards."""
    used = next((step for step in steps if name in step.piles), None)
    if used is None:
        return ""
    top = table.piles[rules.index[name]][-1:]
    if name not in used.grown:
        return f"covers {_name(top[-1])}, which the way to win plays" if top else ""
    first = used.come(name)[0]
    if first in lost.come(name):
        return ""
    puts = f"where the way to win puts {_name(first)}"
    if top:
        return f"covers {_name(top[-1])}, {puts}"
    group = rules.game.group(name)
    like = (each for each in rules.ids if rules.game.group(each) == group)
    is_last = sum(not table.piles[rules.index[each]] for each in like) == 1
    return f"fills the last empty {group.name}, {puts}" if is_last else ""


def _tell_taken(
    rules: Rules, table: Table, lost: _Change, card: Card, steps: Sequence[_Change]
) -> str:
    """Say what the way to win does with a card that the losing move brings home or removes."""
    tops = dict(zip(rules.ids, (pile[-1:] for pile in table.piles), strict=True))
    for step in steps:
        for name in step.grown:
            if name[0] not in "fd" and tops[name] and _bare(tops[name][-1]) == card:
                puts = _name(step.come(name)[0])
                return f"takes away {_name(card)}, where the way to win puts {puts}"
        gone = step.gone
        if card in gone:
            partners = [each for each in gone if each != card and each not in lost.gone]
            is_pair = len(gone) == 2 and all(name[0] == "d" for name in step.grown)
            if not (is_pair and partners):
                return ""
            return f"uses up {_name(card)}, which the way to win pairs with {_name(partners[0])}"
        tops.update((name, now[-1:]) for name, (_, now) in step.piles.items())
    return ""


def _bare(card: Card) -> Card:
    return card & ~DOWN


def _name(card: Card) -> str:
    return cards.text(_bare(card))
