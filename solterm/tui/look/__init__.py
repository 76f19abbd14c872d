"""How things look: the canvas, glyphs, card faces, themes."""
