"""The pages of the browser entrance. They have no inline scripts or styles, which its policy bans.

Text of others goes through ``escape``.
"""

from html import escape

_KEYS = (
    ("Esc", "Escape"),
    ("←", "Left"),
    ("↑", "Up"),
    ("↓", "Down"),
    ("→", "Right"),
    ("Enter", "Enter"),
    ("U", "u"),
    ("H", "h"),
    *((f"F{number}", f"F{number}") for number in range(1, 11)),
)
"""The keys under the terminal of a touch screen: label, and name in play.js."""


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


def landing(root: str) -> str:
    """Return the first page; ``root`` is the folder of the assets."""
    body = """<main>
<h1>solterm</h1>
<p>A card room with a hundred solitaire games.</p>
<p><a class="button" href="/play">Play</a></p>
</main>
"""
    return _document(root, "solterm", body)


def terminal(root: str, nonce: str) -> str:
    """Return the page with the terminal; the nonce is for the styles that xterm.js makes."""
    keys = "\n".join(
        f'<button type="button" data-key="{name}">{label}</button>' for label, name in _KEYS
    )
    head = f"""<link rel="stylesheet" href="{root}/xterm.css" nonce="{nonce}">
<script type="module" src="{root}/play.js"></script>
"""
    body = f"""<noscript><p>The card table needs JavaScript.</p></noscript>
<main id="terminal"></main>
<p id="notice" role="status" hidden><span></span> <button type="button">Play again</button></p>
<nav id="keys" aria-label="Keys">
{keys}
</nav>
"""
    return _document(root, "solterm", body, head, "play")
