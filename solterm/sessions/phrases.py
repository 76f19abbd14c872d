"""The phrases of other players: which ones a player hears, and whom the player ignores."""

from solterm.core.values import replace
from solterm.hall.messages import PHRASES, SetPhrase
from solterm.sessions.news import name_player
from solterm.store.settings import Settings


def tell_phrase(message: SetPhrase, settings: Settings) -> str:
    """Return a phrase with its speaker; "" if this player does not want to hear it.

    >>> tell_phrase(SetPhrase("luck", "ann"), Settings())
    'ann: Good luck'
    >>> tell_phrase(SetPhrase("luck", "Ann"), Settings(ignored="bob ann"))
    ''
    """
    phrase = PHRASES.get(message.phrase)
    if not phrase or not settings.phrases or is_ignored(settings, message.player):
        return ""
    return f"{name_player(message.player)}: {phrase}"


def is_ignored(settings: Settings, name: str) -> bool:
    """Return whether this player hears no phrases and challenges of a player."""
    return name.lower() in settings.ignored.lower().split()


def toggle_ignored(settings: Settings, name: str) -> tuple[Settings, str]:
    """Return the settings with a player ignored or heard again, and a sentence that says which.

    >>> toggle_ignored(Settings(), "bob")[1]
    'You no longer hear the phrases and challenges of bob.'
    """
    names = settings.ignored.split()
    kept = [each for each in names if each.lower() != name.lower()]
    if len(kept) < len(names):
        said = f"You hear the phrases and challenges of {name} again."
    else:
        kept.append(name)
        said = f"You no longer hear the phrases and challenges of {name}."
    return replace(settings, ignored=" ".join(kept)), said


def list_ignored(settings: Settings) -> str:
    """Return a sentence about the players whom this player ignores."""
    if not settings.ignored:
        return "You ignore nobody; 'ignore NAME' hides the phrases and challenges of a player."
    return f"You ignore {', '.join(settings.ignored.split())}; 'ignore NAME' again ends it."
