"""A player's data: games, score sheets, statistics, settings, results and backups.

``interface`` lists what is stored and where. ``store`` is the place to start reading.
"""
