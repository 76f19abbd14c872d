"""Savings for any search, derived from the declaration: one idea per module, with its proof.

No module asks which game it is. A module does not apply to a declaration with a word it does not
know.
"""
