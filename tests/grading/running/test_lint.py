"""Linters over what was handed in."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from harness.grading.running.lint import ReadLint
from harness.grading.schedule.isolation_probe import isolate
from harness.judge.messages.translator import in_words
from harness.model.errors import SpecError
from harness.model.grade import CaseGrade
from harness.model.verdict import Verdict
from harness.sandbox.process_setup.environment import ENVIRONMENT
from tests.support import course, graded, loaded, write

SPEC = """\
title: Style
language: any
build: [{{run: [[true]]}}]
clauses:
  style: {{text: The source is clean., points: 10}}
cases:
  - {{name: style, clause: style, lint: {{{lint}}}}}
"""


def row(root: Path, lint: str, files: dict[str, str | bytes], *, sandbox: bool = False) -> CaseGrade:
    assignment = loaded(course(root, SPEC.format(lint=lint)))
    folder = write(root / "ann", files)
    return graded(assignment, folder, isolation=isolate().isolation if sandbox else None).cases[0]


def test_each_finding_has_its_line_and_its_price(tmp_path: Path) -> None:
    source = "import os\nimport sys\n\nprint(sys.argv)\nl = None == 1\n"
    result = row(tmp_path, "tool: ruff, options: [--select, 'E,F'], costs: 0.25", {"a/b.py": source})
    assert [in_words(finding) for finding in result.findings] == [
        "a/b.py, line 1, column 8: F401 `os` imported but unused",
        "a/b.py, line 5, column 1: E741 Ambiguous variable name: `l`",
    ]
    assert result.findings[0].where.source == b"import os"
    assert (result.verdict, result.score) == (Verdict.WA, 5)
    allowed = row(tmp_path / "more", "tool: ruff, options: [--select, 'E,F'], allowed: 2", {"a/b.py": source})
    assert (allowed.verdict, allowed.score) == (Verdict.AC, 10)


def test_a_clean_source_in_the_sandbox(tmp_path: Path) -> None:
    assert row(tmp_path, "tool: ruff", {"a.py": "print(1)\n"}, sandbox=True).verdict is Verdict.AC


def test_shell_scripts(tmp_path: Path) -> None:
    result = row(tmp_path, "tool: shellcheck", {"a.sh": "#!/bin/sh\necho $1\n"})
    assert (result.score, result.findings[0].where.line) == (0, 2)
    assert "SC2086" in str(result.findings[0].params["text"])
    assert row(tmp_path, "tool: shellcheck", {"b.sh": '#!/bin/sh\necho "$1"\n'}).findings[0].where.path == "a.sh"


@pytest.mark.parametrize(
    "trick",
    [
        {"ruff.toml": "exclude = ['*.py']\n", "pyproject.toml": "[tool.ruff]\nexclude = ['*.py']\n"},
        {"sub/.ruff.toml": "exclude = ['*.py']\n", ".gitignore": "*.py\n"},
        {"--exit-zero.py": "print(1)\n"},
    ],
)
def test_a_configuration_of_the_students_does_not_count(tmp_path: Path, trick: dict[str, str | bytes]) -> None:
    result = row(tmp_path, "tool: ruff", {"a.py": "import os\n", **trick})
    assert "lint" in [finding.kind for finding in result.findings]


def test_odd_sources(tmp_path: Path) -> None:
    assert row(tmp_path / "1", "tool: ruff", {"a.py": b"\xff\xfe\0"}).verdict is Verdict.WA
    assert row(tmp_path / "2", "tool: ruff", {"a.py": "(" * 5000}).verdict is not Verdict.AC
    assert row(tmp_path / "3", "tool: ruff", {"a.txt": ""}).findings[0].kind == "lint-no-files"


def test_the_messages_of_the_other_linters(tmp_path: Path) -> None:
    output = (
        b"/box/A.java:1:1: error: no\n[WARN] /box/A.java:3:5: Missing a Javadoc comment. [MissingJavadocMethod]\n"
        b"/box/main.c:2:7: warning: variable 'x' is not initialized [cppcoreguidelines-init-variables]\n"
        b"Suppressed 3 warnings\n/usr/include/stdio.h:1:1: warning: not the student's\n"
    )
    write(tmp_path, {"A.java": "class A {\n\n    void a() {}\n}\n", "main.c": "int a;\nint b, x;\n"})
    findings = ReadLint(output, tmp_path, ("A.java", "main.c")).run(None)
    assert [(finding.where.path, finding.where.line) for finding in findings] == [
        ("A.java", 1),
        ("A.java", 3),
        ("main.c", 2),
    ]
    assert findings[1].where.source == b"    void a() {}"
    assert len(ReadLint(b"main.c:1:1: x\n" * 10**5, tmp_path, ("main.c",)).run(None)) == 1


def test_faults_of_the_course(tmp_path: Path) -> None:
    assert row(tmp_path, "tool: ruff, options: [--no-such]", {"a.py": ""}).verdict is Verdict.JE
    with pytest.raises(SpecError, match='ruff takes "options", no "config"'):
        row(tmp_path, "tool: ruff, config: x", {"a.py": ""})
    with pytest.raises(SpecError, match="there is no file"):
        row(tmp_path, "tool: checkstyle, config: x.xml", {"a.py": ""})


def test_a_linter_that_is_missing_is_named_with_what_installs_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(sys, "prefix", str(tmp_path / "without"))
    monkeypatch.setitem(ENVIRONMENT, "PATH", str(tmp_path))
    result = row(tmp_path, "tool: ruff", {"a.py": "import os\n"})
    assert result.verdict is Verdict.JE
    assert in_words(result.findings[0]).endswith("-m pip install ruff")
