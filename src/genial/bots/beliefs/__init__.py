"""How each game is rebuilt from a view; `genial.bots.belief` chooses among them."""
