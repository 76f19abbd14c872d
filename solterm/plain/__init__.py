"""Line mode: the same play as text or JSON lines, for screen readers, pipes, bots and tests."""

from solterm.plain.reply import Reply
from solterm.plain.session import Session

__all__ = ["Reply", "Session"]
