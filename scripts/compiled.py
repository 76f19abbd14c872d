"""The rules core with its busiest modules compiled: a copy of the package, beside the plain one."""

import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "compiled"
MODULES = (
    "solterm/core/cards.py",
    "solterm/core/table.py",
    "solterm/core/move.py",
    "solterm/core/engines/builders.py",
    "solterm/core/engines/masks.py",
    "solterm/core/vocabulary/lifts.py",
)

_SETUP = """
import sys

from mypyc.build import mypycify
from setuptools import setup

# Small pieces, hardly optimised: the gain is in the types, and the C compiler needs far less time.
options = ("--follow-imports=silent", "--cache-dir=/dev/null")
extensions = mypycify([*options, *sys.argv[1:]], opt_level="1", separate=True)
setup(name="compiled", ext_modules=extensions, script_args=["-q", "build_ext", "--inplace"])
"""


class Count(NamedTuple):
    """What ``scripts/perft.py`` tells of a package."""

    positions: str
    """How many each game has within a few moves, a line for each game and level."""
    compiled: bool
    """Was it played by compiled modules?"""
    seconds: float


def build(folder: Path) -> None:
    """Copy the package into an empty folder and compile its busiest modules there."""
    shutil.copytree(
        ROOT / "solterm", folder / "solterm", ignore=shutil.ignore_patterns("__pycache__")
    )
    done = subprocess.run(
        [sys.executable, "-c", _SETUP, *MODULES],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}solterm: it does not compile.")
    shutil.rmtree(folder / "build", ignore_errors=True)


def count_positions(folder: Path) -> Count:
    """The count of the package that lies in a folder."""
    done = subprocess.run(
        [sys.executable, "-P", ROOT / "scripts" / "perft.py"],
        env=os.environ | {"PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    positions, last = done.stdout.rstrip().rsplit("\n", 1)
    file, seconds = last.rsplit(maxsplit=1)
    assert Path(file).is_relative_to(folder), f"another package was counted: {file}"
    return Count(positions, not file.endswith(".py"), float(seconds))


def main() -> None:
    """Build, and compare with the plain package."""
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else FOLDER
    if folder == FOLDER:
        shutil.rmtree(folder, ignore_errors=True)
    elif folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise SystemExit(f"solterm: {folder} is there already, and not empty.")
    print("solterm: compiling takes some minutes", file=sys.stderr)
    build(folder)
    plain, compiled = count_positions(ROOT), count_positions(folder)
    if not compiled.compiled or compiled.positions != plain.positions:
        raise SystemExit("solterm: the compiled modules count other positions than the plain ones.")
    gain = plain.seconds / compiled.seconds
    print(f"{folder}: the same positions as the plain package has, {gain:.1f} times as fast.")


if __name__ == "__main__":
    main()
