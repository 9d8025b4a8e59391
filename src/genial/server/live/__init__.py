"""Live play: connections, the messages on them, presence and chat."""
