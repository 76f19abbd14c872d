"""The deals of contests: drawn or by the date at home, and from the host on a host.

A contest that is only shown has no deals there. The host hands them out when its first game begins.
"""

from solterm.contests import contests
from solterm.contests.contest import Contest
from solterm.contests.titles import board_of
from solterm.contests.tournaments import NameTaken, publish
from solterm.core.refusal import Refusal
from solterm.hall.messages import Begin, Begun
from solterm.sessions import contest_steps
from solterm.sessions.contest_steps import Tried
from solterm.sessions.host_link import HostLink
from solterm.sessions.plays import Start
from solterm.store.errors import StoreError
from solterm.store.store import Store


def hand_out(store: Store, host: HostLink, start: Start) -> tuple[Start, str]:
    """Return how to start a game with its deal, and a notice.

    The host is asked for the deals of its contest if they are not known. At home, a new tournament
    is published. Raises ``Refusal`` if the host refuses or doesn't answer, and ``Tried``.
    """
    contest, place = start.contest, start.purpose.place
    if contest is None:
        return start, ""
    if not contests.are_dealt_by_host(store.context, contest.kind):
        is_new = contest.kind.is_published and not contest.begun
        return start, _publish(store, contest) if is_new else ""
    if not contest.games[place].deal:
        contest = _ask(store, host, contest)
    again = contest_steps.start_of(contest, place)
    return again._replace(level=start.level), ""


def _ask(store: Store, host: HostLink, contest: Contest) -> Contest:
    """Ask the host for the deals of a contest; return the one begun in another session, if any."""
    begun = host.ask(_question(contest), Begun)
    if begun.contest != contest.id:
        named = contests.list_named(store, contest.kind, contest.name)
        if known := next((each for each in named if each.id == begun.contest), None):
            if not known.open or known.finished:
                raise Tried(known)
            return known
    return contest._replace(id=begun.contest).with_deals(begun.deals)


def _question(contest: Contest, *, is_practice: bool = False) -> Begin:
    games = tuple(each.game for each in contest.games)
    return Begin(contest.id, str(board_of(contest)), games, is_practice)


def find_practice_deal(host: HostLink, contest: Contest) -> int:
    """Return the deal of a contest of a day that is over; raise ``Refusal`` as ``hand_out`` does.

    A host is asked for it, unless the player has had it.
    """
    (game,) = contest.games
    return game.deal or host.ask(_question(contest, is_practice=True), Begun).deals[0]


def _publish(store: Store, contest: Contest) -> str:
    """Publish a new tournament; return why others can't join it, or ""."""
    try:
        publish(store.context, contest)
    except NameTaken as error:
        raise Refusal(f"{error} Choose another name.") from None
    except StoreError as error:
        return str(error)
    return ""
