"""A result that nobody keeps is named, where the call or the statement can have no other purpose."""

from __future__ import annotations

import pytest

from harness.language.oddities.odd_code import odd_code

JAVA = 'class Q {{\n  String text = "";\n  void f(String[] words, java.math.BigInteger n) {{\n    {}\n  }}\n}}\n'
PYTHON = "import os\n\n\ndef f(s, rows, n):\n    {}\n    return s, rows, n\n\n\nf('', [], 1)\n"
CPP = "int f(std::vector<int> &v, std::string s, int n, char c) {{\n    {}\n    return n;\n}}\n"
KINDS = ("result-dropped", "value-dropped", "compares-alone")


def dropped(path: str, source: str) -> list[tuple[str, str, str]]:
    found = odd_code({path: source.encode()}, ())
    return [(odd.what, odd.name, odd.also) for odd in found if odd.what in KINDS]


@pytest.mark.parametrize(
    ("path", "source", "what"),
    [
        ("Q.java", JAVA.format('text.concat(" ");'), ("result-dropped", "text.concat(...)", "text")),
        ("Q.java", JAVA.format("this.text.trim();"), ("result-dropped", "this.text.trim(...)", "this.text")),
        ("Q.java", JAVA.format("words[0].toUpperCase();"), ("result-dropped", "words[0].toUpperCase(...)", "words[0]")),
        ("q.py", PYTHON.format("s.strip()"), ("result-dropped", "s.strip(...)", "s")),
        ("q.py", PYTHON.format("s.replace('a', '')"), ("result-dropped", "s.replace(...)", "s")),
        ("q.py", PYTHON.format("sorted(rows)"), ("result-dropped", "sorted(...)", "rows")),
        ("q.py", PYTHON.format("', '.join(rows)"), ("result-dropped", "', '.join(...)", "rows")),
        ("q.py", PYTHON.format("n == 1"), ("compares-alone", "n == 1", "")),
        ("q.py", PYTHON.format("n + 1"), ("value-dropped", "n + 1", "")),
        ("q.cc", CPP.format("n == 1;"), ("compares-alone", "n == 1", "")),
        ("q.cc", CPP.format("v[n] + 1;"), ("value-dropped", "v[n] + 1", "")),
        ("q.cc", CPP.format("toupper(c);"), ("result-dropped", "toupper(...)", "c")),
        ("q.cc", CPP.format("s.substr(1);"), ("result-dropped", "s.substr(...)", "s")),
    ],
)
def test_what_is_computed_and_dropped_is_named(path: str, source: str, what: tuple[str, str, str]) -> None:
    assert dropped(path, source) == [what]


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("Q.java", JAVA.format('text = text.concat(" ");')),
        ("Q.java", JAVA.format('StringBuilder b = new StringBuilder(); b.replace(0, 1, "");')),
        ("Q.java", JAVA.format("var b = make(); b.trim();")),
        ("Q.java", JAVA.format("other.trim();")),
        ("Q.java", JAVA.format("try { text.substring(3); } catch (Exception e) { text = null; }")),
        ("Q.java", JAVA.format("Integer.parseInt(text);")),
        ("Q.java", JAVA.format("Runnable r = () -> text.trim();")),
        ("q.py", PYTHON.format("s = s.strip()")),
        ("q.py", PYTHON.format("os.replace('a', 'b')")),
        ("q.py", PYTHON.format("s.replace('b')")),
        ("q.py", PYTHON.format("s.join()")),
        ("q.py", PYTHON.format("list(map(print, rows))")),
        ("q.py", PYTHON.format("int(s)")),
        ("q.py", PYTHON.format("s.title('Queens')")),
        ("q.py", PYTHON.format("f(s, rows, n) == 1")),
        ("q.py", PYTHON.format("n >> 1")),
        ("q.py", PYTHON.format("try:\n        n + 1\n    except TypeError:\n        n = 1")),
        ("q.py", PYTHON.format("s.strip()") + "\n\nclass Cards:\n    def strip(self):\n        self.kept = []\n"),
        ("q.py", PYTHON.format("n + 1") + "\n\nclass Cards:\n    def __add__(self, n):\n        print(n)\n"),
        ("q.py", PYTHON.format("sorted(rows)") + "\n\ndef sorted(rows):\n    rows.sort()\n"),
        ("q.py", PYTHON.format("s.lower()").replace("import os", "import tkinter")),
        ("q.cc", CPP.format("n = c == 1;")),
        ("q.cc", CPP.format("std::cout << n + 1;")),
        ("q.cc", CPP.format("f(v, s, n, c) == 1;")),
        ("q.cc", CPP.format("n == 1;") + "bool operator==(const Q &a, const Q &b) { return shown(a, b); }\n"),
        ("q.cc", CPP.format("toupper(c);") + "void toupper(char &c) { c = 'A'; }\n"),
        ("q.cc", CPP.format('std::remove("queens.txt");')),
        ("q.cc", CPP.format("c == 'y' || next();")),
    ],
)
def test_nothing_is_said_of_what_may_be_done_for_its_effect(path: str, source: str) -> None:
    assert dropped(path, source) == []


def test_numbers_of_java_give_new_ones() -> None:
    source = "import java.math.BigInteger;\nclass Q { BigInteger n; void f() { n.add(BigInteger.ONE); } }\n"
    assert dropped("Q.java", source) == [("result-dropped", "n.add(...)", "n")]
    assert dropped("Q.java", source.replace("BigInteger n;", "List<BigInteger> n;")) == []
