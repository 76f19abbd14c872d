"""Slow versions of Klondike and Canfield from KLONCAN's manual, for comparison.

Cards are two letters; there are no masks, policies or level changes.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence

RANKS = "A23456789TJQK"
Piles = Mapping[str, Sequence[str]]


def klondike_moves(piles: Piles, level: int) -> set[str]:

    def fills(source: str, card: str) -> bool:
        return level == 1 or card[0] == "K"

    return set(_moves(piles, level, "A", fills))


def canfield_moves(piles: Piles, level: int) -> set[str]:
    base = piles["f1"][0][0]

    def fills(source: str, card: str) -> bool:
        return level == 1 or source == ("r" if piles["r"] else "w")

    return set(_moves(piles, level, base, fills, circular=True))


def _moves(
    piles: Piles, level: int, base: str, fills: Callable[[str, str], bool], circular: bool = False
) -> Iterator[str]:
    def follows(upper: str, lower: str) -> bool:
        """Return whether a card is one rank above another."""
        rank = RANKS.index(lower[0]) + 1
        return upper[0] == (RANKS[rank % 13] if circular else (RANKS + "-")[rank])

    def goes_home(card: str, pile: Sequence[str]) -> bool:
        if not pile:
            return card[0] == base
        return len(pile) < 13 and card[1] == pile[-1][1] and follows(card, pile[-1])

    def goes_on(card: str, top: str) -> bool:
        alternate = (card[1] in "DH") != (top[1] in "DH")
        return follows(top, card) and (alternate or level == 1)

    if piles["s"] or piles["w"]:
        yield "s"
    for source in (name for name in piles if name[0] in "wrt"):
        face_up = [card for card in piles[source] if card.isupper()]
        unit = face_up if source[0] == "t" else face_up[-1:]
        if not unit:
            continue
        homes = [name for name in piles if name[0] == "f" and goes_home(unit[-1], piles[name])]
        for home in homes[:1]:  # empty foundations are equivalent
            yield f"{source} {home}"
        count = f" {len(unit)}" if len(unit) > 1 else ""
        for column in (name for name in piles if name[0] == "t" and name != source):
            top = piles[column][-1:]
            if goes_on(unit[0], top[0]) if top else fills(source[0], unit[0]):
                yield f"{source} {column}{count}"
