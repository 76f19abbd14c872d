"""The ranking of a board: the claims that count, their order and the names to show."""

from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from solterm.contests.claims import Claim
from solterm.contests.kinds import KINDS
from solterm.sessions.verdicts import Verdict
from solterm.store.interface import Claimed

Who = tuple[int, str]
"""A player: the account and the profile."""


class Ranked(NamedTuple):
    """A claim of a board and the verdict on it."""

    claimed: Claimed
    verdict: Verdict

    @property
    def who(self) -> Who:
        """The player who entered it."""
        claim = self.verdict.claim
        return self.claimed.owner, claim.profile if claim else ""


def order(found: Ranked, claim: Claim) -> tuple[float, str, float, str]:
    """Return the sort key that puts earlier claims first.

    Shared claims sort by the time they were shared, which players can't set. The player's own
    unshared ones follow, by day and date of the file.
    """
    claimed = found.claimed
    return claimed.moment or float("inf"), claim.date, claimed.written, claimed.digest


def keep_first(board: str, found: Sequence[Ranked], is_on_host: bool) -> list[tuple[Ranked, Claim]]:
    """Return the claims that count: for the same games only the first one.

    Short games may be equal by chance, and count once for each name. Of one player's claims that
    share a game, such as a score sheet before and after a replayed row, the best counts. Where
    tries are limited, the best of a player's first claims counts, under any name; if their order is
    unknown, the worse one comes first.
    """
    kind = KINDS.get(board.partition(":")[0].casefold())  # a board is found in any capitalisation
    most_tries = kind.most_tries(is_on_host) if kind else 0
    believed = [(each, each.verdict.claim) for each in found if each.verdict.claim]
    believed.sort(key=lambda each: (*order(*each)[:2], _worse_first(each[1]), *order(*each)[2:]))
    players_of: dict[str, Who] = {}
    firsts: list[tuple[Ranked, Claim]] = []
    for each, claim in believed:
        first = [players_of.setdefault(games, each.who) for games in claim.marks]
        if all(other == each.who for other in first):
            firsts.append((each, claim))
    tries = Counter[Who]()
    counted: dict[tuple[object, ...], tuple[Ranked, Claim]] = {}
    first_with: dict[tuple[object, ...], str] = {}
    for each, claim in firsts:
        key: tuple[object, ...]
        if most_tries:
            tries[each.who] += 1
            if tries[each.who] > most_tries:
                continue
            key = (each.who,)
        else:
            # Several people at one keyboard may give up in the same position.
            player = (each.who, "" if claim.marks else claim.player.casefold())
            games = [(*player, game) for game in claim.played.begun]
            known = (first_with[game] for game in games if game in first_with)
            whole = next(known, claim.played.whole)
            for game in games:
                first_with.setdefault(game, whole)
            key = (*player, whole)
        if key not in counted or claim.ranked < counted[key][1].ranked:
            counted[key] = each, claim
    return list(counted.values())


def _worse_first(claim: Claim) -> tuple[int, ...]:
    return tuple(-each for each in claim.ranked)


def number_namesakes(counted: Sequence[tuple[Ranked, Claim]]) -> dict[tuple[Who, str], str]:
    """Return the name to show for each player and name: later namesakes get a number."""
    shown: dict[tuple[Who, str], str] = {}
    taken: dict[str, tuple[Who, str]] = {}
    for found, claim in sorted(counted, key=lambda each: order(*each)):
        who = (found.who, claim.player.casefold())
        name, number = claim.player, 1
        while taken.setdefault(name.casefold(), who) != who:
            number += 1
            name = f"{claim.player} ({number})"
        shown[found.who, claim.player] = name
    return shown
