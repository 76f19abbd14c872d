"""Calls of the command line, in this process or a new one."""

import json
import os
import subprocess
import sys
from typing import Any

KLONDIKE = "kloncan-klondike"
CANFIELD = "kloncan-canfield"


class CommandResult:
    """The exit status and output of a call."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code = code
        self.out = out
        self.err = err

    @property
    def json(self) -> Any:
        return json.loads(self.out)

    @property
    def replies(self) -> list[dict[str, Any]]:
        return [json.loads(line) for line in self.out.splitlines()]


def process(
    *args: str, stdin: bytes = b"", **environment: str
) -> "subprocess.CompletedProcess[bytes]":
    """Run solterm in a new process."""
    return subprocess.run(
        [sys.executable, "-m", "solterm", *args],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )
