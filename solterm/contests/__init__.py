"""Contests: scores, sheets, tours, tournaments and claims, as pure functions of finished plays."""
