"""A folder of modules that leave a file when they are imported."""

import os
from pathlib import Path

NAMES = (
    *("json", "asyncio", "textual", "asyncssh", "typing", "argparse", "socket", "select"),
    *("sqlite3", "multiprocessing", "selectors", "struct", "pty", "resource", "tomllib", "zlib"),
    *("solterm_evil", "sitecustomize", "usercustomize", "pip", "venv"),
)
"""Modules that the host, a session, the solver or the scripts import or could find."""

_MODULE = """
import os
with open({mark!r}, "a") as mark:
    mark.write(__name__ + " in " + str(os.getpid()) + chr(10))
raise ImportError("hostile")
"""


class HostileFolder:
    """A folder of such modules, with a package that claims to publish games."""

    def __init__(self, folder: Path) -> None:
        self.path = folder
        self._mark = folder / "mark"
        folder.mkdir(exist_ok=True)
        self.fill(folder)

    def fill(self, folder: Path) -> None:
        """Put the modules into another folder as well."""
        folder.mkdir(exist_ok=True, mode=0o700)
        for name in NAMES:
            (folder / f"{name}.py").write_text(_MODULE.format(mark=str(self._mark)))
        published = folder / "solterm_evil-1.0.dist-info"
        published.mkdir(exist_ok=True)
        (published / "METADATA").write_text("Metadata-Version: 2.1\nName: solterm-evil\nVersion: 1")
        (published / "entry_points.txt").write_text("[solterm.games]\nevil = solterm_evil\n")

    @property
    def imported(self) -> str:
        """The names of the modules imported so far, as text."""
        return self._mark.read_text() if self._mark.exists() else ""

    @property
    def environment(self) -> dict[str, str]:
        """An environment in which every folder is this one."""
        ours = {name: str(self.path) for name in ("SOLTERM_HOME", "SOLTERM_SHARED", "PWD")}
        return {**os.environ, **ours}
