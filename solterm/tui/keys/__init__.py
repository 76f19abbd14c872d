"""Every key of the table, the player's own keys, and what works now."""
