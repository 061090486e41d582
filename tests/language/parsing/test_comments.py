"""The comment at the top: every fair way to write one's name and number is seen, in any language."""

from __future__ import annotations

from typing import Any

import pytest

from harness.judge.messages.translator import sentence
from harness.language.parsing.comments import top_comments
from harness.language.parsing.parsed_sources import ParsedSources
from harness.language.source_rules.rules import judge_sources
from harness.spec.format.source_rules import Header, SourceRules

NAME = "Ann Lee W123A456"


def lacks(path: str, source: str | bytes, **options: Any) -> str:
    """What the rule says about a file; nothing when its header is right."""
    rules = SourceRules(header=Header(files="*", **options))
    found = judge_sources(rules, ParsedSources({path: source.encode() if isinstance(source, str) else source}))
    return "; ".join(sentence(entry).partition(" lines has ")[2] for entry in found)


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", f"# {NAME}\nprint(1)\n"),
        ("a.py", f'"""{NAME}"""\n'),
        ("a.py", f"'''\n{NAME}\n'''\nprint(1)\n"),
        ("a.py", f'"{NAME}"\nprint(1)\n'),
        ("a.py", f'r"""{NAME}"""\n'),
        ("a.py", f"#!/usr/bin/env python3\n# {NAME}\n"),
        ("a.py", f"# -*- coding: utf-8 -*-\n# {NAME}\n"),
        ("a.py", f"# {NAME}\nthis is (not Python\n"),
        ("a.PY", f"# {NAME}\n"),
        ("A.java", f"// {NAME}\nclass A {{}}\n"),
        ("A.java", f"/** {NAME} */\nclass A {{}}\n"),
        ("A.java", f"package a;\nimport java.util.*;\n/* {NAME} */\nclass A {{}}\n"),
        ("a.cc", f"/*\n * {NAME}\n */\n#include <vector>\n"),
        ("a.cc", f"#include <vector> // {NAME}\n"),
        ("a.h", f"#ifndef A_H\n#define A_H\n// {NAME}\n#endif\n"),
        ("a.c", f"/* {NAME} */\n"),
        ("a.C", f"// {NAME}\n"),
        ("a.pl", f"% {NAME}\nqueens(N, Qs) :- true.\n"),
        ("a.pl", f"/* {NAME} */\nqueens(N, Qs) :- true.\n"),
        ("a.pl", f"#!/usr/bin/swipl\n% {NAME}\nqueens(N, Qs) :- true.\n"),
        ("a.pl", f"# {NAME}\nuse strict;\n"),
        ("a.pl", f"#!/usr/bin/perl\n# {NAME}\nuse strict;\n"),
        ("a.pl", f"=pod\n\n{NAME}\n\n=cut\n\nprint 1;\n"),
        ("a.pro", f"% {NAME}\n"),
        ("a.m", f"% {NAME}\nx = 1;\n"),
        ("a.m", f"// {NAME}\n#import <Foundation/Foundation.h>\n"),
        ("a.hs", f"{{- {NAME} -}}\nmain = print 1\n"),
        ("a.jl", f"#=\n{NAME}\n=#\n"),
        ("a.sml", f"(* {NAME} *)\n"),
        ("a.r", f"# {NAME}\n"),
        ("a.R", f"# {NAME}\n"),
        ("a.rb", f"=begin\n{NAME}\n=end\n"),
        ("a.fs", f"// {NAME}\n"),
        ("a.v", f"// {NAME}\n"),
        ("a.s", f"# {NAME}\n"),
        ("a.bas", f"' {NAME}\n"),
        ("a.lisp", f";; {NAME}\n"),
        ("a.rs", f"//! {NAME}\n"),
        ("a.go", f"// {NAME}\npackage main\n"),
        ("a.js", f"/** {NAME} */\n"),
        ("Makefile", f"# {NAME}\nall:\n"),
        ("src/deep/a.py", f"# {NAME}\n"),
    ],
)
def test_a_comment_is_seen_in_its_language(path: str, source: str) -> None:
    assert lacks(path, source) == ""


@pytest.mark.parametrize(
    "shown",
    [
        "Ann Lee W123A456",
        "Ann Lee, w123a456",
        "José Núñez 11223344",
        "Jose\u0301 Nu\u0301n\u0303ez 11223344",
        "Ngô Văn Ý W1",
        "O'Brien-Smith W1",
        "J. R. Li, W1",
        "李明 W1",
        "김민준 W1",
        "Мария Ким W1",
        "Name: Ann\n# WSU ID: 011223344",
        "Ann_Lee W1",
        "Ann Lee (W123A456), CptS 771",
        "W123A456 Ann Lee",
        "Pair coding: Ann W1",
    ],
)
def test_any_name_and_any_id_counts(shown: str) -> None:
    assert lacks("a.py", f"# {shown}\nprint(1)\n") == ""


@pytest.mark.parametrize(
    ("shown", "lacking"),
    [
        ("Ann W123A456", "a name"),
        ("Ann Lee", "an id"),
        ("hello", "a name and an id"),
        ("W1 W2 W3", "a name"),
        ("", "a name and an id"),
    ],
)
def test_what_is_lacking_is_named(shown: str, lacking: str) -> None:
    assert lacks("a.py", f"# {shown}\nprint(1)\n") == lacking


@pytest.mark.parametrize(
    ("path", "source"),
    [
        ("a.py", f'x = "{NAME}"\n'),
        ("a.py", f'x = """{NAME}"""\n'),
        ("a.py", f'print("# {NAME}")\n'),
        ("a.py", "board1 = solve(all, the, queens)\n"),
        ("a.py", "#!/usr/bin/env python3\n# -*- coding: utf-8 -*-\n# vim: set ts=4:\nprint(1)\n"),
        ("A.java", f'class A {{ String s = "// {NAME}"; }}\n'),
        ("a.cc", '#include "ann_lee_1.h"\n#define ANN_LEE W1\nint main() {}\n'),
        ("a.h", "#ifndef ANN_LEE_W1\n#define ANN_LEE_W1\n#endif\n"),
        ("a.pl", f"#!/usr/bin/perl\n%ann = (lee => 'W1');\nprint '{NAME}';\n"),
        ("a.pl", f"#!/usr/bin/swipl\nq('# {NAME}').\n"),
        ("a.sh", "#!/bin/sh4 ann lee\necho 1\n"),
    ],
)
def test_code_and_strings_are_no_comment(path: str, source: str) -> None:
    assert lacks(path, source) == "a name and an id"


def test_only_the_top_counts() -> None:
    assert lacks("a.py", "\n" * 14 + f"# {NAME}\n") == ""
    assert lacks("a.py", "\n" * 15 + f"# {NAME}\n") == "a name and an id"
    assert lacks("a.py", "\n" * 3 + f"# {NAME}\n", lines=3) == "a name and an id"
    assert lacks("A.java", "//\n" * 15 + f"// {NAME}\n") == "a name and an id"
    assert lacks("a.py", "import sys\n" * 15 + f'"""{NAME}"""\n') == "a name and an id"


@pytest.mark.parametrize(
    ("path", "begin", "end"),
    [
        ("A.java", "/*", "*/"),
        ("a.cc", "/*", "*/"),
        ("a.py", '"""', '"""'),
        ("a.pl", "/*", "*/"),
        ("a.jl", "#=", "=#"),
        ("a.sml", "(*", "*)"),
        ("a.hs", "{-", "-}"),
    ],
)
@pytest.mark.parametrize("line", [1, 14, 30])
def test_a_block_that_begins_at_the_top_counts_whole(path: str, begin: str, end: str, line: int) -> None:
    block = ["an old poem"] * 40
    block[line] = NAME
    assert lacks(path, "\n".join([begin, *block, end, ""])) == ""
    block[line] = "still no name"
    assert lacks(path, "\n".join([begin, *block, end, ""])) == "an id"


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "latin-1", "utf-16", "utf-32"])
def test_line_ends_and_encodings_do_not_matter(end: str, encoding: str) -> None:
    source = end.join(["# Course", "# José Müller W123", "print(1)", ""])
    assert lacks("a.py", source.encode(encoding)) == ""
    assert lacks("a.py", (end * 15 + source).encode(encoding)) == "a name and an id"


def test_bytes_that_are_no_text_are_no_error() -> None:
    assert lacks("a.py", b"# Ann Lee W1 \xff\xfe\x00\x80\nprint(1)\n") == ""
    assert lacks("A.java", bytes(range(256))) in ("a name and an id", "a name", "an id", "")


def test_every_file_that_the_pattern_names_needs_one() -> None:
    files = {"a.py": f"# {NAME}\n".encode(), "b.py": b"print(1)\n", "c.java": b"class C {}\n", "README.md": b"Hello"}
    found = judge_sources(SourceRules(header=Header(files="*.py|*.java")), ParsedSources(files))
    assert [entry.where.path for entry in found] == ["b.py", "c.java"]
    assert found[0].actual == b"print(1)"


@pytest.mark.parametrize("path", ["input.txt", "board.json", "README.md", "data", "picture.png"])
def test_a_file_in_no_known_language_is_no_source(path: str) -> None:
    assert lacks(path, "0 1 2 3") == ""
    assert top_comments(path, b"0 1 2 3", 15) == ()


def test_only_the_top_of_a_huge_file_is_read() -> None:
    assert lacks("a.py", f"# {NAME}\n" + "x = [" + "1, " * 3_000_000 + "]\n") == ""
    assert lacks("a.py", "x = 1; " * 2_000_000) == "a name and an id"


def test_how_many_words_and_whether_an_id_is_the_specs_choice() -> None:
    assert lacks("a.py", "# Ann\n", words=1, id=False) == ""
    assert lacks("a.py", "# Ann Lee\n", words=3, id=False) == "a name"


def test_comments_after_code_and_documentation_of_functions_are_not_at_the_top() -> None:
    source = b'# Ann Lee\nROWS = 8  # rows 1 to 8 of a board\n\n\ndef f():\n    """Row 3 of the board."""\n'
    assert "".join(top_comments("a.py", source, 15)).split() == ["#", "Ann", "Lee"]


@pytest.mark.parametrize("source", ["", "\n\n"])
def test_an_empty_file_needs_no_comment(source: str) -> None:
    assert lacks("__init__.py", source) == ""


def test_the_course_and_the_task_are_neither_name_nor_id() -> None:
    besides = r"(?i)\b(wsu|id|[78] ?queens?)\b"
    assert lacks("a.py", "# WSU ID: k482p915\n") == ""
    assert lacks("a.py", "# WSU ID: k482p915\n", besides=besides) == "a name"
    assert lacks("a.py", "# 8 queens by climbing\n", besides=besides) == "an id"
    assert lacks("a.py", f"# 8 queens, WSU ID\n# {NAME}\n", besides=besides) == ""
