"""Is an output right, and if not, why: checkers, near misses, and the sentences that say it."""
