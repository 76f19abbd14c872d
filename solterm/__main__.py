"""``python -m solterm``."""

import sys

from solterm.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
