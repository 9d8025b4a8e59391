"""Tables: their events, the decisions about them, and what each seat sees of them."""
