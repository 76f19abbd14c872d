"""Compile the busiest modules of a copy of the package, and compare it with the plain one."""

import os
import shutil
import subprocess
import sys
import tomllib
from itertools import chain
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / "build" / "compiled"
MODULES = (
    "solterm/core/engines/masks.py",
    "solterm/core/move.py",
    "solterm/core/searches/search.py",
    "solterm/core/searches/estimate.py",
    "solterm/core/vocabulary/lifts.py",
    "solterm/solver/builders/dead.py",
    "solterm/solver/builders/digging.py",
    "solterm/solver/builders/easier.py",
    "solterm/solver/builders/homeward.py",
    "solterm/solver/builders/kernel_layout.py",
    "solterm/solver/builders/packets.py",
    "solterm/solver/builders/pile_tree.py",
    "solterm/solver/builders/worth.py",
    "solterm/solver/cache.py",
    "solterm/solver/forms/accordion.py",
    "solterm/solver/forms/fed.py",
    "solterm/solver/forms/golf.py",
    "solterm/solver/forms/osmosis.py",
    "solterm/solver/forms/placing/plans.py",
    "solterm/solver/forms/pyramids.py",
    "solterm/solver/forms/spider.py",
    "solterm/solver/kernel/depth.py",
    "solterm/solver/kernel/moves.py",
    "solterm/solver/kernel/position.py",
    "solterm/solver/kernel/kernel_space.py",
    "solterm/solver/searches/beam.py",
    "solterm/solver/searches/layered.py",
    "solterm/solver/searches/planning.py",
    "solterm/solver/searches/rounds.py",
    "solterm/solver/searches/staged.py",
)
"""The hot modules of the solver and of the rules it uses. mypyc compiles them unchanged.

The modules that move cards stay plain: compiled code makes plain numbers of the tokens by which a
play follows each card (``core.play.tokens``).
"""

_SETUP = f"""
from mypyc.build import mypycify
from setuptools import setup

# One module to a C file, hardly optimised: the types bring the gain, and the C compiler needs far
# less time. Symbols for debuggers would be a third of each module.
options = ["--follow-imports=silent", "--cache-dir=/dev/null"]
modules = [*options, *{MODULES!r}]
setup(ext_modules=mypycify(modules, opt_level="1", debug_level="0", separate=True))
"""


_ARRAYS = '    "textual>=8.2.8,<9",', '\n    "librt>=0.17",'
"""A dependency, and the one to write after it: the arrays of compiled modules."""

CHECKS = ("perft.py", "plays.py", "verdicts.py")
"""Scripts whose output must not depend on compilation: positions, games, the solver's verdicts."""


class Count(NamedTuple):
    """The output of a check, and how it came about."""

    lines: str
    """The positions or verdicts, one line for each game and level."""
    compiled: bool
    """Whether compiled modules ran."""
    seconds: float


def write_source(folder: Path) -> None:
    """Write a source tree whose build compiles the busiest modules; the folder must be empty."""
    skipped = shutil.ignore_patterns("__pycache__")
    shutil.copytree(ROOT / "solterm", folder / "solterm", ignore=skipped)
    project = (ROOT / "pyproject.toml").read_text()
    shipped = tomllib.loads(project)["tool"]["setuptools"]["data-files"]
    for name in ("README.md", "LICENSE", *chain.from_iterable(shipped.values())):
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(ROOT / name, folder / name)
    for needed, more in (('requires = ["setuptools>=77"', ', "mypy>=2.4"'), _ARRAYS):
        assert needed in project
        project = project.replace(needed, needed + more)
    (folder / "pyproject.toml").write_text(project)
    (folder / "setup.py").write_text(_SETUP)


def build(folder: Path) -> None:
    """Write the source into an empty folder and compile the busiest modules in place."""
    write_source(folder)
    done = subprocess.run(
        [sys.executable, "setup.py", "-q", "build_ext", "--inplace"],
        cwd=folder,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
        check=False,
    )
    if done.returncode:
        raise SystemExit(f"{done.stdout}solterm: it does not compile.")
    shutil.rmtree(folder / "build", ignore_errors=True)


def count(check: str, folder: Path) -> Count:
    """Run a check with the package in a folder."""
    done = subprocess.run(
        [sys.executable, "-P", ROOT / "scripts" / check],
        env=os.environ | {"PYTHONPATH": str(folder)},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    lines, last = done.stdout.rstrip().rsplit("\n", 1)
    file, seconds = last.rsplit(maxsplit=1)
    assert Path(file).is_relative_to(folder), f"another package ran: {file}"
    return Count(lines, not file.endswith(".py"), float(seconds))


def main() -> None:
    """Build the copy, and compare it with the plain package."""
    folder = Path(sys.argv[1]).resolve() if len(sys.argv) > 1 else FOLDER
    if folder == FOLDER:
        shutil.rmtree(folder, ignore_errors=True)
    elif folder.exists() and not (folder.is_dir() and not any(folder.iterdir())):
        raise SystemExit(f"solterm: {folder} is there already, and not empty.")
    print("solterm: compiling takes some minutes", file=sys.stderr)
    build(folder)
    for check in CHECKS:
        plain, compiled = count(check, ROOT), count(check, folder)
        if not compiled.compiled or compiled.lines != plain.lines:
            raise SystemExit(f"solterm: {check} differs between compiled and plain modules.")
        print(f"{check}: the same output, {plain.seconds / compiled.seconds:.1f} times as fast")
    print(folder)


if __name__ == "__main__":
    main()
