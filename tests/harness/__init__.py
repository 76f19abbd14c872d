"""Tools that tests and benchmarks share. They do not import pytest."""
