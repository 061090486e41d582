"""Every member of the family of checkers keeps to its protocol."""

from __future__ import annotations

import ast
import inspect
import json
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import msgspec
import pytest

from harness.judge.checkers import FAMILY, BaseChecker, Checker, Context, checker_of
from harness.judge.checkers.text import Text
from harness.judge.messages.translator import sentence
from harness.model.finding import Finding
from harness.model.run import Run
from tests.support import PATIENCE_S, ROOT, course, environment, write

# A proper way to write each checker, what it accepts and what it refuses.
EXAMPLES: dict[str, tuple[dict[str, Any], bytes, bytes]] = {
    "absent": ({}, b"", b"x"),
    "csv": ({"text": "a,b\n1,2\n"}, b'"a","b"\r\n1,2', b"a,b\n1,3\n"),
    "image": ({"text": "P3 1 1 255 255 0 0"}, b"P6 1 1 255\n\xff\0\0", b"P3 1 1 255 0 0 255"),
    "json": ({"text": '{"a": [1, 2]}'}, b'{"a":[1.0,2]}', b'{"a": [1, 3]}'),
    "lines": ({"text": "a\nb\n"}, b"b\na\n", b"a\nc\n"),
    "not": ({"of": {"check": "regex", "pattern": "(?s).*no.*"}}, b"yes", b"one\nor no\n"),
    "one-of": ({"texts": ["a\n", "b\n"]}, b"b\n", b"c\n"),
    "python": ({"function": "not_empty"}, b"x", b""),
    "regex": ({"pattern": "a+\n"}, b"aaa\n", b"b\n"),
    "rows": ({"text": "a,1\nb,2\n"}, b"b,2.0\na,1\n", b"a,1\n"),
    "text": ({"text": "a\n"}, b"a\n", b"b\n"),
    "tokens": ({"text": "1 2"}, b"1\n2\n", b"1 3"),
}


def tag(checker: type[BaseChecker]) -> str:
    return str(checker.__struct_config__.tag)


def checker_named(name: str) -> BaseChecker:
    checker: BaseChecker = msgspec.convert({"check": name, **EXAMPLES[name][0]}, Checker)
    return checker


def judged(checker: BaseChecker, actual: bytes) -> tuple[Finding, ...]:
    def not_empty(run: Run, expected: bytes | None) -> tuple[Finding, ...]:
        assert expected is None
        return () if run.stdout else (Finding("it is empty"),)

    text = checker.expected_text()
    return checker.compare(
        actual, None if text is None else text.encode(), Context(Run(stdout=actual), {"not_empty": not_empty})
    )


def documented(checker: type[BaseChecker]) -> set[str]:
    """The fields that are followed by a text of their own, in the class or a base of it."""
    fields: set[str] = set()
    for base in checker.__mro__:
        if base.__module__.startswith("harness.judge.checkers"):
            body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
            assert isinstance(body, ast.ClassDef)
            for statement, following in zip(body.body, body.body[1:], strict=False):
                if isinstance(statement, ast.AnnAssign) and isinstance(following, ast.Expr):
                    fields.add(ast.unparse(statement.target))
    return fields


def test_the_family_is_what_the_spec_format_promises() -> None:
    assert [tag(checker) for checker in FAMILY] == sorted(EXAMPLES)


@pytest.mark.parametrize("checker", FAMILY, ids=tag)
def test_is_a_frozen_record_that_refuses_unknown_keys(checker: type[BaseChecker]) -> None:
    options = checker.__struct_config__
    assert options.frozen
    assert options.forbid_unknown_fields
    assert options.tag_field == "check"


@pytest.mark.parametrize("checker", FAMILY, ids=tag)
def test_is_documented_field_by_field(checker: type[BaseChecker]) -> None:
    assert checker.__doc__
    assert {field.name for field in msgspec.structs.fields(checker)} == documented(checker)


@pytest.mark.parametrize("checker", FAMILY, ids=tag)
def test_has_a_json_schema(checker: type[BaseChecker]) -> None:
    schema = msgspec.json.schema(checker)
    properties = schema["$defs"][checker.__name__]["properties"]
    assert properties["check"] == {"enum": [tag(checker)]}
    assert set(properties) == {"check", *(field.name for field in msgspec.structs.fields(checker))}


@pytest.mark.parametrize("name", EXAMPLES)
def test_accepts_what_is_right_and_says_what_is_wrong(name: str) -> None:
    checker, (_, right, wrong) = checker_named(name), EXAMPLES[name]
    assert checker.problems() == ()
    assert judged(checker, right) == ()
    (finding,) = judged(checker, wrong)
    assert sentence(finding)


@pytest.mark.parametrize("name", EXAMPLES)
def test_is_pure(name: str) -> None:
    checker, (_, _, wrong) = checker_named(name), EXAMPLES[name]
    before = msgspec.json.encode(checker)
    assert judged(checker, wrong) == judged(checker, wrong)
    assert msgspec.json.encode(checker) == before


@pytest.mark.parametrize("name", EXAMPLES)
@pytest.mark.parametrize("odd", [b"", b"\0", b"\xff\xfe", b"\n" * 100, b"\r", b"x" * 70000, "\u2013\u00a0".encode()])
def test_survives_any_bytes(name: str, odd: bytes) -> None:
    for finding in judged(checker_named(name), odd):
        assert len(finding.expected or b"") < 5000
        assert len(finding.actual or b"") < 5000


@pytest.mark.parametrize("name", EXAMPLES)
def test_survives_a_round_trip(name: str) -> None:
    checker = checker_named(name)
    assert msgspec.json.decode(msgspec.json.encode(checker), type=Checker) == checker


def test_an_unknown_key_is_an_error() -> None:
    with pytest.raises(msgspec.ValidationError, match="txt"):
        msgspec.convert({"check": "text", "txt": "a"}, Checker)


def test_a_bare_text_is_expected_exactly() -> None:
    assert checker_of("a\n") == Text(text="a\n")
    regex = checker_named("regex")
    assert checker_of(regex) is regex


NEW = '''\
"""``sum``: the numbers of the output add up to one."""

from harness.judge.checkers.base import BaseChecker
from harness.model.finding import Finding

class Sum(BaseChecker, frozen=True, tag="sum"):
    """The numbers add up."""

    total: int
    """What they add up to."""
    absolute: bool = False
    """True: signs do not count."""

    def compare(self, actual, expected, context):
        numbers = map(int, actual.split())
        total = sum(map(abs, numbers) if self.absolute else numbers)
        return () if total == self.total else (Finding(f"the numbers add up to {total}"),)
'''
SPEC = """\
title: Adding up
language: python
clauses:
  add: {text: Numbers that add up are printed., points: 4}
cases:
  - {name: right, clause: add, args: ["2 3"], stdout: {check: sum, total: 5}}
  - {name: wrong, clause: add, args: ["2 4"], stdout: {check: sum, total: 5}}
  - {name: signs, clause: add, args: ["-2 3"], stdout: {check: sum, total: 5, absolute: true}}
  - {name: no-signs, clause: add, args: ["-2 3"], stdout: {check: sum, total: 1}}
"""
PRINT = "import sys\nprint(sys.argv[1])\n"


@pytest.fixture(scope="module")
def extended(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the program with one checker more, in one file."""
    folder = tmp_path_factory.mktemp("extended")
    copy = shutil.copytree(ROOT / "harness", folder / "harness", ignore=shutil.ignore_patterns("__pycache__"))
    write(copy / "judge" / "checkers", {"sum.py": NEW})
    write(folder / "docs", {"make_spec_format.py": (ROOT / "docs" / "make_spec_format.py").read_text()})
    return folder


def run(extended: Path, apart: Path, cwd: Path, *words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [sys.executable, *words],
        cwd=cwd,
        env={**environment(apart), "PYTHONPATH": str(extended)},
        capture_output=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_a_new_checker_is_one_file(extended: Path, tmp_path: Path, apart: Path) -> None:
    root = write(course(tmp_path / "course", SPEC, name="add"), {"submissions/ann/add/add.py": PRINT})
    command = ("-m", "harness", "grade", "submissions", "--isolation", "E", "--report=report.json")
    ended = run(extended, apart, root, *command)
    assert ended.returncode == 1, ended.stderr.decode()  # not all is accepted
    (grade,) = json.loads((root / "report.json").read_text())["grades"]
    cases = {
        case["name"]: (case["verdict"], [finding["message"] for finding in case["findings"]]) for case in grade["cases"]
    }
    assert cases["wrong"] == ("WA", ["the numbers add up to 6"])
    assert cases["right"] == cases["signs"] == cases["no-signs"] == ("AC", [])


def test_the_options_of_a_new_checker_are_checked_by_name(extended: Path, tmp_path: Path, apart: Path) -> None:
    misspelt = SPEC.replace("absolute", "absolut")
    root = write(course(tmp_path / "course", misspelt, name="add"), {"submissions/ann/add/add.py": PRINT})
    ended = run(extended, apart, root, "-m", "harness", "grade", "submissions", "--isolation", "E")
    assert ended.returncode == 2
    assert 'did you mean "absolute"?' in ended.stderr.decode()


def test_a_new_checker_is_in_the_documents_made_by_machine(extended: Path, apart: Path) -> None:
    done = run(extended, apart, extended, "docs/make_spec_format.py")
    assert done.returncode == 0, done.stderr.decode()
    text = (extended / "docs" / "spec-format.md").read_text()
    _, _, section = text.partition("### `check: sum`\n\nThe numbers add up.\n\n")
    assert section.startswith("- **`total`** (integer; **needed**): What they add up to.\n- **`absolute`** (boolean)")
    done = run(extended, apart, extended, "-m", "harness", "schema")
    assert json.loads(done.stdout)["$defs"]["Sum"]["properties"]["total"]["description"] == "What they add up to."
