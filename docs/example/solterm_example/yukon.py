"""Yukon: Klondike without a stock. Any face-up card moves with the cards on top of it."""

from solterm.declare import (
    ALTERNATING,
    ANY_SPACE,
    DOWNWARDS,
    KINGS,
    Builders,
    Deal,
    Game,
    HiddenTriangle,
    Lift,
    change,
    columns,
    foundations,
    ids,
    open_layout,
)

YUKON = Game(
    id="yukon",
    name="Yukon",
    collection="Worked examples",
    summary="Klondike without a stock; all may move",
    engine=Builders,
    groups=(foundations(), columns(7, ALTERNATING, Lift.ANY, KINGS)),
    dealing=(HiddenTriangle(ids("t", 7)), Deal(ids("t", 7)[1:], 4)),
    **open_layout(ANY_SPACE, change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7    FOUNDATIONS
                              f1  f2  f3  f4
""",
)
