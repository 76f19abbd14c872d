"""The types of the solver's arrays: fixed-size integers where mypyc compiles, else plain ones.

A compiled module uses ``librt`` for its arrays; plain Python needs no other package. Masks of cards
fit into 63 bits. mypyc 2.4 computes ``i64(1) << 40`` and ``one << 40`` in 32 bits if it knows the
value of ``one``, so look single bits up in a table.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # mypyc takes these
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
else:
    vec, i64 = list, int
