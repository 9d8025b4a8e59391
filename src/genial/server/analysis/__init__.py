"""Looking back at games: reviewing, uploading and grading them."""
