"""What the host answers a session that asks about its own name and keys.

Whose session it is, the host knows by the key that came in; the session says only what is wanted.
"""

from solterm.hall.messages import AskCode, Message, No, Rename, UseCode, Yes
from solterm.serve.register import CodeRefused, NameRefused, Player, Register
from solterm.store.errors import StoreError

ASKED = (Rename, AskCode, UseCode)
"""The messages that are answered here."""

_GUEST = "Guests have no name and no key here: come with a key, and you are a player."
_TROUBLE = "The host cannot look it up just now: try again later."


def answer(
    register: Register, player: Player | None, fingerprint: str, message: Message
) -> tuple[Yes | No, Player | None]:
    """What is answered to one of ``ASKED``, and who the session's player is after it.

    The player is None for a guest, who has no fingerprint either. After ``UseCode`` the player of
    the session is the one it began as: the other one's games are there at the next login. What a
    failing database says is for whoever keeps the host, and no session's business.
    """
    if player is None:
        return No(_GUEST), None
    try:
        match message:
            case Rename():
                player = register.rename(player.id, message.name)
                return Yes(player.name), player
            case AskCode():
                return Yes(register.make_code(player.id)), player
            case UseCode():
                meant = register.use_code(fingerprint, message.code)
                return Yes(_tell_joined(meant, player)), player
    except (NameRefused, CodeRefused) as refusal:
        return No(str(refusal)), player
    except StoreError:
        return No(_TROUBLE), player
    raise TypeError(f"A {type(message).__name__} is not asked here.")


def _tell_joined(meant: Player, player: Player) -> str:
    return (
        f"From your next login on this key is {meant.name}'s. What you played with it as"
        f" {player.name} stays with {player.name}, and you go on as {player.name} until you leave."
    )
