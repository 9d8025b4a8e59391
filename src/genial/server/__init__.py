"""The web home: tables, seats, live play, accounts, storage."""
