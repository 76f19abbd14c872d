"""There are no import cycles, the core is pure, and no command loads what it does not need.

That imports point one way is checked by import-linter (``scripts/test``).
"""

import ast
import graphlib
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]

OUTSIDE_WORLD = {
    *("asyncio", "datetime", "fcntl", "io", "locale", "logging", "os", "pathlib", "random"),
    *(
        "select",
        "shutil",
        "signal",
        "socket",
        "sqlite3",
        "subprocess",
        "sys",
        "tempfile",
        "termios",
    ),
    *("threading", "time", "tty", "platformdirs", "rich", "textual"),
}
"""Modules the pure core must not import: I/O, clocks, terminals, chance beyond deal numbers."""

SCREEN = {"rich", "textual"}
HEAVY = SCREEN | {"asyncio", "sqlite3", "pysol_cards", "platformdirs"}
"""Modules that are slow to import or open files; only commands that need them load them."""


def imported_by(path: Path) -> set[str]:
    """Return the packages that a module imports, inside functions too."""
    named: set[str] = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            named.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            named.add(node.module.partition(".")[0])
    return named


def name_of(path: Path) -> str:
    return ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__")


def run_by(tree: ast.AST) -> Iterator[ast.AST]:
    """Yield the nodes of a tree without those that only a type checker reads."""
    yield tree
    for node in ast.iter_child_nodes(tree):
        if not (isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING"):
            yield from run_by(node)


def modules_imported_by(path: Path) -> set[str]:
    """Return the modules that a file may import; ``from a import b`` gives a and a.b."""
    named: set[str] = set()
    for node in run_by(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            named.update(alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            named.add(node.module)
            named.update(f"{node.module}.{alias.name}" for alias in node.names)
    return named


def loaded_by(statement: str) -> set[str]:
    """Return the top-level packages that a statement loads in a fresh interpreter."""
    script = f"{statement}\nimport sys\nprint(*{{name.partition('.')[0] for name in sys.modules}})"
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=ROOT, capture_output=True, text=True, check=True
    )
    return set(run.stdout.split())


def test_there_are_no_import_cycles() -> None:
    """Imports inside functions count too; a type alone may make a circle."""
    paths = {name_of(path): path for path in (ROOT / "solterm").rglob("*.py")}
    del paths["solterm"]  # it imports the public names from everywhere
    graph = {name: modules_imported_by(path) & paths.keys() for name, path in paths.items()}
    assert sum(map(len, graph.values())) > len(paths)
    graphlib.TopologicalSorter(graph).prepare()  # CycleError names the modules


@pytest.mark.parametrize("package", ["core", "games", "scoring.py"])
def test_the_rules_import_no_io_clock_or_terminal(package: str) -> None:
    path = ROOT / "solterm" / package
    modules = [path] if path.is_file() else list(path.rglob("*.py"))
    assert modules
    for module in modules:
        assert not imported_by(module) & OUTSIDE_WORLD, module.name


def assert_none_loads(heavy: set[str], statements: list[str]) -> None:
    """Run statements in one interpreter; if one of them loads what it must not, find it."""
    if loaded_by("; ".join(statements)) & heavy:
        assert not [each for each in statements if loaded_by(each) & heavy]


def test_only_the_screen_loads_the_screens_libraries() -> None:
    packages = ("core", "games", "scoring", "contests", "store", "plain", "cli")
    assert_none_loads(SCREEN, [f"import solterm.{package}" for package in packages])


def test_the_rules_and_the_command_line_load_nothing_heavy() -> None:
    commands = "import solterm.cli.main"
    rules = "import solterm.core.play.play, solterm.core.play.record, solterm.scoring"
    games = "from solterm.games import catalogue; catalogue()"
    assert_none_loads(HEAVY, [commands, rules, games])
