"""The player's data: every play event by event, score sheets, and the settings.

Plays and sheets live in one SQLite file, settings in one readable text file beside it.
"""
