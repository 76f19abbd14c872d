"""The answers of the browser entrance. Its policy bans inline scripts and styles.

Text of others goes through ``escape``.
"""

from collections.abc import Mapping, Sequence
from html import escape
from http import HTTPStatus
from typing import NamedTuple

from aiohttp import web

from solterm.serve.web.assets import FONTS

HEADERS = {
    "Server": "solterm",
    "X-Content-Type-Options": "nosniff",
    "X-PageFrame-Options": "DENY",
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

_MOVING = (
    *(("Esc", "Escape"), ("Tab", "Tab"), ("U", "u"), ("H", "h"), ("N", "n"), ("M", "m")),
    *(("?", "?"), ("abc", "Keyboard"), ("←", "Left"), ("→", "Right"), ("↑", "Up"), ("↓", "Down")),
    ("↵", "Enter"),
)
_OTHERS = (
    *(("!", "!"), ("@", "@"), ("S", "s"), ("X", "x")),
    *((f"F{number}", f"F{number}") for number in range(1, 11)),
)
"""The keys beside or under the terminal of a touch screen: label, and name in play.js."""


_COMMANDS = ("board", "moves", "hint", "undo", "menu", "help")
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


def answer_picture(picture: str, kept: str = "no-store") -> web.Response:
    """Return a picture; ``kept`` says how long browsers may keep it."""
    return answer(picture, "image/svg+xml", headers={"Cache-Control": kept})


def answer_status(status: int, sentence: str = "") -> web.Response:
    """Return an answer without a page: a sentence, or what the status means."""
    return answer(sentence or HTTPStatus(status).phrase, "text/plain", status=status)


class PageFrame(NamedTuple):
    """What pages need to know of the place where they are shown."""

    root: str
    """The path of the folder of the assets."""
    origin: str = ""
    """The address of the site, ``https://cards.example``; "" if it is unknown."""


def write_document(
    frame: PageFrame,
    title: str,
    body: str,
    head: str = "",
    kind: str = "page",
    path: str = "",
    about: str = "",
) -> str:
    """Return a page. With a path, it is one to link to: others show ``about`` beside the link."""
    root, seen = frame.root, escape(title)
    colours = "light dark" if kind == "page" else "dark"
    if path:
        place = frame.origin + path
        shared = {"title": title, "description": about, "type": "website", "site_name": "solterm"}
        if frame.origin:
            shared |= {"url": place, "image": f"{frame.origin}{root}/preview.jpg"}
        told = [f'<meta property="og:{key}" content="{escape(shared[key])}">' for key in shared]
        told.append(f'<meta name="description" content="{escape(about)}">')
        head = "\n".join([*told, head])
    return f"""<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="{colours}">
<title>{seen}</title>
<link rel="icon" href="{root}/icon.svg">
<link rel="stylesheet" href="{root}/style.css">
{head}</head>
<body class="{kind}">
{body}</body>
</html>
"""


def terminal(frame: PageFrame, nonce: str, deal: str = "", link: str = "", about: str = "") -> str:
    """Return the page with the terminal; the nonce is for the styles that xterm.js makes.

    A ``link`` to a deal, its path and query, has a name and a sentence ``about`` it.
    """
    root = frame.root
    fonts = "".join(
        f'<link rel="preload" href="{root}/{name}" as="font" type="font/woff2" crossorigin>\n'
        for name in FONTS
    )
    head = f"""<meta name="theme-color" content="#000000">
{fonts}<link rel="stylesheet" href="{root}/xterm.css" nonce="{nonce}">
<script type="module" src="{root}/play.js"></script>
"""
    body = f"""<nav id="leave" aria-label="Leave the cards">
<a href="/">Front page</a>
<a href="/lines">Line mode</a>
<button type="button">Back to the cards</button>
</nav>
<noscript>
<p>The card table needs JavaScript; <a href="/lines">line mode</a> does not.</p>
</noscript>
<main id="terminal"></main>
<p id="notice" role="status" hidden><span></span> <button type="button">Play again</button> <a
href="/">Front page</a></p>
<p id="turn" role="status" hidden>Turn your phone sideways: the cards need more room.</p>
{_write_keys(_MOVING, "Keys that move")}{_write_keys(_OTHERS, "Other keys")}"""
    title, path = (f"{deal} - solterm", link) if deal else ("solterm", "")
    return write_document(frame, title, body, head, "play", path, about)


def _write_keys(keys: Sequence[tuple[str, str]], name: str) -> str:
    buttons = "\n".join(
        f'<button type="button" data-key="{key}" aria-label="{key}">{label}</button>'
        for label, key in keys
    )
    return f'<nav class="keys" aria-label="{name}">\n{buttons}\n</nav>\n'


def lines(
    frame: PageFrame,
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
    body = (
        f'<main>\n<h1>Line mode</h1>\n{"".join(parts)}<p><a href="/">Front page</a></p>\n</main>\n'
    )
    return write_document(frame, "Line mode - solterm", body)
