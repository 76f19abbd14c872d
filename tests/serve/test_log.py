"""The log reports a flood in a few lines."""

import re
from pathlib import Path

from solterm.serve.log import Log
from tests.harness.clock import Clock


def test_repeated_lines_are_counted_and_summarized(tmp_path: Path) -> None:
    clock = Clock()
    log = Log(tmp_path / "log", clock)
    for number in range(10_000):
        clock.seconds += 0.001
        log.tell("error", what="accept", number=number)
    lines = (tmp_path / "log").read_text().splitlines()
    assert 20 <= len(lines) < 100
    clock.seconds += 60
    log.tell_of_repeats()
    log.tell_of_repeats()
    text = (tmp_path / "log").read_text()
    repeated = sum(map(int, re.findall(r"repeated=(\d+)", text)))
    assert repeated == 10_000 - len(lines) and len(text.splitlines()) == len(lines) + 1


def test_a_flood_of_one_kind_does_not_hide_others(tmp_path: Path) -> None:
    log = Log(tmp_path / "log", Clock())
    for number in range(1000):
        log.tell("gone", what=f"nonsense {number}", address="192.0.2.1")
        log.tell("login", address="192.0.2.1")
    log.tell("refused", what="too many", address="192.0.2.1")
    text = (tmp_path / "log").read_text()
    assert text.count(" gone ") < 100 and text.count(" login ") == 1000
    assert "refused what='too many'" in text
