"""The game core: rules, positions and plays as pure values, without I/O, clock or terminal."""
