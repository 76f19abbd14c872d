"""What a search can save, read off a declaration: each module has one idea and why it is right.

Nothing here asks which game it is. What a declaration says in words that a module does not know it
leaves alone, and saves nothing there.
"""
