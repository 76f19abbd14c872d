"""Make the fonts of the browser entrance: the part of DejaVu Sans Mono that the style sheet names.

Whole, they have ten times as many bytes. Run it after a change of the range; it needs npm, and the
packages fonttools and brotli.
"""

import re
import subprocess
import tempfile
from pathlib import Path

from scripts.web_assets import Package, fetch
from solterm.serve.web.assets import FONTS

STATIC = Path(__file__).parents[1] / "solterm" / "serve" / "web" / "static"
LICENSE = "dejavu-mono.LICENSE"
DEJAVU = Package(
    "@fontsource/dejavu-mono",
    "5.3.0",
    "36b2f77eb2762b381e3893ff4425c4bbec3130bc2b2bb8b0e67720aa0c2cfb78",
    {
        "dejavu-mono-400.woff2": "files/dejavu-mono-latin-400-normal.woff2",
        "dejavu-mono-700.woff2": "files/dejavu-mono-latin-700-normal.woff2",
        LICENSE: "LICENSE",
    },
)


def read_range(font: str = FONTS[0]) -> str:
    """Return the characters of a font: ``U+20-7E,U+A0-17F``."""
    css = (STATIC / "style.css").read_text()
    faces = re.findall(r'url\("(.+?)"\).+?unicode-range: (.+?);', css, re.DOTALL)
    return re.sub(r"\s", "", next(each for name, each in faces if name == font))


def find_missing(text: str) -> set[str]:
    """Return the printed characters of a text that the first font lacks."""
    has = set()
    for each in read_range().split(","):
        first, _, last = each.removeprefix("U+").partition("-")
        has |= set(range(int(first, 16), int(last or first, 16) + 1))
    return {each for each in set(text) if each.isprintable() and ord(each) not in has}


def make() -> None:
    with tempfile.TemporaryDirectory() as work:
        fetch(DEJAVU, Path(work))
        (STATIC / LICENSE).write_bytes((Path(work) / LICENSE).read_bytes())
        form = ("--flavor=woff2", "--layout-features=")
        without = ("--no-hinting", "--drop-tables+=FFTM")
        for name in FONTS:
            what = f"--unicodes={read_range(name)}", f"--output-file={STATIC / name}"
            subprocess.run(["pyftsubset", f"{work}/{name}", *what, *form, *without], check=True)


if __name__ == "__main__":
    make()
