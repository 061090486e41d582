numbers = 0


def twice(n):
    return 2 * n


def half(x):
    return x / 2


def negate(b):
    return not b


def greet(name):
    return "hello, " + name


def shout(text):
    print(text.upper())


def sort_numbers(a, n):
    a[:n] = sorted(a[:n])


def total(values, n):
    return sum(values[:n])


def find_name(n):
    return None if n == 0 else "Ada"


def next_number():
    global numbers
    numbers += 1
    return numbers


def squares(values):
    return [value * value for value in values]


def distinct(values):
    return set(values)


def lengths(words):
    return {word: len(word) for word in words}


def tally(values):
    return {value: values.count(value) for value in values}


def largest_key(counts):
    return max(counts)


def both(n, text):
    return n, text


def raw():
    return b"a\xff\0"


def fail(n):
    if n < 0:
        raise ValueError(f"negative: {n}")
    return n


class InsufficientFunds(Exception):
    pass


class Account:
    opened = 0

    def __init__(self, owner, balance):
        if balance < 0:
            raise ValueError("negative")
        self.owner = owner
        self.balance = balance
        Account.opened += 1

    def deposit(self, amount):
        self.balance += amount
        return self.balance

    def withdraw(self, amount):
        if amount > self.balance:
            raise InsufficientFunds(f"only {self.balance}")
        self.balance -= amount

    def transfer(self, other, amount):
        self.withdraw(amount)
        other.deposit(amount)

    @staticmethod
    def richest(accounts):
        return max(accounts, key=lambda account: account.balance)

    @classmethod
    def count(cls):
        return cls.opened
