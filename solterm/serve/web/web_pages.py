"""The answers of the browser entrance. Its policy bans inline scripts and styles.

Text of others goes through ``escape``.
"""

from collections.abc import Mapping, Sequence
from html import escape
from http import HTTPStatus
from typing import NamedTuple
from urllib.parse import quote

from aiohttp import web

from solterm.core.game import Game
from solterm.core.phrases import count
from solterm.games import catalogue
from solterm.hall.messages import Visitor
from solterm.serve.web.assets import FONTS
from solterm.sessions.news import name_player, tell_visitor

HEADERS = {
    "Server": "solterm",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    # Not no-referrer: then forms would be sent without an origin.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
}
"""Of all answers."""
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'{nonce}; font-src 'self';"
    " img-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none';"
    " frame-ancestors 'none'"
)

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


def answer(
    body: str | bytes,
    kind: str = "text/html",
    *,
    status: int = 200,
    nonce: str = "",
    headers: Mapping[str, str] = HEADERS,
) -> web.Response:
    """Return an answer: all are made here. The nonce is for the style elements of xterm.js."""
    policy = _POLICY.format(nonce=f" 'nonce-{nonce}'" if nonce else "")
    kind = f"{kind}; charset=utf-8" if kind.startswith("text/") else kind
    own = {"Content-Security-Policy": policy, "Content-Type": kind}
    data = body.encode() if isinstance(body, str) else body
    return web.Response(body=data, status=status, headers={**HEADERS, **headers, **own})


def answer_status(status: int, sentence: str = "") -> web.Response:
    """Return an answer without a page: a sentence, or what the status means."""
    return answer(sentence or HTTPStatus(status).phrase, "text/plain", status=status)


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
    fonts = "".join(
        f'<link rel="preload" href="{root}/{name}" as="font" type="font/woff2" crossorigin>\n'
        for name in FONTS
    )
    head = f"""<meta name="theme-color" content="#000000">
{fonts}<link rel="stylesheet" href="{root}/xterm.css" nonce="{nonce}">
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


def lines(
    root: str,
    ticket: str,
    answer: str = "",
    earlier: str = "",
    news: str = "",
    draft: str = "",
    is_begun: bool = False,
) -> str:
    """Return the page of line mode: an answer, and a form to begin or for the next line.

    ``news`` is a sentence about the session, ``draft`` a command that has not been sent.
    """
    if is_begun:
        buttons = "\n".join(
            f'<button name="line" value="{each}">{each}</button>' for each in _COMMANDS
        )
        fields = f'''<input type="hidden" name="session" value="{escape(ticket)}">
<label for="line">Command</label>
<input id="line" name="line" value="{escape(draft)}" maxlength="1000" autofocus autocomplete="off"
 autocapitalize="off" spellcheck="false" aria-describedby="answer">
<button>Send</button>
<p>{buttons}</p>
'''
        about = ""
    else:
        fields = f'''<input type="hidden" name="begin" value="{escape(ticket)}">
<input type="hidden" name="draft" value="{escape(draft)}">
<button>Begin</button>
'''
        about = """<p>Each page has an answer and a field for your next command; "help" lists the
commands. A session ends after two minutes without a command; your game is kept, unless your browser
refuses cookies.</p>
"""
    parts = (
        f'<p role="status">{escape(news)}</p>\n' if news else "",
        f'<pre id="answer">{escape(answer)}</pre>\n' if answer else "",
        f'<form method="post" action="/lines">\n{fields}</form>\n{about}',
        f"<details><summary>Earlier answers</summary><pre>{escape(earlier)}</pre></details>\n"
        if earlier
        else "",
    )
    body = f'<main>\n<h1>Line mode</h1>\n{"".join(parts)}<p><a href="/">Back</a></p>\n</main>\n'
    return _document(root, "Line mode - solterm", body)
