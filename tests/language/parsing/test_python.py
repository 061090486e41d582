"""Python sources, by the language's own parser."""

from __future__ import annotations

import warnings
from typing import Any

import pytest

from harness.judge.messages.translator import sentence
from harness.language.parsing.parsed_sources import ParsedSources
from harness.language.parsing.python_outline import outline
from harness.language.source_rules.rules import judge_sources
from harness.spec.format.source_rules import Signature, SourceRules

FOUR = Signature(params=("n", "B", "i", "mode"))


def broken(source: str | bytes, path: str = "Queens.py", **rules: Any) -> list[str]:
    text = source if isinstance(source, bytes) else source.encode()
    return [sentence(entry) for entry in judge_sources(SourceRules(**rules), ParsedSources({path: text}))]


@pytest.mark.parametrize(
    "source",
    [
        "def find(n, B, i, mode): pass",
        "def find(size, board, row, how): pass",
        "def find(n, B, i, mode=None): pass",
        "def find(n, B, i, mode, count=0): pass",
        "def find(n: int, B: list[list[int]], i: int = 0, mode: str = '') -> int: pass",
        "def find(n, B, /, i, mode, *, log=None): pass",
        "def find(*args): pass",
        "def find(n, *rest, **more): pass",
        "async def find(n, B, i, mode): pass",
        "find = lambda n, B, i, mode: 0",
        "find: object = lambda n, B, i, mode: 0",
        "def _find(n, B, i, mode): pass\nfind = _find",
        "from functools import lru_cache\ndef go(n, B, i, mode): pass\nfind = lru_cache(go)",
        "from functools import lru_cache\n@lru_cache(maxsize=None)\ndef find(n, B, i, mode): pass",
        "class Q:\n    def find(self, n, B, i, mode): pass",
        "class Q:\n    @staticmethod\n    def find(n, B, i, mode): pass",
        "class Q:\n    @classmethod\n    def find(cls, n, B, i, mode): pass",
        "class Q:\n    @staticmethod\n    def search(n, B, i, mode): pass\nfind = Q.search",
        "class Q:\n    def search(self, n, B, i, mode): pass\nq = Q()\nfind = q.search",
        "if True:\n    def find(n, B, i, mode): pass\nelse:\n    def find(n): pass",
        "def main():\n    def find(n, B, i, mode): pass",
        "def find(\n    n,\n    B,\n    i,\n    mode,\n):\n    pass",
    ],
)
def test_a_fair_spelling_is_accepted(source: str) -> None:
    assert broken(source, functions={"find": FOUR}) == []


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("def find(n, B, i): pass", "find takes (n, B, i), it must take (n, B, i, mode)"),
        ("def find(n, B, i, mode, extra): pass", "find takes (n, B, i, mode, extra), it must take (n, B, i, mode)"),
        ("def find(n, B, i, *, mode): pass", "find takes (n, B, i), it must take (n, B, i, mode)"),
        ("def find(): pass", "find takes (), it must take (n, B, i, mode)"),
        ("class Q:\n    def find(self, n, B, i): pass", "find takes (n, B, i), it must take (n, B, i, mode)"),
        ("def Find(n, B, i, mode): pass", "there is no function find"),
        ("# def find(n, B, i, mode): pass", "there is no function find"),
        ("'''\ndef find(n, B, i, mode): pass\n'''", "there is no function find"),
        ("find = 3", "there is no function find"),
        ("class find: pass", "there is no function find"),
        ("", "there is no function find"),
    ],
)
def test_another_signature_is_reported(source: str, shown: str) -> None:
    assert broken(source, functions={"find": FOUR}) == [shown]


@pytest.mark.parametrize(
    "source",
    [
        "def f(n):\n    return f(n - 1) if n else 0",
        "async def f(n):\n    return await f(n - 1)",
        "f = lambda n: f(n - 1) if n else 0",
        "def f(n):\n    return g(n)\ndef g(n):\n    return f(n - 1)",
        "def f(n):\n    return g(n)\ndef g(n):\n    return h(n)\ndef h(n):\n    return f(n - 1)",
        "class Q:\n    def f(self, n):\n        return self.f(n - 1)",
        "class Q:\n    def f(self, n):\n        return Q().f(n - 1)",
        "class Q:\n    def f(self, n):\n        return self.other.f(n - 1)",
        "class Q:\n    def __init__(self, n):\n        f(n)\ndef f(n):\n    return Q(n - 1)",
        "def f(n):\n    return sum(map(f, range(n)))",
        "def f(n):\n    return [f(i) for i in range(n)]",
        "def f(n):\n    yield from f(n - 1)",
        "def f(n):\n    go = f\n    return go(n - 1)",
        "def f(n):\n    def inner(m):\n        return f(m)\n    return inner(n)",
        "def g(n):\n    return f(n - 1)\nf = g",
        "import functools\ndef g(n):\n    return g(n - 1)\nf = functools.lru_cache(g)",
        "import functools\n@functools.cache\ndef f(n):\n    return f(n - 1)",
        "import Queens\ndef f(n):\n    return Queens.f(n - 1)",
        "from functools import partial\ndef f(n):\n    return partial(f, n - 1)()",
        "def f(n):\n    return (lambda m: f(m))(n)",
        "def f(n):\n    def go(m):\n        return go(m - 1)\n    return go(n)",
        "def f(n):\n    go = lambda m: go(m - 1) if m else 0\n    return go(n)",
        "def f(n):\n    return g(n)\ndef g(n):\n    return g(n - 1) if n else 0",
        "def f(n):\n    return even(n)\ndef even(n):\n    return odd(n - 1)\ndef odd(n):\n    return even(n - 1)",
        "def f(n):\n    def g(m):\n        def h(k):\n            return g(k)\n        return h(m)\n    return g(n)",
        "class Q:\n    def f(self):\n        return self._go(1)\n    def _go(self, n):\n        self._go(n.left)",
        "class Q:\n    @property\n    def f(self):\n        return 1 + self.rest.f",
        "def f(n):\n    class Go:\n        def on(self, m):\n            return self.on(m - 1)\n    return Go().on(n)",
        "def f(n):\n    global f\n    return f(n)",
    ],
)
def test_recursion_is_seen(source: str) -> None:
    assert broken(source, recursive=("f",)) == []


@pytest.mark.parametrize(
    "source",
    [
        "def f(n):\n    while n:\n        n -= 1\n    return n",
        "def f(n):\n    '''f(n - 1)'''\n    return n  # f(n - 1)",
        "def f(n):\n    return 'f(n - 1)'",
        "def f(n):\n    f.counter = n\n    return f.counter",
        "def f(n):\n    f = n + 1\n    return f",
        "def f(n, f=0):\n    return g(f)\ndef g(n):\n    return n",
        "def f(n):\n    while n:\n        n -= 1\ndef g(n):\n    return g(n - 1) if n else 0",
        "def f(n):\n    def go(m):\n        return m\n    return go(n)\ndef g(n):\n    def go(m):\n        go(m)",
        "def go(n):\n    return go(n - 1)\ndef f(n):\n    go = lambda m: m\n    return go(n)",
        "class Q:\n    @property\n    def f(self):\n        return self.g.h + 1",
        "class Q:\n    def f(self):\n        return self.f + 1",
        "def f(s):\n    return s.f(1)",
        "def f(n):\n    return n\nprint(f(f(3)))",
    ],
)
def test_no_recursion_is_reported(source: str) -> None:
    assert broken(source, recursive=("f",)) == ["f must be recursive; it never calls itself"]


def test_recursion_over_two_files() -> None:
    files = {
        "Queens.py": b"from search import go as step\ndef f(n):\n    return step(n)\n",
        "search.py": b"from Queens import *\ndef go(n):\n    return f(n - 1)\n",
    }
    assert judge_sources(SourceRules(recursive=("f", "go")), ParsedSources(files)) == ()
    (found,) = judge_sources(
        SourceRules(recursive=("f",)), ParsedSources(files | {"search.py": b"def go(n):\n    return n\n"})
    )
    assert (sentence(found), str(found.where)) == ("f must be recursive; it never calls itself", "Queens.py, line 2")


@pytest.mark.parametrize(
    "body",
    [
        "placeQueen(B, 1, 1)",
        "step(B)",
        "self.placeQueen(B)",
        "Board(B).placeQueen(1)",
        "list(map(placeQueen, B))",
        "go = placeQueen; go(B)",
        "[placeQueen for _ in B][0](B)",
        "Solver(B)",
    ],
)
def test_a_call_by_way_of_helpers_counts(body: str) -> None:
    source = (
        f"def solve(B):\n    {body}\ndef step(B):\n    return hidden(B)\ndef hidden(B):\n    placeQueen(B)\n"
        "class Board:\n    def placeQueen(self, n): pass\n"
        "class Solver:\n    def __init__(self, B):\n        placeQueen(B)\n"
    )
    assert broken(source, calls={"solve": ("placeQueen|place_queen",)}) == []
    without = source.replace(f"    {body}\n", "    print(B)\n", 1)
    shown = ["solve must call placeQueen or place_queen; the call stands in hidden"]
    assert broken(without, calls={"solve": ("placeQueen|place_queen",)}) == shown


@pytest.mark.parametrize(
    "source",
    [
        "import itertools\nitertools.permutations([1])",
        "import itertools as it\nit.permutations([1])",
        "from itertools import permutations\npermutations([1])",
        "from itertools import permutations as p\np([1])",
        "from itertools import *\npermutations([1])",
        "import itertools\np = itertools.permutations\np([1])",
        "from itertools import permutations\nlist(map(permutations, [[1]]))",
        "import itertools\ngetattr(itertools, 'permutations')([1])",
        (
            "from itertools import permutations\ndef permutations(x):\n    return 1\nimport itertools\n"
            "itertools.permutations(1)"
        ),
        "def f():\n    import itertools\n    return itertools.permutations([1])",
        "import itertools\ndef permutations(x):\n    return itertools.permutations(x)\npermutations([1])",
    ],
)
@pytest.mark.parametrize("name", ["permutations", "itertools.permutations"])
def test_a_forbidden_call_is_found(source: str, name: str) -> None:
    assert broken(source, forbidden_calls=(name,)) == [f"{name} is called, which the assignment does not allow"]


@pytest.mark.parametrize("source", ["eval('1')", "e = eval\ne('1')", "list(map(eval, []))", "x.eval()"])
def test_what_is_built_in_can_be_forbidden(source: str) -> None:
    assert broken(source, forbidden_calls=("eval",)) == ["eval is called, which the assignment does not allow"]


@pytest.mark.parametrize(
    "source",
    [
        "def permutations(x):\n    return permutations(x[1:])",
        "class P:\n    def permutations(self): return self.permutations()\nP().permutations()",
        "permutations = []\npermutations.append(1)\nprint(permutations)",
        "class P:\n    def __init__(self):\n        self.permutations = 3\n        print(self.permutations)",
        "def f(permutations):\n    return permutations + 1",
        "# permutations([1])\nx = 'permutations([1])'",
        "import itertools\nitertools.combinations([1], 1)",
        "all_permutations([1])",
    ],
)
def test_what_is_no_forbidden_call_is_not_one(source: str) -> None:
    assert broken(source, forbidden_calls=("permutations", "itertools.permutations")) == []


def test_a_function_of_ones_own_in_another_file_is_free() -> None:
    files = {
        "a.py": b"import search\nfrom search import permutations\nsearch.permutations(1)\npermutations(2)\n",
        "search.py": b"def permutations(n):\n    return n\n",
    }
    assert judge_sources(SourceRules(forbidden_calls=("permutations",)), ParsedSources(files)) == ()


@pytest.mark.parametrize(
    "source",
    [
        "import itertools",
        "import itertools as it",
        "import os, itertools",
        "from itertools import count",
        "from itertools import *",
        "def f():\n    import itertools",
        "try:\n    import itertools\nexcept ImportError:\n    pass",
        "__import__('itertools')",
        "import importlib\nimportlib.import_module('itertools')",
    ],
)
def test_a_forbidden_import_is_found(source: str) -> None:
    assert broken(source, forbidden_imports=("itertools",)) == [
        "itertools is imported, which the assignment does not allow"
    ]


@pytest.mark.parametrize("source", ["# import itertools", "x = 'import itertools'", "import itertools_x", "import a"])
def test_another_import_is_free(source: str) -> None:
    assert broken(source, forbidden_imports=("itertools",)) == []


def test_a_module_inside_a_forbidden_package_is_forbidden() -> None:
    assert len(broken("import os.path", forbidden_imports=("os",))) == 1
    assert len(broken("from os import path", forbidden_imports=("os.path",))) == 1
    assert broken("import os", forbidden_imports=("os.path",)) == []


@pytest.mark.parametrize(
    ("source", "why"),
    [
        (b"print 'hello'\n", "line 1: Missing parentheses in call to 'print'. Did you mean print(...)?"),
        (b"def f(:\n", "line 1: invalid syntax"),
        (b"x = 1\n\x00\n", "source code string cannot contain null bytes"),
        (b"x = '\xe9'\n", "(unicode error) 'utf-8' codec can't decode byte 0xe9 in position 0: unexpected end of data"),
    ],
)
def test_a_file_that_is_no_python_is_reported(source: bytes, why: str) -> None:
    (message,) = broken(source, functions={"f": Signature()})
    assert message.startswith("there is no function f; Queens.py is not valid (")
    assert why.partition(" ")[2] in message


def test_one_broken_file_does_not_hide_the_others() -> None:
    files = {"a.py": b"def f(:", "b.py": b"def f(n):\n    return f(n)\n"}
    assert judge_sources(SourceRules(functions={"f": Signature()}, recursive=("f",)), ParsedSources(files)) == ()


@pytest.mark.parametrize(
    "source",
    [
        b"\xef\xbb\xbfdef f(n):\r\n    return f(n)  # Jos\xc3\xa9\r\n",
        b"# -*- coding: latin-1 -*-\ndef f(n):\n    return f(n)  # Jos\xe9\n",
        b"def f(n):\r    return f(n)\r",
        b"def f(n):\n\treturn f(n)\n\x0c\n",
    ],
)
def test_encodings_and_line_ends(source: bytes) -> None:
    assert broken(source, recursive=("f",)) == []


@pytest.mark.parametrize("source", ["(" * 5000, "-" * 100_000 + "1", "x" + ".a" * 50_000, "[" * 99 + "]" * 99])
def test_deep_nesting_is_no_error(source: str) -> None:
    assert broken(f"def f(n):\n    return f(n)\n{source}\n", functions={"g": Signature()})[0].startswith(
        "there is no function g"
    )


def test_a_huge_file_is_refused_and_reported() -> None:
    (message,) = broken("x = [" + "1, " * 1_000_000 + "]\ndef f(): pass\n", functions={"f": Signature()})
    assert message == "there is no function f; Queens.py is not valid (it is larger than 2 MiB)"


def test_a_warning_of_the_students_file_stays_there() -> None:
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert outline("a.py", b"def f():\n    return '\\d' is 'x'\n").functions[0].name == "f"


@pytest.mark.parametrize(
    "source",
    [
        "class Bag:\n    def sorted(self):\n        return sorted(self.items)",
        "def g(x):\n    def sorted(y):\n        return y\n    return sorted(x)\ndef f(x):\n    return sorted(x)",
        "def f(x):\n    go = lambda y: sorted(y)\n    return go(x)",
    ],
)
def test_a_method_or_an_inner_function_of_its_name_hides_no_forbidden_call(source: str) -> None:
    assert broken(source, forbidden_calls=("sorted",)) == ["sorted is called, which the assignment does not allow"]


@pytest.mark.parametrize(
    "source",
    [
        "class Bag:\n    def sorted(self):\n        return self.other.sorted()",
        "def g(x):\n    def sorted(y):\n        return y\n    return [sorted(x) for x in x]",
        "def f(x):\n    return sorted(x)\nif True:\n    def sorted(x):\n        return x",
        "def f(sorted):\n    return sorted",
        "class sorted:\n    pass\nsorted()",
        "def f():\n    def h():\n        return sorted(1)\n    def sorted(x):\n        return x\n    return h()",
    ],
)
def test_a_function_of_ones_own_of_a_forbidden_name_is_free(source: str) -> None:
    assert broken(source, forbidden_calls=("sorted",)) == []
