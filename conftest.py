"""Which modules pytest looks through for examples: those that show one."""

from pathlib import Path

SOURCE = Path(__file__).with_name("solterm")


def pytest_ignore_collect(collection_path: Path) -> bool | None:
    """Pass the program's modules by that show none: to look for them there takes seconds."""
    ours = collection_path.suffix == ".py" and SOURCE in collection_path.parents
    return True if ours and ">>>" not in collection_path.read_text(encoding="utf-8") else None
