"""The website: tables, seats, live play, accounts, storage."""
