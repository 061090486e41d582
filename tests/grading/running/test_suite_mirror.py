"""What the tests of a suite see of the student's program: values, shared lists, objects, exceptions, input, output."""

from __future__ import annotations

from pathlib import Path

from harness.model.verdict import Verdict
from tests.support import course, graded, loaded, write

SPEC = """\
title: Shop
language: python
files: {required: [shop.py]}
clauses: {works: {text: It works., points: 10}}
cases:
  - {name: u, clause: works, suite: {runner: unittest, files: [test_u.py]}}
  - {name: p, clause: works, suite: {runner: pytest, files: [test_p.py]}}
"""
SHOP = """\
import enum, random
from collections import namedtuple
Point = namedtuple("Point", "x y")
class Colour(enum.Enum):
    RED = 1
class OutOfStock(ValueError):
    def __init__(self, name):
        super().__init__("no " + name)
        self.name = name
class Cart:
    count = 0
    def __init__(self, items=()):
        self.items = list(items)
    @classmethod
    def of(cls, *items):
        return cls(items)
    def add(self, name):
        if name == "moon":
            raise OutOfStock(name)
        self.items.append(name)
        return self
    def copy(self):
        return list(self.items)
    def __len__(self):
        return len(self.items)
    def __iter__(self):
        return iter(self.items)
    def __contains__(self, name):
        return name in self.items
    def __add__(self, other):
        return Cart(self.items + other.items)
    def __mul__(self, times):
        return Cart(self.items * times)
    def __eq__(self, other):
        return isinstance(other, Cart) and self.items == other.items
    def __hash__(self):
        return hash(tuple(self.items))
    def __repr__(self):
        return f"Cart({self.items})"
def sort(numbers):
    numbers.sort()
def best(things, key):
    return max(things, key=key)
def ask():
    name = input("Name? ")
    print("Hi", name)
    return name
def roll():
    return random.randint(1, 6)
def large():
    return 3 ** 2000, 1e308 * 10, -0.0, b"\\xff", {1: {2, 3}}, range(3), "\\ud800"
def count():
    yield 1
    yield 2
"""
TEST_U = """\
import io, unittest
from contextlib import redirect_stdout
from unittest.mock import Mock, patch
import shop
from shop import Cart, Colour, OutOfStock, Point
class TestShop(unittest.TestCase):
    def test_values(self):
        power, endless, zero, data, nested, numbers, text = shop.large()
        self.assertEqual((power, endless, str(zero), data), (3 ** 2000, float("inf"), "-0.0", b"\\xff"))
        self.assertEqual((nested, numbers, text), ({1: {2, 3}}, range(3), "\\ud800"))
    def test_shared_list(self):
        numbers = [3, 1, 2]
        self.assertIsNone(shop.sort(numbers))
        self.assertEqual(numbers, [1, 2, 3])
        cart = Cart()
        self.assertIs(cart.items, cart.items)
        cart.items.append("apple")
        self.assertEqual(len(cart), 1)
    def test_own_list(self):
        given = ["apple"]
        cart = Cart(given)
        given.append("pear")
        cart.copy().append("plum")
        self.assertEqual(cart.items, ["apple"])
    def test_objects(self):
        cart = Cart.of("apple", "pear")
        self.assertIsInstance(cart, Cart)
        self.assertIs(type(cart), Cart)
        self.assertIs(cart.add("fig"), cart)
        self.assertIn("fig", cart)
        self.assertIn("fig", cart + Cart())
        self.assertEqual(list(cart * 2), ["apple", "pear", "fig"] * 2)
        self.assertEqual(len({Cart(), Cart()}), 1)
        self.assertEqual(repr(Cart()), "Cart([])")
        cart.items = ["new"]
        self.assertEqual(vars(cart), {"items": ["new"]})
        self.assertFalse(hasattr(cart, "price"))
    def test_plain_content(self):
        self.assertEqual(Point(1, 2), (1, 2))
        self.assertEqual(Point(1, 2).y, 2)
        self.assertIs(Colour(1), Colour.RED)
        self.assertEqual([each.name for each in Colour], ["RED"])
        self.assertEqual(list(shop.count()), [1, 2])
    def test_exceptions(self):
        with self.assertRaisesRegex(OutOfStock, "no moon") as caught:
            Cart().add("moon")
        self.assertEqual(caught.exception.name, "moon")
        with self.assertRaises(ValueError):
            Cart().add("moon")
        with self.assertRaises(TypeError):
            Cart().add()
    def test_functions_of_the_tests(self):
        self.assertEqual(shop.best(["a", "ccc", "bb"], key=lambda word: len(word)), "ccc")
        seen = []
        def key(thing):
            seen.append(thing)
            raise LookupError("here")
        with self.assertRaises(LookupError):
            shop.best([1, 2], key)
        self.assertEqual(seen, [1])
        mock = Mock(return_value=1)
        shop.best([5], mock)
        mock.assert_called_once_with(5)
    def test_input_and_output(self):
        screen = io.StringIO()
        with patch("builtins.input", return_value="Ann") as asked, redirect_stdout(screen):
            self.assertEqual(shop.ask(), "Ann")
        asked.assert_called_once_with("Name? ")
        self.assertEqual(screen.getvalue(), "Hi Ann\\n")
        with patch("sys.stdin", io.StringIO("Bob\\n")), patch("sys.stdout", new_callable=io.StringIO) as screen:
            shop.ask()
        self.assertEqual(screen.getvalue(), "Name? Hi Bob\\n")
    def test_patches(self):
        with patch("shop.random.randint", return_value=4):
            self.assertEqual(shop.roll(), 4)
        with patch("shop.roll", return_value=9):
            self.assertEqual(shop.roll(), 9)
        self.assertLess(shop.roll(), 7)
"""
TEST_P = """\
import pytest
import shop
@pytest.fixture(scope="module")
def cart():
    return shop.Cart(["a"])
@pytest.mark.parametrize("name", ["b", "c"])
def test_add(cart, name):
    cart.add(name)
    assert name in cart
def test_output(capsys, monkeypatch):
    monkeypatch.setattr("builtins.input", lambda prompt: "Eve")
    shop.ask()
    assert capsys.readouterr().out == "Hi Eve\\n"
    monkeypatch.setattr(shop, "roll", lambda: 7)
    assert shop.roll() == 7
def test_patched_back():
    assert shop.roll() < 7
"""


def failed(tmp_path: Path, program: str) -> set[str]:
    course(tmp_path, SPEC, beside={"test_u.py": TEST_U, "test_p.py": TEST_P})
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", {"shop.py": program}))
    assert Verdict.JE not in [case.verdict for case in grade.cases]
    return {case.name.rpartition("test_")[2] for case in grade.cases if case.verdict is not Verdict.AC}


def test_a_right_program_is_seen_as_it_is(tmp_path: Path) -> None:
    assert failed(tmp_path, SHOP) == set()


def test_what_differs_is_seen(tmp_path: Path) -> None:
    program = SHOP.replace("list(items)", "items if isinstance(items, list) else list(items)")
    program = program.replace("numbers.sort()", "return sorted(numbers)").replace('print("Hi", name)', 'print("Hi")')
    assert failed(tmp_path, program) == {"shared_list", "own_list", "input_and_output", "output"}
