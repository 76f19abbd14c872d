"""Cards that are always at hand wait until another card needs them.

Where all cards lie in piles that only give to foundations, which build up one by one and are all
alike, a pile whose cards are of one rank never hides anything. Its cards are at hand; they are
fetched only to bring a foundation up to where it takes the end card of another pile, and always to
the highest foundation that is not too high.

Proof: let c(r) be how many foundations have reached rank r. A card of rank r needs c(r-1) > c(r).
Take a way to win, keep the order of the cards that are not at hand, and fetch what is needed and
no more: then each c(r) is never more than it was on that way at the same time. Should c(r-1) be too
low for the next card, it was higher on that way, and as the same other cards are home, a card of
rank r-1 was at hand there that is at hand still; what that one needs is found likewise. (To raise
c(r-1) by one, and what that needs, is to bring up the highest foundation below r.) Once no other
cards are left, all those at hand go home from the lowest rank on.
"""

from collections.abc import Iterator


class Fetching:
    """The ways on in such a game, one for each pile that hides cards."""

    def __init__(self, hiding: tuple[int, ...], at_hand: tuple[int, ...]) -> None:
        """By the numbers of the piles that hide cards, and of those that do not."""
        self._hiding = hiding
        self._at_hand = at_hand
        self._whole = 1000  # more than there are cards

    @classmethod
    def of(cls, piles: tuple[bytes, ...], wanted: list[tuple[int, ...]]) -> "Fetching | None":
        """Those of some piles; None where foundations differ, or take ranks round the corner."""
        if len(set(wanted)) != 1 or wanted[0] != tuple(range(1, 1 + len(wanted[0]))):
            return None
        hiding = tuple(number for number, pile in enumerate(piles) if len(set(pile)) > 1)
        return cls(hiding, tuple(n for n in range(len(piles)) if n not in hiding))

    def count_hiding(self, piles: tuple[bytes, ...]) -> int:
        """How many cards lie in piles that hide some, or are at hand in the end."""
        hiding = sum(len(piles[number]) for number in self._hiding)
        at_hand = sum(len(piles[number]) for number in self._at_hand)
        return hiding + (self._whole if hiding else at_hand)

    def ways(self, home: tuple[int, ...], piles: tuple[bytes, ...]) -> Iterator[tuple[int, int]]:
        """Piles whose end card can go home, and where: what it needs is fetched."""
        hiding = [number for number in self._hiding if piles[number]]
        if not hiding:
            left = [number for number in self._at_hand if piles[number]]
            hiding = sorted(left, key=lambda number: piles[number][-1])[:1]
        ranks = {piles[number][-1] for number in self._at_hand if piles[number]}
        for number in hiding:
            rank = piles[number][-1]
            reached = max((height for height in home if height < rank), default=-1)
            if reached >= 0 and ranks.issuperset(range(reached + 1, rank)):
                yield number, home.index(reached)

    def fetched(
        self, home: tuple[int, ...], piles: tuple[bytes, ...], number: int, foundation: int
    ) -> list[int]:
        """The piles whose end cards go to a foundation, that of a certain pile as the last."""
        rank = piles[number][-1]
        needed = range(home[foundation] + 1, rank)
        at_hand = {piles[each][-1]: each for each in self._at_hand if piles[each]}
        return [*(at_hand[each] for each in needed), number]
