"""The set phrases that players say to each other. There is no free text.

Everybody at a table hears them: its player and the spectators.
"""

from types import MappingProxyType

from solterm.core.refusal import Refusal

PHRASES = MappingProxyType(
    {
        "hello": "Hello",
        "luck": "Good luck",
        "thanks": "Thank you",
        "fine": "Fine move",
        "bold": "That was bold",
        "close": "That was close",
        "pity": "What a pity",
        "think": "Let me think",
        "played": "Well played",
        "rematch": "Rematch?",
        "yes": "Yes, please",
        "bye": "Goodbye",
    }
)
"""The phrases by their ids, which hosts and sessions send."""


def find_phrase(typed: str) -> str:
    """Return the id of the phrase that a player means by it, or by how the phrase begins.

    >>> find_phrase("good l"), find_phrase("bye")
    ('luck', 'bye')

    Raises ``Refusal`` with a sentence that lists all phrases.
    """
    wanted = typed.strip().lower()
    for id, phrase in PHRASES.items():
        if wanted and (wanted == id or phrase.lower().startswith(wanted)):
            return id
    listed = ", ".join(PHRASES.values())
    raise Refusal(f"These phrases can be said: {listed}.")
