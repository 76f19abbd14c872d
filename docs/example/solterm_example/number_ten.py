"""Number Ten: two packs in ten columns, and a stock that is gone through once."""

from solterm.declare import (
    ALTERNATING,
    ANY_CARD,
    DOWNWARDS,
    Builders,
    Deal,
    Game,
    Lift,
    Rest,
    TurnStock,
    change,
    columns,
    foundations,
    ids,
    one_more_pass,
    single_stock,
    stock,
    waste,
)

_ONE_PASS = TurnStock(1, passes=1)

NUMBER_TEN = Game(
    id="number-ten",
    name="Number Ten",
    collection="Worked examples",
    summary="Two packs, ten columns, two cards hidden",
    family="Forty Thieves",
    engine=Builders,
    packs=2,
    groups=(
        stock(_ONE_PASS),
        waste(),
        foundations(8),
        columns(10, ALTERNATING, Lift.RUN, ANY_CARD),
    ),
    dealing=(Deal(ids("t", 10), 4, down=2), Rest()),
    **single_stock(one_more_pass(_ONE_PASS), change("t", build=DOWNWARDS)),
    layout="""
t1  t2  t3  t4  t5  t6  t7  t8  t9  t10   STOCK
                                          :s  :w
                                          s   w

                                          FOUNDATIONS
                                          f1  f2  f3  f4

                                          f5  f6  f7  f8
""",
)
