"""One spelling for each type: what a compiler takes for the same, we take for the same, and nothing else."""

from __future__ import annotations

import pytest

from harness.language.parsing.types import canonical_type

BOARD = {"Board": "std::vector<std::vector<bool>>", "Row": "vector<bool>", "Rows": "std::vector<Row>", "Loop": "Loop"}


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("const unsigned&", "const unsigned&"),
        ("unsigned const &", "const unsigned&"),
        ("const unsigned int &", "const unsigned&"),
        ("int unsigned const&", "const unsigned&"),
        ("unsigned\n\tconst\n&", "const unsigned&"),
        ("const /* row */ unsigned& // the row", "const unsigned&"),
        ("const std::uint32_t&", "const unsigned&"),
        ("vector< vector<bool> >&", "vector<vector<bool>>&"),
        ("::std::vector<std :: vector < bool >> &", "vector<vector<bool>>&"),
        ("std::vector<std::vector<bool>> const &", "const vector<vector<bool>>&"),
        ("const Board&", "const vector<vector<bool>>&"),
        ("Board const&", "const vector<vector<bool>>&"),
        ("Queens::Board &", "vector<vector<bool>>&"),
        ("vector<Row>", "vector<vector<bool>>"),
        ("const Rows&", "const vector<vector<bool>>&"),
        ("const int", "int"),
        ("int const", "int"),
        ("const Board", "vector<vector<bool>>"),
        ("int * const", "int*"),
        ("const int * const", "const int*"),
        ("int const *", "const int*"),
        ("int[]", "int*"),
        ("int[8]", "int*"),
        ("int[][8]", "int(*)[8]"),
        ("int[8][8]", "int(*)[8]"),
        ("int(&)[8]", "int(&)[8]"),
        ("struct Node *", "Node*"),
        ("enum Color", "Color"),
        ("signed", "int"),
        ("signed char", "signed char"),
        ("char", "char"),
        ("unsigned char", "unsigned char"),
        ("short int", "short"),
        ("long", "long"),
        ("int long unsigned", "unsigned long"),
        ("long long int", "long long"),
        ("std::size_t", "unsigned long"),
        ("double", "double"),
        ("std::map<std::string, const int *>", "map<string,const int*>"),
        ("std::function<void(int, const Board&)>", "function<void(int,const vector<vector<bool>>&)>"),
        ("vector<bool>::iterator", "iterator"),
        ("volatile int", "int"),
        ("Loop", "Loop"),
        ("", ""),
    ],
)
def test_the_canonical_spelling(written: str, meant: str) -> None:
    assert canonical_type(written, BOARD) == meant
    assert canonical_type(meant, BOARD) == meant, "what is canonical stays as it is"


@pytest.mark.parametrize(
    ("entry", "other"),
    [
        ("const unsigned&", "unsigned&"),
        ("const unsigned&", "unsigned"),
        ("const unsigned&", "const int&"),
        ("unsigned", "int"),
        ("long", "int"),
        ("long", "long long"),
        ("vector<vector<bool>>&", "const vector<vector<bool>>&"),
        ("vector<vector<bool>>&", "vector<vector<bool>>"),
        ("vector<vector<bool>>&", "vector<vector<int>>&"),
        ("vector<bool>", "vector<vector<bool>>"),
        ("int*", "int&"),
        ("int*", "const int*"),
        ("int*", "int**"),
        ("T&&", "T&"),
    ],
)
def test_different_types_stay_different(entry: str, other: str) -> None:
    assert canonical_type(entry) != canonical_type(other)


@pytest.mark.parametrize(
    ("written", "meant"),
    [
        ("int [ ]", "int[]"),
        ("int[][]", "int[][]"),
        ("int...", "int[]"),
        ("java.util.List<java.lang.String>", "List<String>"),
        ("final List < Integer >", "List<Integer>"),
        ("@Nonnull String", "String"),
        ("Map<String, List<int[]>>", "Map<String,List<int[]>>"),
        ("List<? extends Number>", "List<? extends Number>"),
    ],
)
def test_java_keeps_its_arrays(written: str, meant: str) -> None:
    assert canonical_type(written, java=True) == meant


@pytest.mark.parametrize("broken", ["vector<", "vector<int", "(((", "]]", "<>", "> >", ",", "a::", "const", "[", "@"])
def test_what_is_no_type_is_no_error(broken: str) -> None:
    assert isinstance(canonical_type(broken), str)


def test_aliases_that_go_round_come_to_an_end() -> None:
    assert canonical_type("A", {"A": "B", "B": "A"}) in ("A", "B")
