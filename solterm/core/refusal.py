"""The sentence that says why something is not allowed."""


class Refusal(str):
    """Why something is not allowed: one sentence for the player, cards as two letters.

    >>> from solterm import Move, Play, find
    >>> print(Play(find("free-cell"), deal=617).why_not(Move("t4", "f1")))
    4H can't go there: only an Ace may fill an empty foundation.
    """

    __slots__ = ()
