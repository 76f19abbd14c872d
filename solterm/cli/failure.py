"""The failure of a command."""


class Failure(Exception):
    """Why a command failed, in a sentence for the player."""
