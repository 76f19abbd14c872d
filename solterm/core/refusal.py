"""The reason why an action is refused."""


class Refusal(str):
    """A sentence that tells the player why an action is refused. Cards are two letters.

    >>> from solterm import Move, Play, find
    >>> print(Play(find("free-cell"), deal=617).why_not(Move("t4", "f1")))
    4H can't go there: only an Ace may fill an empty foundation.
    """

    __slots__ = ()
