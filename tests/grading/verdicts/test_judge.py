"""The judge is pure: an observation and an expectation, nothing is started."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace

from harness.grading.child_requests.case_result import CaseResult
from harness.grading.verdicts.ending import judge_ending, limit_figures
from harness.grading.verdicts.judge import has_answered, judge, judge_built_files, over_time
from harness.grading.verdicts.judgement import RIGHT, Expectation, Judged, Judgement
from harness.grading.verdicts.score import grade
from harness.grading.verdicts.streams import SILENT, USAGE_ALONE, usage_instead, weigh
from harness.judge.checkers import Context
from harness.judge.checkers.python import Python
from harness.judge.messages.translator import sentence, translator
from harness.model.finding import REFUSES, Finding, Place
from harness.model.grade import CaseGrade, Timing
from harness.model.invocation import ResolvedLimits
from harness.model.observation import Crash, Exchange, Limit, Observation
from harness.model.output import read_whole
from harness.model.run import Run
from harness.model.verdict import Verdict
from harness.spec.format.assignment import PlannedCase
from harness.spec.format.model import Case, Clause
from harness.spec.yaml.location import Location

MIB = 1024**2
BOUNDS = ResolvedLimits(cpu=2.0, wall=10.0, memory=100 * MIB, output=MIB, processes=7)
USAGE = "usage: x\n"


def case(**settings: Any) -> Case:
    return Case(name="c", clause="right", **({"stdout": "5\n"} | settings))


def seen(**facts: Any) -> Observation:
    settings: dict[str, Any] = {"stdout": b"5\n", "exit": 0} | facts
    return Observation(("./prog",), **settings)


def judged(observation: Observation, chosen: Case | None = None, **more: Any) -> Judgement:
    chosen = chosen or case()
    texts: Mapping[str, bytes | None] = {
        part: text.encode() if isinstance(text, str) else None
        for part, text in [("stdout", chosen.stdout), ("stderr", chosen.stderr), *chosen.produces.items()]
        if text is not None
    }
    run = Run(read_whole(observation.stdout), observation.stderr, observation.exit)
    context = Context(run, more.pop("functions", {}))
    return judge(
        observation,
        Expectation(PlannedCase(chosen, {}, Location(Path("spec.yaml"), 1)), BOUNDS, context, texts, **more),
    )


def test_what_is_expected_is_accepted() -> None:
    assert judged(seen()) == RIGHT


def test_another_output_is_a_wrong_answer() -> None:
    found = judged(seen(stdout=b"6\n"))
    assert (found.verdict, found.kept) == (Verdict.WA, 0.0)
    (finding,) = found.findings
    assert str(finding.where).startswith("stdout")
    assert (finding.expected, finding.actual) == (b"5\n", b"6\n")


@pytest.mark.parametrize(
    ("limit", "verdict", "words"),
    [
        (Limit.CPU, Verdict.TLE, "2.00 s are allowed"),
        (Limit.WALL, Verdict.TLE, "ended after 10.0 s"),
        (Limit.MEMORY, Verdict.MLE, "more than 100 MiB of memory"),
        (Limit.OUTPUT, Verdict.OLE, "more than 1 MiB"),
    ],
)
def test_each_limit_has_its_verdict(limit: Limit, verdict: Verdict, words: str) -> None:
    found = judged(seen(ended_by=limit, exit=None))
    assert (found.verdict, found.kept, found.comparable) == (verdict, 0.0, False)
    assert words in sentence(found.findings[0])


def test_a_program_that_the_machine_had_no_time_for_is_no_time_limit() -> None:
    busy = seen(ended_by=Limit.WALL, exit=None, cpu_s=1.0, wall_s=100.0, starved_s=95.0)
    found = judged(busy)
    assert (found.verdict, over_time(busy, BOUNDS, case())) == (Verdict.NR, True)
    assert "was ended after 100.0 s of elapsed time" in sentence(found.findings[0])
    assert "given 1.0 s of CPU time, with 2.0 s allowed" in sentence(found.findings[0])
    assert judged(seen(ended_by=Limit.WALL, exit=None, cpu_s=1.0, wall_s=11.0, starved_s=1.0)).verdict is Verdict.TLE
    assert judged(seen(ended_by=Limit.CPU, exit=None, cpu_s=2.1, wall_s=90.0, starved_s=85.0)).verdict is Verdict.TLE


@pytest.mark.parametrize("cpu_s", [0.1, 1.0, 1.9])
@pytest.mark.parametrize("starved_s", [51.0, 99.0])
def test_what_the_machine_had_no_time_for_costs_no_points(cpu_s: float, starved_s: float) -> None:
    busy = judged(seen(ended_by=Limit.WALL, exit=None, cpu_s=cpu_s, wall_s=100.0, starved_s=starved_s))
    clause = Clause(text="It is right.", points=10)
    row = Judged(CaseGrade("c", "right", busy.verdict, findings=busy.findings), busy)
    found = grade("ann", "x", {"right": clause}, [row])
    assert (found.verdict, found.score, found.max_score) == (Verdict.NR, 0, 0), "undecided, neither lost nor kept"
    slow = judged(seen(ended_by=Limit.CPU, exit=None, cpu_s=2.1, wall_s=100.0, starved_s=starved_s))
    row = Judged(CaseGrade("c", "right", slow.verdict, findings=slow.findings), slow)
    assert grade("ann", "x", {"right": clause}, [row]).max_score == 10, "what it computed is its own"


def test_who_got_no_processor_did_not_wait() -> None:
    timing = Timing(cpu_s=0.1, wall_s=100.0, cpu_limit_s=2.0)
    busy = judged(seen(ended_by=Limit.WALL, exit=None, cpu_s=0.1, wall_s=100.0, starved_s=95.0))
    assert not CaseResult(busy, timing, over_time=True).waited
    asleep = judged(seen(ended_by=Limit.WALL, exit=None, cpu_s=0.1, wall_s=10.1))
    assert CaseResult(asleep, timing, over_time=True).waited


def test_a_limit_that_is_seen_only_afterwards_counts_too() -> None:
    assert judged(seen(cpu_s=2.01)).verdict is Verdict.TLE
    assert judged(seen(cpu_s=2.0)).verdict is Verdict.AC
    assert judged(seen(memory=101 * MIB)).verdict is Verdict.MLE
    assert judged(seen(memory=100 * MIB)).verdict is Verdict.AC


@pytest.mark.parametrize(
    ("number", "name"), [(11, "SIGSEGV"), (6, "SIGABRT"), (8, "SIGFPE"), (9, "SIGKILL"), (40, "signal 40")]
)
def test_a_signal_is_a_run_time_error_even_with_the_right_output(number: int, name: str) -> None:
    found = judged(seen(exit=None, signal=number, stderr=b"told\n"))
    assert found.verdict is Verdict.RTE
    assert name in sentence(found.findings[0])
    assert found.findings[0].actual == b"told\n"


def test_an_uncaught_error_is_a_run_time_error_even_with_the_right_output() -> None:
    found = judged(seen(exit=1), crash=Crash("ValueError: x"))
    assert found.verdict is Verdict.RTE
    assert sentence(found.findings[0]) == "the program stops with ValueError: x"


@pytest.mark.parametrize("facts", [{"signal": 11, "exit": None}, {"exit": 1}])
def test_a_crash_after_the_right_output_costs_what_the_case_says(facts: Mapping[str, Any]) -> None:
    crash = None if "signal" in facts else Crash("IndexError: 7")
    known = case(near_misses={"crash-after-output": "form", "trailing-blanks": "blanks"})
    found = judged(seen(**facts), known, crash=crash)
    assert (found.verdict, found.kept, found.charged) == (Verdict.AC, 1.0, ("form",))
    both = judged(seen(stdout=b"5 \n", **facts), known, crash=crash)
    assert (both.verdict, both.charged) == (Verdict.AC, ("form", "blanks"))
    for output in (b"6\n", b"", b"5\n5\n"):  # what is not there, or wrong, is not made up for
        wrong = judged(seen(stdout=output, **facts), known, crash=crash)
        assert (wrong.verdict, wrong.kept, wrong.charged) == (Verdict.RTE, 0.0, ())


def test_no_one_is_ended_at_a_limit_before_it() -> None:
    for limit, facts in [(Limit.CPU, {"cpu_s": 1.94}), (Limit.WALL, {"wall_s": 9.9})]:
        figures = limit_figures(limit, seen(ended_by=limit, **facts), BOUNDS)
        assert figures["used_s"] == figures["limit_s"]


def test_a_limit_after_the_right_output_is_no_crash() -> None:
    known = case(near_misses={"crash-after-output": "form"})
    assert judged(seen(ended_by=Limit.CPU, exit=None), known).verdict is Verdict.TLE


def test_a_program_that_could_not_be_started() -> None:
    found = judged(Observation(("./prog", "1"), not_started="Permission denied"))
    assert (found.verdict, sentence(found.findings[0])) == (
        Verdict.RTE,
        "./prog could not be started: Permission denied",
    )


def test_a_program_that_nothing_says_how_to_start() -> None:
    found = judged(Observation((), not_started="nothing says how it is started"))
    assert found.verdict is Verdict.RTE
    assert "nothing says how it is started" in sentence(found.findings[0])


@pytest.mark.parametrize(
    ("accepted", "status", "verdict"),
    [
        (None, 3, Verdict.AC),
        ("any", 3, Verdict.AC),
        (0, 0, Verdict.AC),
        (0, 3, Verdict.WA),
        ((1, 2), 2, Verdict.AC),
        ((1, 2), 0, Verdict.WA),
    ],
)
def test_the_exit_status(accepted: Any, status: int, verdict: Verdict) -> None:
    found = judged(seen(exit=status), case(exit=accepted))
    assert found.verdict is verdict
    if verdict is Verdict.WA:
        assert found.findings[0].where == Place(part="exit-status")
        assert f"the exit status is {status}, expected " in sentence(found.findings[0])


def test_a_wrong_status_is_not_made_up_for_by_a_near_miss() -> None:
    found = judged(seen(exit=3, stdout=b"5 \n"), case(exit=0, near_misses={"trailing-blanks": "form"}))
    assert (found.verdict, found.kept) == (Verdict.WA, 0.0)


def test_a_near_miss_that_the_case_knows_is_charged_to_its_clause() -> None:
    found = judged(seen(stdout=b"5 \n"), case(near_misses={"trailing-blanks": "form"}))
    assert (found.verdict, found.charged, found.kept, found.comparable) == (Verdict.AC, ("form",), 1.0, True)
    assert found.findings[0].near_misses == ("trailing-blanks",)


def test_a_near_miss_that_the_case_does_not_know_is_a_wrong_answer() -> None:
    found = judged(seen(stdout=b"5 \n"), case(near_misses={"letter-case": "form"}))
    assert (found.verdict, found.charged, found.kept) == (Verdict.WA, (), 0.0)
    assert found.comparable, "nearly right all the same: it speaks for the clauses that are charged"


def test_a_near_miss_may_keep_a_part_of_the_points() -> None:
    found = judged(seen(stdout=b"5 \n"), case(near_misses={"trailing-blanks": 0.25}))
    assert (found.verdict, found.kept) == (Verdict.WA, 0.25)


def test_a_near_miss_that_keeps_all_points_is_accepted() -> None:
    found = judged(seen(stdout=b"5 \n"), case(near_misses={"trailing-blanks": 1.0}))
    assert (found.verdict, found.kept) == (Verdict.AC, 1.0)


def test_of_several_kept_parts_the_smallest_counts() -> None:
    findings = (Finding("a", near_misses=("blanks", "letter-case")), Finding("b", near_misses=("prefix",)))
    known: dict[str, str | float] = {"blanks": 0.75, "letter-case": "form", "prefix": 0.5}
    found = weigh(case(near_misses=known), findings)
    assert (found.verdict, found.kept, found.charged) == (Verdict.WA, 0.5, ("form",))


def test_all_near_misses_of_a_finding_must_be_known() -> None:
    findings = (Finding("a", near_misses=("blanks", "letter-case")),)
    assert weigh(case(near_misses={"blanks": "form"}), findings).verdict is Verdict.WA
    found = weigh(case(near_misses={"blanks": "form", "letter-case": "form"}), findings)
    assert (found.verdict, found.charged) == (Verdict.AC, ("form",))


def test_a_finding_without_a_near_miss_is_a_wrong_answer_whatever_else_there_is() -> None:
    findings = (Finding("a", near_misses=("blanks",)), Finding("b"))
    found = weigh(case(near_misses={"blanks": "form"}), findings)
    assert (found.verdict, found.charged, found.comparable) == (Verdict.WA, (), False)


BOTH = {"stdout": "", "stderr": USAGE}


def test_the_right_text_on_the_other_stream_is_a_near_miss() -> None:
    found = judged(seen(stdout=USAGE.encode()), case(**BOTH, near_misses={"other-stream": "stream"}))
    assert (found.verdict, found.charged) == (Verdict.AC, ("stream",))
    (finding,) = found.findings
    assert finding.near_misses == ("other-stream",)
    assert sentence(finding) == "the right text was written to stdout, it belongs on stderr"


def test_the_other_way_round_too() -> None:
    found = judged(seen(stdout=b"", stderr=b"5\n"), case(near_misses={"other-stream": 0.5}))
    assert (found.verdict, found.kept) == (Verdict.WA, 0.5)


def test_nearly_the_right_text_on_the_other_stream_is_two_near_misses() -> None:
    near = case(**BOTH, near_misses={"other-stream": "stream", "trailing-blanks": "form"})
    found = judged(seen(stdout=b"usage: x \n"), near)
    assert (found.verdict, found.charged) == (Verdict.AC, ("stream", "form"))
    assert found.findings[0].near_misses == ("other-stream", "trailing-blanks")


def test_another_text_on_the_other_stream_is_just_wrong() -> None:
    found = judged(seen(stdout=b"help!\n"), case(**BOTH, near_misses={"other-stream": "stream"}))
    assert (found.verdict, found.charged) == (Verdict.WA, ())
    assert all("other-stream" not in finding.near_misses for finding in found.findings)


def test_the_text_on_both_streams_is_no_near_miss() -> None:
    found = judged(
        seen(stdout=USAGE.encode(), stderr=USAGE.encode()), case(**BOTH, near_misses={"other-stream": "stream"})
    )
    assert (found.verdict, found.charged) == (Verdict.WA, ())


def test_a_right_text_on_the_wrong_stream_does_not_make_up_for_a_wrong_one_on_the_right_stream() -> None:
    chosen = case(stdout=None, stderr=USAGE, near_misses={"other-stream": "stream"})
    found = judged(seen(stdout=USAGE.encode(), stderr=b"help!\n"), chosen)
    assert (found.verdict, found.charged) == (Verdict.WA, ())


def test_files_that_the_run_must_leave() -> None:
    wanted = case(stdout=None, produces={"out.txt": "a\n", "log": "b\n"})
    assert judged(seen(files={"out.txt": b"a\n", "log": b"b\n"}), wanted) == RIGHT
    found = judged(seen(files={"out.txt": b"x\n"}), wanted)
    assert found.verdict is Verdict.WA
    assert [(str(finding.where).split(",")[0], sentence(finding)) for finding in found.findings][1] == (
        "log",
        "the program made no file log",
    )
    assert str(found.findings[0].where).startswith("out.txt")


@pytest.mark.parametrize(
    ("files", "verdict"),
    [
        ({}, Verdict.AC),
        ({"second": b"5\n"}, Verdict.AC),
        ({"first": b"5\n", "second": b"wrong"}, Verdict.AC),
        ({"first": b"wrong", "second": b"5\n"}, Verdict.WA),
        ({"first": b"", "second": b"wrong"}, Verdict.WA),
        ({"first": b""}, Verdict.AC),
    ],
)
def test_the_first_output_file_that_is_filled_counts_before_stdout(
    files: Mapping[str, bytes], verdict: Verdict
) -> None:
    assert judged(seen(files=files), case(output_files=("first", "second"))).verdict is verdict


def test_a_dialogue_that_ends_otherwise_than_it_should() -> None:
    talk = case(stdout=None, dialogue=(Exchange(expect="> ", send="a"), Exchange(expect="> ", end="waiting")))
    screen = {"stdout": b"> > ", "transcript": b"> a\n> "}
    waiting = seen(**screen, waits=True)
    assert judged(replace(waiting, exit=None), talk).verdict is Verdict.AC
    for observation, kind in (
        (seen(**screen, stuck_at=1, prompted=True), "input-not-wanted"),
        (seen(**screen, stuck_at=2, waits=True), "more-input-wanted"),
        (seen(**screen, stuck_at=1, waits=True), "prompt-missing"),
    ):
        found = judged(replace(observation, exit=None), talk)
        assert (found.verdict, [finding.kind for finding in found.findings]) == (Verdict.WA, [kind])
        assert found.findings[0].actual == b"> a\n> "


def test_a_program_that_was_hung_up_may_end_in_any_way() -> None:
    talk = case(stdout=None, dialogue=(Exchange(expect="> ", hang_up=True),))
    assert judged(replace(seen(stdout=b"> "), exit=None, signal=1), talk).verdict is Verdict.AC
    late = replace(seen(stdout=b"> "), exit=None, ended_by=Limit.WALL)
    assert judged(late, talk).verdict is Verdict.TLE


def test_a_prompt_that_did_not_come_in_time_is_named_too() -> None:
    talk = case(dialogue=(Exchange(expect="Name? "),))
    found = judged(replace(seen(stdout=b"..."), exit=None, ended_by=Limit.WALL, stuck_at=0), talk)
    assert found.verdict is Verdict.TLE
    assert [finding.kind for finding in found.findings] == ["waits-for-input", "prompt-missing"]


@pytest.mark.parametrize(
    ("screen", "shown"),
    [
        (b"Word 1: a\nWord 2: .\n3 words\n", 'prompt 3 of 3 is "3 words", expected "2 words"'),
        (b"Word 1: a\nWord 2: .\n3 word\n", 'prompt 3 of 3, "2 words", did not come before the program ended'),
        (b"Word 1: a\nWord 2: .\n", 'prompt 3 of 3, "2 words", did not come before the program ended'),
    ],
)
def test_a_wrong_number_in_a_dialogue_is_called_so(screen: bytes, shown: str) -> None:
    talk = case(dialogue=(Exchange(expect="Word 1: "), Exchange(expect="Word 2: "), Exchange(expect="2 words")))
    (finding,) = judged(seen(stdout=screen, stuck_at=2), talk).findings
    assert sentence(finding) == shown


def test_a_prompt_that_came_before_is_no_wrong_number() -> None:
    talk = case(dialogue=(Exchange(expect="Word 1: "), Exchange(expect="Word 2: ")))
    (finding,) = judged(seen(stdout=b"Word 1: \n", stuck_at=1), talk).findings
    assert sentence(finding) == 'prompt 2 of 2, "Word 2: ", did not come before the program ended'


def test_a_dialogue_that_is_stuck_names_the_prompt() -> None:
    talk = case(dialogue=(Exchange(expect="Name? "), Exchange(expect="Age? ")))
    found = judged(seen(stdout=b"Name? bye\n", stuck_at=1), talk)
    assert found.verdict is Verdict.WA
    (finding,) = found.findings
    assert sentence(finding) == 'prompt 2 of 2, "Age? ", did not come before the program ended'
    assert (finding.expected, finding.actual) == (b"Age? ", b"Name? bye\n")


CLEAN = {"added_files": ("a.o", "prog"), "submitted_files": ("a.c", "Makefile")}


@pytest.mark.parametrize("status", [0, 2])
def test_cleaning_leaves_what_was_handed_in_and_nothing_else(status: int) -> None:
    left = seen(stdout=b"rm\n", files_left=("Makefile", "a.c", "notes"), exit=status)
    assert judged(left, case(stdout=None, cleans=True), **CLEAN) == RIGHT


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"files_left": ("Makefile", "a.c", "a.o")}, "./prog left a.o"),
        ({"files_left": ("Makefile",)}, "./prog removed a.c, which was handed in"),
    ],
)
def test_cleaning_too_little_or_too_much(facts: Mapping[str, Any], words: str) -> None:
    found = judged(seen(**facts), case(stdout=None, cleans=True), **CLEAN)
    assert (found.verdict, [sentence(finding) for finding in found.findings]) == (Verdict.WA, [words])


def test_what_the_build_made() -> None:
    wanted = case(stdout=None, built={"prog": "executable", "notes": "file"})
    assert judge_built_files(wanted, {"prog": "executable", "notes": "executable"}) == RIGHT
    assert judge_built_files(wanted, {"prog": "executable", "notes": "file"}) == RIGHT
    found = judge_built_files(wanted, {"prog": "file"})
    assert (found.verdict, [sentence(finding) for finding in found.findings]) == (
        Verdict.WA,
        ["prog has no execute permission", "the build made no file notes"],
    )


@pytest.mark.parametrize(
    ("facts", "over"),
    [
        ({}, False),
        ({"cpu_s": 2.0}, False),
        ({"cpu_s": 2.1}, True),
        ({"ended_by": Limit.CPU}, True),
        ({"ended_by": Limit.WALL}, True),
        ({"ended_by": Limit.MEMORY}, False),
        ({"ended_by": Limit.OUTPUT}, False),
    ],
)
def test_only_time_limits_are_confirmed(facts: Mapping[str, Any], over: bool) -> None:
    assert over_time(seen(**facts), BOUNDS, case()) is over


def test_of_several_near_misses_none_is_called_the_only_difference() -> None:
    sentences = translator().near_misses(Finding("x", near_misses=("trailing-blanks", "letter-case")))
    assert sentences == ["Only the form differs: blanks at the end of lines, the letter case."]
    sentences = translator().near_misses(Finding("x", near_misses=("trailing-blanks", "letter-case", "last-line")))
    listed = "blanks at the end of lines, the letter case"
    assert sentences == ["Every line is right but the last.", f"The form differs, too: {listed}."]


def test_judging_twice_gives_the_same() -> None:
    observation = seen(stdout=b"6 \n", stderr=b"x")
    near = case(stderr="", near_misses={"blanks": 0.5})
    assert judged(observation, near) == judged(observation, near)


@pytest.mark.parametrize("facts", [{"ended_by": Limit.WALL}, {"signal": 11}, {"exit": 1}])
def test_how_a_run_ended_may_be_another_case_s_matter(facts: dict[str, Any]) -> None:
    chosen = case(stdout="right\n", ending="any")
    assert judged(seen(stdout=b"right\n", **facts), chosen).verdict is Verdict.AC
    assert judged(seen(stdout=b"wrong\n", **facts), chosen).verdict is Verdict.WA
    assert judged(seen(not_started="Permission denied"), chosen).verdict is Verdict.RTE
    assert not over_time(seen(ended_by=Limit.WALL), ResolvedLimits(), chosen)


@pytest.mark.parametrize(
    ("facts", "verdict"),
    [
        ({"exit": None, "ended_by": Limit.CPU}, Verdict.TLE),
        ({"exit": None, "ended_by": Limit.OUTPUT}, Verdict.OLE),
        ({"exit": None, "signal": 11}, Verdict.RTE),
        ({}, Verdict.AC),
    ],
)
def test_what_is_unfinished_has_the_verdict_of_the_runs_end(facts: dict[str, Any], verdict: Verdict) -> None:
    chosen = case(stdout=Python(function="f"), ending="any")
    unfinished = Finding("too little", params={"unfinished": True})
    assert judged(seen(**facts), chosen, functions={"f": lambda _run, _expected: [unfinished]}).verdict is verdict
    functions = {"f": lambda _run, _expected: [Finding("wrong"), unfinished]}
    assert judged(seen(**facts), chosen, functions=functions).verdict is Verdict.WA


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        (
            {"refused_limits": ("processes",), "processes": 7},
            ["the program asked for more than 7 processes and threads at a time, and did not get them"],
        ),
        ({"refused_limits": ("disk",)}, ["the program filled its 128 MiB of disk space"]),
        (
            {"refused_limits": ("home",), "stderr": b"x: No space left on device\n"},
            ["the program filled its 64 MiB of disk space for temporary files"],
        ),
        ({"refused_limits": ("file",)}, ["the program wrote a file as long as one may be, 1 MiB"]),
        ({"processes": 7}, ["the program had 7 processes and threads at a time, as many as it may"]),
        ({"processes": 6, "open_files": 255}, []),
        ({"open_files": 256}, ["a process of the program had 256 files open at a time, as many as it may"]),
        (
            {"stderr": b"OSError: [Errno 24] Too many open files: 'x'\n"},
            ['the program says "Too many open files": it may have 256 files open at a time in each process'],
        ),
        (
            {"stderr": b"RuntimeError: can't start new thread\n", "processes": 7},
            ["the program had 7 processes and threads at a time, as many as it may"],
        ),
        (
            {"stderr": b"sh: 1: Cannot fork\nResource temporarily unavailable\n", "open_files": 256},
            [
                "a process of the program had 256 files open at a time, as many as it may",
                'the program says "Resource temporarily unavailable": it may have 7 processes and threads at a time',
            ],
        ),
        ({"ended_by": Limit.PROCESSES, "processes": 9}, []),
    ],
)
def test_a_limit_that_was_met_is_reported_with_a_fault_only(facts: dict[str, Any], words: list[str]) -> None:
    ended = facts.get("ended_by") is not None
    assert ended or judged(seen(**facts)) == RIGHT
    findings = judged(seen(stdout=b"wrong\n", **facts)).findings
    assert [sentence(chosen) for chosen in findings if chosen.where == Place(part="limits")] == words


@pytest.mark.parametrize(("on_terminal", "kind"), [(True, "waits-for-input"), (False, "waits")])
def test_a_program_that_waits_without_computing(on_terminal: bool, kind: str) -> None:
    judgement = judge_ending(seen(ended_by=Limit.WALL, cpu_s=0.1), BOUNDS, None, on_terminal=on_terminal)
    assert judgement is not None
    assert [finding.kind for finding in judgement.findings] == [kind]


@pytest.mark.parametrize(
    ("facts", "words"),
    [
        ({"ended_by": Limit.CPU, "cpu_s": 5.017}, "was still running after 5.02 s of CPU time; 2.00 s are allowed"),
        ({"cpu_s": 2.5}, "the program took 2.50 s of CPU time; 2.00 s are allowed"),
        ({"ended_by": Limit.WALL, "cpu_s": 1.0}, "of these it computed for 1.0 s, and 2.0 s are allowed"),
        ({"ended_by": Limit.WALL, "cpu_s": 0.1}, "never comes, and hardly computes; it was ended after 10.0 s"),
        (
            {"ended_by": Limit.MEMORY, "memory": 1280 << 20},
            "used more than 100 MiB of memory and was ended; it had at least 1280 MiB",
        ),
        ({"ended_by": Limit.MEMORY}, "used more than 100 MiB of memory and was ended"),
        ({"ended_by": Limit.OUTPUT, "stderr": b"x" * (16 << 20)}, "wrote more than 1 MiB to stderr and was ended"),
        ({"ended_by": Limit.OUTPUT}, "wrote more than 1 MiB to a file and was ended"),
        ({"ended_by": Limit.PROCESSES, "processes": 9}, "had 9 processes and threads, more than 7, and was ended"),
    ],
)
def test_a_limit_is_reported_with_the_figure_that_was_reached(facts: dict[str, Any], words: str) -> None:
    assert sentence(judged(seen(**facts)).findings[0]).endswith(words)


def test_a_program_that_fills_a_file_is_ended_by_that_and_not_by_its_exception() -> None:
    content = b"begin\n" + b"1 2\n2 1\n" * (1 << 17)
    full = seen(exit=1, files={"out": content[: 1 << 20]}, refused_limits=("file",))
    judgement = judge_ending(full, BOUNDS, Crash("OSError: [Errno 27] File too large"))
    assert judgement is not None
    (finding,) = judgement.findings
    assert judgement.verdict is Verdict.OLE
    assert sentence(finding).endswith("to a file and stopped with OSError: [Errno 27] File too large")
    assert {*(finding.actual or b"").splitlines()} == {b"1 2", b"2 1"}


@pytest.mark.parametrize(
    ("limit", "facts", "words"),
    [
        (Limit.CPU, {"cpu_s": 2.04}, "2 s of CPU time, ended at 2.04 s"),
        (Limit.WALL, {"wall_s": 10.01}, "10 s, ended at 10.01 s"),
        (Limit.MEMORY, {"memory": 120 * MIB}, "100 MiB; it used 120 MiB"),
        (Limit.MEMORY, {"memory": 20 * MIB}, "100 MiB"),
        (Limit.OUTPUT, {}, "1 MiB"),
        (Limit.PROCESSES, {"processes": 9}, "7 processes and threads; it had 9"),
    ],
)
def test_the_figure_of_a_limit(limit: Limit, facts: dict[str, Any], words: str) -> None:
    figures = limit_figures(limit, seen(ended_by=limit, **facts), BOUNDS)
    finding = Finding.of(f"build-ended-at-{limit.value}", command="make", **figures)
    assert sentence(finding) == f"make was ended at its {limit.value} limit: {words}"


@pytest.mark.parametrize(
    ("facts", "kind"),
    [
        ({"stdout": b"Usage: prog N\n"}, "usage-instead"),
        ({"stdout": b"", "stderr": b"USAGE: prog N\n"}, "usage-instead"),
        ({"stdout": b"", "stderr": b"q.py:9: SyntaxWarning: odd\n  if n is 5:\nUsage: prog N\n"}, "usage-instead"),
        ({"stdout": b"", "stderr": b"q.py:9: SyntaxWarning: odd\n"}, "output-empty"),
        ({"stdout": b"", "stderr": b"aWarning: Warning: \n" * 60}, "output-empty"),  # and that in no time
        ({"stdout": b"usages\n"}, "line-differs"),
        ({"stdout": b"6\nusage\n"}, "line-differs"),
    ],
)
def test_a_usage_message_in_the_place_of_an_answer_is_reported(facts: dict[str, Any], kind: str) -> None:
    assert judged(seen(**facts)).findings[0].kind == kind


def test_no_near_miss_is_reported_for_a_usage_message_alone() -> None:
    """A program that prints no answer has not printed the right one on the other stream."""
    moved = Finding("it belongs on stdout", Place(stream="stderr"), near_misses=("other-stream",))
    outputs = {"stdout": b"", "stderr": b"Usage: prog N\n"}
    for findings in ((moved, Finding("it is wrong")), (Finding("it is wrong"), moved)):
        (finding,) = usage_instead(findings, outputs, [b"(2, 4, 1, 3)\n"])
        assert (finding.kind, finding.near_misses, finding.expected) == ("usage-instead", (), b"(2, 4, 1, 3)\n")
    assert usage_instead((moved,), outputs, [b"6\n"]) == (moved,)


def test_what_a_course_says_of_a_usage_message_is_kept_and_marked() -> None:
    findings = (Finding("no number was printed"), Finding("nor a word"))
    outputs = {"stdout": b" \n", "stderr": b"Usage: prog N\n"}
    first, second = usage_instead(findings, outputs, [None])
    assert (first.message, dict(first.params), second) == (findings[0].message, {USAGE_ALONE: True}, findings[1])
    assert usage_instead(findings, {**outputs, "stdout": b"5\n"}, [None]) == findings


@pytest.mark.parametrize(("printed", "silent"), [(b"", True), (b" \n", True), (b"6\n", False)])
def test_what_a_course_says_of_a_silent_program_is_marked(printed: bytes, silent: bool) -> None:
    functions = {"sorted_rows": lambda _run, _expected: ["Rows tried in order lead to another solution."]}
    chosen = case(stdout=Python(function="sorted_rows"))
    (finding,) = judged(seen(stdout=printed), chosen, functions=functions).findings
    assert bool(finding.params.get(SILENT)) is silent


def test_what_the_courses_own_program_leaves_is_no_answer_of_the_students() -> None:
    watched = case(stdout=None, run=("python3", "watch.py"), produces={"calls": {"check": "text"}})
    banner = seen(stdout=b"N-Queens\n", files={"calls": b"stopped\n"})
    assert not has_answered(banner, watched)
    assert has_answered(banner, case(run=("make", "execute")))
    assert has_answered(banner, case())
    assert not has_answered(seen(stdout=b"N-Queens\n", ended_by=Limit.CPU), case())


@pytest.mark.parametrize(("status", "marked"), [(1, True), ((1, 2), True), ((0, 1), False), ("any", False), (0, False)])
def test_a_finding_on_a_run_that_must_end_with_an_error_says_so(status: Any, marked: bool) -> None:
    (finding, *_) = judged(seen(stdout=b"6\n", exit=1), case(exit=status)).findings
    assert finding.params.get(REFUSES, False) is marked
