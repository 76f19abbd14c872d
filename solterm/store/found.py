"""Which claims of a board count, in what order, and what their players are called there."""

from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests.claims import Claim
from solterm.contests.kinds import DAILY
from solterm.store.board_store import Claimed
from solterm.store.verdicts import Verdict


class Found(NamedTuple):
    """A claim of a board and what is to be thought of it."""

    claimed: Claimed
    verdict: Verdict

    @property
    def who(self) -> tuple[int, str]:
        """Whose it is: the account that wrote it, and which of the players there."""
        claim = self.verdict.claim
        return self.claimed.owner, claim.profile if claim else ""


def order(found: Found, claim: Claim) -> tuple[float, str, float, str]:
    """Return what is earlier, as a key to sort by.

    Shared results go by the time they were shared, which nobody can set back. One that is not
    shared concerns this player alone: it comes after those, by its day and its file's date.
    """
    claimed = found.claimed
    return claimed.moment or float("inf"), claim.date, claimed.written, claimed.digest


def keep_first(board: str, found: Sequence[Found], sign: int) -> list[tuple[Found, Claim]]:
    """The claims that count: of the same games only the first one.

    Short games may be alike by chance, and then count once for each name. Of claims that share a
    game of one player's, as a score sheet before and after a row was played again, the best one
    counts. On a day's board a player has one try; of more, which only other programs or hands can
    make, it is the first one or, where nobody knows which that is, the worst of the day.
    """
    believed = [(each, each.verdict.claim) for each in found if each.verdict.claim]
    believed.sort(key=lambda each: (*order(*each)[:2], -sign * each[1].points, *order(*each)[2:]))
    players_of: dict[str, tuple[int, str]] = {}
    firsts: list[tuple[Found, Claim]] = []
    for each, claim in believed:
        who = each.who
        first = [players_of.setdefault(games, who) for games in claim.marks]
        if all(other == who for other in first):
            firsts.append((each, claim))
    counted: dict[tuple[object, ...], tuple[Found, Claim]] = {}
    first_with: dict[tuple[object, ...], str] = {}
    for each, claim in firsts:
        if board.startswith(f"{DAILY.id}:"):
            counted.setdefault((each.who,), (each, claim))
            continue
        # At one keyboard several may have given up alike.
        player = (each.who, "" if claim.marks else claim.player.casefold())
        games = [(*player, game) for game in claim.played.begun]
        whole = next((first_with[game] for game in games if game in first_with), claim.played.whole)
        for game in games:
            first_with.setdefault(game, whole)
        key = (*player, whole)
        if key not in counted or sign * claim.points < sign * counted[key][1].points:
            counted[key] = each, claim
    return list(counted.values())


def tell_apart(
    counted: Sequence[tuple[Found, Claim]],
) -> dict[tuple[tuple[int, str], str], str]:
    """What each player is called: of several with one name the later ones have a number."""
    told: dict[tuple[tuple[int, str], str], str] = {}
    called: dict[str, tuple[tuple[int, str], str]] = {}
    for found, claim in sorted(counted, key=lambda each: order(*each)):
        who = (found.who, claim.player.casefold())
        name, number = claim.player, 1
        while called.setdefault(name.casefold(), who) != who:
            number += 1
            name = f"{claim.player} ({number})"
        told[found.who, claim.player] = name
    return told
