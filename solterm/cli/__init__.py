"""The command line: its grammar, and the commands that only tell something."""
