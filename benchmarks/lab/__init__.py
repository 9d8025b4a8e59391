"""How fast the environments are, side by side with MOMAland: `python -m benchmarks.lab`."""
