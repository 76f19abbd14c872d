"""Tools the tests and benchmarks share; nothing here needs pytest."""
