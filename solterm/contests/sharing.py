"""A finished game in one line of text, for sharing."""

from hashlib import sha256

from solterm.core.play import record
from solterm.core.play.play import Play
from solterm.core.plural import count

_LETTERS = 8


def code_of(play: Play) -> str:
    """Return a short code of a play's record: eight hexadecimal digits.

    Anyone who has the record can check the line with ``solterm replay``.

    >>> from solterm import find
    >>> code_of(Play(find("demon"), deal=617)) == code_of(Play(find("demon"), deal=618))
    False
    """
    return sha256(record.write(play).encode()).hexdigest()[:_LETTERS]


def line_of(play: Play) -> str:
    """Return the result of a play in one line.

    >>> from solterm import find
    >>> line_of(Play(find("ultimate-golf"), deal=617)).rpartition(" ")[0]
    'solterm Ultimate Solitaire Golf deal 617 level 3: 35 strokes in 0 moves'
    """
    game, tally = play.game, play.tally
    own = game.own_score
    points = count(play.score, own.unit) if own else str(play.mark)
    name = game.name if game.name == game.collection else f"{game.collection} {game.name}"
    options = "".join(f" {key}={value}" for key, value in play.options.items())
    moves = count(play.moves, "moves")
    exceptions = f", {count(tally.exceptions, 'exceptions')}"
    return (
        f"solterm {name}{options} deal {play.deal} level {tally.level}:"
        f" {points} in {moves}{exceptions * bool(tally.exceptions)} ({code_of(play)})"
    )
