"""Between games: what leaving one does to its sheet, contest and board, and which comes next.

The screen and line mode ask and show; these modules decide.
"""
