"""How solterm and other packages are installed, and how a child process finds ours alone."""

import os
import re
import shlex
import sys
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

_POINTS = "entry_points.txt"
_ENDS = (".dist-info", ".egg-info")
"""Suffixes of the folders that hold the metadata of packages."""

_ISOLATED = ("-I", "-S", "-X", "utf8")
"""Ignore the current folder, the user's packages and Python's variables, and find no others yet."""
_PROGRAM = """
import os, sys
try:
    os.nice({nice})
except OSError:
    pass
os.chdir("/")
sys.path.append({path[0]!r})
import site
site.main()
sys.path += [each for each in {path!r} if each not in sys.path]
from {module} import main
main()
"""
_KEPT = ("PATH", "TZ")
"""The variables that a child process gets."""


class ChildProcess(NamedTuple):
    """How to start a child process."""

    arguments: list[str]
    environment: dict[str, str]


def isolated(module: str, *arguments: str, nice: int = 0) -> ChildProcess:
    """Return how to run ``main`` of a module of ours in a child process.

    All our child processes start like this: in the root folder, with hardly any variables. They
    import only what this process would, whatever lies in the folder where it was started. Our
    package comes right behind the standard library, also if another copy is installed.
    """
    program = _PROGRAM.format(path=import_folders(), module=module, nice=nice)
    variables = {name: os.environ[name] for name in _KEPT if name in os.environ}
    return ChildProcess(
        [sys.executable, *_ISOLATED, "-c", program, *arguments],
        {**variables, "SOLTERM_HOME": os.devnull},
    )


def import_folders() -> list[str]:
    """Return the folders from which a child process that runs isolated imports solterm.

    They go behind the standard library's. The current directory is none of them unless this very
    package lies in it: whoever can write to it could run code as the user who started us.
    """
    ours = str(Path(__file__).absolute().parents[1])
    named = [str(Path(each).absolute()) for each in sys.path if each]
    return list(dict.fromkeys([ours, *named]))


def command_for(package: str) -> str:
    """Return the command that adds a package of an optional part, the way solterm was installed.

    It names the package itself: solterm, with its parts in brackets, may be on no index.
    """
    wanted = shlex.quote(_requirement(package))
    if Path(sys.prefix, "pipx_metadata.json").exists():
        return f"pipx inject solterm {wanted}"
    python = shlex.quote(sys.executable)
    if not any(
        Path(folder, "pip").is_dir() for folder in sys.path
    ):  # as in an environment made by uv
        return f"uv pip install --python {python} {wanted}"
    return f"{python} -m pip install {wanted}"


def _requirement(package: str) -> str:
    """Return a package with the versions that solterm needs."""
    from importlib.metadata import PackageNotFoundError, requires  # as slow as said below

    with suppress(PackageNotFoundError):
        for each in requires("solterm") or ():
            named = each.partition(";")[0].strip()
            if re.match(rf"{re.escape(package)}\b(?!-)", named):
                return named
    return package


def is_clone() -> bool:
    """Whether the program runs from a clone, which has the scripts."""
    return Path(__file__).parents[1].joinpath("scripts", "play").is_file()


def may_offer(group: str) -> bool:
    """Whether a package may have entry points of a group.

    ``importlib.metadata`` knows which, but takes as long to load as everything else before the
    first screen. So we import it only when this returns true.
    """
    return any(_offers(Path(folder), group.encode()) for folder in sys.path)


def _offers(folder: Path, group: bytes) -> bool:
    """Whether a folder holds such a package. An archive may: we don't look inside."""
    if folder.is_file():
        return True
    with suppress(OSError), os.scandir(folder) as entries:  # the menu waits for it
        for each in entries:
            if each.name.endswith(_ENDS):
                with suppress(OSError):
                    if group in Path(each, _POINTS).read_bytes():
                        return True
    return False


def place_of(error: BaseException) -> str:
    """Return the file and line of a package in which an error arose, to follow a sentence."""
    place, at = "", error.__traceback__
    while at and not isinstance(error, SyntaxError):  # which names them itself
        top, *inside = at.tb_frame.f_globals.get("__name__", "").split(".")
        if top not in ("solterm", *sys.stdlib_module_names):
            *_, folder, file = ["", *at.tb_frame.f_code.co_filename.split("/")]
            within = f"{folder}/" if inside or file == "__init__.py" else ""
            place = f" ({within}{file}, line {at.tb_lineno})"
        at = at.tb_next
    return place
