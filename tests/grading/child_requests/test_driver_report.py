"""Reading a driver's report, beside which a student's code has run."""

from __future__ import annotations

import pytest

from harness.grading.child_requests.driver_report import read_report
from harness.grading.verdicts.calls.calls import judge_calls
from harness.judge.checkers import Context
from harness.judge.messages.translator import sentence
from harness.model.result import CallsReport
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.spec.format.model import Call, Case

CASES = {
    3: Case("three", "c", calls=(Call("f", args=(1,), after=(2,)), Call("g"))),
    5: Case("five", "c", calls=(Call("f"),)),
}
F = b'{"case": 3, "call": 0, "function": "f", "returned": 1, "after": [2], "stdout": "YQ=="}\n'
G = b'{"case": 3, "call": 1, "function": "g"}\n'
CUT = "the program ended before the call was over"


def over(*lines: bytes) -> dict[int, CallsReport]:
    return read_report(b"".join(line.rstrip(b"\n") + b"\n" for line in lines), CASES).finished


def test_a_whole_case() -> None:
    report = over(b'{"begin": 3}', F, G, b'{"end": 3, "get": {"n": 1}}')[3]
    assert [(entry.function, entry.returned, entry.after, entry.stdout) for entry in report.results] == [
        ("f", 1, (2,), b"a"),
        ("g", None, (), b""),
    ]
    assert (report.fields, report.ended) == ({"n": 1}, None)


@pytest.mark.parametrize(
    ("lines", "calls", "ended"),
    [
        ((b'{"end": 3}',), 0, CUT),
        ((F, b'{"end": 3}'), 1, CUT),
        ((G, F, b'{"end": 3}'), 1, CUT),
        ((F, F, b'{"end": 3}'), 1, CUT),
        ((F, G, G, b'{"end": 3}'), 2, None),
        ((F, b'{"end": 5}', G, b'{"end": 3}'), 2, None),
        ((F, b'{"begin": 5}', G, b'{"end": 3}'), 1, CUT),
        ((F, b"", b"x", b"[]", b"[" * 100_000, b'{"end": [3]}', b"\xff", G, b'{"end": 3}'), 2, None),
        ((b'{"case": 3, "call": 0, "returned": "\\ud800"}', F, G, b'{"end": 3}'), 2, None),
        ((b'{"case": 3, "call": 0, "stdout": "a"}', F, G, b'{"end": 3}'), 2, None),
        ((b'{"case": 3, "call": 0, "raised": "E"}', b'{"end": 3}'), 1, None),
        ((b'{"case": 3, "call": 0, "missing": "none"}', b'{"end": 3}'), 1, None),
        ((F, b'{"end": 3, "exit": 1}'), 1, "the call ended the whole program (exit status 1)"),
        ((F, b'{"end": 3, "signal": 40}'), 1, "the program crashed by signal 40"),
        ((F, b'{"end": 3, "signal": true, "limit": {}}'), 1, CUT),
        ((F, b'{"end": 3, "signal": 40, "exit": {}, "limit": []}'), 1, "the program crashed by signal 40"),
        (
            (F, b'{"end": 3, "limit": "cpu"}'),
            1,
            "it did not come back within the CPU time that it may use, and was ended",
        ),
        ((F, b'{"end": 3, "ended": "so"}'), 1, "so"),
    ],
)
def test_what_does_not_fit_is_passed_over(lines: tuple[bytes, ...], calls: int, ended: str | None) -> None:
    report = over(b'{"begin": 3}', *lines)[3]
    assert (len(report.results), report.ended) == (calls, ended)


def test_a_case_that_was_not_asked_for_or_is_over_does_not_begin() -> None:
    whole = (b'{"begin": 3}', F, G, b'{"end": 3}')
    reports = over(
        *whole, b'{"begin": 3}', b'{"end": 3}', b'{"begin": 4}', b'{"end": 4}', b'{"begin": {}}', b'{"begin": true}'
    )
    assert {index: report.ended for index, report in reports.items()} == {3: None}


def test_the_case_in_whose_middle_the_report_stops_is_known() -> None:
    report = read_report(b'{"begin": 3}\n' + F + b'{"case": 3, "ca', CASES)
    assert (report.current, len(report.results), report.finished) == (3, 1, {})


def test_arguments_that_were_not_reported_are_not_right() -> None:
    report = over(b'{"begin": 3}', F.replace(b"[2]", b"[]"), G, b'{"end": 3}')[3]
    judgement = judge_calls(CASES[3], report, Context(Run(), {}))
    assert judgement.verdict is Verdict.WA
    message = "after f(1) argument 1 is not what it must be: nothing is known of it"
    assert [sentence(finding) for finding in judgement.findings] == [message]


@pytest.mark.parametrize(
    ("indices", "kept"),
    [(b"[2, 1, 2]", (2, 1, 2)), (b"[]", ()), (b'[1, "2"]', ()), (b"[true]", ()), (b"{}", ()), (b"7", ())],
)
def test_indices_are_whole_numbers_or_not_believed(indices: bytes, kept: tuple[int, ...]) -> None:
    line = b'{"case": 5, "call": 0, "function": "f", "reads": 3, "indices": ' + indices + b"}"
    (result,) = over(b'{"begin": 5}', line, b'{"end": 5}')[5].results
    assert (result.reads, result.indices) == (3, kept)


@pytest.mark.parametrize("value", ["[" * 900 + "]" * 900, '{"a":' * 400 + "1" + "}" * 400], ids=["lists", "objects"])
def test_a_value_that_nobody_could_follow(value: str) -> None:
    report = over(b'{"begin": 3}', F.replace(b'"returned": 1', f'"returned": {value}'.encode()), b'{"end": 3}')[3]
    assert (report.results, report.ended) == ((), CUT)


def test_a_long_value_is_no_deep_one() -> None:
    report = over(
        b'{"begin": 3}',
        F.replace(b'"returned": 1', b'"returned": [%s]' % b", ".join([b"[[]]"] * 500)),
        G,
        b'{"end": 3}',
    )[3]
    assert len(report.results[0].returned) == 500
