class MissingItem(KeyError):
    def __init__(self, name):
        super().__init__(f"no {name} in the cart")
        self.name = name


class Cart:
    def __init__(self):
        self._items = {}

    def add(self, name, price, count=1):
        if count < 1:
            raise ValueError(f"{count} is no count")
        self._items[name] = (price, count)

    def remove(self, name):
        if name not in self._items:
            raise MissingItem(name)
        del self._items[name]

    def names(self):
        return list(self._items)

    def total(self, discount=None):
        total = sum(price * count for price, count in self._items.values())
        return total - discount(total) if discount else total

    def __len__(self):
        return sum(count for _, count in self._items.values())

    def __contains__(self, name):
        return name in self._items

    def __eq__(self, other):
        return isinstance(other, Cart) and self._items == other._items

    def __repr__(self):
        return f"Cart({self._items})"


def checkout(items):
    discount = float(input("Discount? "))
    total = -discount
    for name, price, count in items:
        print(name, price * count)
        total += price * count
    print("total", total)
    return total
