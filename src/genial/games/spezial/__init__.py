"""Genial Spezial."""
