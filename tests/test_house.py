"""The rules of the house: each name once, imports at the top, one kind of refusal, room budgets.

The budgets stand in ``pyproject.toml``. Who must raise one says in the same commit what was taken
away for it.
"""

import ast
import tomllib
from collections import Counter
from collections.abc import Iterator
from functools import cache
from pathlib import Path

ROOT = Path(__file__).parents[1]
PACKAGE = ROOT / "solterm"
HOUSE = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["solterm"]

DOORS = {"__main__.py", "cli/main.py", "tui/doors.py"}
"""Files that may import inside functions, because they load what a command or screen needs."""

NO_SENTENCES = {"wire", "capabilities.py", "installed.py"}
"""Parts below the core, which know no ``Refusal``."""


@cache
def sources() -> dict[str, ast.Module]:
    return {
        str(path.relative_to(PACKAGE)): ast.parse(path.read_text())
        for path in sorted(PACKAGE.rglob("*.py"))
    }


def room_of(file: str) -> str:
    part = file.partition("/")[0].removesuffix(".py")
    return next((room for room, parts in HOUSE["rooms"].items() if part in parts["of"]), "others")


def imports_inside_functions() -> Iterator[str]:
    for file, tree in sources().items():
        for function in ast.walk(tree):
            if file not in DOORS and isinstance(function, ast.FunctionDef | ast.AsyncFunctionDef):
                for node in function.body:
                    for each in ast.walk(node):
                        if isinstance(each, ast.Import | ast.ImportFrom):
                            yield f"{file}:{each.lineno}"


def repeated(names: Iterator[str]) -> list[str]:
    return sorted(name for name, times in Counter(names).items() if times > 1)


def test_each_room_keeps_its_budget_of_lines() -> None:
    lines: Counter[str] = Counter()
    for path in PACKAGE.rglob("*.py"):
        lines[room_of(str(path.relative_to(PACKAGE)))] += len(path.read_text().splitlines())
    budgets = {room: budget["lines"] for room, budget in HOUSE["rooms"].items()}
    print("\n".join(f"{room:8} {lines[room]:6} of {budgets[room]:6}" for room in budgets))
    assert not {room: lines[room] for room in lines if lines[room] > budgets[room]}


def test_a_file_name_occurs_once() -> None:
    names = (path.name for path in PACKAGE.rglob("*.py") if path.name != "__init__.py")
    assert len(found := repeated(names)) <= HOUSE["house"]["repeated-file-names"], found


def test_a_public_class_name_occurs_once() -> None:
    names = (
        node.name
        for tree in sources().values()
        for node in tree.body
        if isinstance(node, ast.ClassDef) and not node.name.startswith("_")
    )
    assert len(found := repeated(names)) <= HOUSE["house"]["repeated-class-names"], found


def test_imports_stand_at_the_top() -> None:
    found = sorted(set(imports_inside_functions()))
    assert len(found) <= HOUSE["house"]["imports-inside-functions"], found


def test_only_a_refusal_is_raised_as_a_sentence() -> None:
    found = [
        f"{file}:{node.lineno}"
        for file, tree in sources().items()
        if file.partition("/")[0] not in NO_SENTENCES
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise) and "ValueError" in ast.unparse(node).split("(")[0]
    ]
    assert not found
