"""The lines of the menu: unfinished games and contests, games, and score sheets.

``MenuData`` reads everything at once, so that no key waits for the store.
"""

from collections.abc import Collection, Iterator, Mapping, Sequence
from textwrap import shorten
from types import MappingProxyType
from typing import NamedTuple

from solterm.contests import sheets
from solterm.contests.days import today
from solterm.contests.kinds import SHEET
from solterm.contests.titles import short
from solterm.core.game import Game
from solterm.core.phrases import count
from solterm.games import CHILDRENS, find, find_known, listed, name_apart
from solterm.games.listed import GameWords
from solterm.games.matching import (
    BEST_KNOWN,
    RULE_SETS,
    FoundGame,
    Rank,
    rank_text,
    tell_options,
)
from solterm.sessions.life import LifeLine
from solterm.sessions.resumable import Resumable, complete, list_resumable
from solterm.sessions.statistics import Standing, list_standings
from solterm.sessions.tags import PlayerFacts, Tagged, find_tagged, list_marked
from solterm.store.settings import Settings
from solterm.store.store import Store

NAME = 26
"""Columns of a name."""
STATE = 11
"""Columns of the player's results."""
SUMMARY = 40
"""Columns of a game's summary."""
LIFE = 21
"""Columns of the heading of a line about today."""
WHOLE = NAME + STATE + SUMMARY
"""Columns of a line with all three."""

MOST = 5
"""Unfinished games above the list, until the player asks for all."""

_KINDS = "Kinds of games"
_NOW = "Play"
_BEST = "Best known"
_SHEETS = "Score sheets"


class Variant(NamedTuple):
    """A variant of a game that is chosen on its row."""

    label: str
    """``two suits``."""
    game: GameWords
    options: Mapping[str, str]


class Line(NamedTuple):
    """A game, its score sheet, something unfinished, a collection, or a heading."""

    text: str
    words: GameWords | None = None
    """The words about its game."""
    waiting: Resumable | None = None
    is_sheet: bool = False
    is_more: bool = False
    """Whether it stands for the unfinished games that are not listed yet."""
    part: str = ""
    """The part of the list that a game stands in; a game may stand in several."""
    collected: tuple[GameWords, ...] = ()
    """The games of the collection, or of another list, that it folds and unfolds."""
    tagged: Tagged | None = None
    """The list that it folds and unfolds, if it is no collection."""
    options: Mapping[str, str] = {}
    """The options of a variant of the game."""
    variants: tuple[Variant, ...] = ()
    """Those to choose from on the row, which stands for all of them."""
    news: LifeLine | None = None
    """What it tells about today on the host."""

    @property
    def game(self) -> Game | None:
        """The rules of its game."""
        return find(self.words.id) if self.words else None

    @property
    def is_choice(self) -> bool:
        return bool(self.words or self.waiting or self.is_more or self.collected or self.news)

    @property
    def is_game(self) -> bool:
        """Whether it is a game, neither unfinished nor a sheet nor a row of one variant."""
        is_one = self.options and not self.variants
        return bool(self.words and not (self.waiting or self.is_sheet or is_one))

    def turn(self, by: int) -> Variant:
        """Return another variant of those on the row."""
        shown = ((each.game, each.options) == (self.words, self.options) for each in self.variants)
        return self.variants[(list(shown).index(True) + by) % len(self.variants)]

    @property
    def games(self) -> Collection[GameWords]:
        """The games that the row stands for."""
        chosen = [each.game for each in self.variants]
        return [self.words, *chosen] if self.words else chosen


class MenuData(NamedTuple):
    """The facts about the player that the menu shows."""

    waiting: Sequence[Resumable] = ()
    """Unfinished games and contests."""
    standings: Mapping[tuple[str, str], Standing] = {}
    """Games played and won, by game and variant."""
    in_progress: Mapping[str, str] = {}
    """The purpose of the game in progress, by game; by title for variants."""
    sheets: Mapping[str, str] = {}
    """The progress of the present score sheet, by game."""
    player: PlayerFacts = PlayerFacts()
    """The facts that lists of games depend on."""
    is_new: bool = False
    """Whether the player has never dealt a game."""

    @classmethod
    def look_up(cls, store: Store, settings: Settings) -> "MenuData":
        """Read today's facts; raises ``StoreError``."""
        waiting, standings = list_resumable(store, today()), list_standings(store)
        in_progress: dict[str, str] = {}
        for each in waiting:
            if each.purpose is not None:
                game = find_known(each.game)
                variant = each.name.removeprefix(f"{game.name}, ") if game else ""
                is_variant = each.kind is None and variant != each.name
                standing = short(each.purpose) or "in play"
                in_progress.setdefault(each.name if is_variant else each.game, standing)
        lately = _list_lately(waiting, standings)
        player = PlayerFacts(settings.favourites.split(), lately, settings.level)
        sheets = dict(_tell_sheets(store, waiting))
        return cls(waiting, standings, in_progress, sheets, player, store.is_new())

    def complete(self) -> "MenuData":
        """Return the same with the facts that take longer to read."""
        return self._replace(waiting=complete(list(self.waiting), today()))

    @property
    def latest(self) -> str:
        """The id of the game played last; empty for new players."""
        return next(iter(self.player.lately), "")

    @property
    def is_begun(self) -> bool:
        """Whether the player has a game to go on with."""
        return any(each.is_under_way for each in self.waiting)

    def list_lines(
        self,
        games: Sequence[GameWords],
        *,
        typed: str = "",
        is_deal: bool = False,
        most: int = MOST,
        unfolded: Collection[str] = (),
        life: "Sequence[LifeLine]" = (),
        chosen: Mapping[str, Variant] = MappingProxyType({}),
    ) -> list[Line]:
        """Return the lines for some games.

        The whole list begins with what to do now, today's life on the host, and the best known
        games; favourites and collections follow, and those that are not in ``unfolded`` have one
        line. A search finds contests, sheets and kinds of games too, unless
        it asks for a deal; a free game is found as a game. ``chosen`` has the variants that the
        player chose on rows, by the id of the first one.
        """
        if typed and is_deal:
            return list_game_lines(games, self.sheets, is_search=True)
        if typed:
            return self._list_found(games, typed, most, unfolded)
        lines = list_resumable_lines(self.waiting, most) if self.waiting else []
        if not self.is_begun:  # the heading goes
            lines = [self._propose(), *lines[1:]]
        if life:
            lines += [Line("Today here"), *(Line(each.head, news=each) for each in life)]
        own = list_tagged(list_marked(self.player), unfolded)
        collections = list_collections(games, self.sheets, unfolded)
        rows = [*lines, *list_best_known(), *own, *collections]
        return [self._choose_variant(line, chosen) for line in rows]

    def _choose_variant(self, line: Line, chosen: Mapping[str, Variant]) -> Line:
        """Return the row of a game with the variant chosen there, or else the one played last."""
        if not line.words or not line.is_game:
            return line
        variants = list_variants(line.words, with_rule_sets=line.part in (_NOW, _BEST))
        if not variants:
            return line
        first = variants[0].game
        moments = {
            (each.game, find(each.game).variant(each.options or {})): each.touched
            for each in self.waiting
            if each.options is not None
        }

        def touch(variant: Variant) -> str:
            key = variant.game.id, variant.label if variant.options else ""
            standing = self.standings.get(key)
            return max(moments.get(key, ""), standing.touched if standing else "")

        label, game, options = chosen.get(first.id) or max(variants, key=touch)
        if line.part == _NOW:
            title = find(game.id).titled(options) if options else game.name
            text, variants = f"{_NOW} {title}", ()
        else:
            text = f"{first.name.partition(',')[0]} < {label} >"
            text = text if len(text) < NAME else text.replace("< ", "<").replace(" >", ">")
        return line._replace(text=text, words=game, options=options, variants=variants)

    def _list_found(
        self, games: Sequence[GameWords], typed: str, most: int, unfolded: Collection[str]
    ) -> list[Line]:
        waiting = [each for each in self.waiting if each.kind and _rank_resumable(each, typed)]
        lines = list_resumable_lines(waiting, most) if waiting else []
        lines += list_game_lines(games, self.sheets, is_search=True)
        kinds = list_tagged(find_tagged(typed, self.player), unfolded)
        return [*lines, Line(_KINDS), *kinds] if kinds else lines

    def _propose(self) -> Line:
        """Return the line for a player who has nothing to go on with."""
        game = listed().get(self.latest) or listed()[BEST_KNOWN[0]]
        return Line(f"{_NOW} {game.name}", game, part=_NOW)

    def tell_state(self, line: Line) -> str:
        """Return the text of the second column: in play, won of played, or the best."""
        if line.waiting:
            return line.waiting.stands
        if line.collected:
            return count(len(line.collected), "games")
        if line.words is None or line.is_sheet:
            return ""
        place = find(line.words.id).titled(line.options) if line.options else line.words.id
        context, standing = self.in_progress.get(place, ""), self.find_standing(line)
        if context or standing is None:
            return context
        is_won = standing.won or not _has_best(find(line.words.id), standing)
        return f"won {standing.won}/{standing.played}" if is_won else f"best {standing.best}"

    def find_standing(self, line: Line) -> Standing | None:
        """Return the player's results in a line's game and variant."""
        if line.words is None:
            return None
        variant = find(line.words.id).variant(line.options) if line.options else ""
        return self.standings.get((line.words.id, variant))


def _list_lately(
    waiting: Sequence[Resumable], standings: Mapping[tuple[str, str], Standing]
) -> list[str]:
    moments: dict[str, str] = {}
    for (game_id, _), standing in standings.items():
        moments[game_id] = max(moments.get(game_id, ""), standing.touched)
    for each in waiting:
        if each.game and each.touched:
            moments[each.game] = max(moments.get(each.game, ""), each.touched)
    return sorted(moments, key=lambda game_id: moments[game_id], reverse=True)


def _tell_sheets(store: Store, waiting: Sequence[Resumable]) -> Iterator[tuple[str, str]]:
    under_way = {
        each.game: each.purpose.row for each in waiting if each.purpose and each.purpose.row
    }
    begun = {each.name: each for each in sheets.list_begun(store)}
    for game in listed().values():
        if not game.on_sheet:
            continue
        row = under_way.get(game.id)
        if row is None and game.id in begun:
            at = begun[game.id].next
            row = 0 if at is None else at + 1
        match row:
            case None:
                yield game.id, "new"
            case 0:
                yield game.id, "complete"
            case _:
                yield game.id, f"game {row} of {SHEET.rows}"


def find_line(lines: Sequence[Line], typed: str, matches: Sequence[FoundGame]) -> list[int]:
    """Return the places of the lines that fit a search best, in the order of a good choice.

    ``matches`` are the games found, best first. Score sheets and variants come after games that
    fit as well.
    """
    ranks = {match.game.id: (match.rank, place) for place, match in enumerate(matches)}
    found: list[tuple[Rank, int, int]] = []
    for place, line in enumerate(lines):
        if line.waiting:
            rank = _rank_resumable(line.waiting, typed)
        elif line.tagged:
            rank = line.tagged.rank(typed)
        elif line.is_sheet or line.options:
            rank = rank_text(typed, line.text, tell_options(line.options))
        elif line.words and line.words.id in ranks:
            found.append((*ranks[line.words.id], place))
            continue
        else:
            rank = None
        if rank:
            found.append((rank, len(matches) if line.is_sheet or line.options else 0, place))
    found.sort()
    return [place for rank, _, place in found if rank is found[0][0]]


def _rank_resumable(waiting: Resumable, typed: str) -> Rank | None:
    return rank_text(typed, waiting.name, waiting.kind.keyword if waiting.kind else "")


def list_resumable_lines(waiting: Sequence[Resumable], most: int = MOST) -> list[Line]:
    """Return the unfinished games under a heading; the deal of the day is always among them.

    A line that tells of more stands for two or more.
    """
    if len(waiting) <= most + 1:
        shown = [*waiting]
    else:
        today = [each for each in waiting[most:] if each.is_today]
        shown = [*waiting[: most - len(today)], *today]
    more = len(waiting) - len(shown)
    return [
        Line("Go on with"),
        *(Line(each.name, listed().get(each.game), each) for each in shown),
        *([Line(f"{more} more: Enter lists them", is_more=True)] if more else []),
    ]


def list_variants(game: GameWords, with_rule_sets: bool) -> tuple[Variant, ...]:
    """Return the variants of a game to choose from on its row, the usual one first.

    They are the values of its only option, if all have words, or rule sets of the same name.
    """
    ids = next((ids for ids in RULE_SETS if game.id in ids), ())
    if ids and with_rule_sets:
        sets = [listed()[each] for each in ids]
        return tuple(Variant(each.name.partition(", ")[2], each, {}) for each in sets)
    return tuple(Variant(label, game, options) for label, options in game.variants)


def list_best_known() -> list[Line]:
    """Return the best known games under a heading."""
    known = [listed()[game_id] for game_id in BEST_KNOWN]
    return [Line(_BEST), *(Line(game.name, game, part=_BEST) for game in known)]


def list_collections(
    games: Sequence[GameWords], told: Mapping[str, str], unfolded: Collection[str]
) -> list[Line]:
    """Return a line for each collection, followed by its games if it is unfolded."""
    lines: list[Line] = []
    for name in dict.fromkeys(game.collection for game in games):
        collected = tuple(game for game in games if game.collection == name)
        lines.append(Line(name, collected=collected))
        if name in unfolded:
            lines += list_game_lines(collected, told)[1:]
    return lines


def list_tagged(tagged: Sequence[Tagged], unfolded: Collection[str]) -> list[Line]:
    """Return a line for each list, followed by its games if it is unfolded."""
    lines: list[Line] = []
    for each in tagged:
        games = tuple(listed()[game.id] for game in each.games)
        lines.append(Line(each.name, collected=games, tagged=each))
        if each.name in unfolded:
            lines += [Line(name_apart(game), game, part=each.name) for game in games]
    return lines


def list_game_lines(
    games: Sequence[GameWords], told: Mapping[str, str] | None = None, *, is_search: bool = False
) -> list[Line]:
    """Return the games under their collections, each collection followed by its score sheets.

    ``told`` has the progress of the score sheets, by game. In a search, whose best finds come
    first, a collection stands where its first game does, each game is followed by its variants, and
    the score sheets come last.
    """
    if is_search:
        headings = list(dict.fromkeys(map(_heading, games)))
        games = sorted(games, key=lambda game: headings.index(_heading(game)))
    lines: list[Line] = []
    pending: list[Line] = []
    collection = ""
    for game in games:
        if (heading := _heading(game)) != collection:
            collection = heading
            if not is_search:
                lines += pending
                pending = []
            lines.append(Line(heading))
        lines.append(Line(game.name, game, part=game.collection))
        if is_search:
            rules = find(game.id)
            lines += [Line(rules.titled(each), game, options=each) for each in rules.variants]
        if told and game.id in told:
            name = f"{game.name} score sheet: {told[game.id]}"
            pending.append(Line(name, game, is_sheet=True))
    if is_search and pending:
        lines.append(Line(_SHEETS))
    return lines + pending


def _heading(game: GameWords) -> str:
    is_for_children = game.id in CHILDRENS
    return f"{game.collection}: children's games" if is_for_children else game.collection


def tell_line(line: Line, state: str, width: int) -> str:
    """Return the text of a line: three columns, or two where the third has no room."""
    if line.news:
        told = shorten(line.news.text, max(5, width - LIFE), placeholder=" ...")
        return f"{line.text:{LIFE}}{told}"[:width]
    if line.is_sheet or line.is_more:
        text = f"{line.text[: NAME + STATE - 1]:{NAME + STATE}}"
    else:
        text = f"{line.text[: NAME - 1]:{NAME}}{state[: STATE - 1]:{STATE}}"
    return text + tell_about(line) if width >= WHOLE else text


def tell_about(line: Line) -> str:
    """Return the text of the third column."""
    if line.is_sheet:
        return "Six games, one total"
    if line.is_more:
        return ""
    if line.news:
        return line.news.text
    if line.collected:
        return _tell_some(line.collected)
    if line.options and line.game and not line.variants:
        return f"The same, {line.game.variant(line.options)}"
    return line.waiting.about if line.waiting else tell_summary(line.words)


def _tell_some(games: Sequence[GameWords]) -> str:
    """Return the names of the first games, as many as there is room for."""
    named = ""
    for name in dict.fromkeys(game.name for game in games):
        longer = f"{named}, {name}" if named else name
        if len(longer) > SUMMARY - len(" and more"):
            return f"{named} and more"
        named = longer
    return named


def tell_summary(game: GameWords | None) -> str:
    """Return the game's summary; empty if it has none or a longer one than ``SUMMARY``."""
    summary = game.summary if game else ""
    return summary if len(summary) <= SUMMARY else ""


def tell_standing(game: Game, standing: Standing | None) -> str:
    """Return the player's results in a game as a sentence."""
    if standing is None:
        return "Not finished yet."
    helped = f", {standing.helped} with help" if standing.helped else ""
    told = f"Won {standing.won} of {standing.played}{helped}."
    if not _has_best(game, standing):
        return told
    unit = game.own_score.unit if game.own_score else "mark"
    return f"{told} Best {unit}: {standing.best}."


def _has_best(game: Game, standing: Standing) -> bool:
    """Return whether a best result is worth telling: a score, or a mark above 0."""
    return game.own_score is not None or standing.best > 0
