"""Canvas, glyphs, card faces and colours, without Textual."""
