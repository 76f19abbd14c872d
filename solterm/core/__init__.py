"""The rules core: pure values and functions, with no I/O, no clock and no terminal."""
