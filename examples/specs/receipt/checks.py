"""What is drawn for each student: a shop, its tax, and prices."""

_SHOPS = ("Blue Door", "Corner Store", "Green Apple", "Old Mill", "Red Lamp", "Silver Spoon")


def _values(random):
    return {"shop": random.choice(_SHOPS), "tax": random.randint(3, 24)}


def shop(random):
    return {"values": _values(random), "args": ["--shop"]}


def prices(random):
    return {"values": _values(random), "stdin": _lines(random, 3)}


def many_prices(random):
    return {"values": _values(random), "stdin": _lines(random, 40)}


def _lines(random, count):
    """So many prices, which the tax does not leave whole."""
    return "".join(f"{100 * random.randint(1, 90) + random.choice((1, 3, 7, 9))}\n" for _ in range(count))
