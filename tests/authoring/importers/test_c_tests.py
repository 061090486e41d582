"""A course's own tests in C and C++ become cases of calls, and say the same of right and wrong programs."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.authoring.importers.c_tests import read
from harness.authoring.importing.native_tests import read_tests
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from harness.model.verdict import Verdict
from tests.support import graded, loaded, write

CATCH = """\
#include "catch.hpp"
#include "stack.h"
TEST_CASE("push and pop", "[stack]") {
    Stack<int> s;
    s.push(1);
    s.push(2);
    SECTION("order") {
        CHECK(s.pop() == 2);
        CHECK(1 == s.pop());
        CHECK(s.empty());
        REQUIRE_THROWS_AS(s.pop(), std::out_of_range);
    }
    SECTION("size") {
        REQUIRE(s.size() == 2);
        REQUIRE_FALSE(s.empty());
    }
}
TEST_CASE("mean") {
    CHECK(mean({1.0, 2.0}) == Approx(1.5));
    for (int i = 0; i < 3; i++) CHECK(mean({1.0 * i}) == i);
    CHECK(mean({3.0}) == 3.0);
}
"""
STACK = """\
#pragma once
#include <stdexcept>
#include <vector>
template <typename T>
class Stack {
    std::vector<T> items;
public:
    bool empty() const { return items.empty(); }
    std::size_t size() const { return items.size(); }
    void push(T item) { items.push_back(item); }
    T pop() {
        if (items.empty()) throw std::out_of_range("empty");
        T item = items.back();
        items.pop_back();
        return item;
    }
};
inline double mean(const std::vector<double>& values) {
    double sum = 0;
    for (double value : values) sum += value;
    return sum / values.size();
}
"""
ASSERTS = """\
#include "queue.h"
#include <assert.h>
#include <string.h>
static void test_order(void)
{
    Queue *q = queue_new(2);
    int value;
    assert(q != NULL);
    assert(queue_push(q, 7) && queue_push(q, 8));
    int full = queue_push(q, 9);
    assert(!full);
    assert(queue_pop(q, &value) && value == 7);
    assert(strcmp(queue_name(q), "queue") == 0);
}
int main(void)
{
    test_order();
    return 0;
}
"""
HEADER = """\
typedef struct queue Queue;
Queue *queue_new(int most);
int queue_push(Queue *q, int value);
int queue_pop(Queue *q, int *value);
const char *queue_name(Queue *q);
"""
QUEUE = """\
#include <stdlib.h>
#include "queue.h"
struct queue { int most, count, values[9]; };
Queue *queue_new(int most) { Queue *q = calloc(1, sizeof *q); q->most = most; return q; }
int queue_push(Queue *q, int value) { if (q->count == q->most) return 0; q->values[q->count++] = value; return 1; }
int queue_pop(Queue *q, int *value) { *value = q->values[0]; return q->count-- > 0; }
const char *queue_name(Queue *q) { return q ? "queue" : ""; }
"""


def imported(tmp_path: Path, tests: dict[str, str], name: str) -> list[str]:
    write(tmp_path / "there", tests)
    package = read(tmp_path / "there" / name)
    write_package(package, tmp_path / "specs" / "sum")
    return [*package.notes]


def wrong(tmp_path: Path, student: str, files: dict[str, str]) -> set[str]:
    grade = graded(loaded(tmp_path, "sum"), write(tmp_path / student, files))
    return {case.name for case in grade.cases if case.verdict is not Verdict.AC}


def test_catch2_with_sections(tmp_path: Path) -> None:
    notes = imported(tmp_path, {"stack_test.cpp": CATCH}, "stack_test.cpp")
    assert [note.partition(":")[2].partition(":")[0] for note in notes if "left out" in note] == ["20", "21"]
    assert wrong(tmp_path, "ann", {"stack.h": STACK}) == set()
    assert wrong(tmp_path, "bob", {"stack.h": STACK.replace("items.back()", "items.front()")}) == {"push-and-pop-order"}
    assert wrong(tmp_path, "cat", {"stack.h": STACK.replace("sum / values.size()", "sum")}) == {"mean"}


def test_plain_assertions_in_c(tmp_path: Path) -> None:
    notes = imported(tmp_path, {"queue_test.c": ASSERTS, "queue.h": HEADER}, "queue_test.c")
    assert "Students hand in queue.c." in notes
    assert [note for note in notes if "left out" in note] == [
        "queue_test.c:8: left out, no call says it: assert(q != NULL);"
    ]
    assert wrong(tmp_path, "ann", {"queue.c": QUEUE}) == set()
    for number, (old, new) in enumerate([("return 0;", "return 1;"), ("values[0]", "values[1]"), ('"queue"', '"q"')]):
        assert wrong(tmp_path, f"wrong{number}", {"queue.c": QUEUE.replace(old, new)}) == {"test-order"}


@pytest.mark.parametrize(
    ("statement", "step"),
    [
        ("EXPECT_EQ(add(2, 3), 5)", {"function": "add", "args": [2, 3], "returns": 5}),
        ('ASSERT_STREQ(name(), "x\\n")', {"function": "name", "args": [], "returns": "x\n"}),
        ("EXPECT_NEAR(half(3), 1.5, 1e-6)",
         {"function": "half", "args": [3], "returns": 1.5, "tolerance": {"absolute": 1e-6}}),
        ("EXPECT_THROW(half(-1), std::range_error)", {"function": "half", "args": [-1], "raises": "std::range_error"}),
        ("TEST_ASSERT_EQUAL_INT(5, add(2, 3))", {"function": "add", "args": [2, 3], "returns": 5}),
        ("TEST_ASSERT_NULL(find(0x10))", {"function": "find", "args": [16], "returns": None}),
        ("assert(!is_prime(4))", {"function": "is_prime", "args": [4], "returns": False}),
        ("CHECK(sum(std::vector<int>{1, 2}) == 3)", {"function": "sum", "args": [[1, 2]], "returns": 3}),
        ("REQUIRE(first(std::string(\"ab\")) == 'a')", {"function": "first", "args": ["ab"], "returns": "a"}),
    ],
)  # fmt: skip
def test_each_assertion_is_a_step(statement: str, step: dict[str, object]) -> None:
    (test,) = read_tests(f"TEST(Sums, works) {{\n    {statement};\n}}\n")
    assert (test.name, test.steps, test.left_out) == ("Sums  works", [step], [])


@pytest.mark.parametrize(
    "statement",
    [
        "CHECK(add(1, 2) != 4)",
        "CHECK(f(1) || f(2))",
        "CHECK(total == 3)",
        "CHECK(add(1, 2) == add(2, 1))",
        "CHECK(x.y)",
    ],
)
def test_what_no_call_says_is_left_out_and_costs_nothing_else(statement: str) -> None:
    (test,) = read_tests(f'TEST_CASE("x") {{\n    {statement};\n    CHECK(f() == 1);\n}}\n')
    assert test.left_out == [(2, f"{statement};")]
    assert test.steps == [{"function": "f", "args": [], "returns": 1}]


def test_what_depends_on_a_line_that_is_left_out_is_left_out() -> None:
    (test,) = read_tests('TEST_CASE("x") {\n    if (f()) s.push(1);\n    CHECK(g() == 1);\n}\n')
    assert (test.steps, [line for line, _ in test.left_out]) == ([], [2, 3])


def test_no_test_is_an_error(tmp_path: Path) -> None:
    write(tmp_path, {"a.c": "int main(void) { return 0; }\n", "a.py": ""})
    for name in ("a.c", "a.py"):
        with pytest.raises(UsageError, match=r"no test in it|which ends in"):
            read(tmp_path / name)
