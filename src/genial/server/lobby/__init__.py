"""The lobby: finding a table, an opponent or the daily challenge."""
