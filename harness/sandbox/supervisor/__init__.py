"""The sandbox of one submission that stays, and the supervisor in it."""
