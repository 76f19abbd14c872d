"""The base of all errors that a player reads."""


class Refusal(Exception):
    """What was asked can't be done. The message is a sentence: what, where, and the way out.

    Whoever asked shows it, and nothing has changed. Any other exception of solterm is a bug.

    >>> from solterm import Play, Refusal, find
    >>> try:
    ...     Play(find("free-cell"), deal=617).push("t4 f1")
    ... except Refusal as refusal:
    ...     print(refusal)
    4H can't go there: only an Ace may fill an empty foundation.
    """
