"""A wrong calendar."""


def is_leap(year: int) -> bool:
    return year % 4 == 0
