"""The back end for hosts that share a PostgreSQL database.

Nothing here is imported unless ``SOLTERM_DATABASE`` names a database.
"""
