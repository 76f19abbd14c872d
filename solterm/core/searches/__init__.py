"""Search spaces and the searches through them, for the quick hint and the solver alike."""
