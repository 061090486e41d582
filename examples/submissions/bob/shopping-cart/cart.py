from collections import namedtuple

Line = namedtuple("Line", "price count")


class MissingItem(KeyError):
    def __init__(self, name):
        KeyError.__init__(self, name)
        self.name = name


class Cart:
    def __init__(self):
        self.lines = {}

    def add(self, name, price, count=1):
        self.lines[name] = Line(price, count)

    def remove(self, name):
        if name in self.lines:
            del self.lines[name]

    def names(self):
        return [name for name in self.lines]

    def total(self, discount=None):
        amount = 0
        for line in self.lines.values():
            amount += line.price * line.count
        if discount is None:
            return amount
        return amount - discount(amount)

    def __len__(self):
        return sum(line.count for line in self.lines.values())

    def __contains__(self, name):
        return name in self.lines

    def __eq__(self, other):
        if not isinstance(other, Cart):
            return NotImplemented
        return self.lines == other.lines


def checkout(items):
    discount = float(input("Discount? "))
    amount = 0
    for name, price, count in items:
        print(name, count * price)
        amount += count * price
    amount -= discount
    print("total", amount)
    return amount
