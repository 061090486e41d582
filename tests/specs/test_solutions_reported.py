"""What is said about a listing is true of what was printed."""

from __future__ import annotations

import pytest

from harness.model.finding import Finding
from harness.model.result import CallResult
from harness.model.run import Run
from harness.spec.loading.load import load
from tests.support import ROOT

RIGHT = b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n4-Queens has 2 solutions\n"


def faults(stdout: bytes) -> list[Finding]:
    function = load(ROOT / "specs", "cmps12a-pa5", goldens=False).functions["solutions_reported"]
    return list(function(Run(stdout=stdout, exit=0, args=("-v", "4")), RIGHT))


def test_a_count_alone_is_not_called_nothing() -> None:
    (finding,) = faults(b"4-Queens has 0 solutions\n")
    assert (finding.kind, finding.message) == ("solution-left-out", "2 solutions are missing, such as (2, 4, 1, 3)")


@pytest.mark.parametrize(
    ("stdout", "kind"),
    [(b"(2, 4, 3, 1)\n(3, 2, 1, 4)\n", "one-too-late"), (b"(2, 4, 3, 1)\n(3, 1, 4, 2)\n", "shares-diagonal")],
)
def test_permutations_after_the_solutions_are_said_to_be_so(stdout: bytes, kind: str) -> None:
    assert [finding.kind for finding in faults(stdout)] == [kind]


@pytest.mark.parametrize(
    ("function", "args", "stdout", "kinds"),
    [
        ("count_reported", ("11",), b"1-Queens has 1 solutions\n", ["other-size"]),
        ("count_reported", ("12",), b"2-Queens has 0 solutions\n", ["other-size"]),
        ("count_reported", ("10",), b"0-Queens has 1 solutions\n", ["other-size"]),
        ("count_reported", ("10",), b"0-Queens has 3 solutions\n", ["line-differs"]),
        ("count_reported", ("8",), b"0-Queens has 92 solutions\n", ["line-differs"]),
        ("count_reported", ("2",), b"3-Queens has 0 solutions\n", ["line-differs"]),
        ("count_reported", ("11",), b"8-Queens has 2680 solutions\n", ["line-differs"]),
        ("count_reported", ("11",), b"1-Queens has 7 solutions\n", ["line-differs"]),
        ("solutions_reported", ("-v", "11"), b"(1)\n1-Queens has 1 solutions\n", ["other-size"]),
        ("largest_reported", ("13",), b"3-Queens has 0 solutions\n", ["other-size"]),
        ("largest_reported", ("13",), b"3-Queens has 5 solutions\n", ["count-missing"]),
    ],
)
def test_an_answer_for_another_size_is_said_to_be_so(
    function: str, args: tuple[str, ...], stdout: bytes, kinds: list[str]
) -> None:
    check = load(ROOT / "specs", "cmps12a-pa5", goldens=False).functions[function]
    run = Run(stdout=stdout, exit=0, args=args)
    assert [finding.kind for finding in check(run, f"{args[-1]}-Queens has 2680 solutions\n".encode())] == kinds


def test_the_only_solution_twice_is_twice() -> None:
    function = load(ROOT / "specs", "cmps12a-pa5", goldens=False).functions["solutions_reported"]
    run = Run(stdout=b"(1)\n(1)\n1-Queens has 1 solutions\n", exit=0, args=("-v", "1"))
    assert [finding.kind for finding in function(run, b"(1)\n1-Queens has 1 solutions\n")] == ["solution-twice"]


CLIMBS = b"2 5 7 4 1 3 6 3\n2 5 7 4 1 8 6 3\nSuccess\n\n6 7 5 8 7 4 1 7\nFailure\n"


@pytest.mark.parametrize(
    ("run", "kinds"),
    [
        (Run(exit=0, files={"output.txt": CLIMBS}), []),
        (Run(exit=0, files={"output.txt": b""}), ["file-empty"]),
        (Run(exit=0, files={"output.txt": CLIMBS[:40] + b"\n6 7 5"}), ["end-missing"]),
        (Run(exit=0, files={"output.txt": CLIMBS[:40]}), ["blocks-missing"]),
        (Run(CLIMBS[:45], exit=None), []),
        (Run(b"", exit=0), ["no-output"]),
    ],
)
def test_a_file_that_is_empty_or_breaks_off_is_said_to_be_so(run: Run, kinds: list[str]) -> None:
    functions = load(ROOT / "specs", "cs771-8queens", goldens=False).functions
    assert [finding.kind for finding in functions["one_block_each"](run, CLIMBS)] == kinds


SOLVED = b"2 5 7 4 1 3 6 3\n2 5 7 4 1 8 6 3\nSuccess\n\n"


@pytest.mark.parametrize(
    ("stdout", "kind", "expected"),
    [
        (CLIMBS[:16] + CLIMBS[16:32] * 50, "endless-solved", b"Success\n"),
        (CLIMBS[:16] * 50, "endless-still", b"2 5 7 4 1 8 6 3\n"),
        (SOLVED + b"8 3 7 4 2 5 1 6\n" * 50, "", None),  # a queen that stands for ever is charged elsewhere
        (SOLVED + b"8 3 7 4 2 5 1 6\n8 3 7 8 2 5 1 6\n" * 50, "endless-round", b"Failure\n"),
    ],
)
def test_a_climb_without_an_end_is_shown_where_it_had_to_end(stdout: bytes, kind: str, expected: bytes | None) -> None:
    functions = load(ROOT / "specs", "cs771-8queens", goldens=False).functions
    golden = SOLVED + b"8 3 7 4 2 5 1 6\nFailure\n"
    findings = [*functions["endings"](Run(stdout, exit=None), golden)]
    assert [(finding.kind, finding.expected) for finding in findings] == ([(kind, expected)] if kind else [])


STEPS = ("attacks", "queen-most", "queen-tie", "row-best", "row-tie", "improve", "next-queen", "stop", "repeat")


@pytest.mark.parametrize("rule", [*STEPS, "verdict"])
def test_a_right_output_that_is_cut_by_a_limit_has_no_fault(rule: str) -> None:
    assignment = load(ROOT / "specs", "cs771-8queens", goldens=False)
    function = assignment.functions["endings" if rule == "verdict" else "steps"]
    options = {} if rule == "verdict" else {"rule": rule}
    golden = (assignment.folder / "golden" / f"{rule}.stdout").read_bytes()
    lines = golden.splitlines(keepends=True)
    for count in range(1, len(lines)):
        findings = [*function(Run(b"".join(lines[:count]), exit=None), golden, **options)]
        lacks_word_alone = count == len(lines) - 1 and rule != "verdict"
        wanted = [] if lacks_word_alone else [{"unfinished": True}]
        assert [finding.params for finding in findings] == wanted, (count, findings)
    assert [*function(Run(golden, exit=0), golden, **options)] == []


@pytest.mark.parametrize(
    ("stdout", "exit_status", "texts"),
    [
        # What comes for ever says nothing of a step that is wrong long before it.
        (
            b"".join(b"2 5 7 4 1 %d 6 3\n" % (index % 7 + 1) for index in range(50)) + b"8 8 8 8 8 8 8 8\n" * 50,
            None,
            ["does not end. From 2 5 7 4 1 3 6 3 the queen of column 6 has moved to row 1"],
        ),
        (CLIMBS[:16] * 100, 0, ["goes on for 100 states and has no Success or Failure."]),
    ],
)
def test_what_a_long_climb_does(stdout: bytes, exit_status: int | None, texts: list[str]) -> None:
    functions = load(ROOT / "specs", "cs771-8queens", goldens=False).functions
    findings = [*functions["endings"](Run(stdout, exit=exit_status), CLIMBS[:40])]
    assert [text in finding.message for finding, text in zip(findings, texts, strict=True)] == [True]


@pytest.mark.parametrize(
    ("board", "kind"),
    [
        (b".Q..\n...Q\nQ...\n....\n", "row-left-free"),
        (b"Q...\n..Q.\n....\n....\n", "queens-missing"),
        (b".Q..\n...Q\nQ...\n..Q.\n", ""),
    ],
)
def test_a_row_without_a_queen_is_said_to_be_free_where_it_is(board: bytes, kind: str) -> None:
    functions = load(ROOT / "specs", "cs689-prog11", goldens=False).functions
    findings = functions["solution"](Run(b"4\n" + board, exit=0, stdin=b"4\n"), None)
    assert next((finding.kind for finding in findings), "") == kind


def test_nothing_is_called_nothing() -> None:
    assert [finding.kind for finding in faults(b"")] == ["output-empty"]


@pytest.mark.parametrize("numbers", range(1, 9))
def test_a_path_in_a_traceback_is_no_solution_after_the_count(numbers: int) -> None:
    function = load(ROOT / "specs", "cse30-pa2", goldens=False).functions["ends_with_count"]
    path = b"/".join(b"%d" % number for number in range(numbers))
    traceback = (
        b'Traceback (most recent call last):\n  File "%s/Queens.py", line 9, in <module>\nValueError: x\n' % path
    )
    run = Run(
        stdout=b"(2, 4, 1, 3)\n(3, 1, 4, 2)\n4-Queens has 2 solutions\n", stderr=traceback, exit=1, args=("-v", "4")
    )
    assert [*function(run, None)] == []


DRAWN = (".Q..\n...Q\nQ...\n..Q.\n", "..Q.\nQ...\n...Q\n.Q..\n")
FORMS = (
    ("2413", "3142"),
    ("2\n4\n1\n3\n", "3\n1\n4\n2\n"),
    ("(1,2) (2,4) (3,1) (4,3)", "(1,3) (2,1) (3,4) (4,2)"),
    ("[2 4 1 3]", "[3 1 4 2]"),
    DRAWN,
)


@pytest.mark.parametrize("assignment", ["cmps12a-pa5", "cse30-pa2"])
@pytest.mark.parametrize("form", FORMS)
def test_right_solutions_in_another_form_are_a_matter_of_form(form: tuple[str, str], assignment: str) -> None:
    function = load(ROOT / "specs", assignment, goldens=False).functions["solutions_reported"]

    def near_misses(*solutions: str) -> list[tuple[str, ...]]:
        stdout = "\n".join((*solutions, "4-Queens has 2 solutions\n")).encode()
        return [finding.near_misses for finding in function(Run(stdout=stdout, args=("-v", "4")), RIGHT)]

    assert near_misses(*form) == [("wording",)]
    assert near_misses(*reversed(form)) == [("line-order", "wording")]
    assert near_misses(form[0], form[0]) == [()]


@pytest.mark.parametrize("assignment", ["cmps12a-pa5", "cse30-pa2"])
@pytest.mark.parametrize(
    ("line", "near_misses"),
    [
        ("4-Queens has 2 solutions in 0.25 s", [("wording",)]),
        ("4-Queens: 2 solutions (took 12 ms)", [("wording",)]),
        ("4x4 board: 2 solutions", [("wording",)]),
        ("4-Queens has 12 solutions in 2 ms", [()]),
        ("4-Queens has 2.5 solutions", [()]),
    ],
)
def test_a_time_or_the_boards_measures_beside_the_count_are_a_matter_of_form(
    line: str, near_misses: list[tuple[str, ...]], assignment: str
) -> None:
    function = load(ROOT / "specs", assignment, goldens=False).functions["count_reported"]
    findings = function(Run(stdout=f"{line}\n".encode(), args=("4",)), b"4-Queens has 2 solutions\n")
    assert [finding.near_misses for finding in findings] == near_misses


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("4-Queens has 0 solutions", "count-zero"),
        ("4-Queens has 0 solutions (12 ms)", "count-zero"),
        ("4-Queens has 3 solutions (0 ms)", "count-too-large"),
        ("4-Queens has 1 solutions in 0 s", "count-too-small"),
    ],
)
def test_only_a_count_of_0_is_called_0(line: str, kind: str) -> None:
    functions = load(ROOT / "specs", "cmps12a-pa5", goldens=False).functions
    stdout = f"{line}\n".encode()
    findings = functions["count_reported"](Run(stdout=stdout, args=("4",)), b"4-Queens has 2 solutions\n")
    assert [finding.kind for finding in findings] == [kind]
    listed = RIGHT.replace(b"4-Queens has 2 solutions\n", stdout)
    (finding,) = functions["ends_with_count"](Run(stdout=listed, args=("-v", "4")), RIGHT)
    assert finding.params.get("cause", "") == ("count-zero" if kind == "count-zero" else "")


@pytest.mark.parametrize("assignment", ["cmps12a-pa5", "cse30-pa2"])
@pytest.mark.parametrize(
    ("lines", "kind"),
    [
        (("(1, 2, 3, 4)",) * 2, "one-line-alone"),
        (("(2, 4, 1, 3)",) * 2, "one-line-alone"),
        (("(2, 4, 1, 3)",) * 3, "solution-twice"),
        (("(1, 2, 3, 4)",) * 3, "shares-diagonal"),
        (("(1, 2, 3, 4)", "(2, 4, 1, 3)"), "shares-diagonal"),
    ],
)
def test_as_many_lines_as_there_are_solutions_and_all_the_same(
    lines: tuple[str, ...], kind: str, assignment: str
) -> None:
    function = load(ROOT / "specs", assignment, goldens=False).functions["solutions_reported"]
    stdout = "\n".join((*lines, "4-Queens has 2 solutions\n")).encode()
    assert [finding.kind for finding in function(Run(stdout=stdout, args=("-v", "4")), RIGHT)] == [kind]


def test_an_argument_of_which_the_beginning_is_read_has_one_cause() -> None:
    functions = load(ROOT / "specs", "cmps12a-pa5", goldens=False).functions
    (other,) = functions["count_reported"](Run(b"1-Queens has 1 solutions\n", args=("11",)), b"11-Queens has 2680\n")
    (word,) = functions["message_alone"](Run(b"5-Queens has 10 solutions\n", args=("5x",)), None)
    assert other.params["cause"] == word.params["cause"] == "argument-read-in-part"
    assert other.params["outcome"] is False
    (whole,) = functions["message_alone"](Run(b"5-Queens has 10 solutions\n", args=("5", "6")), None)
    assert "cause" not in whole.params


PARTIAL = b"(0, 0, 0, 0)\n(2, 4, 0, 0)\n(2, 4, 1, 3)\n(3, 1, 4, 2)\n4-Queens has 2 solutions\n"


@pytest.mark.parametrize(("left_out", "kind"), [(b"", "partial-boards"), (b"(3, 1, 4, 2)\n", "number-outside")])
def test_boards_that_are_not_complete_are_named_beside_all_solutions(left_out: bytes, kind: str) -> None:
    functions = load(ROOT / "specs", "cse30-pa2", goldens=False).functions
    output = PARTIAL.replace(left_out, b"") if left_out else PARTIAL
    (finding,) = functions["solutions_reported"](Run(output, args=("-v", "4")), RIGHT)
    assert finding.kind == kind
    if not left_out:
        assert finding.message.endswith("not complete are printed as well, such as (2, 4, 0, 0)")


def test_a_call_that_prints_partial_boards_has_the_same_cause() -> None:
    functions = load(ROOT / "specs", "cse30-pa2", goldens=False).functions
    board = [[0] * 5 for _ in range(5)]
    lines = b"(1, 0, 0, 0)\n(2, 0, 0, 0)\n(2, 4, 0, 0)\n(2, 4, 1, 3)\n(3, 1, 4, 2)\n"
    call = CallResult("findSolutions", (board, 1, "verbose"), returned=2, stdout=lines)
    (finding,) = functions["prints_solutions"]([call], {})
    assert finding.params["cause"] == "partial-boards"
    assert finding.message.endswith("also prints boards that are not complete, such as (2, 4, 0, 0)")
