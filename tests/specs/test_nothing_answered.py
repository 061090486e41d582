"""What answers nothing, or always the same, earns nothing if that happens to be right."""

from __future__ import annotations

import time
from collections.abc import Callable, Sequence
from itertools import combinations, pairwise, permutations, product
from typing import Any

import pytest
from msgspec.structs import replace

from harness.model.result import CallResult
from harness.model.run import Run
from harness.spec.loading.load import load
from tests.support import ROOT

FREE = {"!repr": "_"}


def faults(function: str, n: int, *answers: tuple[Any, ...]) -> int:
    """How many faults are found; the answers to 4, to 5 and to ``n``."""
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    asked = zip((4, 5, n), answers, strict=True)
    results = tuple(CallResult("queens", (size, "Qs"), solutions=solutions) for size, solutions in asked)
    return len(list(assignment.functions[function](results, {"n": n})))


@pytest.mark.parametrize("n", [2, 3])
@pytest.mark.parametrize("function", ["right", "ends_after_answers"])
def test_to_have_no_answer_is_right_only_in_a_program_that_has_some(function: str, n: int) -> None:
    assert faults(function, n, (), (), ()) == 1
    assert faults(function, n, (FREE,), (), ()) == 1
    assert faults(function, n, ([],), ([],), ()) == 1
    assert faults(function, n, ([2, 4, 1, 3],), (), ()) == 0
    assert faults(function, n, (), ([1, 3, 5, 2, 4],), ()) == 0
    assert faults(function, n, (["1/2", "2/4"],), (), ()) == 0  # another form is charged elsewhere


def test_an_answer_to_the_smallest_board_counts_by_itself() -> None:
    assert faults("right", 1, (), (), ([1],)) == 0
    assert faults("ends_after_answers", 1, (), (), ([1],)) == 0


@pytest.mark.parametrize(
    ("answers", "count"),
    [
        (([1],), 0),
        (([1], [1]), 1),
        (([0], [0], [0]), 1),
        (([0], [1]), 0),  # no double answer: the rest is charged elsewhere
        (([], []), 0),
        (([2], [2]), 0),
        ((FREE, FREE), 0),
        ((), 0),
    ],
)
def test_the_only_solution_of_the_smallest_board_comes_once(answers: tuple[Any, ...], count: int) -> None:
    assert faults("once_after_answers", 1, ([2, 4, 1, 3],), (), answers) == count


def test_a_single_queen_placed_twice_comes_of_no_test_of_two() -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    result = CallResult("queens", (1, "Qs"), solutions=([1], [1]))
    four = CallResult("queens", (4, "Qs"), solutions=([2, 4, 1, 3],))
    (alone,) = assignment.functions["once_after_answers"]((four, result), {"n": 1})
    (large,) = assignment.functions["once"]((replace(four, solutions=([2, 4, 1, 3],) * 2),), {"n": 4})
    assert [finding.params.get("own_fault", False) for finding in (alone, large)] == [True, False]


@pytest.mark.parametrize(("right", "wrong", "is_same"), [(5, 2, True), (4, 8, False), (2, 2, False), (2, 0, False)])
def test_a_test_of_two_clauses_finds_right_boards_most_often(right: int, wrong: int, *, is_same: bool) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    answers = (*([2, 4, 1, 3], [3, 1, 4, 2]) * right, *([1, 2, 3, 4],) * wrong)
    findings = assignment.functions["once"]((CallResult("queens", (4, "Qs"), solutions=answers),), {"n": 4})
    assert {finding.params.get("same_fault", False) for finding in findings} == {is_same}


@pytest.mark.parametrize(("right", "wrong", "is_own"), [(8, 8, True), (4, 2, False), (2, 1, False), (2, 0, False)])
def test_what_doubles_right_and_wrong_boards_alike_is_no_test_of_a_board(
    right: int, wrong: int, *, is_own: bool
) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    answers = (*([2, 4, 1, 3], [3, 1, 4, 2]) * right, *([1, 2, 3, 4],) * wrong)
    findings = assignment.functions["once"]((CallResult("queens", (4, "Qs"), solutions=answers),), {"n": 4})
    assert {finding.params.get("own_fault", False) for finding in findings} == {is_own}


def test_wrong_answers_of_a_test_of_two_clauses_ask_for_the_comma() -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    boards = [[*rows] for rows in permutations(range(1, 5))]
    answers = (*boards, *([2, 4, 1, 3], [3, 1, 4, 2]) * 4)
    first, *_ = assignment.functions["right"]((CallResult("queens", (4, "Qs"), solutions=answers),), {"n": 4})
    assert first.message.endswith("is there a second clause, or a semicolon, where a comma is meant?")


def test_what_answers_nothing_repeats_nothing_and_earns_nothing() -> None:
    assert faults("once_after_answers", 1, (), (), ()) == 1


def test_the_smallest_board_that_never_ends_is_charged_elsewhere() -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    asked = [CallResult("queens", (4, "Qs"), solutions=([2, 4, 1, 3],))]
    asked.append(CallResult("queens", (1, "Qs"), solutions=([1], [1]), stopped="solutions"))
    assert [*assignment.functions["once_after_answers"](tuple(asked), {"n": 1})] == []


@pytest.mark.parametrize("function", ["once", "ends", "complete"])
@pytest.mark.parametrize("n", [4, 5, 6])
def test_empty_boards_are_no_answers(function: str, n: int) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    results = (CallResult("queens", (n, "Qs"), solutions=([],)),)
    assert len(list(assignment.functions[function](results, {"n": n}))) == 1


PRINTED = b"[2,4,1,3]\n[3,1,4,2]\n"


@pytest.mark.parametrize(
    ("stdout", "solutions", "words"),
    [
        (PRINTED, (), "queens(4, Qs) prints [2,4,1,3] and then says false: give the list back in Qs"),
        (PRINTED, (FREE,), "queens(4, Qs) prints [2,4,1,3] and then says true, as Qs has no value: give"),
        (PRINTED, (FREE, FREE), "queens(4, Qs) prints [2,4,1,3] and then says true, as Qs has no value: give"),
        (b"rows: [1, 3, 0, 2]", (), "queens(4, Qs) prints [1, 3, 0, 2] and then says false"),
        (b"[2,4,1]\n[1,2,3,4]\n", (), "queens(4, Qs) gives no answer"),
        (b"2 4 1 3\n", (), "queens(4, Qs) gives no answer"),
    ],
)
def test_solutions_that_are_printed_and_not_given_are_named(
    stdout: bytes, solutions: tuple[Any, ...], words: str
) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    results = (CallResult("queens", (4, "Qs"), solutions=solutions, stdout=stdout),)
    first, *_ = assignment.functions["right"](results, {"n": 4})
    assert first.message.startswith(words)
    right = (CallResult("queens", (4, "Qs"), solutions=([2, 4, 1, 3], [3, 1, 4, 2]), stdout=stdout),)
    assert [*assignment.functions["right"](right, {"n": 4})] == []
    for n, lists in ((1, b"[1]"), (2, b"")):
        asked = tuple(CallResult("queens", (size, "Qs"), solutions=(), stdout=PRINTED) for size in (4, 5))
        asked = (*asked, CallResult("queens", (n, "Qs"), solutions=(), stdout=lists))
        (finding, *_) = assignment.functions["ends_after_answers"](asked, {"n": n})
        assert finding.message.startswith("queens(4, Qs) prints [2,4,1,3] and then says false: ")


@pytest.mark.parametrize(
    ("n", "result"),
    [
        (4, {"stdout": PRINTED, "raised": "existence_error", "message": "unknown procedure"}),
        (1, {"stdout": b"[1]", "solutions": ()}),  # it may be the rows to try
    ],
)
def test_what_is_printed_before_an_error_or_of_one_row_is_no_answer(n: int, result: dict[str, Any]) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    asked = (CallResult("queens", (n, "Qs"), **result),)
    for function in ("right", "complete"):
        messages = [finding.message for finding in assignment.functions[function](asked, {"n": n})]
        assert not any("prints" in message for message in messages)


@pytest.mark.parametrize(
    ("result", "said"),
    [
        ({"solutions": ()}, "Prolog says false"),
        ({"solutions": (FREE,)}, "Prolog says true, as Qs has no value"),
        ({"solutions": (), "stopped": "cpu"}, "it was still searching at its limit (cpu)"),
    ],
)
def test_how_the_smallest_board_has_no_answer_is_said(result: dict[str, Any], said: str) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    others = (CallResult("queens", (size, "Qs"), solutions=()) for size in (4, 5))
    asked = (*others, CallResult("queens", (1, "Qs"), **result))
    (finding,) = assignment.functions["ends_after_answers"](asked, {"n": 1})
    assert finding.message.startswith(f"not even queens(1, Qs) gives an answer: {said}. ")


def seen_at(distance: int) -> Callable[[tuple[int, ...]], bool]:
    """Whether no two queens attack each other to a test that adds ``distance`` to that of their columns."""
    return lambda rows: all(abs(rows[a] - rows[b]) != b - a + distance for a, b in combinations(range(len(rows)), 2))


@pytest.mark.parametrize(
    ("kind", "is_answer"),
    [
        ("no-diagonals", lambda _rows: True),
        ("one-queen", lambda rows: all(abs(rows[0] - row) != at for at, row in enumerate(rows) if at)),
        ("neighbours-alone", lambda rows: all(abs(a - b) != 1 for a, b in pairwise(rows))),
        ("wrong-distance", seen_at(-1)),
        ("neighbours-attack", seen_at(-1)),  # for 4 queens, where a distance of 1 more gives the same answers
        ("all-attack", lambda rows: rows == (1, 2, 3, 4, 5)),  # no test lets this one alone through
    ],
)
@pytest.mark.parametrize("base", [0, 1])
def test_the_test_that_lets_just_these_answers_through_is_named(
    kind: str, is_answer: Callable[[tuple[int, ...]], bool], base: int
) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    n = 4 if kind == "neighbours-attack" else 5
    boards = filter(is_answer, permutations(range(1, n + 1)))
    answers = tuple([row - 1 + base for row in rows] for rows in boards)
    results = (CallResult("queens", (n, "Qs"), solutions=answers),)
    first, *_ = assignment.functions["right"](results, {"n": n})
    assert first.kind == kind


@pytest.mark.parametrize(
    ("ways", "kind"),
    [
        (lambda free, _on_diagonal: 2**free, "tests-joined-by-or"),
        (lambda free, on_diagonal: 3**free * 2**on_diagonal, "tests-joined-by-or"),  # and one of the rows
        (lambda _free, _on_diagonal: 1, "no-diagonals"),  # a test that always holds
        (lambda _free, _on_diagonal: 2, "no-diagonals"),  # it comes twice by something else
    ],
)
def test_tests_joined_by_or_are_seen_by_how_often_answers_come(ways: Callable[[int, int], int], kind: str) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    answers: list[list[int]] = []
    for rows in permutations(range(1, 5)):
        free = sum(peace(rows, *pair) for pair in combinations(range(4), 2))
        answers += [[*rows]] * ways(free, 6 - free)
    results = (CallResult("queens", (4, "Qs"), solutions=tuple(answers)),)
    first, *_ = assignment.functions["right"](results, {"n": 4})
    assert first.kind == kind
    assert kind in assignment.clauses["right"].hints


def peace(rows: Sequence[int], a: int, b: int) -> bool:
    return abs(rows[a] - rows[b]) not in (0, b - a)


@pytest.mark.parametrize("places", [[*permutations(range(1, 5))], [*product(range(1, 5), repeat=4)]])
@pytest.mark.parametrize(("step", "side"), [(1, "left"), (-1, "right")])
def test_a_search_content_with_one_queen_that_does_not_attack_is_named(
    places: Sequence[tuple[int, ...]], step: int, side: str
) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    boards = (rows for rows in places if all(any(peace(rows, a, b) for a in range(b)) for b in range(1, 4)))
    answers = tuple([*rows[::step]] for rows in boards)
    results = (CallResult("queens", (4, "Qs"), solutions=answers),)
    first, *_ = assignment.functions["right"](results, {"n": 4})
    assert first.kind == "one-is-enough"
    assert f"if one queen to its {side} does not attack it" in first.message
    assert first.kind in assignment.clauses["right"].hints


@pytest.mark.parametrize("length", [4, 3000])
def test_long_answers_are_neither_compared_nor_shown_in_full(length: int) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    boards = ([2] * length, [*range(1, length + 1)], [10**30] * length)
    results = tuple(CallResult("queens", (n, "Qs"), solutions=boards) for n in (5, 4))
    for function in ("right", "once", "complete"):
        for finding in assignment.functions[function](results, {"n": 4}):
            assert len(finding.message) < 600
            assert all(len(str(value)) < 300 for value in (finding.actual, *finding.params.values()))
    (first, *_) = assignment.functions["right"](results, {"n": 4})
    assert (first.kind == "all-attack") is (length == 4)


@pytest.mark.parametrize(("wrong", "is_said"), [([], True), ([2], True), ([5, 1], False)])
def test_what_all_missing_solutions_have_is_said_whatever_the_length_of_others(wrong: list[int], is_said: bool) -> None:
    assignment = load(ROOT / "specs", "comp333-prolog", goldens=False)
    right = filter(seen_at(0), permutations(range(1, 6)))
    results = (CallResult("queens", (5, "Qs"), solutions=(wrong, *(list(rows) for rows in right if rows[0] != 5))),)
    (finding,) = assignment.functions["complete"](results, {"n": 5})
    assert finding.message.endswith("; all of them have row 5 in column 1, and no answer has") is is_said


CLIMB = (ROOT / "specs/cs771-8queens/golden/single.stdout").read_bytes()
"""Four moves."""
STEP_RULES = ("attacks", "queen-most", "queen-tie", "row-best", "row-tie", "next-queen", "repeat", "stop", "improve")


@pytest.mark.parametrize("rule", STEP_RULES)
@pytest.mark.parametrize("word", [b"Success", b"Failure"])
def test_climbs_without_a_move_show_no_rule(word: bytes, rule: str) -> None:
    steps = load(ROOT / "specs", "cs771-8queens", goldens=False).functions["steps"]
    echo = b"%s\n%s\n" % (CLIMB.splitlines()[0], word)
    assert [finding.kind for finding in steps(Run(stdout=echo), CLIMB, rule=rule)] == ["no-move"]
    assert list(steps(Run(stdout=CLIMB), CLIMB, rule=rule)) == []


@pytest.mark.parametrize(
    ("case", "sentence"),
    [
        ("repeat", "No queen is moved from any start state of this input."),
        (
            "next-queen",
            "In every start state here the first queen with most attacks cannot improve, and no other one is moved.",
        ),
    ],
)
def test_without_a_move_the_sentence_is_of_this_input_and_shows_a_climb_that_has_to_move(
    case: str, sentence: str
) -> None:
    checks = load(ROOT / "specs", "cs771-8queens").functions
    golden = (ROOT / f"specs/cs771-8queens/golden/{case}.stdout").read_bytes()
    starts = [block.splitlines()[0] for block in golden.split(b"\n\n")]
    still = b"\n".join(b"%s\nFailure\n" % start for start in starts)
    first, *_ = checks["steps"](Run(stdout=still), golden, rule=case)
    assert first.message.startswith(f"{sentence} The sequence ends at ")
    assert "can do better in another row" in first.message
    assert (first.expected, first.actual) == (golden.splitlines(keepends=True)[1], b"Failure\n")


def test_where_no_queen_can_move_to_stand_is_right() -> None:
    steps = load(ROOT / "specs", "cs771-8queens", goldens=False).functions["steps"]
    stuck = b"8 3 7 4 2 5 1 6\nFailure\n"
    assert list(steps(Run(stdout=stuck), stuck, rule="queen-most")) == []


SEQUENCE, VERDICTS = (
    [
        block.splitlines(keepends=True)
        for block in (ROOT / f"specs/cs771-8queens/golden/{case}.stdout").read_bytes().split(b"\n\n")
    ]
    for case in ("sequence", "verdict")
)
VERDICTS_KEPT = [block[-2] + (block[-1] if at < 2 else b"Success\n") for at, block in enumerate(VERDICTS)]
"""Each ends with the word of the second, which is another than that of the first."""
BLOCKS = [block for block in SEQUENCE if len(block) > 2]
"""The states and the verdict of each climb that has a move."""
CLIMBS = b"\n".join(map(b"".join, BLOCKS))


def kept_list() -> list[bytes]:
    """The blocks of a program that never empties its list of states."""
    states = [b"".join(block[:-1]) for block in BLOCKS]
    return [b"".join(states[: at + 1]) + block[-1] for at, block in enumerate(BLOCKS)]


ONE_MOVE = [b"".join(block[:2]) + b"Failure\n" for block in BLOCKS]
EVERY_STATE_STUCK = [block[0] + b"Failure\n" + b"".join(block[1:]) for block in BLOCKS]
KEPT_AFTER_START = [block[0] + block[-2] * (len(block) - 2) + block[-1] for block in BLOCKS]
UNJUDGED = [b"".join(block[:-1]) for block in BLOCKS]


@pytest.mark.parametrize(
    ("blocks", "stderr", "charged"),
    [
        (kept_list(), b"", {"one_block_each": "begins-elsewhere"}),
        ([block[-2] * (len(block) - 1) + block[-1] for block in BLOCKS], b"", {"every_state": "state-frozen"}),
        (KEPT_AFTER_START, b"", {"every_state": "state-frozen"}),
        (EVERY_STATE_STUCK, b"", {"endings": "verdict-twice"}),
        (UNJUDGED, b"Success\n" * len(BLOCKS), {"endings": "verdict-on-stderr"}),
        (UNJUDGED, b"Failed to write log.txt\n", {"endings": "course"}),
        ([b"".join(block) for block in [*BLOCKS, BLOCKS[-1]]], b"", {"one_block_each": "blocks-extra"}),
        ([*ONE_MOVE, ONE_MOVE[-1]], b"", {"one_block_each": "blocks-extra", "repeat": "explained"}),
        (
            [b"".join(block[1:]) for block in [*BLOCKS, BLOCKS[-1]]],
            b"",
            {"one_block_each": "blocks-extra", "starts_first": "no-start"},
        ),
    ],
)
def test_one_fault_of_all_blocks_is_charged_once(blocks: list[bytes], stderr: bytes, charged: dict[str, str]) -> None:
    functions = load(ROOT / "specs", "cs771-8queens", goldens=False).functions
    run = Run(stdout=b"\n".join(blocks), stderr=stderr, exit=0)
    found = {
        name: [*functions[name](run, CLIMBS)] for name in ("one_block_each", "starts_first", "every_state", "endings")
    }
    found |= {rule: [*functions["steps"](run, CLIMBS, rule=rule)] for rule in STEP_RULES}
    assert {name: findings[0].kind for name, findings in found.items() if findings} == charged


def test_a_start_state_on_an_earlier_climb_begins_a_block() -> None:
    functions = load(ROOT / "specs", "cs771-8queens", goldens=False).functions
    first, second, third = BLOCKS[0], BLOCKS[1], BLOCKS[0][1:]
    printed, right = (
        b"\n".join(map(b"".join, blocks)) for blocks in ([first, second[:-1], third], [first, second, third])
    )
    assert [*functions["one_block_each"](Run(stdout=printed, exit=0), right)] == []


def test_many_states_are_read_in_time() -> None:
    """Each is compared a few times: with all that were there before it took half a minute."""
    one_block_each = load(ROOT / "specs", "cs771-8queens", goldens=False).functions["one_block_each"]
    blocks = [(block[0].strip() + b";") * 50 + b"\n" for block in (BLOCKS[0], BLOCKS[2])]
    stdout = b"Failure\n".join(block * 500 for block in blocks)
    begun = time.process_time()
    assert [*one_block_each(Run(stdout=stdout, exit=0), CLIMBS)]
    assert time.process_time() - begun < 2


@pytest.mark.parametrize(
    ("blocks", "kind"),
    [
        (
            [b"".join([*block[:-1], b"Failure\n" if len(block) == 2 else block[-1]]) for block in VERDICTS],
            "start-solved",
        ),
        ([block[0] + b"Failure\n" for block in VERDICTS], "no-move"),
        ([block[-2] + b"Failure\n" for block in VERDICTS], "verdict-always"),
        (VERDICTS_KEPT, "verdict-kept"),
    ],
)
def test_only_climbs_without_a_move_end_in_the_wrong_word(blocks: list[bytes], kind: str) -> None:
    endings = load(ROOT / "specs", "cs771-8queens", goldens=False).functions["endings"]
    first, *_ = endings(Run(stdout=b"\n".join(blocks), exit=0), b"\n".join(map(b"".join, VERDICTS)))
    assert first.kind == kind


ROWS = [(0, 1, row) for row in range(8)]
"""Arguments of hasConflict; the queen of column 0 stands in row 4."""


@pytest.mark.parametrize("function", ["tells_apart", "no_conflicts"])
def test_one_answer_to_all_reports_no_conflict(function: str) -> None:
    check = load(ROOT / "specs", "comp333-java", goldens=False).functions[function]

    def faults_of(answers: list[bool]) -> int:
        calls = zip(ROWS, answers, strict=True)
        return len(list(check(tuple(CallResult("hasConflict", args, returned=given) for args, given in calls), {})))

    right = [row in (3, 4, 5) for row in range(8)]
    assert faults_of([False] * 8) == faults_of([True] * 8) == 1
    assert faults_of(right) == 0
    assert faults_of([row == 4 for row in range(8)]) == 0  # a diagonal is for another case


def test_a_solution_and_what_is_full_of_attacks_have_different_answers() -> None:
    check = load(ROOT / "specs", "cmps12a-pa5", goldens=False).functions["right_answers"]
    solution, attacks = ([0, 2, 4, 6, 1, 3, 5],), ([0, 2, 1, 4, 3, 6, 5],)

    def kinds(answers: tuple[object, object]) -> list[str]:
        calls = zip((solution, attacks), answers, strict=True)
        return [fault.kind for fault in check(tuple(CallResult("isSolution", a, returned=r) for a, r in calls), {})]

    assert kinds((True, True)) == kinds((False, False)) == ["same-for-all"]
    assert kinds((True, False)) == kinds((1, 0)) == []
    assert kinds((False, True)) == ["attack-imagined"]


TRACE = b'Exception in thread "main" java.lang.StackOverflowError\n' + b"\tat Queens.solve(Queens.java:7)\n" * 8
TERMINATED = b"terminate called after throwing an instance of 'std::length_error'\n"
REPORTS: tuple[tuple[str, str, dict[str, str], bytes, bytes], ...] = (
    ("cmps12a-pa5", "answered", {}, TRACE.replace(b"7)", b"10)"), b"10 solutions\n"),
    ("cmps12a-pa5", "right_in_time", {}, TRACE.replace(b"7)", b"10)"), b"10 solutions\n"),
    ("cmps12a-pa5", "ends_with_count", {}, TRACE.replace(b"7)", b"10)"), b"10 solutions\n"),
    ("comp333-java", "solution", {"look": "order"}, TRACE, b"0 4 7 5 2 6 1 3\n"),
    ("cs689-prog11", "no_solution", {}, TERMINATED + b"  what():  cannot create std::vector\n", b"no solution\n"),
)


@pytest.mark.parametrize(("assignment", "function", "options", "report", "answer"), REPORTS)
def test_a_report_of_a_crash_is_no_answer(
    assignment: str, function: str, options: dict[str, str], report: bytes, answer: bytes
) -> None:
    check = load(ROOT / "specs", assignment, goldens=False).functions[function]
    golden = b"0 4 7 5 2 6 1 3\n" if options else b"5-Queens has 10 solutions\n"

    def faults_of(stderr: bytes) -> int:
        return len(list(check(Run(stderr=stderr, stdin=b"2\n", args=("-v", "5")), golden, **options)))

    assert faults_of(report) == 1
    assert faults_of(answer) == 0


@pytest.mark.parametrize(
    ("stdout", "stderr", "kind", "shown"),
    [
        (b"", b"", "course", b""),
        (b"3\n", b"", "course", b"3\n"),
        (b"Usage: python3 Queens.py\n", b"", "usage-instead", b"Usage: python3 Queens.py\n"),
        (b"", b"Usage: python3 Queens.py\n", "usage-instead", b"Usage: python3 Queens.py\n"),
    ],
)
def test_what_a_watched_program_printed_is_shown_without_the_watchers_word(
    stdout: bytes, stderr: bytes, kind: str, shown: bytes
) -> None:
    works_on = load(ROOT / "specs", "cse30-pa2", goldens=False).functions["works_on"]
    other_mode = b"\nword\nin the other mode\n"
    files = {"calls.jsonl": b'["A", "word"]\n'}
    for again, noted in ((b"", {}), (other_mode, files)):
        (finding,) = works_on(Run(stdout=stdout + again, stderr=stderr + again, files=noted, args=("13",)), None)
        assert (finding.kind, finding.actual) == (kind, shown)
        assert bool(finding.expected) is not bool(shown)  # that nothing was printed is what it follows from
