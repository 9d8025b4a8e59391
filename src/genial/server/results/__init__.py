"""Results: the ledger of finished games, ratings, profiles and leaderboards."""
