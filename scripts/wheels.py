"""Build the wheels: plain Python for every system, and compiled for this one."""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path

from scripts.compiled import ROOT, write_source

DIST = ROOT / "dist"


def build_wheel(source: Path, folder: Path) -> Path:
    """Build the wheel of a source tree in a folder, and return its file."""
    with tempfile.TemporaryDirectory() as built:
        pip = [sys.executable, "-m", "pip", "-q", "--disable-pip-version-check", "wheel"]
        options = ["--no-deps", "--wheel-dir", built]
        subprocess.run([*pip, *options, str(source)], check=True)
        (wheel,) = Path(built).glob("*.whl")
        folder.mkdir(parents=True, exist_ok=True)
        return wheel.replace(folder / wheel.name)


def build_compiled(folder: Path) -> Path:
    """Build the compiled wheel in a folder, and return its file."""
    with tempfile.TemporaryDirectory() as source:
        write_source(Path(source))
        return build_wheel(Path(source), folder)


def build_pure(folder: Path) -> Path:
    """Build the wheel of plain Python in a folder, and return its file."""
    return build_wheel(ROOT, folder)


def main() -> None:
    """Build what the arguments ask for."""
    parser = argparse.ArgumentParser(prog="scripts/wheel", description=__doc__)
    parser.add_argument("--pure", action="store_true", help="build the plain wheel only")
    parser.add_argument("--source", type=Path, help="write the source of the compiled wheel here")
    asked = parser.parse_args()
    if asked.source:
        write_source(asked.source)
        return
    print(build_pure(DIST))
    if not asked.pure:
        print("solterm: compiling takes some minutes", file=sys.stderr)
        print(build_compiled(DIST))


if __name__ == "__main__":
    main()
