"""A recovery storm for real: a region comes back, and everybody asks a small endpoint at once."""
