"""The places of the program: one module each."""
