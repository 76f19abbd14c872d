"""The demo, which shows its last picture at once, and keeps it for the next start.

With an argument it shows the picture, waits for a line of input and fails. `DEMO_VERSION` is its
version, `DEMO_FILE` the file on which the picture depends.
"""

import os
import sys

from solterm.wire import launch

NAME, VERSION = "demo", os.environ["DEMO_VERSION"]


def main() -> int:
    launch.show(NAME, VERSION)
    try:
        return run()
    finally:
        launch.leave()


def run() -> int:
    if sys.argv[1:]:
        return os.read(0, 1)[0]
    from solterm.wire.last_picture import PictureKey
    from tests.wire.demo import Demo

    class QuickDemo(Demo):
        def picture_key(self) -> PictureKey:
            return PictureKey(NAME, VERSION, (os.environ["DEMO_FILE"],))

    return QuickDemo().run() or 0


if __name__ == "__main__":
    sys.exit(main())
