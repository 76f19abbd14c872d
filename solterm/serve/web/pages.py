"""The pages of the browser entrance. They have no inline scripts or styles, which its policy bans.

Text of others goes through ``escape``.
"""

from collections.abc import Sequence
from html import escape
from typing import NamedTuple
from urllib.parse import quote

from solterm.core.game import Game
from solterm.core.plural import count
from solterm.games import catalogue
from solterm.hall.messages import Visitor
from solterm.sessions.news import name_player, tell_visitor

_KEYS = (
    ("Esc", "Escape"),
    ("Tab", "Tab"),
    ("←", "Left"),
    ("↑", "Up"),
    ("↓", "Down"),
    ("→", "Right"),
    ("↵", "Enter"),
    ("U", "u"),
    ("H", "h"),
    ("abc", "Keyboard"),
    *((f"F{number}", f"F{number}") for number in range(1, 11)),
)
"""The keys under the terminal of a touch screen: label, and name in play.js."""


_COMMANDS = ("board", "moves", "hint", "undo", "help")
"""Commands of line mode that have a button."""


def _document(root: str, title: str, body: str, head: str = "", kind: str = "page") -> str:
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{escape(title)}</title>
<link rel="icon" href="{root}/icon.svg">
<link rel="stylesheet" href="{root}/style.css">
{head}</head>
<body class="{kind}">
{body}</body>
</html>
"""


class Today(NamedTuple):
    """What the first page says about this day."""

    visitors: Sequence[Visitor]
    """Those who are here; some of many."""
    total: int
    """How many are here."""
    game: Game
    """The game of the deal of the day."""
    tries: int | None
    """How many have played the deal of the day; None if unknown."""


def landing(root: str, today: Today) -> str:
    """Return the first page; ``root`` is the folder of the assets."""
    game = today.game
    tried = f" {count(today.tries, 'players')} tried it so far." if today.tries else ""
    body = f"""<main>
<h1>solterm</h1>
<p>A card room with {len(catalogue())} solitaire games. There is no sign-up: a cookie finds your
games again.</p>
<p><a class="button" href="/play">Play</a> <a href="/play?guest">Play as a guest</a></p>
<p>For screen readers, and without scripts: <a href="/lines">line mode</a>.</p>
<h2>Deal of the day</h2>
<p>{escape(game.name)} ({escape(game.collection)}): {escape(game.summary)}. Everyone gets the same
cards, once.{tried}</p>
<h2>Here now</h2>
{_list_visitors(today)}</main>
"""
    return _document(root, "solterm", body)


def _list_visitors(today: Today) -> str:
    if not today.total:
        return "<p>No one is playing now. Be the first!</p>\n"
    items = "".join(f"<li>{_tell_visitor(each)}</li>\n" for each in today.visitors)
    rest = today.total - len(today.visitors)
    more = f"<p>And {count(rest, 'more players')}.</p>\n" if rest else ""
    return f"<ul>\n{items}</ul>\n{more}"


def _tell_visitor(visitor: Visitor) -> str:
    told = escape(tell_visitor(visitor))
    if not (visitor.is_open and visitor.game and visitor.deal):  # contests are for later
        return told
    name = escape(name_player(visitor.player))
    address = escape(f"/play?watch={quote(visitor.session)}")
    return f'{told} <a href="{address}" aria-label="Watch {name}">Watch</a>'


def terminal(root: str, nonce: str) -> str:
    """Return the page with the terminal; the nonce is for the styles that xterm.js makes."""
    keys = "\n".join(
        f'<button type="button" data-key="{name}" aria-label="{name}">{label}</button>'
        for label, name in _KEYS
    )
    head = f"""<link rel="stylesheet" href="{root}/xterm.css" nonce="{nonce}">
<script type="module" src="{root}/play.js"></script>
"""
    body = f"""<noscript>
<p>The card table needs JavaScript; <a href="/lines">line mode</a> does not.</p>
</noscript>
<main id="terminal"></main>
<p id="notice" role="status" hidden><span></span> <button type="button">Play again</button></p>
<p id="turn" role="status" hidden>Turn your phone sideways: the cards need more room.</p>
<nav id="keys" aria-label="Keys">
{keys}
</nav>
"""
    return _document(root, "solterm", body, head, "play")


def lines(root: str, id: str = "", answer: str = "", earlier: str = "", news: str = "") -> str:
    """Return the page of line mode: an answer and a form for the next line.

    Without the ``id`` of a session, the form begins one. ``news`` is a sentence about the session.
    """
    if not id:
        form = """<form method="post" action="/lines">
<button>Begin</button>
</form>
<p>Each page has an answer and a field for your next command; "help" lists the commands.</p>
"""
    else:
        buttons = "\n".join(
            f'<button name="line" value="{each}">{each}</button>' for each in _COMMANDS
        )
        form = f'''<form method="post" action="/lines">
<input type="hidden" name="session" value="{escape(id)}">
<label for="line">Command</label>
<input id="line" name="line" maxlength="1000" autofocus autocomplete="off" autocapitalize="off"
 spellcheck="false" aria-describedby="answer">
<button>Send</button>
<p>{buttons}</p>
</form>
'''
    parts = (
        f'<p role="status">{escape(news)}</p>\n' if news else "",
        f'<pre id="answer">{escape(answer)}</pre>\n' if answer else "",
        form,
        f"<details><summary>Earlier answers</summary><pre>{escape(earlier)}</pre></details>\n"
        if earlier
        else "",
    )
    body = f'<main>\n<h1>Line mode</h1>\n{"".join(parts)}<p><a href="/">Back</a></p>\n</main>\n'
    return _document(root, "Line mode - solterm", body)
