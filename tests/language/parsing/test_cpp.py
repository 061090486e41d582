"""C++ sources: every spelling that compiles to the same signature is the same."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from harness.judge.messages.translator import sentence
from harness.language.parsing.cpp import outline
from harness.language.parsing.parsed_sources import ParsedSources
from harness.language.source_rules.rules import judge_sources
from harness.spec.format.source_rules import Signature, SourceRules
from tests.support import PATIENCE_S

IS_SAFE = Signature(
    params=("const vector<vector<bool>>&", "const unsigned&", "const unsigned&"), returns="bool",
    declared_in="prog11.h", defined_in="prog11.cc",
)  # fmt: skip
HEADER = "#include <vector>\n#include <functional>\n{}\n"


def broken(files: dict[str, str], **rules: Any) -> list[str]:
    found = judge_sources(SourceRules(**rules), ParsedSources({path: text.encode() for path, text in files.items()}))
    return [sentence(entry) for entry in found]


def declared(declaration: str, definition: str) -> list[str]:
    files = {"prog11.h": HEADER.format(declaration), "prog11.cc": f'#include "prog11.h"\n{definition}\n'}
    return broken(files, functions={"isSafe": IS_SAFE})


BODY = "{ return true; }"
FAIR = [
    ("bool isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c);",
     "using namespace std;\nbool isSafe(const vector<vector<bool>>& b, const unsigned& r, const unsigned& c) " + BODY),
    ("bool isSafe(std::vector<std::vector<bool> > const &, unsigned const &, unsigned int const&);",
     "bool isSafe(std::vector<std::vector<bool>> const & b, unsigned const & r, const unsigned int & c)\n" + BODY),
    ("typedef std::vector<std::vector<bool>> Board;\nbool isSafe(const Board&, const unsigned &, const unsigned &c);",
     "bool isSafe(const Board &b, const unsigned &r, const unsigned &c) " + BODY),
    (("using Row = std::vector<bool>;\nusing Board = std::vector<Row>;\n"
     "bool isSafe(Board const& b, unsigned const& r, unsigned const& c);"),
     "bool isSafe(Board const& b, unsigned const& r, unsigned const& c) " + BODY),
    ("#define BOARD std::vector<std::vector<bool>>\nbool isSafe(const BOARD&, const unsigned&, const unsigned&);",
     "bool isSafe(const BOARD& b, const unsigned& r, const unsigned& c) " + BODY),
    ("auto isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c) -> bool;",
     "auto isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c) -> bool " + BODY),
    ("[[nodiscard]] bool isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c = 0);",
     "bool isSafe(const std::vector<std::vector<bool>>& b,\n            const unsigned& r, // the row\n"
     "            const unsigned& c  /* the column */)\n" + BODY),
    ("#define API\nAPI bool isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c);",
     "API bool isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c) " + BODY),
    (("namespace q { struct Board { using Grid = std::vector<std::vector<bool>>;\n"
     "static bool isSafe(const Grid&, const unsigned&, const unsigned&); }; }"),
     "bool q::Board::isSafe(const Grid& b, const unsigned& r, const unsigned& c) " + BODY),
    ("struct Queens { bool isSafe(const std::vector<std::vector<bool>>&, const unsigned&, const unsigned&) const; };",
     "bool Queens::isSafe(const std::vector<std::vector<bool>>&, const unsigned&, const unsigned&) const " + BODY),
    ('extern "C++" { bool isSafe(const std::vector<std::vector<bool>>&, const unsigned&, const unsigned&); }',
     ("bool isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c) noexcept(false)\n"
     "try { return true; } catch (...) { return false; }")),
    ("bool isSafe(const std::vector<std::vector<bool>>&, const unsigned&, const unsigned&), other(int);",
     "bool\nisSafe\n(\n const std::vector<std::vector<bool>>&b\n ,const unsigned&r\n ,const unsigned&c\n)\n" + BODY),
    (("#ifdef DEBUG\n#define CHECK 1\n#endif\n"
     "bool isSafe(const std::vector<std::vector<bool>>&, const unsigned&, const unsigned&);"),
     ("bool isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c)\n"
     "#ifdef DEBUG\n{ if (r) {\n#else\n{ if (c) {\n#endif\n return true; } return false; }")),
]  # fmt: skip


@pytest.mark.parametrize(("declaration", "definition"), FAIR)
def test_a_fair_spelling_is_accepted(declaration: str, definition: str) -> None:
    assert declared(declaration, definition) == []


@pytest.mark.parametrize(("declaration", "definition"), FAIR)
def test_the_compiler_takes_every_fair_spelling(declaration: str, definition: str, tmp_path: Path) -> None:
    compiler = shutil.which("g++")
    if compiler is None:
        pytest.skip("this machine has no g++")
    (tmp_path / "prog11.h").write_text(HEADER.format(declaration))
    (tmp_path / "prog11.cc").write_text(f'#include "prog11.h"\n{definition}\n')
    command = [compiler, "-std=c++17", "-fsyntax-only", "prog11.cc"]
    done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True, check=False, timeout=PATIENCE_S)
    assert done.returncode == 0, done.stderr


@pytest.mark.parametrize(
    ("signature", "shown"),
    [
        (
            "bool isSafe(std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c)",
            (
                "isSafe takes (vector<vector<bool>>&, const unsigned&, const unsigned&), it must take "
                "(const vector<vector<bool>>&, const unsigned&, const unsigned&)"
            ),
        ),
        ("bool isSafe(const std::vector<std::vector<bool>>& b, unsigned r, unsigned c)", "takes ("),
        ("bool isSafe(const std::vector<std::vector<bool>>& b, const int& r, const int& c)", "takes ("),
        ("bool isSafe(const std::vector<std::vector<int>>& b, const unsigned& r, const unsigned& c)", "takes ("),
        ("bool isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r)", "takes ("),
        ("bool isSafe()", "takes ()"),
        (
            "int isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c)",
            "isSafe returns int, it must return bool",
        ),
        (
            "bool issafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c)",
            "there is no function isSafe",
        ),
    ],
)
def test_another_signature_is_reported(signature: str, shown: str) -> None:
    (message,) = declared(f"{signature};", f"{signature} {BODY}")
    assert shown in message


RIGHT = "bool isSafe(const std::vector<std::vector<bool>>& b, const unsigned& r, const unsigned& c)"


def test_where_it_is_declared_and_defined() -> None:
    assert declared("", f"{RIGHT} {BODY}") == ["isSafe must be declared in prog11.h"]
    assert declared(f"inline {RIGHT} {BODY}", "") == ["isSafe must be defined in prog11.cc; it is in prog11.h"]
    assert declared(f"{RIGHT};", "") == ["isSafe must be defined in prog11.cc"]


def test_an_overload_elsewhere_is_free() -> None:
    assert declared(f"{RIGHT};\ninline bool isSafe(int) {BODY}", f"{RIGHT} {BODY}") == []


@pytest.mark.parametrize(
    "source",
    [
        f"// {RIGHT} {BODY}\n",
        f'const char* s = "{RIGHT} {BODY}";\n',
        f"#if 0\n#define X {RIGHT}\n#endif\n",
        "int main() { bool isSafe(true); return isSafe; }\n",
        "struct isSafe { };\n",
        "bool isSafe = true;\n",
    ],
)
def test_what_only_looks_like_a_function_is_none(source: str) -> None:
    assert broken({"a.cc": source}, functions={"isSafe": Signature()}) == ["there is no function isSafe"]


def test_static_is_reported() -> None:
    wanted = {"f": Signature(static=True)}
    assert broken({"a.cc": "struct Q { static int f(); };\nint Q::f() { return 1; }\n"}, functions=wanted) == []
    assert broken({"a.cc": "static int f() { return 1; }\n"}, functions=wanted) == []
    assert broken({"a.cc": "int f() { return 1; }\n"}, functions=wanted) == ["f is not static, it must be"]


@pytest.mark.parametrize(
    "source",
    [
        "int f(int n) { return n ? f(n - 1) : 0; }",
        "int g(int n);\nint f(int n) { return g(n); }\nint g(int n) { return n ? f(n - 1) : 0; }",
        "struct Q { int f(int n) { return n ? this->f(n - 1) : 0; } };",
        "namespace a { int f(int n) { return n ? a::f(n - 1) : 0; } }",
        "namespace { int f(int n) { return n ? ::f(n - 1) : 0; } }",
        "template <class T> T f(T n) { return n ? f<T>(n - 1) : 0; }",
        "int f(int n, int m = 3);\nint f(int n, int m) { return n ? f(n - 1) : m; }",
        "#include <algorithm>\nvoid f(int n) { int a[2] = {n, n}; std::for_each(a, a + 2, f); }",
        "void f(int n) { auto p = &f; if (n) p(n - 1); }",
        "struct Q { Q(int n); };\nvoid f(int n) { if (n) { Q q(n); } }\nQ::Q(int n) { f(n - 1); }",
        "struct Q { Q(int n) { f(n - 1); }  static void f(int n) { if (n) new Q{n}; } };",
        "void f(int n) { [&](int m) { if (m) f(m - 1); }(n); }",
        "static int h(int n) { return n ? h(n - 1) : 0; }\nint f(int n) { return h(n); }",
        "int g(int n);\nint h(int n) { return g(n); }\nint g(int n) { return h(n); }\nint f(int n) { return g(n); }",
        "int f(int n) { std::function<int(int)> h = [&](int m) { return m ? h(m - 1) : 0; }; return h(n); }",
        "int f(int n) { std::function<int(int)> h; h = [&](int m) { return m ? h(m - 1) : 0; }; return h(n); }",
        "int f(int n) { auto h = [](auto self, int m) -> int { return m ? self(self, m - 1) : 0; }; return h(h, n); }",
        "int f(int n) { struct H { int go(int m) { return m ? go(m - 1) : 0; } }; return H{}.go(n); }",
    ],
)
def test_recursion_is_seen(source: str) -> None:
    assert broken({"a.cc": source}, recursive=("f",)) == []


@pytest.mark.parametrize(
    "source",
    [
        "int f(int n) { while (n) n = n - 1; return n; }",
        "int f(int n, int k) { while (n) --n; return k; }\nint f(int n) { return f(n, 1); }",
        "int f(int n) { /* f(n - 1) */ return n; }",
        'int f(int n) { puts("f(n - 1)"); return n; }',
        "int f(int n) { int f = n; return g(f); }\nint g(int n) { return n; }",
        "int h(int n) { return n ? h(n - 1) : 0; }\nint f(int n) { while (n) --n; return n; }",
        "void g() { auto h = [&](int m) { h(m); }; }\nint f() { auto h = [](int m) { return m; }; return h(1); }",
        "int f(int n) { auto h = [](int m, int k) { return m + k; }; return h(n, n); }",
        "int main() { return f(3); }\nint f(int n) { return n; }",
    ],
)
def test_no_recursion_is_reported(source: str) -> None:
    assert broken({"a.cc": source}, recursive=("f",)) == ["f must be recursive; it never calls itself"]


def test_what_must_be_recursive_must_be_there() -> None:
    assert broken({"a.cc": "int g() { return g(); }"}, recursive=("f",)) == ["there is no function f"]


@pytest.mark.parametrize(
    ("source", "names"),
    [
        ("int main() { std::sort(a, b); }", "sort"),
        ("int main() { ::std::sort(a, b); }", "sort"),
        ("using namespace std;\nint main() { sort(a, b); }", "sort"),
        ("using std::sort;\nint main() { sort(a, b); }", "sort"),
        ("int main() { std::sort<int*>(a, b); }", "sort"),
        ("int main() { auto s = std::sort<int*>; s(a, b); }", "std::sort"),
        ("int main() { apply(std::sort<int*>); }", "std.sort"),
        ("void sort(int* a) { std::sort(a, a + 1); }", "sort"),
        ("int main() { v.sort(); }", "sort"),
        ("int main() { v->sort(); }", "sort"),
    ],
)
def test_a_forbidden_call_is_found(source: str, names: str) -> None:
    assert broken({"a.cc": source}, forbidden_calls=(names,)) == [
        f"{names} is called, which the assignment does not allow"
    ]


@pytest.mark.parametrize(
    "source",
    [
        "// std::sort(a, b)\nint main() {}",
        'int main() { puts("sort(a)"); }',
        "void sort(int* a) {}\nint main() { sort(a); }",
        "struct Q { void sort(); };\nint main() { Q q; q.sort(); }",
        "namespace mine { void sort(int*); }\nint main() { mine::sort(a); }",
        "int main() { int sort = 1; return sort; }",
        "int main() { std::stable_sort(a, b); resort(a); }",
        "using std::sort;\nint main() {}",
    ],
)
def test_what_is_no_forbidden_call_is_not_one(source: str) -> None:
    assert broken({"a.cc": source}, forbidden_calls=("sort", "std::sort")) == []


def test_headers() -> None:
    rules: dict[str, Any] = {"includes": {"*.cc": "prog11.h"}, "forbidden_imports": ("algorithm", "<map>")}
    assert broken({"a.cc": '#include "prog11.h"\n#include <vector>\n'}, **rules) == []
    assert broken({"a.cc": '#  include   "./prog11.h"  // mine\n'}, **rules) == []
    assert broken({"a.cc": '#include "include/prog11.h"\n'}, **rules) == []
    assert broken({"a.cc": '// #include "prog11.h"\n'}, **rules) == ["prog11.h must be included"]
    assert broken({"a.cc": '#include "xprog11.h"\n'}, **rules) == ["prog11.h must be included"]
    assert broken({"a.h": ""}, **rules) == ["there is no *.cc that includes prog11.h"]
    shown = broken({"a.cc": '#include "prog11.h"\n#include <algorithm>\n#include<map>\n'}, **rules)
    assert shown == [f"{name} is imported, which the assignment does not allow" for name in ("algorithm", "map")]


@pytest.mark.parametrize("path", ["a.CC", "a.C", "a.H", "a.cpp", "a.hxx", "src/a.c++", "a.c"])
def test_file_names(path: str) -> None:
    assert broken({path: "int f() { return 1; }"}, functions={"f": Signature()}) == []


@pytest.mark.parametrize("encoding", ["utf-8-sig", "latin-1", "utf-16"])
def test_encodings_and_line_ends(encoding: str) -> None:
    source = '#include "prog11.h"\r\n// Müller\r\nint f(int n)\r\n{\r\n  return f(n);\r\n}\r\n'.encode(encoding)
    rules = SourceRules(functions={"f": Signature(params=("int",))}, recursive=("f",), includes={"a.cc": "prog11.h"})
    assert judge_sources(rules, ParsedSources({"a.cc": source})) == ()


def test_a_big_table_is_no_trouble() -> None:
    source = "int table[] = {" + "1, " * 300_000 + "};\nint f(int n) { return f(n - 1); }\n"
    assert broken({"a.cc": source}, recursive=("f",)) == []


def test_bytes_that_are_no_text_are_no_error() -> None:
    assert outline("a.cc", bytes(range(256)) * 4).path == "a.cc"
    assert [entry.name for entry in outline("a.cc", b"int f() { return '\xe9'; }\n").functions] == ["f"]


LEADING = {"prog11.cc": "*.h"}


@pytest.mark.parametrize(
    "source",
    [
        '#include "prog11.h"\nint main() {}\n',
        '// Queens\n#include <iostream>\n#define QUEEN 1\nusing namespace std;\n#include "prog11.h"\nint main() {}\n',
        '\ufeff/* Größe */\r\n#include "./prog11.h"\r\nint main() {}\r\n',
        "#include <prog11.h>\nint main() {}\n",
    ],
)
def test_a_header_at_the_top(source: str) -> None:
    assert broken({"prog11.cc": source, "prog11.h": ""}, leading=LEADING) == []


@pytest.mark.parametrize(
    ("source", "late"),
    [
        ("int main() {}\n", ""),
        ('// #include "prog11.h"\nint main() {}\n', ""),
        ('int n;\n#include "prog11.h"\nint main() {}\n', ", not below them"),
        ('namespace { int f() { return 1; } }\n#include "prog11.h"\nint main() {}\n', ", not below them"),
        ('using Board = int;\n#include "prog11.h"\nint main() {}\n', ", not below them"),
    ],
)
def test_a_header_that_is_not_at_the_top(source: str, late: str) -> None:
    shown = f"prog11.h must be included at the top, above all declarations{late}"
    assert broken({"prog11.cc": source, "prog11.h": ""}, leading=LEADING) == [shown]


@pytest.mark.parametrize("of_c", ["", "#include <math.h>\n#include <stdlib.h>\n"])
def test_a_header_that_nobody_wrote(of_c: str) -> None:
    files = {"prog11.cc": f"{of_c}const int N = 1;\nint f() {{ return N; }}\nint main() {{}}\n"}
    printed = broken(files, leading=LEADING, declared={"*.cc": "*.h"})
    assert printed == [
        "*.h must be included at the top, above all declarations",
        "f is not declared in *.h",
        "the constant N must be in *.h",
    ]


def test_a_header_that_is_included_and_was_not_handed_in() -> None:
    """That it is missing is another rule's."""
    files = {"prog11.cc": '#include "prog11.h"\nint f() { return N; }\nint main() {}\n'}
    assert broken(files, leading=LEADING, declared={"*.cc": "*.h"}) == []


@pytest.mark.parametrize(
    "source",
    [
        "int main() { const int n = 8; return n; }",
        "static std::mt19937 generator; int count = 0; int main() {}",
        "const char QUEEN = 'Q'; int f(int n) { return n; } int main() {}",
        "struct Stack { static const int size = 3; int top() { return 1; } }; int Stack::*p; int main() {}",
        "template <typename T> T twice(T x) { return x; } int main() {}",
        "#define PROG11_CC\n#define TWICE(x) (x)\n#define BOARD vector<bool>\nint main() {}",
        "int Queens::next() { return 1; } const int Queens::most = 8; int main() {}",
    ],
)
def test_declared_in_the_header_or_no_constant_and_no_routine(source: str) -> None:
    header = "extern const char QUEEN; int f(int); struct Queens { int next(); static const int most; };"
    assert broken({"a.cc": source, "a.h": header}, declared={"*.cc": "*.h"}) == []


@pytest.mark.parametrize(
    ("source", "shown"),
    [
        ("int g() { return 1; }", "g is not declared in a.h"),
        ("static int g() { return 1; }", "g is not declared in a.h"),
        ("namespace { int g() { return 1; } }", "g is not declared in a.h"),
        ("const int SIZE = 8;", "the constant SIZE must be in a.h"),
        ("static constexpr auto SIZE{8};", "the constant SIZE must be in a.h"),
        ('const char *const MARKS[] = {"Q", "."};', "the constant MARKS must be in a.h"),
        ("#define SIZE 8", "the constant SIZE must be in a.h"),
        ("#define QUEEN 'Q'", "the constant QUEEN must be in a.h"),
        ("enum { SIZE = 8 };", "the constant SIZE must be in a.h"),
    ],
)
def test_what_the_header_does_not_declare(source: str, shown: str) -> None:
    assert broken({"a.cc": f"{source}\nint main() {{}}\n", "a.h": "int f(int);"}, declared={"*.cc": "*.h"}) == [shown]


def test_one_file_defines_everything() -> None:
    header = "bool f(int); template <class T> T twice(T x) { return x; } struct S { int size() { return 1; } };"
    source = '#include "a.h"\nbool f(int n) { return n; }\nint main() {}\n'
    assert broken({"a.cc": source, "a.h": header, "notes.txt": "int g() { }"}, one_file="*.cc") == []
    assert broken({"a.cc": source, "a.h": header, "old.cc": "bool f(int) { return true; }"}, one_file="*.cc") == []


def test_bodies_elsewhere() -> None:
    main = '#include "a.h"\nint main() {}\n'
    body = "bool f(int n) { return n; }\n"
    shown = "f must be defined in a.cc; it is in "
    assert broken({"a.cc": main, "a.h": f"inline {body}"}, one_file="*.cc") == [f"{shown}a.h"]
    assert broken({"a.cc": main, "a.h": "bool f(int);", "b.cc": body}, one_file="*.cc") == [f"{shown}b.cc"]
    assert broken({"a.h": body}, one_file="*.cc") == ["there is no *.cc with the functions"]


@pytest.mark.parametrize(
    "source",
    [
        "void f(int* a) { auto order = qsort; order(a, 2, 4, 0); }",
        "void f(int* a) { apply(qsort, a); }",
        "void f(int* a) { [&] { qsort(a, 2, 4, 0); }(); }",
        "Order order() { return qsort; }",
        "Order orders[] = {qsort};",
    ],
)
def test_a_forbidden_function_is_found_where_it_is_kept_or_handed_on(source: str) -> None:
    assert broken({"a.cc": source}, forbidden_calls=("qsort",)) == [
        "qsort is called, which the assignment does not allow"
    ]


@pytest.mark.parametrize(
    ("header", "source"),
    [
        ("extern int time;", '#include "a.h"\nvoid f() { print(time); int now = time; }'),
        ("enum Mode { time, date };", '#include "a.h"\nvoid f() { print(time); }'),
        ("#define time 3", '#include "a.h"\nint f() { return time; }'),
        ("", "int f(int time) { return time; }"),
        ("", "struct Clock { int time; int f() { return time; } };"),
        ("", "int f() { for (int time : times) print(time); return 0; }"),
    ],
)
def test_a_variable_of_a_forbidden_functions_name_is_none(header: str, source: str) -> None:
    assert broken({"a.h": header, "a.cc": source}, forbidden_calls=("time",)) == []


@pytest.mark.parametrize("body", ["auto p = g; p(); ", "void (*p)(); p = g; p();", "auto h = [] { g(); }; h();"])
def test_a_call_by_a_variable_counts(body: str) -> None:
    assert broken({"a.cc": f"void g() {{}}\nvoid f() {{ {body} }}"}, calls={"f": ("g",)}) == []
