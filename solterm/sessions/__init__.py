"""Sessions: what happens between two games, whichever face the program has.

Here it is decided what leaving a game means for its sheet, contest and board, which game comes
next and what is asked before; the screen and line mode ask and show, and decide nothing.
"""
