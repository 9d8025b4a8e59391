"""Find out what is wrong with a server before its players do: `genial doctor`.

Each module checks one part and returns findings; the command line has their sentences.
"""
