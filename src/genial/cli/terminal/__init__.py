"""Playing in a terminal: the boards, the keyboard, the menu, and a game from start to end."""
