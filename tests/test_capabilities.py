"""Charset and colours, detected from environment variables by a fresh Python each time."""

import os
import subprocess
import sys

import pytest

_SCRIPT = (
    "import os; from solterm.capabilities import Terminal;"
    " found = Terminal.from_environment(os.environ); print(found.charset, found.is_colourless)"
)
_VARIABLES = ("LC_ALL", "LC_CTYPE", "LANG", "TERM", "COLORTERM", "NO_COLOR", "PYTHONUTF8")
_PYTHON_VARIABLES = ("PYTHONIOENCODING", "PYTHONCOERCECLOCALE")


def detect(**variables: str) -> list[str]:
    """Return the charset and whether output is colourless, given only these variables."""
    ignored = (*_VARIABLES, *_PYTHON_VARIABLES)
    env = {name: value for name, value in os.environ.items() if name not in ignored} | variables
    done = subprocess.run([sys.executable, "-c", _SCRIPT], env=env, capture_output=True, check=True)
    return done.stdout.decode().split()


@pytest.mark.parametrize(
    ("variables", "charset"),
    [
        ({"LC_ALL": "C"}, "ascii"),
        ({"LC_ALL": "POSIX", "LANG": "en_US.UTF-8"}, "ascii"),
        ({"LANG": "C"}, "ascii"),
        ({"LANG": "xx_XX.ISO-8859-1"}, "ascii"),
        ({"LANG": "xx_XX.UTF-8"}, "utf-8"),
        ({"LC_ALL": "C.UTF-8"}, "utf-8"),
        ({"LANG": "C", "LC_CTYPE": "C.UTF-8"}, "utf-8"),
        ({"LC_ALL": "C", "PYTHONUTF8": "1"}, "utf-8"),
        ({}, "utf-8"),
    ],
)
def test_locales_without_utf8_get_ascii(variables: dict[str, str], charset: str) -> None:
    assert detect(**variables)[0] == charset


@pytest.mark.parametrize(
    ("variables", "colourless"),
    [
        ({"TERM": "vt100"}, True),
        ({"TERM": "vt100", "COLORTERM": "truecolor"}, False),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True),
        ({"TERM": "xterm"}, False),
        ({"TERM": "linux"}, False),
        ({"TERM": "unheard-of"}, False),
    ],
)
def test_terminals_without_colours_are_detected(
    variables: dict[str, str], colourless: bool
) -> None:
    assert detect(**variables)[1] == str(colourless)
