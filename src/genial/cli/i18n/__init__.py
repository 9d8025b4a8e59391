"""Everything a player reads in the terminal, in English and German."""
