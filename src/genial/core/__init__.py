"""What every game is: states and records, chance and its proof, hex geometry.

Imports nothing else of ours; the rules of each game live in `genial.games`.
"""
