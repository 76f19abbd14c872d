"""What stops a command."""


class Failure(Exception):
    """A command that could not be done; its text is the sentence for the player."""
