"""Commands for statistics, settings and saved games."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING

from solterm.plain.base import BaseSession
from solterm.plain.reply import Reply
from solterm.store.kept import KeptPlay

if TYPE_CHECKING:
    from solterm.store.entries import InProgress


def stats(session: BaseSession, words: str) -> Reply:
    """Show the statistics of this game by level, or the deals of the day by month."""
    if words == "days":
        from solterm.sessions import calendar

        played = calendar.days(session.store)
        return Reply(True, calendar.tell_calendar(played, datetime.now(UTC).date()))
    if words:
        return Reply(False, f"'stats' knows no {words!r}: write 'stats' or 'stats days'.")
    from solterm.sessions import figures, statistics
    from solterm.sessions.report import write_table

    if not session.has_game:
        every = statistics.figures(session.store)
        return Reply(True, write_table(figures.tell_all(every)) if every else figures.EMPTY)
    found = statistics.figures_of(session.store, session.play.game.id)
    return Reply(True, figures.tell_figures(session.play.game, found))


def settings(session: BaseSession, words: str) -> Reply:
    """List the settings, or change one: ``settings automatic true``."""
    from solterm.store.settings import list_settings

    name, _, value = words.partition(" ")
    if not name:
        listed = list_settings(session.context, session.settings)
        return Reply(True, "\n".join([*listed, *session.seat.complaints]))
    session.seat.change_setting(name, value)
    if name == "lamp" and not session.on_screen:
        session.searcher.is_lit = session.settings.lamp
    if name == "automatic" and session.has_game:
        session.seat.sync_autoplay()
    return Reply(True, f"{name} is {value} now.")


def save_game(session: BaseSession, name: str) -> Reply:
    """Save the position under a name; ask before it replaces another."""
    from solterm.store import saves

    def save() -> Reply:
        saves.save(session.store, wanted, session.kept)
        told = saves.report_saved(session.store, wanted)
        return Reply(True, f"{told} 'open {wanted}' opens it.")

    wanted = name or session.play.game.id
    question = saves.ask_to_replace(session.store, wanted, session.kept, is_chosen=bool(name))
    return session.confirm(question, save, "The save stays as it is.") if question else save()


def list_saves(session: BaseSession, _: str) -> Reply:
    """List the saved games."""
    from solterm.store import saves

    lines = [f"{each.name}: {each.about}" for each in saves.list_saves(session.store)]
    lines += [
        f"{name}: put aside, last played {each.touched[:10]}"
        for name, each in _list_aside(session).items()
    ]
    return Reply(True, "\n".join(lines) or "You have no saved games yet.")


def open_game(session: BaseSession, name: str) -> Reply:
    """Open a saved game, which ends the present one if it is of the same game.

    A game that was put aside changes places with the present one instead.
    """
    from solterm.games import find
    from solterm.store import aside, saves

    session.refuse_scored()
    found = _list_aside(session).get(name)
    if found and name not in [each.name for each in saves.list_saves(session.store)]:
        kept = KeptPlay.resume(session.store, session.store.load(found.play_id), find)
        aside.take_up(session.store, found.play_id)
        return session.take(kept, kept.inconsistency)
    return session.take(saves.load(session.store, name, find))


def _list_aside(session: BaseSession) -> "dict[str, InProgress]":
    """Return the games put aside by the names that ``open`` takes; the latest of equal names."""
    from solterm.store import aside

    found = reversed(aside.list_plays(session.store))
    return {f"{each.game} {each.deal}": each for each in found}
