"""Operators of C++ called by the name that the spec gives them: members, free ones, hidden friends, made ones."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from harness.grading.verdicts.calls.call_findings import describe_call
from harness.language.cpp.operators import Signature, is_operator, parse_operators
from harness.model.result import CallResult, CallsReport
from harness.spec.format.model import Call
from tests.language.calling import reports
from tests.support import course, loaded

FRACTION = r"""
    #include <iostream>
    #include <numeric>
    #include <stdexcept>
    #include <string>
    class Fraction {
    public:
        Fraction(long n, long d = 1) : n_(n), d_(d) { long g = std::gcd(n, d); n_ /= g; d_ /= g; }
        Fraction operator+(const Fraction &o) const { return Fraction(n_ * o.d_ + o.n_ * d_, d_ * o.d_); }
        Fraction operator-() const { return Fraction(-n_, d_); }
        Fraction operator*(int k) const { return Fraction(k * n_, d_); }
        Fraction &operator+=(const Fraction &o) { return *this = *this + o; }
        Fraction &operator++() { n_ += d_; return *this; }
        Fraction operator++(int) { Fraction old = *this; n_ += d_; return old; }
        friend bool operator<(const Fraction &a, const Fraction &b) { return a.n_ * b.d_ < b.n_ * a.d_; }
        explicit operator double() const { return double(n_) / d_; }
        explicit operator bool() const { return n_ != 0; }
        operator std::string() const { return std::to_string(n_) + " over " + std::to_string(d_); }
        long operator[](int i) const { if (i > 1) throw std::out_of_range("no such part"); return i ? d_ : n_; }
        double operator()(double x, int y) const { return x * n_ / d_ + y; }
        friend bool operator|(const Fraction &a, const Fraction &b) { return a.d_ % b.d_ == 0; }
    private:
        long n_, d_;
        friend std::istream &operator>>(std::istream &in, Fraction &f) { char c; return in >> f.n_ >> c >> f.d_; }
        friend std::ostream &operator<<(std::ostream &out, const Fraction &f);
    };
    std::ostream &operator<<(std::ostream &out, const Fraction &f) { return out << f.n_ << '/' << f.d_; }
    Fraction operator*(int k, const Fraction &f) { return f * k; }
"""
HALF = {"new": "Fraction", "args": [1, 2], "keep": "half"}
THIRD = {"new": "Fraction", "args": [1, 3], "keep": "third"}


def on(name: str, function: str, *args: Any, **more: Any) -> dict[str, Any]:
    return {"of": f"${name}", "function": function, "args": list(args), **more}


def results(root: Path, files: dict[str, str | bytes], *calls: dict[str, Any]) -> tuple[CallResult, ...]:
    (report,) = reports(root, "cpp", files, {"calls": list(calls)})
    assert report.ended is None
    return report.results


OBJECTS: list[tuple[list[dict[str, Any]], str]] = [
    ([on("half", "operator+", "$third", keep="it")], "5/6"),
    ([on("half", "operator-", keep="it")], "-1/2"),
    ([on("half", "operator*", 3, keep="it")], "3/2"),
    ([{"function": "operator*", "args": [4, "$third"], "keep": "it"}], "4/3"),
    ([on("half", "operator+", 1, keep="it")], "3/2"),
    ([on("half", "operator++", 0, keep="it")], "1/2"),
    ([on("half", "operator ++", keep="it")], "3/2"),
    ([on("half", "operator+=", "$third", keep="it")], "5/6"),
]


@pytest.fixture(scope="module")
def objects(tmp_path_factory: pytest.TempPathFactory) -> list[CallsReport]:
    """What the calls of each case gave: the program and its driver are compiled once for all."""
    cases = [{"calls": [HALF, THIRD, *calls, on("it", "operator<<")]} for calls, _ in OBJECTS]
    return reports(tmp_path_factory.mktemp("objects"), "cpp", {"f.cpp": FRACTION}, *cases)


@pytest.mark.parametrize(("case", "text"), [*enumerate(text for _, text in OBJECTS)])
def test_objects_come_of_operators(objects: list[CallsReport], case: int, text: str) -> None:
    assert objects[case].ended is None
    assert objects[case].results[-1].returned == text


def test_values_come_of_operators(tmp_path: Path) -> None:
    calls = [
        on("half", "operator<", "$third"),
        {"function": "operator<", "args": ["$third", "$half"]},
        on("half", "operator double"),
        on("half", "operator bool"),
        on("half", "operator std::string"),
        on("half", "operator[]", 1),
        on("half", "operator()", 2.0, 3),
        on("half", "operator bitor", "$third"),
        {"function": "operator<<", "args": ["$third"]},
        on("half", "operator>>", "7/9"),
        on("half", "operator<<"),
        on("half", "operator>>", "x"),
        on("half", "operator[]", 5),
    ]
    *got, last = results(tmp_path, {"f.cpp": FRACTION}, HALF, THIRD, *calls)[2:]
    assert [result.returned for result in got] == [
        False,
        True,
        0.5,
        True,
        "1 over 2",
        2,
        4.0,
        False,
        "1/3",
        True,
        "7/9",
        False,
    ]
    assert (last.raised, last.message) == ("out_of_range", "no such part")


def test_an_operator_that_is_missing_costs_no_other(tmp_path: Path) -> None:
    calls = [on("half", "operator%", "$third"), on("half", "operator!=", "$third"), on("half", "operator<", "$third")]
    got = results(tmp_path, {"f.cpp": FRACTION}, HALF, THIRD, *calls)[2:]
    assert [result.missing for result in got] == [
        "there is no operator% for Fraction and these operands",
        "there is no operator!= for Fraction and these operands",
        None,
    ]


VECTOR = """\
    #pragma once
    #include <iostream>
    #include <vector>
    namespace geo {
    template <class T> class Vec {
        std::vector<T> items;
    public:
        Vec(std::vector<T> given) : items(given) {}
        T &operator[](std::size_t at) { return items[at]; }
        const T &operator[](std::size_t at) const { return items[at]; }
        Vec operator+(const Vec &o) const {
            Vec r = *this;
            for (std::size_t i = 0; i < items.size(); ++i) r[i] += o[i];
            return r;
        }
        bool operator==(const Vec &) const = default;
        friend std::ostream &operator<<(std::ostream &out, const Vec &v) {
            for (auto &item : v.items) out << item << ',';
            return out;
        }
    };
    template <class T> Vec<T> operator*(T factor, const Vec<T> &v) { Vec<T> r({v[0] * factor}); return r; }
    }
"""


def test_operators_of_a_template_in_a_header_also_those_that_the_compiler_makes(tmp_path: Path) -> None:
    calls = [
        {"new": "geo::Vec<int>", "args": [[1, 2]], "keep": "v"},
        on("v", "operator[]", 1),
        on("v", "operator+", "$v", keep="sum"),
        on("sum", "operator<<"),
        on("v", "operator==", "$sum"),
        on("v", "operator!=", "$sum"),
        {"function": "operator*", "args": [7, "$v"], "keep": "product"},
        on("product", "operator<<"),
    ]
    got = [result.returned for result in results(tmp_path, {"vec.hpp": VECTOR}, *calls)]
    assert [got[at] for at in (1, 3, 4, 5, 7)] == [2, "2,4,", False, True, "7,"]


def test_a_class_in_a_header_alone_is_called(tmp_path: Path) -> None:
    header = """\
        #pragma once
        class Point {
        public:
            Point(int x, int y) : x(x), y(y) {}
            int sum() const { return x + y; }
            Point operator-(Point o) { return Point(x - o.x, y - o.y); }
        private:
            int x, y;
        };
    """
    point = {"new": "Point", "args": [3, 4], "keep": "p"}
    got = results(tmp_path, {"point.hpp": header}, point, on("p", "sum"), on("p", "operator-", "$p", fields={"x": 0}))
    assert (got[1].returned, got[2].missing) == (7, None)


def test_operators_are_read_as_nm_writes_them() -> None:
    output = (
        "0000000000000010 W Fraction::operator+(Fraction const&) const\n"
        "0000000000000020 T operator<<(std::ostream&, Fraction const&)\n"
        "0000000000000030 W std::vector<int>& geo::operator*<int>(int, geo::Vec<int> const&)\n"
        "0000000000000040 W Fraction::operator()(double, int) const\n"
        "0000000000000050 W Fraction::operator double() const\n"
        "0000000000000060 W shape(Fraction)\n"
    )
    assert parse_operators(output) == (
        Signature("Fraction", "+", ("Fraction const&",)),
        Signature("", "<<", ("std::ostream&", "Fraction const&")),
        Signature("geo", "*", ("int", "geo::Vec<int> const&")),
        Signature("Fraction", "()", ("double", "int")),
    )


@pytest.mark.parametrize(
    "name", ["operator+", "operator <<", "operator[]", "operator()", "operator double", "operator or"]
)
def test_names_of_operators(tmp_path: Path, name: str) -> None:
    assert is_operator(name)
    spec = (
        "title: F\nlanguage: cpp\nclauses:\n  f: {text: It is right., points: 1}\ncases:\n  - name: f\n    clause: f\n"
        f"    calls: [{{new: F, args: [1], keep: f}}, {{of: $f, function: '{name}', args: [], returns: 1}}]\n"
    )
    assert loaded(course(tmp_path, spec)).cases[0].case.calls[1].function == name


@pytest.mark.parametrize(
    ("name", "args", "text"),
    [
        ("operator+", ["$b"], "a + b"),
        ("operator-", [], "-a"),
        ("operator[]", [1], "a[1]"),
        ("operator()", [2, 3], "a(2, 3)"),
        ("operator++", [], "++a"),
        ("operator++", [0], "a++"),
        ("operator<<", [], "out << a"),
        ("operator>>", ["3/4"], 'in >> a of "3/4"'),
        ("operator double", [], "static_cast<double>(a)"),
        ("operator or", ["$b"], "a || b"),
    ],
)
def test_a_report_shows_the_expression(name: str, args: list[Any], text: str) -> None:
    assert describe_call(Call(of="$a", function=name, args=tuple(args))) == text


@pytest.mark.parametrize("name", ["operators", "operator", "operator+-", "myoperator+", "operator@"])
def test_what_is_no_operator(name: str) -> None:
    assert not is_operator(name)


GRID = """\
#include <string>
class Grid {
    int cells[4] = {};
public:
    int &operator()(unsigned row, unsigned column) { return cells[2 * row + column]; }
    int operator()(unsigned row, unsigned column) const { return cells[2 * row + column]; }
    int &operator[](int at) { return cells[at]; }
};
template <typename T>
class Table {
    T values[3] = {};
public:
    T &operator[](const std::string &name) { return values[name.size()]; }
    const T &operator[](const std::string &name) const { return values[name.size()]; }
};
"""


def test_what_an_operator_refers_to_is_set(tmp_path: Path) -> None:
    calls = [
        {"new": "Grid", "args": [], "keep": "grid"},
        on("grid", "operator()=", 1, 0, 7),
        on("grid", "operator[]=", 1, 5),
        on("grid", "operator[]", 2),
        on("grid", "operator()", 0, 1),
        {"new": "Table<double>", "args": [], "keep": "table"},
        on("table", "operator[]=", "ab", 2.5),
        on("table", "operator[]", "ab"),
    ]
    got = results(tmp_path, {"f.cpp": GRID}, *calls)
    assert [result.missing for result in got] == [None] * len(calls)
    assert [got[at].returned for at in (3, 4, 7)] == [7, 5, 2.5]


def test_what_cannot_be_set_is_said(tmp_path: Path) -> None:
    read_only = "class Grid { int cell = 0; public: int operator[](int) const { return cell; } };\n"
    calls = [{"new": "Grid", "args": [], "keep": "grid"}, on("grid", "operator[]=", 0, 7)]
    assert "operator[]=" in str(results(tmp_path, {"f.cpp": read_only}, *calls)[-1].missing)
