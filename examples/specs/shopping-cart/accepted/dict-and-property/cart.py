from collections import Counter
from dataclasses import dataclass, field


class MissingItem(KeyError):
    @property
    def name(self):
        return self.args[0]


@dataclass
class Cart:
    counts: Counter = field(default_factory=Counter)
    prices: dict = field(default_factory=dict)

    def add(self, name, price, count=1):
        if count <= 0:
            raise ValueError
        self.counts[name] += count
        self.prices[name] = price

    def remove(self, name):
        try:
            del self.prices[name]
        except KeyError:
            raise MissingItem(name) from None
        del self.counts[name]

    def names(self):
        return [*self.prices]

    def total(self, discount=lambda total: 0):
        total = sum(self.prices[name] * count for name, count in self.counts.items())
        return total - discount(total)

    def __len__(self):
        return self.counts.total()

    def __contains__(self, name):
        return name in self.prices


def checkout(items):
    basket, less = Cart(), float(input("How much less? "))
    for item in items:
        basket.add(*item)
    for name in basket.names():
        print(name, basket.prices[name] * basket.counts[name])
    print("total", basket.total(lambda _: less))
    return basket.total(lambda _: less)
