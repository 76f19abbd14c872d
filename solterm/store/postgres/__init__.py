"""The engine of hosts that share one PostgreSQL database, and what lies there instead of in files.

Nothing here is imported unless ``SOLTERM_DATABASE`` names a database.
"""
