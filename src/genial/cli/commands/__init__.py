"""The commands of `genial`: a module for each command or family of commands."""
