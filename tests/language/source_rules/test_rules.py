"""Rules that need no language of their own, and the rules together."""

from __future__ import annotations

import pytest

from harness.judge.messages.translator import sentence
from harness.language.parsing.outline import Function, Outline, decode
from harness.language.parsing.parsed_sources import CallGraph, ParsedSources, outline_of
from harness.language.source_rules.rules import judge_sources
from harness.spec.format.source_rules import Header, Mention, Signature, SourceRules


def broken(rules: SourceRules, files: dict[str, bytes]) -> list[str]:
    return [sentence(entry) for entry in judge_sources(rules, ParsedSources(files))]


def test_no_rule_is_never_broken() -> None:
    assert judge_sources(SourceRules(), ParsedSources({"a.py": b"def f(:", "b.bin": b"\x00\xff"})) == ()


def test_nothing_handed_in_breaks_every_rule_that_asks_for_something() -> None:
    rules = SourceRules(
        functions={"f": Signature()},
        recursive=("g",),
        calls={"h": ("i",)},
        includes={"a.cc": "a.h"},
        mentions={"README*": ("queen",)},
    )
    assert broken(rules, {}) == [
        "there is no function f",
        "there is no function g",
        "h must call i",
        "there is no a.cc that includes a.h",
        "README* does not mention queen",
    ]


def test_what_is_missing_is_reported_once() -> None:
    rules = SourceRules(functions={"f": Signature()}, recursive=("f",))
    assert broken(rules, {"a.py": b""}) == ["there is no function f"]


def test_all_rules_are_judged_and_each_is_reported() -> None:
    rules = SourceRules(
        header=Header(files="*.py"),
        functions={"f": Signature(params=("a", "b"))},
        recursive=("f",),
        calls={"f": ("g",)},
        forbidden_calls=("eval",),
        forbidden_imports=("os",),
        mentions={"*.txt": ("author",)},
    )
    assert broken(rules, {"a.py": b"import os\ndef f(a):\n    eval(a)\n", "README.txt": b"hello"}) == [
        "no comment in the first 15 lines has a name and an id",
        "f takes (a), it must take (a, b)",
        "f must be recursive; it never calls itself",
        "f must call g",
        "eval is called, which the assignment does not allow",
        "os is imported, which the assignment does not allow",
        "*.txt does not mention author",
    ]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "utf-16-le", "latin-1"])
def test_a_document_may_be_in_any_encoding(encoding: str) -> None:
    mark = "\ufeff" if encoding == "utf-16-le" else ""
    text = f"{mark}Größe der Tafel: 8\r\nAUTHOR: José\r\n".encode(encoding)
    rules = SourceRules(mentions={"(?i)readme.txt|README.md": (r"größe", r"author:\s*jos.$|x", r"\b8\b")})
    assert broken(rules, {"ReadMe.TXT": text}) == ["readme.txt or README.md does not say what it must"]
    assert broken(SourceRules(mentions={"ReadMe.*": ("größe", "author")}), {"ReadMe.TXT": text}) == []


def test_a_mention_says_its_own_words() -> None:
    rules = SourceRules(mentions={"*.txt": (Mention(pattern=r"\bn\s*=", message="Say how large n is."),)})
    assert broken(rules, {"a.txt": b"n = 8"}) == []
    assert broken(rules, {"a.txt": b"m = 8"}) == ["Say how large n is."]


@pytest.mark.parametrize(("names", "path"), [(["Makefile"], "Makefile"), (["Makefile", "extra.mk"], ""), ([], "")])
def test_a_mention_names_the_one_file_that_is_there(names: list[str], path: str) -> None:
    rules = SourceRules(
        mentions={"Makefile|GNUmakefile|*.mk": (Mention(pattern="^clean:", message="no target clean"),)}
    )
    (finding,) = judge_sources(rules, ParsedSources(dict.fromkeys(names, b"all:\n")))
    assert finding.where.path == path


IN_NO_CODE = {
    "A.java": b'class A { /* rand( */ String s = "rand(" + """\n  rand( """; char c = \'"\'; } // rand(',
    "a.cc": b'/* a\n rand( */ const char* s = R"(rand()"; // "rand(',
    "a.h": b"#define X 1 // rand(",
    "a.py": b"'''rand('''\nprint('rand(', f\"rand(\")  # rand(",
    "a.pl": b'a(X) :- % rand(\n b("rand("), /* rand( */ c(X).',
    "a.js": b"// rand(\nlet s = `rand(`;",
    "Makefile": b"# rand(\nall:\n\ttrue",
}
IN_CODE = {
    "A.java": b'class A { /* x */ int a = "" + rand(1); }',
    "a.cc": b"#define R rand( )\n",
    "a.h": b"/* x */ int a = rand(); // x",
    "a.py": b"print(f'{rand(1)}')",
    "a.pl": b"a(X) :- 'b'(X), rand(X).",
    "a.js": b"let s = '' + rand();",
    "Makefile": b'all:\n\techo "rand("',
    "README.md": b"# rand(",
    "notes": b"// rand(",
}


def test_mentions_of_a_program_are_those_of_its_code() -> None:
    rules = SourceRules(mentions={"*": (r"\brand *\(",)})
    assert [path for path, code in IN_NO_CODE.items() if not broken(rules, {path: code})] == []
    assert [path for path, code in IN_CODE.items() if broken(rules, {path: code})] == []


def test_mentions_may_stand_in_different_files() -> None:
    rules = SourceRules(mentions={"*.txt": ("one", "two")})
    assert broken(rules, {"a.txt": b"one", "b.txt": b"two"}) == []
    assert broken(rules, {"a.txt": b"one", "b.md": b"two"}) == ["*.txt does not mention two"]


@pytest.mark.parametrize(
    ("source", "text"),
    [
        (b"\xef\xbb\xbfx", "x"),
        ("é".encode(), "é"),
        (b"\xe9", "é"),
        ("é".encode("utf-16"), "é"),
        ("é".encode("utf-32"), "é"),
        ("e\u0301".encode(), "é"),
        (b"\xff\xfe\x00", "\ufffd"),
        (b"", ""),
    ],
)
def test_decoding(source: bytes, text: str) -> None:
    assert decode(source) == text


@pytest.mark.parametrize("path", ["a.txt", "a.rb", "a", "a.py.bak", "py", "java"])
def test_only_what_a_parser_reads_has_an_outline(path: str) -> None:
    assert outline_of(path, b"def f(): pass") is None


def graph(**calls: str) -> CallGraph:
    """Functions without parameters and what they call."""
    created = [
        Function(name, calls=frozenset((entry, None) for entry in called.split())) for name, called in calls.items()
    ]
    return CallGraph.of([Outline("a", tuple(created))])


@pytest.mark.parametrize(
    ("calls", "recursive"),
    [
        ({"f": "f"}, True),
        ({"f": "g", "g": "f"}, True),
        ({"f": "g", "g": "h", "h": "g"}, True),
        ({"f": "g", "g": "h", "h": "", "i": "i f"}, False),
        ({"f": ""}, False),
        ({"g": "f"}, False),
        ({"f": "unknown"}, False),
    ],
)
def test_recursion_in_the_graph(calls: dict[str, str], *, recursive: bool) -> None:
    assert graph(**calls).is_recursive("f".__eq__) is recursive


def test_what_the_rules_ask_for_by_name_is_nobodys_helper() -> None:
    source = b"def depth(n):\n    return size(n)\ndef size(n):\n    return size(n - 1)\n"
    rules = SourceRules(functions={"size": Signature()}, recursive=("depth",))
    assert broken(rules, {"a.py": source}) == ["depth must be recursive; it never calls itself"]
    assert broken(SourceRules(recursive=("depth",)), {"a.py": source}) == []


def test_a_function_that_must_call_itself_is_asked_to() -> None:
    rules = SourceRules(calls={"f": ("f",)})
    assert broken(rules, {"a.py": b"def f(n):\n    return g(n)\ndef g(n):\n    return f(n - 1)\n"}) == []
    helper = b"def f(n):\n    return g(n)\ndef g(n):\n    return g(n - 1)\n"
    assert broken(rules, {"a.py": helper}) == ["f must call f"]


def test_a_long_chain_of_helpers_is_followed() -> None:
    names = [f"f{number}" for number in range(3000)]
    chain = dict(zip(names, [*names[1:], ""], strict=True))
    assert not graph(**chain).is_recursive("f0".__eq__)
    assert graph(**chain | {"f2999": "f2998"}).is_recursive("f0".__eq__)


def test_what_is_reached() -> None:
    found = graph(f="g print", g="h", h="f", other="secret")
    assert found.reachable("f".__eq__) == {"g", "print", "h", "f"}
    assert found.reachable("nobody".__eq__) == set()


def test_how_many_arguments_a_function_takes() -> None:
    two = Function("f", ("a", "b"), optional=1)
    assert [number for number in range(5) if two.accepts(number)] == [1, 2]
    any_more = Function("f", ("a", "b"), variadic=True)
    assert [number for number in range(5) if any_more.accepts(number)] == [2, 3, 4]


def test_a_long_chain_of_calls_is_followed() -> None:
    names = [f"f{number}" for number in range(3000)]
    chain = dict(zip(names, [*names[1:], names[0]], strict=True))
    assert len(graph(**chain).reachable("f0".__eq__)) == 3000


def test_of_many_alternatives_a_student_reads_the_first_ones() -> None:
    rules = SourceRules(calls={"f": ("a|b|c|d", "a|b|c|d|e")})
    shown = ["f must call a or b or c or d", "f must call a, b, c or the like"]
    assert broken(rules, {"a.py": b"def f():\n    f()\n"}) == shown
