"""What a call of the command line comes to, in this process or as a program of its own."""

import json
import os
import subprocess
import sys
from typing import Any

KLONDIKE = "kloncan-klondike"
CANFIELD = "kloncan-canfield"


class Ran:
    """What a call came to."""

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
    """Runs solterm as a program of its own."""
    return subprocess.run(
        [sys.executable, "-m", "solterm", *args],
        input=stdin,
        capture_output=True,
        env={**os.environ, **environment},
        timeout=60,
        check=False,
    )
