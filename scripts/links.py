"""Make the links of README.md absolute and name the project's addresses, before a release is built.

    python3 scripts/links.py https://github.com/OWNER/NAME [VERSION]

A package index shows the README without the repository around it, so its picture and links have to
name the repository. The workflow "wheels" runs this in its checkout; don't commit the result.
"""

import re
import sys
from pathlib import Path

ROOT = Path(__file__).parents[1]

_LINK = re.compile(r"(!?)(\[[^\]]*\])\((?!https?:|#)([^)\s]+)\)")


def absolute(text: str, repository: str, version: str) -> str:
    """Return Markdown with links to files of the repository, pictures as raw files."""

    def link(found: re.Match[str]) -> str:
        picture, title, path = found.groups()
        return f"{picture}{title}({repository}/{'raw' if picture else 'blob'}/{version}/{path})"

    return _LINK.sub(link, text)


def with_addresses(project: str, repository: str, version: str) -> str:
    """Return pyproject.toml with the addresses that a package index lists."""
    files = f"{repository}/blob/{version}"
    addresses = {
        "Repository": repository,
        "Issues": f"{repository}/issues",
        "Documentation": f"{files}/docs/index.md",
        "Changelog": f"{files}/CHANGELOG.md",
    }
    lines = "".join(f'{name} = "{address}"\n' for name, address in addresses.items())
    return project.replace("[project.scripts]\n", f"[project.urls]\n{lines}\n[project.scripts]\n")


def main() -> None:
    """Rewrite the files of this tree."""
    if len(sys.argv) not in (2, 3):
        sys.exit("Usage: python3 scripts/links.py https://github.com/OWNER/NAME [VERSION]")
    repository, version = sys.argv[1].rstrip("/"), [*sys.argv, "main"][2]
    for name, change in (("README.md", absolute), ("pyproject.toml", with_addresses)):
        file = ROOT / name
        file.write_text(change(file.read_text(), repository, version))


if __name__ == "__main__":
    main()
