"""Sentences: every kind that the harness names is in the catalogue, and every text is translated."""

import ast
import json
import re
import string
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from harness.judge.messages import catalogue
from harness.judge.messages.phrases import messages_of
from harness.judge.messages.translator import languages, sentence, translator
from harness.model.errors import UsageError
from harness.model.finding import Finding, Place
from tests.support import ROOT, SUM, grade, write

KIND = re.compile(r"[a-z0-9]+(-[a-z0-9]+)*")
OTHERS = [language for language in languages() if language != "en"]


def kinds_in_sources() -> Iterator[tuple[str, str]]:
    """Each kind that a finding is made of by a literal, and where."""
    for path in sorted(ROOT.glob("harness/**/*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute):
                called = ast.unparse(node.func)
                first = 1 if called == "Judgement.fault" else 0
                kind = node.args[first] if called in ("Finding.of", "Judgement.fault") else None
                if isinstance(kind, ast.Constant):
                    yield str(kind.value), f"{path.relative_to(ROOT)}:{node.lineno}"


def test_every_kind_of_finding_has_its_sentence() -> None:
    kinds = list(kinds_in_sources())
    assert len(kinds) > 100
    assert [f"{where}: {kind}" for kind, where in kinds if kind not in catalogue()] == []
    assert all(KIND.fullmatch(kind) for kind, _ in kinds)


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("language", OTHERS)
def test_every_text_is_translated_with_the_same_parameters(language: str) -> None:
    texts: Any = translator(language).renderer.texts
    for kind, phrase in catalogue().items():
        for parts in messages_of(phrase):
            if not re.search(r"[a-z]", re.sub(r"\{[^{}]*\}", "", parts[0])):
                continue
            for count in (1, 2):
                english = parts[0] if count == 1 else parts[-1]
                translated = texts.ngettext(*parts, count) if len(parts) > 1 else texts.gettext(english)
                assert fields(translated) == fields(english), kind
            assert len(parts) > 1 or translated in {english, *texts._catalog.values()}, kind  # noqa: SLF001
            assert parts[0] in texts._catalog or (parts[0], 0) in texts._catalog, kind  # noqa: SLF001


@pytest.mark.parametrize("language", OTHERS)
def test_the_files_are_fresh(language: str) -> None:
    command: list[str | Path] = [sys.executable, ROOT / "docs" / "make_messages.py", "--check"]
    check = subprocess.run(
        command, cwd=ROOT, capture_output=True, text=True, check=False, env={"PYTHONPATH": str(ROOT)}
    )
    assert (check.returncode, check.stdout, check.stderr) == (0, "", ""), language


@pytest.mark.parametrize(
    ("params", "english", "german"),
    [
        (
            {"missing": 1, "extra": 2},
            "1 line is missing and 2 lines are too many",
            "1 Zeile fehlt und 2 Zeilen sind zu viel",
        ),
        (
            {"missing": 3, "extra": 1},
            "3 lines are missing and 1 line is too many",
            "3 Zeilen fehlen und 1 Zeile ist zu viel",
        ),
    ],
)
def test_numbers_in_each_language(params: dict[str, int], english: str, german: str) -> None:
    finding = Finding("", kind="lines-differ", params=params)
    assert sentence(finding) == english
    assert translator("de").sentence(finding) == german
    assert translator("de").place(Place(stream="stdout", line=3, column=7)) == "stdout, Zeile 3, Spalte 7"


def test_what_a_course_says_and_what_nobody_knows_stays() -> None:
    german = translator("de")
    assert german.sentence(Finding("line 1 differs", kind="line-differs")) == "line 1 differs"
    assert german.sentence(Finding("", kind="of-tomorrow")) == "of-tomorrow"
    assert german.sentence(Finding("", kind="line-differs", params={"row": 1})) == "line-differs: row 1"


def test_an_unknown_language_is_reported() -> None:
    with pytest.raises(UsageError, match=r'no messages in "xx"; known: en, de'):
        translator("xx")


def test_a_report_in_german_differs_in_its_sentences_alone(tmp_path: Path) -> None:
    files = {"specs/sum/spec.yaml": SUM, "submissions/ann/sum/main.py": "print(0)\n"}
    root, apart = write(tmp_path, files), tmp_path / "apart"
    reports = {}
    for language in ("en", "de"):
        words = ("--report", f"{language}.json", "--no-gradebook", "--language", language)
        screen = grade("submissions", *words, cwd=root, apart=apart, expect=1)
        reports[language] = json.loads((root / f"{language}.json").read_text(encoding="utf-8"))
        assert ("weicht zuerst in Zeile" in screen.out) is (language == "de")
    findings = [case["findings"][0] for name in ("en", "de") for case in reports[name]["grades"][0]["cases"][:1]]
    assert [finding["message"] for finding in findings] == ["line 1 differs", "Zeile 1 ist anders"]
    assert findings[0]["kind"] == findings[1]["kind"]
    grade("submissions", "--language", "xx", "--no-gradebook", cwd=root, apart=apart, expect=2)


def test_english_needs_no_gettext() -> None:
    code = "import sys, harness.app.commands.grading.grade\n"
    code += "from harness.judge.messages.translator import translator; translator()\n"
    code += "print('babel' in sys.modules, 'harness.judge.messages.runs' in sys.modules)"
    shown = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True, check=True).stdout
    assert shown.split()[0] == "False"


@pytest.mark.parametrize("language", languages())
def test_numbers_are_praised_only_where_there_are_any(language: str) -> None:
    words = translator(language)
    numbered = words.near_misses(Finding("x", expected=b"5 queens\n", near_misses=("wording",)))
    plain = words.near_misses(Finding("x", expected=b"Usage: Queens\n", near_misses=("wording",)))
    assert numbered != plain
    assert numbered == words.near_misses(Finding("x", near_misses=("wording",)))
    if language == "en":
        assert plain == ["The text is not worded as it should be."]


@pytest.mark.parametrize(
    ("expected", "came", "said"),
    [
        (b"1\n", b"0\n", "The number is one too small."),
        (b"9 ways\n", b"10 ways\n", "The number is one too large."),
        (b"(2, 4)\n", b"(1, 3)\n", "The text is right, but every number is one too small."),
        (b"(9, 4)\n", b"(10, 5)\n", "The text is right, but every number is one too large."),
    ],
)
def test_it_is_said_which_way_a_number_or_every_one_is_off(expected: bytes, came: bytes, said: str) -> None:
    finding = Finding("", Place(stream="stdout", line=1), expected, came, ("off-by-one",), "line-differs", {"line": 1})
    assert translator().near_misses(finding) == [said]


def test_an_input_is_the_smallest_only_of_several() -> None:
    one, several = (Finding.of("generated-input", text="7", **tried) for tried in ({}, {"tried": 3}))
    assert translator().sentence(one) == "it goes wrong with this input: 7"
    assert "the smallest of 3 inputs" in translator().sentence(several)
