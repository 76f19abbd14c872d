"""The pages that people link to: plain HTML without a script, each of a few kilobytes.

They name only players who allow it. Text of others goes through ``escape``.
"""

from collections.abc import Mapping, Sequence
from datetime import date
from html import escape
from types import MappingProxyType
from typing import Any, NamedTuple
from urllib.parse import quote

from solterm.contests.kinds import DAILY, TOURNAMENT, BoardName
from solterm.contests.races import read_pace
from solterm.contests.result import ContestResult
from solterm.contests.titles import board_name
from solterm.core.game import Game
from solterm.core.names import EVENING
from solterm.core.phrases import capitalize, count, duration
from solterm.core.values import replace
from solterm.games import catalogue
from solterm.hall.messages import PlayerPage, Result, Tonight, Visitor
from solterm.serve.race_records import GHOST, RaceRow, RacerRow
from solterm.serve.web.web_pages import PageFrame, write_document
from solterm.sessions.board_report import tell_board
from solterm.sessions.evenings import tell_games
from solterm.sessions.news import name_game, tell_player, tell_result, tell_visitor
from solterm.sessions.report import Report, Value

Names = Mapping[str, str]
"""The players whom pages may name: their names by id."""

_SOMEBODY, _A_GHOST = "A player", "A ghost"
"""Who allows no page, and who needs none."""
_INVITATION = """<p><b>{}</b></p>
<p>Everyone gets the same cards, once. After Play, the menu lists it under Today here.</p>
<p class="act"><a class="button first" href="/play">Play</a></p>
"""
_DAYS, _EVENINGS = f"{DAILY.id}:", f"{TOURNAMENT.id}:{EVENING}"
"""How the names of these boards begin."""
MOST_ROWS = 20
"""Rows of a board, and of a player's games."""
_MOST_DATED = 10
"""Boards of days and of evenings in the list."""
_MOST_BOARDS = 25
"""Other boards there."""
_MOST_POINTS = 80
"""Of a run in the chart of a race."""


class Today(NamedTuple):
    """What the front page says of this day."""

    day: date
    game: Game
    """The game of the deal of the day."""
    example: str
    """Another deal of it, as links have it: ``demon:617``."""
    visitors: Sequence[Visitor]
    """Those who are here; some of many."""
    total: int
    """How many are here."""
    tonight: Tonight
    when: str
    """When the evening is: ``Tonight at 20:00 UTC``."""
    # -- from the accounts; while these fail, the page is shown without
    names: Names = MappingProxyType[str, str]({})
    tries: int = 0
    """How many have played the deal of the day."""
    results: Sequence[Result] = ()
    """The latest ones."""
    races: Sequence[RaceRow] = ()
    """The latest that are over."""


# -- the front page ----------------------------------------------------------------------------


def show_front(frame: PageFrame, today: Today, command: str) -> str:
    """Return the first page; ``command`` plays here in a terminal."""
    game = today.game
    tried = f" {count(today.tries, 'players')} tried it so far." if today.tries else ""
    proved = " It can be won." * (today.tonight.winnable_day == today.day.isoformat())
    about = f"{len(catalogue())} solitaire games, in this browser or in a terminal. No sign-up."
    board = link_board(str(BoardName(DAILY).on(today.day)))
    body = f"""<main>
<header class="hero"><div>
<h1>solterm</h1>
<p class="lead">{about}</p>
<p class="act"><a class="button first" href="/play">Play</a> <a class="button"
href="/play?guest">Play as a guest</a></p>
<p class="hint">In a terminal: <code>{escape(command)}</code></p>
</div>
<figure><a href="/play?deal={today.example}"><img src="/pictures/{today.example}.svg"
alt="Cards of {escape(game.name)} on the table"></a>
<figcaption class="hint">{escape(game.name)}, with other cards than today's</figcaption>
</figure>
</header>
<div class="columns">
<section><h2>Deal of the day</h2>
<p><b>{escape(game.name)}</b> ({escape(game.collection)}). {escape(game.summary)}.</p>
<p>Everyone gets the same cards, once.{proved}{tried}</p>
<p><a href="{board}">The board of today</a></p></section>
{_show_tonight(today)}<section><h2>Here now</h2>
{_list_visitors(today)}</section>
<section><h2>Last results</h2>
{_list_results(today)}</section>
</div>
<footer>
<p>A cookie finds your games again. From the cards, Ctrl+Home leads back to the page.</p>
<p><a href="/boards">Boards</a> <a href="/lines">Line mode, for screen readers and without
scripts</a></p>
</footer>
</main>
"""
    return write_document(frame, "solterm, a card room", body, path="/", about=about)


def _show_tonight(today: Today) -> str:
    tonight = today.tonight
    if not tonight.name:
        return ""
    is_on, has = today.when.startswith("Now"), "has" if tonight.signed_up == 1 else "have"
    joined = f" {count(tonight.signed_up, 'players')} {has} signed up." if tonight.signed_up else ""
    return f"""<section><h2>{"This evening" if is_on else "The next evening"}</h2>
<p><b>{escape(today.when)}</b>: {escape(tell_games(tonight.games))}.{joined * (not is_on)}</p>
<p><a href="{link_board(str(BoardName(TOURNAMENT, tonight.name)))}">{
        "Standings" if is_on else "More"
    }</a></p></section>
"""


def _list_visitors(today: Today) -> str:
    if not today.total:
        return "<p>No one is playing now. Be the first!</p>\n"
    known = set(today.names.values())
    shown = [
        each for each in today.visitors if each.is_open and (each.game or each.player in known)
    ]
    told = [_tell_visitor(each, known) for each in shown]
    if rest := today.total - len(told):
        told.append(f"{count(rest, 'more players' if told else 'players')}.")
    return _list(told)


def _tell_visitor(visitor: Visitor, known: set[str]) -> str:
    name, shown = visitor.player, visitor
    if name and name not in known:
        name, shown = "", replace(visitor, player=_SOMEBODY)
    told = _link_name(tell_visitor(shown) if name else capitalize(tell_visitor(shown)), name)
    if not (visitor.game and visitor.deal):  # contests are for later
        return told
    address = escape(f"/play?watch={quote(visitor.session)}")
    who = escape(name or "this player")
    return f'{told} <a href="{address}" aria-label="Watch {who}">Watch</a>'


def _list_results(today: Today) -> str:
    known = set(today.names.values())
    told = [_tell_race(each, today.names) for each in today.races]
    for each in today.results:
        name = each.player if each.player in known else ""
        told.append(_link_name(tell_result(replace(each, player=name or _SOMEBODY)), name))
    return _list(told) if told else "<p>None yet.</p>\n"


def _tell_race(race: RaceRow, names: Names) -> str:
    return f'<a href="/races/{race.id}">{escape(_title_race(race, names))}</a>'


# -- boards and evenings -----------------------------------------------------------------------


def list_boards(frame: PageFrame, boards: Sequence[str]) -> str:
    """Return the page of the boards: the latest of days and evenings, and others."""
    days, evenings = (
        sorted((each for each in boards if each.startswith(start)), reverse=True)[:_MOST_DATED]
        for start in (_DAYS, _EVENINGS)
    )
    others = [each for each in boards if not each.startswith((_DAYS, _EVENINGS))]
    parts = (("Days", days), ("Evenings", evenings), ("Contests", others[:_MOST_BOARDS]))
    lists = "".join(
        f"<h2>{title}</h2>\n{_list([_link_board(each) for each in some])}"
        for title, some in parts
        if some
    )
    body = lists or "<p>No results yet: play a contest.</p>\n"
    return _write(frame, "Boards", body, "/boards", "The boards of this card room.")


def _link_board(board: str) -> str:
    return f'<a href="{link_board(board)}">{escape(board_name(board))}</a>'


def link_board(board: str) -> str:
    """Return the path of a board's page."""
    return f"/boards/{quote(board, safe=':')}"


def show_board(
    frame: PageFrame, board: str, found: Sequence[ContestResult], names: Names, evening: str
) -> str:
    """Return the page of a board; ``evening`` says when its evening is, "" where that is over."""
    shown = [each._replace(player=names.get(each.profile, _SOMEBODY)) for each in found]
    report = tell_board(board, shown, MOST_ROWS)
    notes = [_INVITATION.format(escape(evening))] if evening else []
    table = _write_table(report, names) if report.rows else "<p>No results yet.</p>\n"
    notes += [table, *(f'<p class="hint">{escape(note)}</p>\n' for note in report.notes)]
    best = report.rows[0] if report.rows else ()
    first = f"First: {best[1]}, {best[2]} {report.unit}." if best else "Nobody has played it yet."
    about = evening or first
    return _write(frame, board_name(board), "".join(notes), link_board(board), about)


# -- races -------------------------------------------------------------------------------------


def show_race(frame: PageFrame, race: RaceRow, names: Names, records: Sequence[str] = ()) -> str:
    """Return the page of a race, without its deal; how it went is told once it is over.

    The last tables are shown of those racers who may be named.
    """
    path, is_over = f"/races/{race.id}", bool(race.ended)
    rows = "".join(
        f'<tr><td><svg class="key" width="24" height="12" aria-hidden="true">'
        f'<path class="run{seat}" d="M0 6h24"/></svg></td>'
        f'<th scope="row">{_link_racer(each, names)}</th>'
        f"<td>{_tell_run(each, seat == race.winner) * is_over}</td></tr>\n"
        for seat, each in enumerate(race.racers)
    )
    tables = "".join(
        f'<figure><img src="{path}/{seat}.svg" alt="The table at the end">'
        f'<figcaption class="hint">{escape(names[each.player])}</figcaption></figure>\n'
        for seat, (each, record) in enumerate(zip(race.racers, records, strict=False))
        if is_over and record and each.player in names
    )
    chart = _draw_course(race) if is_over else ""
    game = f"{escape(name_game(race.game))}, level {race.level}"
    state = f"{race.ended[:10]}." if is_over else "It is under way."
    body = f"""<p>{game}: the same cards for both, at the same time. {state}</p>
{chart}<table>
{rows}</table>
<div class="tables">
{tables}</div>
<p class="act"><a class="button first" href="/play">Race somebody</a></p>
"""
    about = "Two players, the same cards, ten minutes."
    return _write(frame, _title_race(race, names), body, path, about)


def _link_racer(racer: RacerRow, names: Names) -> str:
    return _link_name(_name_racer(racer, names), names.get(racer.player, ""))


def _draw_course(race: RaceRow) -> str:
    """Return a chart of the cards home over time."""
    across, down = 640, 180
    runs = [_list_points(each) for each in race.racers]
    seconds = max(max(each[-1][0] for each in runs), 1)
    most = max(max(cards for _, cards in each) for each in runs) or 1
    paths = []
    for seat, points in enumerate(runs):
        steps = "".join(
            f"H{across * at / seconds:.0f}V{down - down * cards / most:.0f}" for at, cards in points
        )
        paths.append(f'<path class="run{seat}" d="M0 {down}{steps}"/>')
    told = f"Cards home over time: up to {most} in {duration(seconds)}."
    place = f'viewBox="-4 -4 {across + 8} {down + 8}" role="img" aria-label="{told}"'
    axes = f'<path d="M0 0v{down}h{across}"/>'
    chart = f'<svg class="course" {place}>{axes}{"".join(paths)}</svg>'
    return f'<figure>{chart}<figcaption class="hint">{told}</figcaption></figure>\n'


def _list_points(racer: RacerRow) -> list[tuple[float, int]]:
    """Return when the cards home of a run changed: seconds and cards, with its end."""
    last = float(racer.run.seconds), racer.run.cards
    pace = read_pace(racer.pace) if racer.pace else ()
    points = [(each.seconds, each.cards) for each in pace if each.seconds < last[0]]
    changed = [
        each
        for each, before in zip(points, [(0, 0), *points], strict=False)
        if each[1] != before[1]
    ]
    return [*changed[-_MOST_POINTS:], last]


def _title_race(race: RaceRow, names: Names) -> str:
    """Return who has beaten whom: ``ann beat a ghost at Demon``, ``ann drew with bob at Golf``."""
    racers, game = [_name_racer(each, names) for each in race.racers], name_game(race.game)
    first = max(race.winner, 0)
    winner, loser = racers[first], racers[1 - first]
    if loser in (_SOMEBODY, _A_GHOST):
        loser = "another" if loser == winner else loser.lower()
    if race.winner < 0:
        return f"{winner} {'drew with' if race.ended else 'against'} {loser} at {game}"
    return f"{winner} beat {loser} at {game}"


def _name_racer(racer: RacerRow, names: Names) -> str:
    if racer.kind == GHOST:
        return _A_GHOST
    return names.get(racer.player, _SOMEBODY)


def _tell_run(racer: RacerRow, is_winner: bool) -> str:
    run = racer.run
    won = f"won after {duration(run.seconds)}" if run.won else f"mark {run.mark}"
    return f"{count(run.moves, 'moves')}, {won}{', won the race' * (is_winner and not run.won)}"


# -- players and their games ---------------------------------------------------------------------


def show_player(frame: PageFrame, page: PlayerPage) -> str:
    """Return the page of a player who allows it."""
    path, told = link_player(page.player), tell_player(page)
    rows = "".join(
        f'<tr><td><a href="{path}/{each.id}">{escape(name_game(each.game))}</a></td>'
        f"<td>{'won' if each.won else 'ended'}</td><td>{each.mark}</td>"
        f"<td>{escape(each.date)}</td></tr>\n"
        for each in page.runs[:MOST_ROWS]
    )
    head = "<thead><tr><th>Game</th><th>Result</th><th>Mark</th><th>Day</th></tr></thead>"
    table = f"<h2>The latest games</h2>\n<table>\n{head}\n{rows}</table>\n" if rows else ""
    return _write(frame, page.player, f"<p>{escape(told)}</p>\n{table}", path, told)


def link_player(name: str) -> str:
    """Return the path of a player's page."""
    return f"/players/{quote(name)}"


def show_game(frame: PageFrame, player: str, run: int, found: Mapping[str, Any]) -> str:
    """Return the page of a finished game, as the referee has described it."""
    path, told = f"{link_player(player)}/{run}", str(found["title"])
    link = escape(found["link"])
    play = f'<a class="button first" href="{link}">Play this deal</a> ' if link else ""
    body = f"""<p>{escape(found["counts"])}. Played by <a
href="{link_player(player)}">{escape(player)}</a> in {duration(found["seconds"])}.</p>
<figure><img src="{path}.svg" alt="The table at the end"></figure>
<p class="act">{play}<a class="button" href="{path}.txt">Its record</a></p>
<p class="hint">Save the record, and <code>solterm replay</code> plays it back move by move.</p>
"""
    return _write(frame, told, body, path, f"{player}: {found['counts']}.")


# -- parts ---------------------------------------------------------------------------------------


def show_missing(frame: PageFrame) -> str:
    """Return the page for an address that leads nowhere."""
    body = """<p>There is nothing at this address. It may have been withdrawn, or never was.</p>
<p class="act"><a class="button first" href="/">To the front page</a></p>
"""
    return _write(frame, "Not found", body, "", "")


def _write(frame: PageFrame, title: str, body: str, path: str, about: str) -> str:
    whole = f"""<nav class="site" aria-label="Site">
<a href="/">solterm</a> <a href="/boards">Boards</a> <a href="/play">Play</a>
</nav>
<main>
<h1>{escape(title)}</h1>
{body}</main>
"""
    return write_document(frame, f"{title} - solterm", whole, path=path, about=about)


def _list(lines: Sequence[str]) -> str:
    items = "".join(f"<li>{each}</li>\n" for each in lines)
    return f"<ul>\n{items}</ul>\n"


def _link_name(text: str, name: str) -> str:
    """Return a text as HTML; the name that it begins with, if any, becomes a link."""
    if not name:
        return escape(text)
    return f'<a href="{link_player(name)}">{escape(name)}</a>{escape(text.removeprefix(name))}'


def _write_table(report: Report, known: Names) -> str:
    names = set(known.values())

    def cell(at: int, value: Value) -> str:
        column = report.columns[at]
        text = column.text(value)
        kind = ' class="n"' if column.is_number else ""
        name = text if column.head == "player" and text in names else ""
        return f"<td{kind}>{_link_name(text, name)}"  # HTML needs no end of a cell or a row

    heads = "".join(
        f'<th class="{"n" if each.is_number else ""}">{escape(each.head)}</th>'
        for each in report.columns
    )
    rows = "".join(
        f"<tr>{''.join(cell(at, value) for at, value in enumerate(row))}\n" for row in report.rows
    )
    return f"<table>\n<thead><tr>{heads}</tr></thead>\n{rows}</table>\n"
