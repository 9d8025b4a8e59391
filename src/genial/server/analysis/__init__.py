"""Looking back at games: review, upload, grade and analyse them."""
