"""Savings for any search, derived from the declaration: one idea per module, with its proof.

No module asks which game it is. If a declaration has a word that a module does not know, it saves
nothing there.
"""
