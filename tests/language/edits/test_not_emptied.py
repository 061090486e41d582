"""A text or a list that functions share and only add to is emptied where a function begins."""

from __future__ import annotations

import pytest

from harness.language.edits.ordered_repairs import repairs

JAVA = """\
class Queens {{
    static {};
    static void print(int[] a) {{
        for (int each : a) {};
        System.out.println(text);
    }}
}}
"""
CPP = "{};\nvoid print(int a) {{\n    {};\n    cout << text;\n}}\n"
PYTHON = "text = {}\n\ndef show(a):\n    {}\n    print(text)\n"


def programs(path: str, source: str) -> set[str]:
    """The programs that are tried first."""
    changes = repairs({path: source.encode()}, (), ())
    return {change.apply(source.encode()).decode() for change in changes if change.rank < 0}


@pytest.mark.parametrize(
    ("path", "frame", "begin", "declared", "adds", "emptied"),
    [
        ("Queens.java", JAVA, "print(int[] a) {", "StringBuilder text = new StringBuilder()", "text.append(each)",
         "text.setLength(0);"),
        ("Queens.java", JAVA, "print(int[] a) {", 'String text = ""', "text += each", 'text = "";'),
        ("Queens.java", JAVA, "print(int[] a) {", "List<Integer> text = new ArrayList<>()", "text.add(each)",
         "text.clear();"),
        ("queens.cc", CPP, "print(int a) {", "string text", "text += to_string(a)", "text.clear();"),
        ("queens.cc", CPP, "print(int a) {", "std::string text", "text.append(1, a)", "text.clear();"),
    ],
)  # fmt: skip
def test_what_is_only_added_to_is_emptied(
    path: str, frame: str, begin: str, declared: str, adds: str, emptied: str
) -> None:
    source = frame.format(declared, adds)
    assert source.replace(begin, f"{begin} {emptied}") in programs(path, source)


def test_what_is_emptied_elsewhere_stays() -> None:
    source = JAVA.format("StringBuilder text = new StringBuilder()", "text.append(each)")
    source = source.replace("println(text);", "println(text);\n        text.setLength(0);")
    assert not any(program.count("setLength(0)") > 1 for program in programs("Queens.java", source))


@pytest.mark.parametrize(
    ("first", "adds", "emptied"),
    [
        ("[]", "text.append(a)", "global text; text = []"),
        ("''", "global text\n    text += str(a)", "text = ''"),
    ],
)
def test_what_is_only_added_to_is_emptied_in_python(first: str, adds: str, emptied: str) -> None:
    source = PYTHON.format(first, adds)
    statement = adds.rpartition("\n    ")[2]
    assert source.replace(statement, f"{emptied}\n    {statement}") in programs("queens.py", source)
