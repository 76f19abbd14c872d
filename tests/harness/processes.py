"""The state of other processes, from Linux's /proc."""

from pathlib import Path


def has_ended(process: int) -> bool:
    """Return whether all threads of a process have ended; until then its pipes stay open."""
    try:
        threads = list(Path(f"/proc/{process}/task").iterdir())
        stat = Path(f"/proc/{process}/stat").read_text(errors="replace")
    except OSError:
        return True
    return stat.rpartition(")")[2].split()[0] == "Z" and len(threads) == 1
