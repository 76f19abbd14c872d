"""Starting contests, and listing those under way."""

import os
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from solterm.chance import random_deal
from solterm.contests import contests, days, titles
from solterm.contests.contest import Contest, lay_out
from solterm.contests.days import today
from solterm.contests.kinds import (
    CONTESTS,
    DAILY,
    MATCH,
    MIX,
    RENO,
    TOUR,
    TOURNAMENT,
    BoardName,
    Naming,
)
from solterm.contests.tournaments import NameTaken, list_published, publish
from solterm.context import Context
from solterm.core.deals import hidden_number
from solterm.core.names import EVENING, check_name, skeleton, to_latin
from solterm.core.refusal import Refusal
from solterm.sessions import contest_steps
from solterm.sessions.boards import Boards, Entry
from solterm.store import players
from solterm.store.errors import StoreError
from solterm.store.purpose import Purpose
from solterm.store.store import Store


class Tried(Refusal):
    """The player has used the one try at a contest; ``board`` is its board."""

    def __init__(self, board: str) -> None:
        is_a_day = BoardName.parse(board).kind.named_by is Naming.DAY
        deal = "today's deal" if is_a_day else titles.board_name(board)
        super().__init__(f"You have already played {deal}.")
        self.board = board


class Begun(NamedTuple):
    """A new tournament."""

    contest: Contest
    notice: str = ""
    """A sentence on why others can't join it."""


class Offer(NamedTuple):
    """A kind of contest on the contests page."""

    id: str
    name: str
    takes: str
    """The approximate duration."""
    about: str
    """A description in one or two sentences."""
    board: BoardName | None = None
    """Its board; None if each contest has its own."""
    about_at_home: str = ""
    """The description outside of a host, if it differs."""
    about_to_guests: str = ""
    """The description for guests of a host, if it differs."""
    undone: str = ""
    """What stands in place of the player's best until there is one."""
    tried: str = ""
    """The same after the try of today."""


OFFERS = (
    Offer(
        id="daily",
        name="The deal of the day",
        takes="10 minutes",
        about="One game and one deal a day, the same for everybody. You have one try at it.",
        board=BoardName(DAILY),
        about_at_home="One game and one deal a day, the same for everybody, with one try."
        " Its number follows from the date: the board trusts the players.",
        about_to_guests="One game and one deal a day, the same for all guests, with one try and no"
        " place on the board. Players with an account have another deal.",
        undone="not done today",
        tried="tried today",
    ),
    Offer(
        id="tour",
        name="Aunt Anne's tour",
        takes="an hour",
        about="The eight games of Solitaire Royale in a row; every card brought home is a point.",
        board=BoardName(TOUR),
    ),
    Offer(
        id="own tour",
        name="A tour of your own",
        takes="5 min a game",
        about="Two to twelve games in a row. You pick them with Space, in the order you like.",
    ),
    Offer(
        id="mixed",
        name="A mixed score sheet",
        takes="40 minutes",
        about="Six games that you pick with Space, or row by row; the better try of a row stays.",
        board=BoardName(MIX),
    ),
    Offer(
        id="golf 9",
        name="Golf over nine holes",
        takes="20 minutes",
        about="Nine deals of Golf, counted in strokes. Par is 4 a hole, and fewer are better.",
        board=BoardName(MATCH, "9"),
    ),
    Offer(
        id="golf 18",
        name="Golf over eighteen holes",
        takes="40 minutes",
        about="Eighteen deals of Golf, counted in strokes. Par is 4 a hole, and fewer are better.",
        board=BoardName(MATCH, "18"),
    ),
    Offer(
        id="reno",
        name="An evening at Reno",
        takes="5 min a deal",
        about="You buy the pack for $52, every card brought home pays, and you stop when you like.",
        board=BoardName(RENO),
    ),
    Offer(
        id="tournament",
        name="A tournament of your games",
        takes="5 min a game",
        about="The same deals for every player of this host. You pick its games with Space.",
    ),
    Offer(
        id="tournament tour",
        name="A tournament of the tour",
        takes="an hour",
        about="The same deals of the tour of eight for every player of this host.",
    ),
)
"""The contests on offer, in the order of the page."""


def about(context: Context, offer: Offer) -> str:
    """Return the description of an offer for this player, on a host or at home."""
    if context.is_guest:
        return offer.about_to_guests or offer.about
    return offer.about if context.is_on_host else offer.about_at_home or offer.about


class BestOf(NamedTuple):
    """The best proved results of a board."""

    own: Entry | None
    """The best result of this player."""
    host: Entry | None
    """The best result of all players."""


def board_of(offer: Offer) -> str:
    """Return the board of a kind of contest, today's for the deal of the day; "" if it has none."""
    return str(offer.board.of_day(today())) if offer.board else ""


def best_of(boards: Boards, offer: Offer) -> BestOf:
    """Return the best results of the player and the host in a kind of contest."""
    board = board_of(offer)
    entries = boards.top(board, 1000, wait=False) if board else []
    me = players.profile(boards.context) if entries else ""
    own = next((each for each in entries if each.profile == me), None)
    return BestOf(own, next(iter(entries), None))


def read_best(boards: Boards, offer: Offer) -> Iterator[BestOf]:
    """Yield the best results proved so far, then again after each further proof.

    Each proof takes a step, so a screen can spread the work.
    """
    yield (known := best_of(boards, offer))
    if board := board_of(offer):
        for _ in boards.prove_rest(board):
            yield known
        yield best_of(boards, offer)


def under_way(store: Store) -> list[Contest]:
    """Return the contests to go on with by kind, the most recent first.

    At home the last turn of a tournament is one of them, since another player may follow.
    """
    found = []
    for kind in CONTESTS:
        listed = contests.list_contests(store, kind)
        if kind.has_hot_seat and not kind.most_tries(store.context.is_on_host):
            found += _last_turns(listed)
        else:
            found += [each for each in listed if each.open]
    return found


def _last_turns(listed: Sequence[Contest]) -> list[Contest]:
    last: dict[str, Contest] = {}
    for each in sorted(listed, key=lambda each: (each.open, each.begun), reverse=True):
        last.setdefault(each.name, each)
    return [each for each in listed if last[each.name] is each and (each.open or each.player)]


def begun(store: Store) -> list[Contest]:
    """Return the contests to go on with but those whose first game waits for its first move."""
    untouched = {
        Purpose.parse(each.context).contest for each in store.in_progress() if not each.moves
    }
    return [each for each in under_way(store) if each.id not in untouched or each.is_set_up]


def has_tried_today(store: Store) -> bool:
    """Return whether the player has played the deal of the day; raises ``StoreError``."""
    tries = contests.list_named(store, DAILY, today().isoformat())
    return any(each.finished for each in tries)


def describe(store: Store, contest: Contest) -> tuple[str, str, str]:
    """Return a contest's title, standing and last day, for a list."""
    if contest.closed:
        turns = contests.list_named(store, contest.kind, contest.name)
        stands = f"{len(turns)} played"
    else:
        total = contest_steps.unit(contest).tell(contest.total)
        stands = f"{contest.played} of {len(contest.games)} played, {total}"
    return titles.title(contest), stands, contest.touched.partition("T")[0]


def of_the_host(store: Store) -> tuple[list[Contest], list[str]]:
    """Return the host's tournaments the player may join, and faults of unreadable ones."""
    if store.context.is_guest:
        return [], []
    found, faults = list_published(store.context)
    begun = contests.list_contests(store, TOURNAMENT)

    def may_join(tournament: Contest) -> bool:
        name = tournament.name.casefold()
        return contests.may_begin(
            store.context, tournament.kind, [each for each in begun if each.name.casefold() == name]
        )

    return list(filter(may_join, found)), faults


# -- beginning: what these return is stored with its first game ----------------------------


def propose(store: Store, contest: Contest) -> Contest:
    """Return a contest to begin; one of the same games that was dealt, but has no move yet."""
    known = {each.id for each in begun(store)}
    for each in contests.list_contests(store, contest.kind, only_open=True):
        if each.id not in known and _list_games(each) == _list_games(contest):
            return each
    return contest


def _list_games(contest: Contest) -> list[str]:
    return [contest.name, *(each.game for each in contest.games)]


def begin_daily(store: Store) -> Contest:
    """Begin or resume the one try at today's deal (UTC). Raises ``Tried``."""
    return _begin_or_resume(store, days.deal_to_play(store.context, today()))


def _begin_or_resume(store: Store, wanted: Contest) -> Contest:
    """Begin a contest, or resume the one try at it; raises ``Tried`` if that has ended."""
    tried = contests.list_named(store, wanted.kind, wanted.name)
    if found := next((each for each in tried if each.open), None):
        return found
    if tried and not contests.may_begin(store.context, wanted.kind, tried):
        raise Tried(str(titles.board_of(wanted)))
    return wanted.next_turn()


def begin_tour(store: Store, name: str, games: Sequence[str]) -> Contest:
    """Begin a tour of games given by id.

    Raises ``Refusal`` for an invalid name or number of games.
    """
    return lay_out(TOUR, random_deal, games, check_name(name))


def check_tournament(store: Store, name: str) -> str:
    """Return the name of a new tournament in stored form.

    Raises ``Refusal`` if one of that name exists, or looks like it, or if only a host gives it.
    """
    tidy = check_name(name)
    if store.context.is_on_host and not to_latin(tidy).isascii():
        raise Refusal("On a host, names of tournaments are in Latin letters.")
    if skeleton(tidy).startswith(skeleton(EVENING)):
        raise Refusal("Evenings are tournaments of the host; choose another name.")
    known = [each.name for each in contests.list_contests(store, TOURNAMENT)]
    known += [each.name for each in list_published(store.context)[0]]
    if alike := next((each for each in known if skeleton(each) == skeleton(tidy)), None):
        raise Refusal(f"There is a tournament {alike} already; choose another name.")
    return tidy


def begin_tournament(store: Store, name: str, games: tuple[str, ...]) -> Begun:
    """Begin a tournament of these games and publish it on this host.

    It is stored at once, since others can join it. Raises ``Refusal`` for an invalid name.
    """
    draw = _draw_hidden if store.context.is_on_host else random_deal
    found = lay_out(TOURNAMENT, draw, games, check_tournament(store, name))
    _refuse_flood(store)
    notice = ""
    try:
        publish(store.context, found)
    except NameTaken as error:
        raise Refusal(f"{error} Choose another name.") from None
    except StoreError as error:
        notice = str(error)
    contests.put(store, found)
    return Begun(contests.load(store, found.id), notice)


def _draw_hidden() -> int:
    """Draw a deal that the host's players can't find by trying all numbers."""
    return hidden_number(os.urandom(8))


def _refuse_flood(store: Store) -> None:
    """Raise ``Refusal`` if the player has started too many tournaments."""
    day = str(today())
    lately = [each for each in contests.list_contests(store, TOURNAMENT) if each.touched >= day]
    most = store.context.quotas.tournaments_a_day
    if most and len(lately) >= most:
        raise Refusal("You have begun enough tournaments today: begin another one tomorrow.")


def join(store: Store, tournament: Contest) -> Contest:
    """Begin the player's turn in a tournament of this host.

    Raises ``Tried``, and ``StoreError`` for guests: they would know its deals when they come back
    with an account.
    """
    players.refuse_guests(store.context)
    return _begin_or_resume(store, tournament)


def list_tournaments(store: Store) -> list[str]:
    """Return the names of the tournaments under way, and of those of this host."""
    own = [each.name for each in under_way(store) if each.kind is TOURNAMENT]
    return own + [each.name for each in list_published(store.context)[0]]


def find_tournament(store: Store, name: str) -> Contest | None:
    """Return the tournament of a name: one under way, or one of this host, which is joined.

    Return None if there is none. Raises as ``join`` does.
    """
    wanted = name.casefold()
    for contest in under_way(store):
        if contest.kind is TOURNAMENT and contest.name.casefold() == wanted:
            return contest
    for each in list_published(store.context)[0]:
        if each.name.casefold() == wanted:
            return join(store, each)
    return None
