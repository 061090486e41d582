"""What of a graded class deserves a second look before anybody sees a mark."""
