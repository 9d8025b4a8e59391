"""Phoenix."""
