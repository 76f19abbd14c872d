"""The types of the solver's arrays: fixed-size integers where mypyc compiles, else plain ones.

A compiled module uses ``librt`` for its arrays; plain Python needs no other package. Masks of cards
fit into 63 bits. In compiled code, never shift a literal: ``i64(1) << 40`` has only 32 bits there.
"""

from typing import TYPE_CHECKING

if TYPE_CHECKING:  # mypyc takes these
    from librt.vecs import vec as vec
    from mypy_extensions import i64 as i64
else:
    vec, i64 = list, int
