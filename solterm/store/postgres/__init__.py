"""The back end for hosts that share a PostgreSQL database.

solterm imports it only if ``SOLTERM_DATABASE`` names a database.
"""
