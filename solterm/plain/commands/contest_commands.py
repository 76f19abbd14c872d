"""Contests and boards: begin a contest, play from game to game, enter it, and read out boards."""

from collections.abc import Sequence
from datetime import date
from functools import partial
from itertools import groupby
from typing import Any

from solterm.chance import random_deal
from solterm.contests import titles
from solterm.contests.contest import Contest
from solterm.contests.days import today
from solterm.contests.kinds import DAILY, BoardName, Kind, list_offers
from solterm.contests.titles import Unit, board_name
from solterm.context import Context
from solterm.core.levels import LEVELS
from solterm.core.phrases import suggest
from solterm.core.refusal import Refusal
from solterm.games import search
from solterm.hall.messages import AskTonight, Tonight
from solterm.plain import prose
from solterm.plain.session import Reply, Session
from solterm.sessions import board_report, contest_report, contest_steps, day
from solterm.sessions.contest_report import GameLine
from solterm.sessions.contest_steps import NextStep, Tried, Ways
from solterm.sessions.day import DayView
from solterm.sessions.report import write_lines
from solterm.store import players

_PRACTISE, _RECORD, _BOARD = "practise", "record", "board"
"""Words after ``daily``."""


# -- which there are -----------------------------------------------------------------------


def list_contests(session: Session, _: str) -> Reply:
    """List the contests under way by number, and how to begin others."""
    under_way = contest_steps.under_way(session.store)
    told = [contest_steps.describe(session.store, each) for each in under_way]
    names = [f"{title}: {stands}, {day}" for title, stands, day in told]
    published, faults = contest_steps.of_the_host(session.store)
    names += [f"Tournament {each.name}: of this host" for each in published]
    lines = [f"{number}. {name}." for number, name in enumerate(names, 1)]
    lines.append("'contest N' shows one of them." if names else "No contest is under way.")
    begin = [f"{offer.command:22} {offer.name}" for _, offer in list_offers()]
    lines += ["To begin one, type:", *begin, *faults]
    return Reply(True, "\n".join(lines))


def show(session: Session, number: str) -> Reply:
    """Show a contest of the list, or the current one, or begin one that has no own command."""
    if not number:
        return _tell(session, _at_hand(session))
    if any(offer.command == f"contest {number}" for _, offer in list_offers()):
        return begin("contest", session, number)
    under_way = contest_steps.under_way(session.store)
    published, _ = contest_steps.of_the_host(session.store)
    most = len(under_way) + len(published)
    if not (number.isdecimal() and len(number) < 4 and 1 <= int(number) <= most):
        raise Refusal(f"There is no contest {number[:20]!a}: 'contests' lists them by number.")
    place = int(number) - 1
    if place < len(under_way):
        return _tell(session, under_way[place])
    return _tell(session, contest_steps.join(session.store, published[place - len(under_way)]))


def _at_hand(session: Session) -> Contest:
    """The current contest: shown or played last, that of the table's game, or the only one."""
    under_way, shown = contest_steps.under_way(session.store), session.contest
    looked_at = [each for each in under_way if shown and each.id == shown.id]
    if looked_at:
        return looked_at[0]
    if shown and not shown.begun:
        return shown  # its first game stores it
    if session.has_game and (
        found := contest_steps.contest_of(session.store, session.kept.purpose)
    ):
        return found
    if len(under_way) == 1:
        return under_way[0]
    raise Refusal("Which contest? 'contests' lists them, 'contest N' chooses one.")


def _count_win(session: Session) -> Contest:
    """The current contest, after ending its game on the table if that is won."""
    contest = _at_hand(session)
    if _is_on_the_table(session, contest) and session.play.tally.won:
        return _end_game(session)
    return contest


def _is_on_the_table(session: Session, contest: Contest) -> bool:
    return session.has_game and session.kept.purpose.contest == contest.id


def _end_game(session: Session) -> Contest:
    """End the game on the table for good; return its contest with the result."""
    contest, _ = session.seat.end()
    assert contest is not None, "asked for only in contests"
    return contest


def _tell(session: Session, contest: Contest, said: str = "") -> Reply:
    """Read out a contest: its games, their results and the next step."""
    if day := contest.page_day:
        return _tell_day(session, day, said)
    session.contest, unit = contest, titles.unit_of(contest.kind)
    high = contest_steps.high(session.boards, contest)
    lines = [said, f"{titles.title(contest)}, {contest.played} of {len(contest.games)} played."]
    brought = [_tell_game(each, unit) for each in contest_report.list_games(contest, high)]
    # Games with the same line are told together, since a listener hears each line.
    first = 0
    for what, alike in groupby(brought):
        last = first + len(list(alike)) - 1
        to = f" to {last + 1}" if last > first else ""
        word = titles.game_word(contest.kind, first).capitalize()
        lines.append(f"{word}{to}, {what}.")
        first = last + 1
    best = f", high {sum(filter(None, high))}" if high else ""
    lines.append(f"Total: {unit.tell(contest.total)}{best}.")
    lines += [contest_report.tell_par(contest)]
    lines += contest_report.compare_full(session.store, contest)
    lines += [_next_words(session.context, contest)]
    state = _state(session.context, contest)
    return Reply(True, "\n".join(filter(None, lines)), contest=state)


def _tell_game(game: GameLine, unit: Unit) -> str:
    brought = "not played" if game.points is None else unit.tell(game.points)
    if game.is_again:
        brought = f"played again; {brought} before"
    high = "" if game.high is None else f", high {game.high}"
    return f"{game.name or 'to be chosen'}: {brought}{high}"


def _next_words(context: Context, contest: Contest) -> str:
    name = "" if context.is_on_host else " NAME"
    rows = "'row 1 demon' chooses a row's game and plays it; 'row 1' resumes it."
    return contest_steps.tell_next(context, contest, Ways("'next'", f"'enter{name}'", rows))


def _state(context: Context, contest: Contest) -> dict[str, Any]:
    return {
        "kind": contest.kind.id,
        "name": contest.name,
        "unit": titles.unit_of(contest.kind).name,
        "total": contest.total,
        "games": [{"game": each.game, "points": each.points} for each in contest.games],
        "next": contest_steps.next_step(context, contest).name.lower(),
    }


# -- beginning -----------------------------------------------------------------------------


def begin(word: str, session: Session, words: str) -> Reply:
    """Begin the contest of a command: of its usual games, or ``NAME: GAMES``."""
    offers = [each for each in list_offers() if each[1].command.split()[0] == word]
    kind = offers[0][0]
    name, colon, games = (each.strip() for each in words.partition(":"))
    if colon:
        eight = next(
            (each.games for _, each in offers if each.command.endswith(f": {games.lower()}")), ()
        )
        return _begin(session, kind, eight or _ids_of(games), name)
    typed = f"{word} {words}".strip()
    for _, offer in offers:
        if typed in (offer.command, word) and not offer.asks_name:
            return _begin(session, kind, offer.games)
    ways = " or ".join(f"'{each.command}'" for _, each in offers)
    raise Refusal(f"Write {ways}.")


tour = partial(begin, "tour")
open_mixed = partial(begin, "mixed")
golf = partial(begin, "golf")
reno = partial(begin, "reno")


def _begin(session: Session, kind: Kind, games: Sequence[str], name: str | None = None) -> Reply:
    try:
        return _tell(session, contest_steps.begin(session.store, kind, games, name))
    except Tried as news:
        return read_out(session, news.board, str(news))


def _ids_of(typed: str) -> tuple[str, ...]:
    """The ids of games separated by commas."""
    return tuple(search(each).id for each in typed.split(",") if each.strip())


def daily(session: Session, words: str) -> Reply:
    """Tell about the deal of the day, or of another; play it at a level, practise it, or show it.

    ``words`` may begin with a level, ``practise``, ``record`` or ``board``; a day may follow.
    """
    what, _, rest = words.partition(" ")
    is_level = what in map(str, LEVELS)
    is_verb = is_level or what in (_PRACTISE, _RECORD, _BOARD)
    if rest and not is_verb:
        ways = f"'daily {_PRACTISE} DAY', 'daily {_RECORD} DAY', 'daily {_BOARD} DAY'"
        raise Refusal(f"Write 'daily', {ways} or 'daily DAY'.")
    named = rest if is_verb else what
    at = day.find_day(named) if named else today()
    if not is_verb:
        return _begin_day(session) if at == today() else _tell_day(session, at)
    view = day.read_day(session.store, at)
    if what == _PRACTISE:
        kept, notice = day.practise(session.store, session.host, view, session.settings.level)
        return session.bring(kept, f"Practice. {notice}".rstrip())
    if what == _RECORD:
        record = day.record_of(session.store, view)
        return Reply(True, record, record=record)
    if what == _BOARD:
        if view.play is None:
            raise Refusal("You have not begun this deal.")
        return Reply(True, prose.board(view.play.rules.game, view.play.shown))
    if int(what) not in view.game.offered_levels:
        raise Refusal(f"{view.game.name} has no level {what}.")
    return session.resume_or_deal(day.begin(session.store, view, int(what)))


def _begin_day(session: Session) -> Reply:
    try:
        return _tell(session, contest_steps.begin(session.store, DAILY))
    except Tried as news:
        return _tell_day(session, today(), str(news))


def _tell_day(session: Session, at: date, said: str = "") -> Reply:
    """Read out a deal of the day, and its board once the try has ended."""
    store = session.store
    view = day.settle(store, day.read_day(store, at))
    name = session.context.nickname or session.settings.player
    if view.contest and name and day.needs_board(store, view):
        return _enter(session, view.contest, said=said)
    contest = view.contest
    if view.may_play:
        session.contest = contest = contest or contest_steps.begin(store, DAILY)
    level = min(session.settings.level, view.game.hardest)
    is_today_open = session.host.has_host and view.may_play
    tonight = session.host.ask(AskTonight(), Tonight) if is_today_open else None
    told = [said, *day.tell(store, view, level, _tell_ways(view), tonight, session.seat.zone)]
    if view.outcome:
        told.append(f"'daily {_BOARD} {at}' shows the table as you left it.")
    if day.needs_board(store, view):
        told.append("'enter NAME' enters your result on the board.")
    elif view.is_over:
        told.append(read_out(session, view.board).text)
    state = _state(session.context, contest) if contest else None
    text = "\n".join(filter(None, told))
    return Reply(True, text, contest=state, day=day.values(store, view))


def _tell_ways(view: DayView) -> str:
    if view.is_dealt:
        return "'next' resumes it."
    words = [f"'daily {level}'" for level in sorted(view.game.offered_levels)]
    return f"'next' plays it; {', '.join(words)} play it at a level."


def cup(session: Session, words: str) -> Reply:
    """Begin a tournament of some games or of the tour of eight, or join one by its name."""
    if ":" in words:
        return begin("tournament", session, words)
    try:
        if found := contest_steps.find_tournament(session.store, words):
            return _tell(session, found)
    except Tried as news:
        return read_out(session, news.board, str(news))
    near = suggest(words, contest_steps.list_tournaments(session.store))
    more = f". {near}" if near else "; 'tournament NAME: GAME' begins one."
    raise Refusal(f"There is no tournament {words[:24]!a}{more}")


# -- from game to game ---------------------------------------------------------------------


def go_on(session: Session, _: str) -> Reply:
    """Take the next step: a game, another deal, the next player, the board."""
    contest = _count_win(session)
    if _is_on_the_table(session, contest):
        raise Refusal("A game of this contest is on the table; 'end' ends it for good.")
    match contest_steps.next_step(session.context, contest):
        case NextStep.PLAY:
            brought = session.resume_or_deal(contest_steps.start_of(contest, contest.next or 0))
            return end_game(session) if session.play.tally.won else brought
        case NextStep.ANOTHER_DEAL:
            contest = contest_steps.another_deal(contest)
            return session.resume_or_deal(contest_steps.start_of(contest, len(contest.games) - 1))
        case NextStep.NEXT_PLAYER:
            return _tell(session, contest_steps.next_turn(session.context, contest))
        case NextStep.ENTER:
            return _ask_name(session, contest)
    raise Refusal(_next_words(session.context, contest))


def _ask_name(session: Session, contest: Contest) -> Reply:
    """Ask under which name the contest goes to its board."""
    name = session.context.nickname or _name(session)
    other = "" if session.context.nickname else " 'enter NAME' enters it under another name."
    question = f"All games are played. Enter the board as {name}?"
    enter, stay = partial(_enter, session, contest), partial(_tell, session, contest)
    return session.confirm(question, enter, stay, other)


def end_game(session: Session) -> Reply:
    """End the game on the table for good and tell its result."""
    kept = session.kept
    contest = _end_game(session)
    if not contest.kind.has_board:
        return Reply(
            True, "You have stopped. The race ends when your rival stops, wins or runs out of time."
        )
    said = contest_report.tell_ended(contest, kept)
    if contest_steps.enters_by_itself(session.context, contest):
        return _enter(session, contest, said=said)
    return _tell(session, contest, said)


def find_mixed(session: Session) -> Contest | None:
    """Return the mixed sheet that the player shows or plays, if any."""
    try:
        contest = _at_hand(session)
    except Refusal:
        return None
    is_shown = session.contest is not None and contest.id == session.contest.id
    return contest if contest.kind.repeats_rows and is_shown else None


def play_row(session: Session, contest: Contest, at: int, name: str) -> Reply:
    """Choose the game of a row of a mixed sheet, play it, or play it again."""
    game = contest.games[at]
    match contest_steps.next_step(session.context, contest, at):
        case NextStep.CHOOSE:
            if not name:
                raise Refusal(f"Which game? Write 'row {at + 1} NAME'.")
            contest = contest.with_game(at, game._replace(game=search(name).id))
        case NextStep.AGAIN:
            again = partial(_play_again, session, contest, at)
            stay = partial(_tell, session, contest)
            return session.confirm(contest_steps.again_question(at), again, stay)
        case _ if name and search(name).id != game.game:
            raise Refusal(f"Row {at + 1} already has a game: {game.game}.")
    return session.resume_or_deal(contest_steps.start_of(contest, at))


def _play_again(session: Session, contest: Contest, at: int) -> Reply:
    again = contest.play_again(at, random_deal())
    return session.resume_or_deal(contest_steps.start_of(again, at))


# -- the end of a contest ------------------------------------------------------------------


def enter(session: Session, name: str) -> Reply:
    """Enter the contest on its board once all games are played."""
    contest = _count_win(session)
    if _is_on_the_table(session, contest):
        raise Refusal("Play all games first; 'end' ends the one on the table for good.")
    if contest_steps.next_step(session.context, contest) not in (
        NextStep.ENTER,
        NextStep.ANOTHER_DEAL,
    ):
        raise Refusal(f"Play all games first. {_next_words(session.context, contest)}")
    return _enter(session, contest, name)


def _enter(session: Session, contest: Contest, name: str = "", said: str = "") -> Reply:
    kept, called = session.boards, session.context.nickname
    if name and called and name != called:
        raise Refusal(f"Your name on this host is {called}: write 'enter'.")
    after, entry = contest_steps.enter(session.store, kept, contest, name or _name(session))
    lines = [said, "Entered.", contest_steps.tell_place(kept, entry)]
    if contest_steps.next_step(session.context, after) is NextStep.NEXT_PLAYER:
        lines.append(_next_words(session.context, after))
    told = " ".join(filter(None, (*lines, kept.complaint)))
    if day := after.page_day:
        return _tell_day(session, day, told)
    return read_out(session, entry.board, told)


def _name(session: Session) -> str:
    return players.name_of(session.context, session.settings.player)


def leave(session: Session, _: str) -> Reply:
    """End a contest for good, after a confirmation."""
    contest = _at_hand(session)
    title = titles.title(contest)
    end, stay = partial(_end, session, contest), partial(_tell, session, contest)
    return session.confirm(f"End this contest for good: {title}?", end, stay)


def _end(session: Session, contest: Contest) -> Reply:
    """End a contest; offer the board to a tour left early that is among the best."""
    if session.has_game and session.kept.purpose.contest == contest.id:
        session.seat.clear()
    if not contest_steps.is_among_the_best(session.boards, contest):
        return _close(session, contest)
    total = f"{titles.unit_of(contest.kind).name.capitalize()}: {contest.total}"
    question = f"{total}. Enter it on the board as {_name(session)}?"
    enter, drop = partial(_enter, session, contest), partial(_close, session, contest)
    return session.confirm(question, enter, drop)


def _close(session: Session, contest: Contest) -> Reply:
    session.seat.give_up(contest)
    return Reply(True, "The contest is over. 'contests' lists the others.")


# -- boards --------------------------------------------------------------------------------


def list_boards(session: Session, _: str) -> Reply:
    """List the boards that have results, and those of the host's tournaments."""
    boards = session.boards
    boards.send()
    told = [f"{name}: {board_name(name)}" for name in boards.names_and_cups()]
    if not told:
        return Reply(True, f"No board has results yet. {boards.complaint}".rstrip())
    more = ["'board NAME' reads one, as in 'board tour'.", boards.complaint]
    return Reply(True, "\n".join([*told, *filter(None, more)]))


def board(session: Session, name: str) -> Reply:
    """Read out a board by its name, even one without results; ``daily`` is today's."""
    known = session.boards.find(name)
    return read_out(session, known or _name_in_full(name))


def _name_in_full(text: str) -> str:
    """The full name of a board without results; ``Refusal`` if a part is missing."""
    board = BoardName.parse(text).on(today())
    if not board.name and not board.kind.unnamed:
        raise Refusal(f"Which one? There are several: '{text}:NAME' reads one, see 'boards'.")
    return str(board)


def read_out(session: Session, board: str, said: str = "") -> Reply:
    """Read out the best results of a board, after another sentence."""
    boards = session.boards
    report = board_report.read_board(boards, board)
    lines = write_lines(report) or [board_report.EMPTY]
    head = f"{report.title}. {' '.join(report.notes)}"
    told = filter(None, (said, head, *lines, report.warning, boards.complaint))
    return Reply(True, "\n".join(told))
