"""The program: ``solterm``, or ``python -m solterm``.

It shows the last picture before it imports anything else.
"""

import sys

from solterm import __version__
from solterm.wire import launch


def main() -> int:
    """Run the command line of this process, and return its exit code."""
    if len(sys.argv) == 1:
        launch.show("solterm", __version__)
    from solterm.wire.module_cache import ModuleCache

    modules = ModuleCache("solterm", __version__)
    with launch.Loading():
        from solterm.cli.main import main as run

    try:
        return run()
    finally:
        launch.leave()
        modules.keep()


if __name__ == "__main__":
    sys.exit(main())
