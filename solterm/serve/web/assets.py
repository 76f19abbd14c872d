"""The files that browsers load: our own, and those of others.

A clone has no files of others until ``scripts/web-assets`` has fetched them, and what is built from
it then has them too.
"""

import gzip
import hashlib
from collections.abc import Mapping
from importlib import resources
from importlib.resources.abc import Traversable
from typing import NamedTuple

from solterm.core.refusal import Refusal
from solterm.installed import is_clone

HERE = resources.files(__package__)
FONTS = ("dejavu-mono-400.woff2", "dejavu-mono-700.woff2")
"""Parts of DejaVu Sans Mono, which scripts/web_font.py makes."""
OWN = ("play.js", "style.css", "icon.svg", "preview.jpg", *FONTS)
OTHERS = ("xterm.mjs", "xterm.css", "addon-fit.mjs")
"""Files of xterm.js."""
LICENSES = ("xterm.LICENSE", "addon-fit.LICENSE")

VENDOR = "vendor"
"""The folder beside this module for the files of others."""

_KINDS = {
    "css": "text/css",
    "js": "text/javascript",
    "mjs": "text/javascript",
    "jpg": "image/jpeg",
    "svg": "image/svg+xml",
    "woff2": "font/woff2",
}


class Asset(NamedTuple):
    """A file as browsers get it."""

    body: bytes
    kind: str
    packed: bytes
    """The body compressed with gzip; empty where that saves nothing."""


class Assets:
    """All files, in memory."""

    def __init__(self, vendor: Traversable = HERE / VENDOR) -> None:
        """Read them; ``vendor`` has those of others. Raises ``Refusal``."""
        try:
            bodies = {name: (HERE / "static" / name).read_bytes() for name in OWN}
            bodies |= {name: (vendor / name).read_bytes() for name in OTHERS}
        except FileNotFoundError:
            again = "" if is_clone() else ", then install solterm from there again"
            raise Refusal(
                f"--web needs xterm.js: in the clone, run scripts/web-assets{again}."
            ) from None
        self.files: Mapping[str, Asset] = {name: _pack(name, body) for name, body in bodies.items()}
        digest = hashlib.sha256()
        for body in bodies.values():
            digest.update(hashlib.sha256(body).digest())
        self.root = f"/static/{digest.hexdigest()[:16]}"
        """The path of their folder. It changes with any file, so browsers may keep them."""


def _pack(name: str, body: bytes) -> Asset:
    kind = _KINDS[name.rpartition(".")[2]]
    packed = b"" if kind in ("font/woff2", "image/jpeg") else gzip.compress(body, mtime=0)
    return Asset(body, kind, packed)
