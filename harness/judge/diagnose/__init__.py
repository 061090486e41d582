"""What a wrong value gives away: pure, from what was expected and what came."""
