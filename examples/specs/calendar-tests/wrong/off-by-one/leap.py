"""A wrong calendar."""


def is_leap(year: int) -> bool:
    return year % 4 == 1 and (year % 100 != 1 or year % 400 == 1)
