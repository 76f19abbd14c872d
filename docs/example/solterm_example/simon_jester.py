"""Simon Jester: Simple Simon with two packs, of one, two or four suits."""

from solterm.declare import (
    ANY_CARD,
    DOWNWARDS,
    Build,
    BuilderGroup,
    Builders,
    Deal,
    Game,
    Gathered,
    InSuits,
    Lift,
    Match,
    Option,
    change,
    columns,
    ids,
    open_layout,
    replace,
)

_COLUMNS = ids("t", 14)
_IN_SUIT = Build((-1,), Match.SUIT)

SIMON_JESTER = Game(
    id="simon-jester",
    name="Simon Jester",
    collection="Worked examples",
    summary="Two open packs, suits go whole",
    family="Spider",
    skill=4,
    engine=Builders,
    packs=2,
    groups=(
        replace(columns(14, DOWNWARDS, Lift.RUN, ANY_CARD, goes_to="tdr"), run=_IN_SUIT),
        BuilderGroup("d", name="web", takes_suits=True),
        BuilderGroup("r", name="cell", lift=Lift.TOP, space=ANY_CARD, goes_to="t", closed=True),
    ),
    dealing=(*(Deal(_COLUMNS[:count]) for count in range(1, 14)), Deal(_COLUMNS[1:])),
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
            words={"4": "four suits", "2": "two suits", "1": "one suit"},
        ),
    ),
    **open_layout(change("r", closed=False), change("t", run=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10 t11 t12 t13 t14   WEB
                                                          :d
                                                          d

                                                          r
""",
)
