"""Peer programs from the package index, each in an environment of its own below .venv/peers.

They are no dependencies of ours.
"""

import subprocess
import sys
import venv
from pathlib import Path

from scripts.benchmarks.report import progress


def install(package: str, version: str, *others: str) -> Path | None:
    """Return the folder of a package's programs; None if it can't be installed.

    ``others`` are requirements of further packages.
    """
    folder = Path(sys.prefix, "peers", f"{package}-{version}")
    if not (folder / "installed").exists():
        progress(f"installing {package} in .venv/peers")
        venv.create(folder, with_pip=True, clear=True)
        pip = [str(folder / "bin" / "python"), "-m", "pip", "install", "-qq"]
        argv = [*pip, "--disable-pip-version-check", "--no-input", f"{package}=={version}", *others]
        if subprocess.run(argv, stdin=subprocess.DEVNULL, check=False).returncode:
            return None
        (folder / "installed").touch()
    return folder / "bin"
