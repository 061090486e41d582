import io
import unittest
from unittest.mock import patch

import cart
from cart import Cart, MissingItem
from gradescope_utils.autograder_utils.decorators import visibility, weight


class TestAdd(unittest.TestCase):
    def setUp(self):
        self.cart = Cart()

    def test_empty(self):
        self.assertEqual(len(self.cart), 0)

    @weight(2)
    def test_count(self):
        self.cart.add("apple", 0.5, 3)
        self.cart.add("pear", 1)
        self.assertEqual(len(self.cart), 4)

    def test_same_name(self):
        self.cart.add("apple", 0.5)
        self.cart.add("apple", 0.5, 2)
        self.assertEqual(self.cart.names(), ["apple"])
        self.assertIn("apple", self.cart)
        self.assertEqual(len(self.cart), 3)

    def test_equal(self):
        other = Cart()
        self.assertEqual(self.cart, other)
        other.add("apple", 1)
        self.assertNotEqual(self.cart, other)


class TestTotal(unittest.TestCase):
    def test_sum(self):
        cart = Cart()
        cart.add("apple", 0.5, 3)
        cart.add("pear", 1)
        self.assertAlmostEqual(cart.total(), 2.5)

    @visibility("hidden")
    def test_discount(self):
        cart = Cart()
        cart.add("lamp", 40, 2)
        self.assertAlmostEqual(cart.total(discount=lambda sum_of_prices: sum_of_prices / 4), 60)


class TestRefuses(unittest.TestCase):
    def test_no_count(self):
        cart = Cart()
        with self.assertRaises(ValueError):
            cart.add("apple", 1, 0)
        self.assertEqual(len(cart), 0)

    def test_missing(self):
        with self.assertRaises(MissingItem) as caught:
            Cart().remove("moon")
        self.assertIsInstance(caught.exception, KeyError)
        self.assertEqual(caught.exception.name, "moon")


class TestCheckout(unittest.TestCase):
    def test_bill(self):
        items = [["apple", 0.5, 2], ["pear", 1.0, 1]]
        with patch("builtins.input", return_value="0.5") as asked, patch("sys.stdout", io.StringIO()) as screen:
            self.assertEqual(cart.checkout(items), 1.5)
        asked.assert_called_once()
        self.assertEqual(screen.getvalue().splitlines(), ["apple 1.0", "pear 1.0", "total 1.5"])
