"""How many sessions the limit of open files allows."""

from solterm.core.values import replace
from solterm.serve.descriptors import fit
from solterm.serve.settings import HostSettings

USUAL = HostSettings()


def test_a_sufficient_limit_changes_nothing() -> None:
    assert fit(USUAL, 1 << 16) == USUAL
    assert fit(USUAL, 4096) == USUAL


def test_a_small_limit_reduces_sessions_and_pending_connections() -> None:
    assert fit(USUAL, 1024).sessions < 200 and fit(USUAL, 1024).pending_connections == 100
    small = fit(USUAL, 128)
    assert small == replace(USUAL, sessions=6, pending_connections=32)
    assert fit(USUAL, 10).sessions == 1
