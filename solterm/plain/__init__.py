"""Line mode: the same play as text or JSON lines, for screen readers, pipes, bots and tests."""
