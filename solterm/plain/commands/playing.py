"""The commands that play: each stores an event and reports its result."""

from dataclasses import replace
from functools import partial

from solterm.contests.score import tell_level
from solterm.core import deals
from solterm.core.cards import DOWN
from solterm.core.move import Move
from solterm.core.refusal import Refusal
from solterm.core.vocabulary.exceptions import Armed, DrawUnder, TurnOne
from solterm.core.words.describe import pile_name
from solterm.plain import prose
from solterm.plain.session import Reply, Session
from solterm.sessions.plays import pick
from solterm.sessions.seat import Done


def move(session: Session, text: str) -> Reply:
    """Make a move, or move a run in single steps."""
    play = session.play
    meant = play.resolve(text)
    steps = play.steps(meant) if play.why_not(meant) else ()

    def tell(done: Done) -> str:
        if steps:
            return prose.tell_carried(session.game, done.before, meant, len(steps))
        made = prose.tell_done(session.game, done.before, done.after, meant)
        seen = prose.tell_seen(session.game, done.after, done.glimpsed)
        return f"{made} {seen}; turned down again." if done.glimpsed else made

    return _show_seen(session, session.tell(session.seat.push(meant), tell))


def exception(session: Session, pile: str) -> Reply:
    """Use an exception, or cancel the one that is armed."""
    exception = session.play.game.exceptions.get(session.play.level)
    put_aside = session.play.armed

    def tell(done: Done) -> str:
        if put_aside:
            return "The exception is cancelled."
        if isinstance(exception, Armed):
            return f"{_invite(session, exception)} Another x cancels it."
        if isinstance(exception, TurnOne):
            return prose.tell_done(session.game, done.before, done.after, Move(exception.stock))
        if done.glimpsed:
            return f"{prose.tell_seen(session.game, done.after, done.glimpsed)}."
        return _tell_changes(session, done)

    return _show_seen(session, session.act(f"x {pile}".rstrip(), tell))


def _invite(session: Session, exception: Armed) -> str:
    """Tell what an armed exception allows and how to type it."""
    if not isinstance(exception, DrawUnder):
        return exception.invitation
    play = session.play
    drawing = play.game.rules_armed(play.level, exception)
    example = exception.example(play.rules, drawing, play.table)
    written = f"It is written like {example}." if example else "None of them fits anywhere now."
    return f"{exception.invitation} {written}"


def _show_seen(session: Session, reply: Reply) -> Reply:
    """Add to the reply the hidden cards that the action showed."""
    return replace(reply, seen=session.play.glimpsed or None)


def cheat(session: Session, sure: str) -> Reply:
    """One level-1 move, once the player has confirmed what it costs."""
    if session.play.cheating:
        return session.act("cheat", lambda _: "The cheat is cancelled but stays counted.")
    session.play.mode.check("cheat")
    told = "Your next move may follow level 1's rules."
    do = partial(session.act, "cheat", lambda _: told)
    if sure in ("y", "yes"):
        return do()
    question = (
        "A cheat lets your next move follow level 1's rules. It stays in your statistics even"
        " if you undo it, and the game counts as level 1. Cheat?"
    )
    return session.confirm(question, do, "The rules stay as they are.")


def level(session: Session, number: str) -> Reply:
    """Play on at another level."""

    def tell(done: Done) -> str:
        said = tell_level(session.play)
        return said if done.before == done.after else f"{said} {_tell_changes(session, done)}"

    return session.act(f"level {number}", tell)


def auto(session: Session, _: str) -> Reply:
    """Send home every card that can go."""
    return session.act(
        "auto", lambda done: prose.tell_brought_home(session.game, done.before, done.after)
    )


def autoplay(session: Session, switch: str) -> Reply:
    """Turn automatic play on or off."""
    if switch == "on" and not session.game.plays_home:
        raise Refusal(session.play.rules.no_automatic(session.play.table))
    words = {
        "on": "From now on cards go home by themselves after each action.",
        "off": "Cards no longer go home by themselves.",
    }
    return session.act(f"autoplay {switch}", lambda _: words[switch])


def undo(session: Session, _: str) -> Reply:
    """Undo the last action."""
    return _act_at(session, "undo", "Undone.")


def redo(session: Session, _: str) -> Reply:
    """Redo the action undone last."""
    return _act_at(session, "redo", "Redone.")


def restart(session: Session, _: str) -> Reply:
    """Start this game over."""
    mode = session.play.mode
    undo = "; undo returns" if not mode else ""
    start = partial(_act_at, session, "restart", f"Back at the start{undo}.")
    if not (mode and session.play.can_restart):
        return start()
    return session.confirm("Start this game over? Nothing leads back.", start, "The game goes on.")


def return_to(session: Session, name: str) -> Reply:
    """Return to a bookmark, by default the one set last."""
    name = name or (session.play.bookmarks or ("1",))[-1]
    return _act_at(session, f"return {name}", f"Back at bookmark {name}; undo returns.")


def _act_at(session: Session, event: str, said: str) -> Reply:
    return session.act(event, lambda done: f"{said} {_tell_changes(session, done)}".strip())


def _tell_changes(session: Session, done: Done) -> str:
    return prose.tell_changes(session.game, done.before, done.after)


def bookmark(session: Session, name: str) -> Reply:
    """Set a bookmark here; without a name it gets the next free number."""
    marks = session.play.bookmarks
    name = name or next(str(n) for n in range(1, len(marks) + 2) if str(n) not in marks)
    return session.act(f"bookmark {name}", lambda _: f"Bookmark {name} is set here.")


def peek(session: Session, pile: str) -> Reply:
    """Name the cards of a pile."""
    came_of_it = session.act(f"peek {pile}", lambda _: "").text
    known, lying = session.play.show_peek(pile), session.play.pile(pile)
    cards = prose.names(known) or ("no card lies face up" if lying else "no card")
    unseen = max(0, sum(1 for card in lying if not card & DOWN) - len(known))
    more = f"; {unseen} you have not seen" if unseen else ""
    order = ", from the bottom" if len(known) > 1 else ""
    tell = f"In {pile_name(session.game, pile)}{order}: {cards}{more}."
    return Reply(True, f"{tell} {came_of_it}".rstrip(), seen=known)


def new(session: Session, number: str) -> Reply:
    """End this game and deal another one, by number, or ``winnable``: one that can be won."""
    play, options = session.play, session.play.options_without_board
    if number == "winnable":
        deal = pick(session.store, play.game, play.level, options)
        if deal is None:
            raise Refusal("No unplayed winnable deal is known.")
        return session.deal(deal, options)
    return session.deal(deals.parse(number) if number else None, options)


def replay(session: Session, _: str) -> Reply:
    """End this game and deal the same cards again."""
    return session.deal(session.play.deal, session.play.options)
