"""The list of games, sheets, contests and deals of the day that a player can resume.

The screen and line mode show the same list. The menu reads it before it paints, so this module
loads no code that replays games.
"""

from collections.abc import Iterator, Mapping
from datetime import date
from typing import NamedTuple

from solterm.contests import contests, sheets, titles
from solterm.contests.contest import Contest
from solterm.contests.daily import game_of
from solterm.contests.kinds import KINDS, Kind
from solterm.context import Context
from solterm.core import options
from solterm.core.game import Game
from solterm.core.phrases import count, tell_deal
from solterm.games import find_known, listed
from solterm.store.entries import PlayRow
from solterm.store.purpose import FREE, Purpose
from solterm.store.store import Store

_DONE = "done"

_LONGEST = 40
"""The most characters of a description."""


class Resumable(NamedTuple):
    """An item to resume."""

    kind: Kind | None
    """None: a free game."""
    name: str
    """Its name in a list: ``Free Cell``, ``Golf, 9 holes``, ``Deal of the day``."""
    stands: str
    """Its progress in two words: ``12 moves``, ``hole 5/9``, ``not done``."""
    about: str
    """A description of at most 40 characters."""
    touched: str
    """The time it was last played (ISO 8601, UTC); empty if not started."""
    game: str = ""
    """The game, or that of the contest's next game."""
    purpose: Purpose | None = None
    """That of the play under way; None: no play."""
    contest: int = 0
    """The id of the contest in the store; 0: none."""
    play: int = 0
    """The id of the play under way; 0: none."""
    options: Mapping[str, str] | None = None
    """The options of a free game under way."""

    @property
    def is_under_way(self) -> bool:
        """Whether the player has begun it and not ended it."""
        return bool(self.touched) and self.stands != _DONE

    @property
    def is_today(self) -> bool:
        """Whether it is the deal of the day, played or not."""
        return self.kind is not None and self.name == _name_of_today(self.kind)


def list_resumable(store: Store, day: date) -> list[Resumable]:
    """Return all items to resume, the most recent first; a new deal of the day comes last.

    A game without a move or a turn of the stock is not one of them.

    ``day`` is today in UTC. Raises ``StoreError``.
    """
    plays = store.in_progress()
    listed = contests.list_of_day(store, day)
    found = [
        *_games(plays),
        *_sheets(plays, sheets.list_begun(store)),
        *_contests(plays, _leave_out_tried(store.context, listed), day),
    ]
    # finished items come last
    found.sort(key=lambda each: each.touched if each.is_under_way else "", reverse=True)
    for kind in KINDS.values():
        name = _name_of_today(kind)
        if name and not any(each.name == name for each in found):
            found.append(Resumable(kind, name, "not done", "One try, the same for everybody", ""))
    return found


def _name_of_today(kind: Kind) -> str:
    """Return the name of today's contest in a list; "" for kinds that have none with a page."""
    return kind.listed.format(kind.calendar.word) if kind.calendar and kind.listed else ""


def complete(resumable: list[Resumable], day: date) -> list[Resumable]:
    """Return the list with the game of the day filled in if it is not started."""
    game = listed().get(game_of(day))
    told = _choose_fitting(f"{game}", game.name) if game else ""
    return [
        each._replace(game=game.id, about=told)
        if game and each.is_today and not each.contest
        else each
        for each in resumable
    ]


def _games(plays: list[PlayRow]) -> Iterator[Resumable]:
    for each in plays:
        game = find_known(each.game)
        if game and (each.moves or each.turns) and each.purpose == FREE:
            chosen = options.parse(each.options)
            stands = count(each.moves, "moves") if each.moves else count(each.turns, "turns")
            number = each.number_told
            about = _choose_fitting(
                f"{game.collection}{tell_deal(number)}", tell_deal(number, "Deal ")
            )
            yield Resumable(
                kind=None,
                name=game.titled(chosen),
                stands=stands,
                about=about,
                touched=each.touched,
                game=game.id,
                purpose=each.purpose,
                play=each.play_id,
                options=chosen,
            )


def _sheets(plays: list[PlayRow], begun: list[Contest]) -> Iterator[Resumable]:
    """Yield the sheets with a game under way, or with some rows written and some not."""
    written = {each.name: each for each in begun}
    under_way: dict[str, PlayRow] = {}
    for play in plays:
        if play.moves and play.purpose.row:
            under_way.setdefault(play.game, play)
    for game_id in {**written, **under_way}:
        sheet = written.get(game_id) or sheets.score_sheet(game_id)
        found, game = under_way.get(game_id), find_known(game_id)
        if game is None or (found is None and sheet.played == len(sheet.games)):
            continue
        row = found.purpose.row if found else sheet.played
        touched = found.touched if found else sheet.touched
        about = _choose_fitting(f"{game}, {sheet.total} so far", f"{game}", game.name)
        yield Resumable(
            kind=sheet.kind,
            name="Score sheet",
            stands=f"{'game ' if found else ''}{row}/{len(sheet.games)}",
            about=about,
            touched=touched,
            game=game_id,
            purpose=found.purpose if found else None,
            play=found.play_id if found else 0,
        )


def _leave_out_tried(context: Context, listed: list[Contest]) -> list[Contest]:
    """Return the contests without those that have ended while the player has another try."""
    tries: dict[tuple[Kind, str], list[Contest]] = {}
    for each in listed:
        tries.setdefault((each.kind, each.name), []).append(each)

    def is_last(contest: Contest) -> bool:
        own = tries[contest.kind, contest.name]
        has_another = any(each.open for each in own) or contests.may_begin(
            context, contest.kind, own
        )
        return contest is own[0] and not has_another

    return [each for each in listed if each.open or is_last(each)]


def _contests(plays: list[PlayRow], listed: list[Contest], day: date) -> Iterator[Resumable]:
    """Yield the contests under way, and the day's deal."""
    under_way: dict[int, PlayRow] = {}
    for play in plays:
        if number := play.purpose.contest:
            under_way.setdefault(number, play)
    for contest in listed:
        found = under_way.get(contest.id)
        if found and not found.moves and not contest.is_set_up:
            continue  # it begins with its first move
        place = found.purpose.place if found else contest.next
        is_there = place is not None and place < len(contest.games)
        game = find_known(contest.games[place].game) if is_there and place is not None else None
        touched = max(contest.touched, found.touched if found else "")
        yield Resumable(
            kind=contest.kind,
            name=_name(contest, day),
            stands=_stands(contest, place, found is not None),
            about=_about(contest, game),
            touched=touched,
            game=game.id if game else "",
            purpose=found.purpose if found else None,
            contest=contest.id,
            play=found.play_id if found else 0,
        )


def _name(contest: Contest, day: date) -> str:
    if not contest.kind.listed or titles.find_start(contest.name):
        return titles.list_title(contest)
    calendar = contest.kind.calendar
    is_of_day = calendar and contest.name == calendar.name_of(day)
    return contest.kind.listed.format(calendar.word if calendar and is_of_day else contest.name)


def _stands(contest: Contest, place: int | None, is_played: bool) -> str:
    if place is None or not contest.open:
        played = "played" if contest.kind.has_one_game else "all played"
        return played if contest.open else _DONE
    if contest.kind.has_one_game:
        return "in play" if is_played else "not done"
    of = "" if contest.kind.is_endless else f"/{len(contest.games)}"
    return f"{titles.game_word(contest.kind, place)}{of}"


def _about(contest: Contest, game: Game | None) -> str:
    unit = titles.unit_of(contest.kind)
    total = unit.tell(contest.total)
    if contest.kind.par:
        return f"{total}, {contest.over_par:+} against par"
    if contest.kind.has_one_game:
        board = "not on the board yet" if contest.open else "see the board"
        return _choose_fitting(f"{game}", game.name) if game else f"{total}: {board}"
    return _choose_fitting(f"{game.name}, {total}", game.name) if game else total


def _choose_fitting(*ways: str) -> str:
    """Return the first wording that is short enough, or else the last."""
    return next((each for each in ways if len(each) <= _LONGEST), ways[-1])
