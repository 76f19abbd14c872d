"""Spider: two packs of one, two or four suits, built in ten columns."""

from solterm.declare import (
    ANY_CARD,
    DOWNWARDS,
    Build,
    BuilderGroup,
    Builders,
    Deal,
    DealRow,
    Game,
    Gathered,
    InSuits,
    Lift,
    Match,
    Option,
    Rest,
    change,
    columns,
    ids,
    replace,
    row_stock,
    stock,
)

_TEN = ids("t", 10)
_IN_SUIT = Build((-1,), Match.SUIT)
_COLUMNS = columns(10, DOWNWARDS, Lift.RUN, ANY_CARD, goes_to="td")

SPIDER = Game(
    id="spider",
    name="Spider",
    collection="Worked examples",
    summary="Two packs, ten columns, suits go whole",
    engine=Builders,
    packs=2,
    groups=(
        stock(DealRow(_TEN, needs_all=True)),
        replace(_COLUMNS, run=_IN_SUIT),
        BuilderGroup("d", name="web", takes_suits=True),
    ),
    dealing=(Deal(_TEN, 4, down=4), Deal(_TEN[:4], down=1), Deal(_TEN), Rest()),
    goal=Gathered(kind="d"),
    options=(
        Option(
            "suits",
            "Suits",
            {
                "4": (),
                "2": (change("", pack=InSuits("SH", packs=2)),),
                "1": (change("", pack=InSuits("S", packs=2)),),
            },
        ),
    ),
    **row_stock(change("s", action=DealRow(_TEN)), change("t", run=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10   STOCK   WEB
                                          :s      :d
                                          s       d
""",
)
