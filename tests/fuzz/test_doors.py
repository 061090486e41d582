"""Each door through which a student's bytes come, with random and wicked bytes: bounded time and memory, no bug.

Every example runs in a judging child, whose limits on CPU time and memory are the bound. ``tox -e slow`` tries more.
"""

from __future__ import annotations

import io
import os
import tarfile
import tempfile
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from msgspec import Struct

from harness.course.ingest.archives.archive import unpack
from harness.course.ingest.taking_in.copy_submission import copy_submission
from harness.grading.child_requests.driver_report import read_report
from harness.grading.plan.submission_file import read_submission_file
from harness.judge.checkers import Context
from harness.judge.checkers.any_of import AnyOf
from harness.judge.checkers.base import BaseChecker
from harness.judge.checkers.lines import Lines
from harness.judge.checkers.regex import Regex
from harness.judge.checkers.table import Csv
from harness.judge.checkers.text import Text
from harness.judge.checkers.tokens import Tokens
from harness.judge.child.client import Exceeded, JudgingClient
from harness.judge.child.server import judging_server
from harness.language import languages
from harness.language.parsing.parsed_sources import ParsedSources
from harness.language.source_rules.rules import judge_sources
from harness.model.errors import UsageError
from harness.model.observation import Observation
from harness.spec.format.model import Call, Case
from harness.spec.format.source_rules import Signature, SourceRules

EXAMPLES = int(os.environ.get("GRADE_FUZZ_EXAMPLES", "40"))
fuzzed = settings(
    max_examples=EXAMPLES,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow, HealthCheck.data_too_large],
)

# Past holes and their kin: each piece is repeated, alone or between others.
PIECES = [
    b"[", b"{", b"(", b"<", b"A<", b'f"{1}"', b'"', b"'", b"\\", b"\n", b"\r", b"\0", b"\xff", b"0", b"9" * 50, b"59:",
    b"&a ", b"*a", b"- ", b"? ", b": ", b"#", b"/*", b"*/", b"//", b"if(x)", b"else ", b"def f(): pass\n", b"lambda:",
    b"#define A A\n", b"#include <x>\n", b"template<class T>", b"class A {", b"x=", b"1 ", b" ", b"\t",
    b"e\xcc\x81\xcc\x96", b"\xcc\x81\xcc\x96", b"\xe0\xbd\xb3", b"a", b'{"begin": 0}\n', b'{"case": 0, "call": 0}\n',
    b"\\ud800", b"f(" * 3, b"A -> B;", b"**", b"~", b"not ", b"yield ", b"[[", b"@", b"\xef\xbb\xbf", b"\xff\xfe",
    b"\x1b[2J",
]  # fmt: skip


@st.composite
def wicked(draw: st.DrawFn) -> bytes:
    """Bytes of up to some 100 KiB: pieces, each repeated often."""
    parts = draw(st.lists(st.tuples(st.sampled_from(PIECES), st.integers(1, 20_000)), min_size=1, max_size=4))
    return b"".join(piece * min(count, 60_000 // len(piece)) for piece, count in parts)


ANY_BYTES = st.one_of(st.binary(max_size=300), wicked())


class Try(Struct, frozen=True):
    """Runs a function of this module in the child."""

    door: str
    content: bytes
    more: Any = None

    def run(self, _context: object) -> object:
        return globals()[self.door](self.content, self.more)


@pytest.fixture(scope="module")
def judging() -> Iterator[JudgingClient]:
    with judging_server(None) as server:
        yield JudgingClient(server)


def _submission_file(content: bytes, _: Any) -> bool:
    result = read_submission_file(content)
    return bool(result.run or result.problems)


def _report(content: bytes, _: Any) -> bool:
    case = Case(name="x", clause="y", calls=(Call(function="f", args=(1,)),))
    return len(read_report(content, {0: case}).finished) <= 1


def _sources(content: bytes, name: str) -> bool:
    rules = SourceRules(
        functions={"f": Signature(params=("int",), returns="int")},
        recursive=("f",),
        calls={"f": ("g",)},
        forbidden_calls=("sort",),
    )
    return (
        len(judge_sources(rules, ParsedSources({name: content, f"other{Path(name).suffix}": b"int f(int n);"})))
        < 100_000
    )


CHECKERS: dict[str, BaseChecker] = {
    "text": Text(text="E\n1 2 3\nend\n"),
    "ignoring": Text(text="E\n1 2 3\nend\n", ignore=("case", "blanks", "blank-lines", "line-ends", "final-newline")),
    "lines": Lines(text="E\n1 2 3\nend\n"),
    "csv": Csv(text="a,b\nx,1.5\ny,2\n", tolerance=0.1, order="any"),
    "tokens": Tokens(text="E\n1 2 3\nend\n", tolerance=0.1),
    "any": AnyOf(texts=("E\n1 2 3\nend\n", "no\n")),
    "regex": Regex(pattern=r"(?s)E\n.*end\n"),
}


def _checker(content: bytes, name: str) -> bool:
    checker = CHECKERS[name]
    written = checker.expected_text()
    findings = checker.compare(content, None if written is None else written.encode(), Context())
    return all(len(finding.actual or b"") < 100_000 for finding in findings)


def _language(content: bytes, name: str) -> bool:
    language = languages()[name]
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"main{(language.suffixes or ('',))[0]}"
        path.write_bytes(content)
        sources = language.sources(Path(folder), [path.name])
        language.entry_point(Path(folder), sources)
    language.crash(Observation(("x",), content, content, 1))
    return True


def _archive(content: bytes, suffix: str) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / f"a{suffix}"
        path.write_bytes(content)
        target, taken = Path(folder) / "out", Path(folder) / "taken"
        target.mkdir()
        taken.mkdir()
        try:
            unpack(path, target, 1 << 20)
        except UsageError:
            return True
        copy_submission(target, taken)
    return True


@fuzzed
@given(content=ANY_BYTES)
def test_submission_yaml(judging: JudgingClient, content: bytes) -> None:
    assert judging.call(Try("_submission_file", content))


@fuzzed
@given(content=ANY_BYTES)
def test_a_drivers_report(judging: JudgingClient, content: bytes) -> None:
    assert judging.call(Try("_report", content))


@pytest.fixture
def hasty(judging: JudgingClient, monkeypatch: pytest.MonkeyPatch) -> JudgingClient:
    """Has short limits, for doors where a limit may be passed: that all ends there is what is tested."""
    monkeypatch.setattr("harness.judge.child.client.CPU_LIMIT_S", 1.0)
    monkeypatch.setattr("harness.judge.child.client.SECOND_CPU_LIMIT_S", 0.5)
    return judging


def parsed(judging: JudgingClient, request: Try) -> bool:
    """Whether the request ends; a parser that passes the limits is ended there, and the next request is answered.

    What is for one door counts as one submission's: it passes the first limit once, and then the shorter one.
    """
    try:
        return bool(judging.call(request, f"{request.door} {request.more}"))
    except Exceeded:
        return bool(judging.call(Try("_submission_file", b"")))


@pytest.mark.parametrize("name", ["main.py", "Main.java", "main.cpp", "main.h"])
@fuzzed
@given(content=ANY_BYTES)
def test_a_source(hasty: JudgingClient, name: str, content: bytes) -> None:
    assert parsed(hasty, Try("_sources", content, name))


@pytest.mark.parametrize("name", CHECKERS)
@fuzzed
@given(content=ANY_BYTES)
def test_an_output_against_each_checker(judging: JudgingClient, name: str, content: bytes) -> None:
    assert judging.call(Try("_checker", content, name))


@pytest.mark.parametrize("name", sorted(languages()))
@fuzzed
@given(content=ANY_BYTES)
def test_what_a_language_looks_at(hasty: JudgingClient, name: str, content: bytes) -> None:
    assert parsed(hasty, Try("_language", content, name))


def _zip(names: list[str], content: bytes) -> bytes:
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w") as archive:
        for name in dict.fromkeys(names):
            archive.writestr(name, content)
    return buffer.getvalue()


def _tar(names: list[str], content: bytes) -> bytes:
    buffer = io.BytesIO()
    with tarfile.open(fileobj=buffer, mode="w") as archive:
        for name in names:
            info = tarfile.TarInfo(name)
            info.size = len(content)
            archive.addfile(info, io.BytesIO(content))
    return buffer.getvalue()


NAMES = st.lists(st.text(alphabet=st.sampled_from("ab/.\\:\n\x1b é"), min_size=1, max_size=12), min_size=1, max_size=5)


@pytest.mark.parametrize("kind", [".zip", ".tar"])
@fuzzed
@given(names=NAMES, cut=st.integers(0, 4096), flip=st.integers(0, 4096))
def test_an_archive(judging: JudgingClient, kind: str, names: list[str], cut: int, flip: int) -> None:
    content = bytearray((_zip if kind == ".zip" else _tar)(names, b"x" * 100))
    content[flip % len(content)] ^= 0x55
    del content[len(content) - cut % len(content) :]
    assert judging.call(Try("_archive", bytes(content), kind))
