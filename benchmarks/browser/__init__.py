"""The engine of the browser beside the native one, in turns, on the same machine."""
