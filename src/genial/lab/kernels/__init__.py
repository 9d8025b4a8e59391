"""What the lab compiles: observations, masks and steps of one game or of thousands."""
