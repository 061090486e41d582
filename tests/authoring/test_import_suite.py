"""An assignment from a course's own tests."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.authoring.import_suite import clause_of, import_suite
from harness.model.errors import UsageError
from tests.support import graded, harness, loaded, write

UNITTEST = """\
import unittest, json
from gradescope_utils.autograder_utils.decorators import weight, visibility
from shop.cart import Cart
import helper
class TestShoppingCart(unittest.TestCase):
    def test_empty(self): self.assertEqual(Cart().total(), helper.NOTHING)
    def test_one(self): self.assertEqual(Cart(1).total(), 1)
class TestBill(unittest.TestCase):
    @weight(3)
    @visibility("hidden")
    def test_two(self): self.assertEqual(Cart(1, 1).total(), 2)
"""
CART = "class Cart:\n    def __init__(self, *given): self.given = given\n    def total(self): return sum(self.given)\n"


def test_a_folder_with_tests_for_gradescope(tmp_path: Path) -> None:
    write(tmp_path / "there", {"test_cart.py": UNITTEST, "helper.py": "NOTHING = 0\n"})
    imported = import_suite(tmp_path / "there", tmp_path / "specs", "sum", "gradescope-utils")
    assert imported.clauses == {"shopping-cart": 2, "bill": 1}
    assert imported.modules == ("shop/cart.py",)
    assignment = loaded(tmp_path)
    assert {clause: said.points for clause, said in assignment.clauses.items()} == {"shopping-cart": 2, "bill": 3}
    cases = {planned.name: planned.case for planned in assignment.cases}
    assert cases["test-TestBill.test_two"].visibility == "hidden"
    grade = graded(assignment, write(tmp_path / "ann", {"shop/cart.py": CART}))
    assert (grade.score, grade.max_score) == (5, 5)


def test_pytest_by_the_command(tmp_path: Path) -> None:
    tests = "import sums\ndef test_a():\n    assert sums.one == 1\nclass TestB:\n    def test_b(self): pass\n"
    write(tmp_path, {"test_sums.py": tests})
    (tmp_path / "specs").mkdir()
    said = harness("import", "pytest", "test_sums.py", cwd=tmp_path, apart=tmp_path / "apart", expect=0)
    assert "specs/sums/spec.yaml: 2 tests: sums (1), b (1)" in said.out
    assert "Students hand in sums.py" in said.out
    assert loaded(tmp_path, "sums").clauses["b"].points == 50
    again = harness("import", "pytest", "test_sums.py", cwd=tmp_path, apart=tmp_path / "apart", expect=2)
    assert "is there already" in again.err


def test_a_class_and_functions_of_one_name_share_a_clause(tmp_path: Path) -> None:
    tests = "import sums\ndef test_a(): assert sums.one == 1\nclass TestSums:\n    def test_b(self): pass\n"
    write(tmp_path, {"test_sums.py": tests})
    imported = import_suite(tmp_path / "test_sums.py", tmp_path / "specs", "sum", "pytest")
    assert imported.clauses == {"sums": 2}
    assert loaded(tmp_path, "sum").clauses["sums"].points == 100


def test_students_get_the_interfaces_that_lie_beside_the_tests(tmp_path: Path) -> None:
    files = {
        "CartTest.java": "import org.junit.jupiter.api.*;\nclass CartTest { @Test void empty() { new Cart(); } }\n",
        "Sized.java": "public interface Sized { int size(); }\n",
        "EmptyCart.java": "public class EmptyCart extends RuntimeException { }\n",
        "Expected.java": "class Expected { static final int TOTAL = 12; }\n",
        "Base.java": "import org.junit.jupiter.api.*;\nabstract class Base { }\n",
    }
    write(tmp_path / "there", files)
    imported = import_suite(tmp_path / "there", tmp_path / "specs", "sum", "junit")
    assert {Path(name).name for name in imported.given} == {"Sized.java", "EmptyCart.java"}
    assert set(loaded(tmp_path, "sum").spec.given) == {"Sized.java", "EmptyCart.java"}


def test_doctest_takes_the_module_of_the_file(tmp_path: Path) -> None:
    write(tmp_path, {"sums.py": 'def add(a, b):\n    """\n    >>> add(1, 2)\n    3\n    """\n'})
    imported = import_suite(tmp_path / "sums.py", tmp_path / "specs", "sum", "doctest")
    assert imported.modules == ("sums.py",)
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", {"sums.py": "def add(a, b): return a + b\n"}))
    assert grade.score == 100


@pytest.mark.parametrize(
    ("group", "clause"),
    [
        ("TestShoppingCart", "shopping-cart"),
        ("CartTests", "cart"),
        ("tests/test_store.py", "store"),
        ("Test2D", "functions-2-d"),
        ("ListTest.Empty", "list-empty"),
    ],
)
def test_clauses_are_named_for_classes(group: str, clause: str) -> None:
    assert clause_of(group) == clause


def test_no_test_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, {"test_sums.py": "import sums\n"})
    with pytest.raises(UsageError, match="there is no test"):
        import_suite(tmp_path / "test_sums.py", tmp_path / "specs", "sum", "pytest")


def test_junit_takes_the_classes_that_the_tests_are_named_for(tmp_path: Path) -> None:
    test = "import org.junit.jupiter.api.*;\nimport static org.junit.jupiter.api.Assertions.*;\n"
    one = 'class CartTest { @Test @Tag("weight:3") void total() { assertEquals(3, new Cart().total()); } }\n'
    two = "class TestBill extends Base { @Test void empty() { assertEquals(0, none()); }\n"
    two += (
        '@Nested class Paid { @Test @Tag("visibility:hidden") void three() { assertEquals(3, new Cart().total()); } } }'
    )
    base = "abstract class Base { int none() { return 0; } @Test void inherited() { } }\n"
    write(tmp_path / "there", {"CartTest.java": test + one, "TestBill.java": test + two, "Base.java": test + base})
    imported = import_suite(tmp_path / "there", tmp_path / "specs", "sum", "junit")
    assert imported.clauses == {"cart": 1, "bill": 2, "bill-paid": 1}
    assert imported.modules == ("Cart.java", "Bill.java")
    assignment = loaded(tmp_path)
    assert [said.points for said in assignment.clauses.values()] == [3, 2, 1]
    cases = {planned.name: planned.case for planned in assignment.cases}
    assert cases["test-TestBill.Paid.three"].visibility == "hidden"
    program = {"Cart.java": "class Cart { int total() { return 3; } }\n", "Bill.java": "class Bill {}\n"}
    assert graded(assignment, write(tmp_path / "ann", program)).score == 6


def test_node_takes_the_files_that_the_tests_import(tmp_path: Path) -> None:
    tests = 'import { total } from "../cart.js";\nimport { zero } from "./helper.js";\n'
    tests += 'import { test } from "node:test";\nimport assert from "node:assert";\n'
    tests += 'test("total", () => assert.equal(total([2, 3]), 5 + zero));\n'
    write(tmp_path / "there", {"cart.test.js": tests, "helper.js": "export const zero = 0;\n"})
    imported = import_suite(tmp_path / "there", tmp_path / "specs", "sum", "node")
    assert imported.modules == ("cart.js",)
    program = {"cart.js": "export const total = (prices) => prices.reduce((sum, price) => sum + price, 0);\n"}
    program["package.json"] = '{"type": "module"}'
    assert graded(loaded(tmp_path), write(tmp_path / "ann", program)).score == 100
