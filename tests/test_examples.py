"""The examples in the package's docstrings."""

import doctest
from importlib import import_module
from pathlib import Path

from tests.harness.cases import over

ROOT = Path(__file__).parents[1]
MODULES = [
    ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")
    for path in sorted(ROOT.glob("solterm/**/*.py"))
    if ">>>" in path.read_text(encoding="utf-8")
]


@over("module", MODULES)
def test_the_examples_of_a_module_run(module: str) -> None:
    found = doctest.testmod(import_module(module), optionflags=doctest.ELLIPSIS)
    assert found.attempted
    assert not found.failed
