"""What drivers say in English is said in the reader's language."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import harness.language
from harness.grading.verdicts.calls.calls import judge_calls
from harness.grading.verdicts.calls.trace import not_callable
from harness.judge.checkers import Context
from harness.judge.messages.drivers import DRIVER_SENTENCES, driver_sentence
from harness.judge.messages.translator import sentence, translator
from harness.model.result import CallResult, CallsReport
from harness.model.run import Run
from harness.spec.format.model import Call, Case
from tests.support import ROOT

SAID = {
    "near(int[], int) cannot be called with ([a], 1)": "near(int[], int) kann nicht mit ([a], 1) aufgerufen werden",
    "good cannot be called: it takes int as argument 1 and is called with a text": (
        "good kann nicht aufgerufen werden: Argument 1 ist vom Typ int, aufgerufen wird es mit einem Text"
    ),
    "good cannot be called: it takes int as argument 1 and is called with -7": (
        "good kann nicht aufgerufen werden: Argument 1 ist vom Typ int, aufgerufen wird es mit -7"
    ),
    "there is no object to call size of: it is null": (
        "es gibt kein Objekt, von dem size aufgerufen werden kann: es ist null"
    ),
    "there is no static method area in the class Box": "es gibt keine statische Methode area in der Klasse Box",
    "there is no variable k that can be set": "es gibt keine Variable k, die gesetzt werden kann",
    "there is no function f in prog.py (prog.py ended early: ValueError: oh)": (
        "es gibt keine Funktion f in prog.py (prog.py endete vorzeitig: ValueError: oh)"
    ),
    "there is no function f in prog.py (prog.py cannot be compiled: invalid syntax (prog.py, line 2))": (
        "es gibt keine Funktion f in prog.py (prog.py kann nicht übersetzt werden: invalid syntax (prog.py, line 2))"
    ),
    "there is no predicate hue/1; there is hue/2, with another number of arguments; Prolog said: x:1: y": (
        "es gibt kein Prädikat hue/1; es gibt hue/2, mit einer anderen Zahl von Argumenten; Prolog meldete: x:1: y"
    ),
    "words of another driver": "words of another driver",
}


def found(report: CallsReport) -> tuple[str, str]:
    """The finding's sentence in English and in German."""
    (finding,) = judge_calls(Case("c", calls=(Call("f"),)), report, Context(Run())).findings
    return sentence(finding), translator("de").sentence(finding)


@pytest.mark.parametrize("text", SAID)
def test_why_a_function_cannot_be_called(text: str) -> None:
    assert found(CallsReport((CallResult("f", missing=text),))) == (text, SAID[text])


def test_how_a_call_ended() -> None:
    english, german = found(CallsReport((), ended="it waits for something that never comes"))
    assert english == "f(): it waits for something that never comes"
    assert german == "f(): es wartet auf etwas, das nie kommt"


def test_why_a_submission_cannot_be_made_ready() -> None:
    (finding,) = not_callable("functions-not-callable", "there is no C source file").findings
    assert sentence(finding) == "the functions cannot be called: there is no C source file"
    assert translator("de").sentence(finding).endswith("es gibt keine C-Quelldatei")
    (finding,) = not_callable("functions-not-callable", "a.c:1:1: error: x").findings
    assert (sentence(finding), finding.actual) == ("the functions cannot be called", b"a.c:1:1: error: x")


@pytest.mark.parametrize("kind", DRIVER_SENTENCES)
def test_each_sentence_is_recognised_as_itself(kind: str) -> None:
    names = re.findall(r"\{(\w+)\}", DRIVER_SENTENCES[kind])
    params = {name: f"<{name}>" for name in names}
    assert driver_sentence(DRIVER_SENTENCES[kind].format(**params)) == {"detail": kind, **params}


JOINED = {"driver-static", "driver-one-argument", "driver-arguments"}
"""Sentences that a driver joins of smaller pieces; tests of drivers hold them."""


@pytest.mark.parametrize("kind", sorted(set(DRIVER_SENTENCES) - JOINED))
def test_each_sentence_is_one_that_a_driver_says(kind: str) -> None:
    folder = Path(harness.language.__file__).parent
    suffixes = (".py", ".java", ".cjs", ".pl", ".cc", ".h")
    texts = [path.read_text(encoding="utf-8") for path in folder.rglob("*") if path.suffix in suffixes]
    # What is between placeholders is literal in the driver's source, whatever joins it.
    parts = [part.strip(" ():,") for part in re.split(r"\{\w+\}", DRIVER_SENTENCES[kind])]
    words = [piece for part in parts if part for piece in re.split(r"(?<=:) | (?=\()", part)]
    assert words
    assert [word for word in words if not any(word in " ".join(text.split()) for text in texts)] == []


def test_what_tests_of_drivers_expect_is_recognised() -> None:
    """The drivers' own tests hold what the drivers really say."""
    tests = sorted(path for path in (ROOT / "tests" / "language").rglob("test_*.py") if "diagnostics" not in path.parts)
    texts = "".join(path.read_text(encoding="utf-8") for path in tests)
    said = set(re.findall(r'"([^"\n{}]* cannot be called[^"\n{}]*)"', texts))
    said |= set(re.findall(r'"(there is no (?:field|static|object|variable)[^"\n{}]*)"', texts))
    assert len(said) > 20
    assert [text for text in sorted(said) if not driver_sentence(text)] == []
