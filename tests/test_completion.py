"""Shell completion and the manual page, both generated from the command line's parser."""

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

from scripts import manual_page
from solterm.cli import completion, shell_commands

ROOT = Path(__file__).parents[1]
COMPGEN_OF = """
compgen_of() {
    COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); COMPREPLY=()
    _shtab_solterm solterm "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
    echo "${COMPREPLY[*]}"
}
"""


def script_for(shell: str) -> str:
    return completion.script(shell)


@pytest.mark.parametrize("shell", shell_commands.SHELLS)
def test_a_script_names_every_command_and_option(shell: str) -> None:
    script = script_for(shell)
    for command in shell_commands.COMMANDS:
        assert command in script
    for line in manual_page.page().splitlines():
        if line.startswith(".B \\-\\-"):
            option = line.removeprefix(".B ").replace("\\-", "-").split()[0]
            assert option.strip("-,") in script


@pytest.mark.parametrize("shell", shell_commands.SHELLS)
def test_the_shell_accepts_its_script(shell: str) -> None:
    if not shutil.which(shell):
        pytest.skip(f"{shell} is not installed")
    done = subprocess.run([shell, "-n"], input=script_for(shell), text=True, check=False)
    assert done.returncode == 0


def test_bash_completes_commands_games_options_and_their_values(tmp_path: Path) -> None:
    program = tmp_path / "solterm"
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m solterm "$@"\n')
    program.chmod(0o755)
    completions = {
        "solterm repl": "replay",
        "solterm play kloncan-": "kloncan-klondike kloncan-canfield",
        "solterm play demon --lev": "--level",
        "solterm deal demon --level ''": "1 2 3",
        "solterm --player ann rules dem": "demon",
        "solterm study bris": "bristol",
        "solterm list --family forty": "forty-thieves",
        "solterm replay game.txt --svg pyp": "pyproject.toml",
    }
    lines = [
        script_for("bash"),
        COMPGEN_OF,
        *(f"compgen_of {each}" for each in completions),
    ]
    path = os.pathsep.join([str(tmp_path), os.environ["PATH"]])
    done = subprocess.run(
        ["bash", "--norc"],
        input="\n".join(lines),
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PATH": path},
    )
    assert dict(zip(completions, done.stdout.splitlines(), strict=True)) == completions


def test_the_manual_page_matches_the_parser() -> None:
    page = (ROOT / "docs" / "solterm.6").read_text(encoding="utf-8")
    assert page == manual_page.page(), "run scripts/manual to rewrite it"
