"""Fetch the files of others that the browser entrance serves: xterm.js.

npm downloads the packages; each must have the digest that is written here. The files go into the
package's folder, which git ignores and wheels contain.
"""

import hashlib
import shutil
import subprocess
import sys
import tarfile
import tempfile
from pathlib import Path
from typing import NamedTuple

from scripts.compiled import ROOT
from solterm.serve.web.assets import LICENSES, OTHERS, VENDOR

FOLDER = ROOT / "solterm" / "serve" / "web" / VENDOR


class Package(NamedTuple):
    """A package and the files that we take from it."""

    name: str
    version: str
    sha256: str
    files: dict[str, str]
    """The name of each file here, and in the package."""


PACKAGES = (
    Package(
        "@xterm/xterm",
        "6.0.0",
        "908e66e04af6c8dc6b00dd3b54de088e2e81e5ed866284fd6c2fb3c2d1c7a3f6",
        {
            "xterm.mjs": "lib/xterm.mjs",
            "xterm.css": "css/xterm.css",
            "xterm.LICENSE": "LICENSE",
        },
    ),
    Package(
        "@xterm/addon-fit",
        "0.11.0",
        "26003b4517a132b64e4ff228fd88a5fda3fff5e606c76093f6dcff772e9ecec0",
        {"addon-fit.mjs": "lib/addon-fit.mjs", "addon-fit.LICENSE": "LICENSE"},
    ),
)


def fetch(package: Package, folder: Path) -> None:
    """Put a package's files into a folder; exit with a sentence if that fails."""
    with tempfile.TemporaryDirectory() as work:
        wanted = f"{package.name}@{package.version}"
        npm = ["npm", "pack", "--silent", "--ignore-scripts", wanted]
        done = subprocess.run(npm, cwd=work, capture_output=True, text=True, check=False)
        archives = list(Path(work).glob("*.tgz"))
        if done.returncode or not archives:
            sys.exit(f"solterm: npm could not fetch {wanted}: {done.stderr.strip()[:300]}")
        data = archives[0].read_bytes()
        if hashlib.sha256(data).hexdigest() != package.sha256:
            sys.exit(f"solterm: {wanted} is not the package that was pinned; its digest differs.")
        with tarfile.open(archives[0]) as archive:
            for name, path in package.files.items():
                member = archive.extractfile(f"package/{path}")
                assert member, path
                (folder / name).write_bytes(member.read())


def are_present() -> bool:
    """Return whether all files are there, from the packages that are pinned now."""
    stamp = FOLDER / "fetched"
    return (
        stamp.is_file()
        and stamp.read_text() == _stamp()
        and all((FOLDER / name).is_file() for name in (*OTHERS, *LICENSES))
    )


def _stamp() -> str:
    return "".join(f"{each.name} {each.sha256}\n" for each in PACKAGES)


def prepare() -> None:
    """Fetch what is missing; exit with a sentence if that fails."""
    if are_present():
        return
    if not shutil.which("npm"):
        sys.exit("solterm: npm is needed once, to fetch xterm.js for browsers.")
    FOLDER.mkdir(exist_ok=True)
    for package in PACKAGES:
        fetch(package, FOLDER)
    (FOLDER / "fetched").write_text(_stamp())


if __name__ == "__main__":
    prepare()
