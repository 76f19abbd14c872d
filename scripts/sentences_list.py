"""Print the sentences that players see: string literals with words in them, and Markdown pages."""

import ast
import re
import sys
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
_SENTENCE = re.compile(r"[A-Za-z{][^\n]* [^\n]*[a-z]")
_CODE = re.compile(r"SELECT |INSERT |UPDATE |DELETE |CREATE |PRAGMA ")


def sentences(path: Path) -> Iterator[tuple[int, str]]:
    """Yield the line and the text of each sentence in a file."""
    text = path.read_text(encoding="utf-8")
    if path.suffix == ".md":
        yield from ((at, line) for at, line in enumerate(text.splitlines(), 1) if line.strip())
        return
    tree = ast.parse(text)
    hidden = set(_docstrings(tree))
    for node in ast.walk(tree):
        if isinstance(node, ast.JoinedStr):
            hidden.update(node.values)
            found = "".join(map(_part, node.values))
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in hidden:
            found = node.value
        else:
            continue
        if _SENTENCE.search(found) and not _CODE.search(found):
            yield node.lineno, " ".join(found.split())


def _part(value: ast.expr) -> str:
    if isinstance(value, ast.Constant):
        return str(value.value)
    assert isinstance(value, ast.FormattedValue)
    return "{" + ast.unparse(value.value) + "}"


def _docstrings(tree: ast.AST) -> Iterator[ast.expr]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr):
            yield node.value


def main() -> None:
    """Print the sentences of the files and folders named, or of the whole package."""
    for name in sys.argv[1:] or ["solterm"]:
        place = ROOT / name
        files = [place] if place.is_file() else sorted(place.rglob("*.[pm][yd]"))
        for path in files:
            for line, text in sorted(sentences(path)):
                print(f"{path.relative_to(ROOT)}:{line}: {text}")


if __name__ == "__main__":
    main()
