"""How much the server carries, side by side with boardgame.io: `python -m benchmarks.server`."""
