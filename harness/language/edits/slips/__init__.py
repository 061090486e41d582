"""Slips of beginners that no single operator, number or name explains, each with the change that repairs it."""
