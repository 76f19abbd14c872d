"""The hall: messages between a session and its host, and the session's connection.

A host (``solterm serve``) runs a session for everyone who logs in over SSH. The session plays as
usual; in addition to its terminal it has a socket to the host, to report its games and hear about
others.
"""
