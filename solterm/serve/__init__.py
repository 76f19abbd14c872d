"""The host: everybody who comes in by ssh gets a session, and they see each other.

The server speaks ssh and plays nothing; a template process, in which everything is imported, is
forked for each session. Between the two, and from session to session, only messages of the hall
travel.
"""
