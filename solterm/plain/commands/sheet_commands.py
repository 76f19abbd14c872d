"""Score sheets and the end of a game, in the words of KLONCAN: totals, and what to play next."""

from functools import partial

from solterm.contests import sheets, titles
from solterm.contests.contest import Fate
from solterm.contests.kinds import SHEET
from solterm.contests.result_words import headline
from solterm.core.game import Game
from solterm.core.levels import LEVELS, QUESTION
from solterm.core.phrases import capitalize, either
from solterm.core.refusal import Refusal
from solterm.games import catalogue, search
from solterm.plain.commands import contest_commands
from solterm.plain.session import Reply, Session
from solterm.sessions import contest_report, contest_steps, ending
from solterm.sessions.plays import Start
from solterm.sessions.report import write_lines


def sheet(session: Session, name: str) -> Reply:
    """Show a score sheet; ask for the level before the first game."""
    if name:
        game = search(name)
    elif session.has_game:
        game = session.play.game
    else:
        game = session.sheet[0] if session.sheet else next(iter(catalogue().values()))
    if session.has_game and session.kept.purpose.row and session.play.game is game:
        return show(session, game, session.play.level)
    if session.sheet and session.sheet[0] is game:
        return show(session, *session.sheet)
    return session.ask(
        f"The score sheet of {game}. {QUESTION}: 3 is the game by its rules, 1 the easiest.",
        {str(level): partial(show, session, game, level) for level in sorted(LEVELS)},
    )


def show(session: Session, game: Game, level: int, said: str = "") -> Reply:
    """Read out a sheet and ask which game to play."""
    session.sheet = (game, level)
    kept = sheets.present(session.store, game.id)
    begun = contest_steps.begun_rows(session.store, game.id)
    report = contest_report.tell_sheet(kept, f"{game}, level {level}. Your scores so far:")
    lines = [said, report.title]
    for number, line in enumerate(write_lines(report), 1):
        told = contest_report.tell_under_way(begun[number].moves) if number in begun else ""
        lines.append(f"{line} {capitalize(told)}." if told else line)
    lines += contest_report.compare_full(session.store, kept)
    full = "All six games are played. " if kept.next is None else ""
    lines.append(
        f"{full}Which game do you want to play? 1 to 6."
        " N begins a new sheet, B shows the board, A all sheets."
    )
    answers = {str(n): partial(_play, session, game, level, n) for n in range(1, SHEET.rows + 1)}
    more = {
        "n": partial(_ask_new, session, game, level),
        "b": partial(_board, session, game),
        "a": partial(_archive, session, game),
    }
    return session.ask("\n".join(filter(None, lines)), answers | more)


def row(session: Session, words: str) -> Reply:
    """Play a row of the current mixed sheet, else of the score sheet."""
    number, _, name = words.partition(" ")
    mixed = contest_commands.find_mixed(session)
    last = len(mixed.games) if mixed else SHEET.rows
    if number not in map(str, range(1, last + 1)):
        raise Refusal(f"A sheet has rows 1 to {last}.")
    if mixed:
        return contest_commands.play_row(session, mixed, int(number) - 1, name)
    if name:
        raise Refusal(
            "You can choose the game of a row only on a mixed sheet: 'contests' lists it."
        )
    if session.sheet is None:
        raise Refusal("Which sheet? 'sheet NAME' shows a game's sheet.")
    return _play(session, *session.sheet, int(number))


def _play(session: Session, game: Game, level: int, number: int) -> Reply:
    return session.resume_or_deal(contest_steps.start_row(session.store, game, number, level))


def _ask_new(session: Session, game: Game, level: int) -> Reply:
    if not sheets.present(session.store, game.id).played:
        return show(session, game, level, "This sheet is still empty.")
    ends = " Its unfinished games end." if contest_steps.begun_rows(session.store, game.id) else ""
    question = f"Begin a new sheet? This one goes to the archive.{ends}"
    begin, stay = partial(_begin_new, session, game, level), partial(show, session, game, level)
    return session.confirm(question, begin, stay)


def _begin_new(session: Session, game: Game, level: int) -> Reply:
    if session.has_game and session.kept.purpose.row and session.play.game is game:
        session.seat.clear()  # it ends with its sheet
    name = session.settings.player
    said = contest_steps.archive_sheet(session.store, session.boards, game.id, name)
    return show(session, game, level, said or "A new sheet; the last one is in the archive.")


def _board(session: Session, game: Game) -> Reply:
    """Show the board, after entering a full sheet that is not there yet."""
    name = session.settings.player
    said = contest_steps.enter_sheet(session.store, session.boards, game.id, name)
    return contest_commands.read_out(session, contest_steps.sheet_board(game.id), said)


def _archive(session: Session, game: Game) -> Reply:
    """List all sheets of a game, the latest first."""
    kept = sheets.archive(session.store, game.id)
    told = map(contest_report.tell_earlier, kept)
    return Reply(True, "\n".join(told) or "You have not finished a game of a score sheet yet.")


# -- the end of a game ---------------------------------------------------------------------


def end(session: Session, _: str) -> Reply:
    """Show the result of the game on the table; only leaving it writes anything."""
    kept = session.kept
    if kept.purpose.is_contest and kept.play.tally.won:
        return contest_commands.end_game(session)
    if kept.purpose.is_contest:
        question = titles.end_question(kept.purpose)
        return session.confirm(
            question, partial(contest_commands.end_game, session), "The game goes on."
        )
    rows = ending.result(kept)
    told = [headline(kept.play)]
    told += [f"{name}: {value}{f' ({note})' if note else ''}." for name, value, note in rows]
    told.append(ending.row_words(kept, ending.fate_of(kept)))
    levels = sorted(kept.play.game.offered_levels)
    again = f"Press {either(map(str, levels))} to play again at that level, Q to quit"
    told.append(f"{again}; anything else stays here.")
    answers = {str(level): partial(_ask_row, session, level) for level in levels}
    return session.ask("\n".join(filter(None, told)), {**answers, "q": lambda: _ask_row(session)})


def _ask_row(session: Session, level: int | None = None) -> Reply:
    """Ask before replacing a better result, then leave the game."""
    if ending.fate_of(session.kept) is not Fate.WORSENS:
        return _leave(session, level)
    return session.ask(
        ending.replace_question(session.kept),
        {
            "y": lambda: _leave(session, level),
            "n": lambda: _leave(session, level, replace=False),
        },
    )


def _leave(session: Session, level: int | None, replace: bool = True) -> Reply:
    """End the game for good, and play again at a level, or quit without one."""
    kept = session.kept
    _, said = session.seat.end(replace=replace)
    if level is None:
        session.ended = True
        return Reply(True, f"Game over. {said}".rstrip())
    if kept.purpose.row:
        return show(session, kept.play.game, level, said)
    options = kept.play.options_without_board
    return session.resume_or_deal(Start(kept.play.game, None, level, options))
