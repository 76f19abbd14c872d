"""Steps between games: resume, deal, end, enter contests and boards; and hints during them.

The screen and line mode ask the player and show the results; these modules decide.
"""
