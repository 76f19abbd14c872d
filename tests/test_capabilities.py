"""What is taken of the terminal from the environment: each in a Python of its own."""

import os
import subprocess
import sys

import pytest

_ASK = "from solterm.capabilities import charset, is_colourless; print(charset(), is_colourless())"
_SAID = ("LC_ALL", "LC_CTYPE", "LANG", "TERM", "COLORTERM", "NO_COLOR", "PYTHONUTF8")
_SAID_TO_PYTHON = ("PYTHONIOENCODING", "PYTHONCOERCECLOCALE")


def asked(**said: str) -> list[str]:
    """The charset, and whether there are no colours, where the environment says so much."""
    unsaid = (*_SAID, *_SAID_TO_PYTHON)
    env = {name: value for name, value in os.environ.items() if name not in unsaid} | said
    told = subprocess.run([sys.executable, "-c", _ASK], env=env, capture_output=True, check=True)
    return told.stdout.decode().split()


@pytest.mark.parametrize(
    ("said", "charset"),
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
def test_a_locale_that_is_not_utf8_is_written_in_ascii(said: dict[str, str], charset: str) -> None:
    assert asked(**said)[0] == charset


@pytest.mark.parametrize(
    ("said", "colourless"),
    [
        ({"TERM": "vt100"}, True),
        ({"TERM": "vt100", "COLORTERM": "truecolor"}, False),
        ({"TERM": "xterm-256color", "NO_COLOR": "1"}, True),
        ({"TERM": "xterm"}, False),
        ({"TERM": "linux"}, False),
        ({"TERM": "unheard-of"}, False),
    ],
)
def test_a_terminal_without_colours_is_known(said: dict[str, str], colourless: bool) -> None:
    assert asked(**said)[1] == str(colourless)
