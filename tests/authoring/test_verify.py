"""``harness verify`` on a small course: green when all is right, red with one clear line for each thing that is not."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from harness.course.ingest.submission import Submission
from harness.grading.grader import Grader
from harness.model.verdict import Verdict
from harness.sandbox.files.scratch import scratch
from harness.sandbox.isolation.none import Unconfined
from tests.support import ADDER, SUM, WORKSPACES, CompletedCommand, course, environment, harness, loaded, write

REFERENCE = "reference/sum/python/total.py"
SPEC = "specs/sum/spec.yaml"
MUTANTS = "specs/sum/mutants"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """A copy of the course."""
    return Path(shutil.copytree(WORKSPACES / "verify", tmp_path / "course"))


ONE = """\
title: One
language: c
clauses:
  one: {text: It exits with 1., points: 1}
cases:
  - {name: exit, clause: one, exit: 1}
"""


def change(root: Path, name: str, old: str, new: str) -> None:
    """Replace a text that must be there."""
    path = root / name
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new))


def verify(root: Path, apart: Path, *words: str, expect: int) -> CompletedCommand:
    return harness("verify", *words, cwd=root, apart=apart, expect=expect)


def failures(ended: CompletedCommand) -> list[str]:
    return [line.removeprefix("FAIL ") for line in ended.out.splitlines() if line.startswith("FAIL ")]


def test_green_when_all_is_right(root: Path, apart: Path) -> None:
    table = root / "matrix.md"
    ended = verify(root, apart, "--table", str(table), expect=0)
    assert failures(ended) == []
    assert ended.err == ""
    lines = ended.out.splitlines()
    assert "Full marks, as they must: reference python, accepted generator." in lines
    matrix = [line.split() for line in lines]
    assert ["total", "6", "2:", "two,", "many", "first-left-out,", "off-by-one"] in matrix
    assert ["format", "2", "2:", "looks,", "format", "colon,", "trailing-blank"] in matrix
    assert ["words", "2", "1:", "word", "uncaught"] in matrix
    assert ["style", "5", "by", "hand:", "A", "person", "reads", "it.", "-"] in matrix
    assert lines[-1].startswith("verified: 4 clauses, 2 right programs with full marks, 5 wrong programs caught, ")
    assert ", goldens fresh, no failures; " in lines[-1]
    written = table.read_text().splitlines()
    assert written[0].startswith("# ")
    assert "## sum" in written
    assert "`total` 6 (2), `format` 2 (2), `words` 2 (1), `style` 5 (by hand)" in written
    assert "Full marks: 2 right programs." in written


def test_a_folder_is_built_once_however_often_it_is_graded(tmp_path: Path) -> None:
    shown = tmp_path / "told"
    build = f"build:\n  - commands: [[sh, -c, 'echo >> {shown}']]\n    run: [[python3, main.py]]\n"
    assignment = loaded(course(tmp_path / "course", SUM.replace("clauses:", build + "clauses:")))
    folder = write(tmp_path / "handed-in", {"main.py": ADDER})
    with scratch() as place:
        grader = Grader({"sum": assignment}, Unconfined(), place, 2)
        grader.run([Submission(f"one#{number}", "sum", folder) for number in range(5)])
        assert [entry.verdict for entry in grader.grades()] == [Verdict.AC] * 5
        assert list(place.iterdir()) == []
    assert shown.read_text() == "\n"


def test_what_is_compiled_is_kept_from_run_to_run(root: Path, apart: Path) -> None:
    """A program that nothing of changed is not compiled again, also without a sandbox; a changed one is another one."""
    cache = environment(apart)["HOME"] + "/.cache/grade"
    write(
        root,
        {
            "specs/one/spec.yaml": ONE,
            "reference/one/c/one.c": "int main(void) { return 1; }\n",
            "specs/one/mutants/one-two/one.c": "int main(void) { return 2; }\n",
        },
    )

    def programs_kept() -> set[str]:
        return {path.name for path in Path(cache).rglob("*") if path.is_file() and b"\x7fELF" in path.read_bytes()}

    verify(root, apart, "one", expect=0)
    first = programs_kept()
    assert len(first) == 2
    verify(root, apart, "one", expect=0)
    assert programs_kept() == first
    change(root, "specs/one/mutants/one-two/one.c", "2", "1")
    (line,) = failures(verify(root, apart, "one", expect=1))
    assert line.startswith("one: mutant one-two loses nothing of clause one")


def test_a_stale_table_is_reported(root: Path, apart: Path) -> None:
    table = root / "matrix.md"
    words = ("--table", str(table), "--check")
    assert verify(root, apart, *words, expect=1).out.splitlines()[-1].startswith(f"{table} is stale; make it with: ")
    assert not table.exists()
    verify(root, apart, "--table", str(table), expect=0)
    verify(root, apart, *words, expect=0)
    table.write_text(table.read_text() + "x")
    verify(root, apart, *words, expect=1)


def test_one_assignment_may_be_chosen(root: Path, apart: Path) -> None:
    assert failures(verify(root, apart, "sum", "--specs", "specs", "--jobs", "1", expect=0)) == []
    ended = verify(root, apart, "sums", expect=2)
    assert 'there is no assignment "sums"' in ended.err


def test_nothing_is_left_in_the_course(root: Path, apart: Path) -> None:
    before = {str(path): path.stat().st_mtime_ns for path in root.rglob("*")}
    verify(root, apart, expect=0)
    assert {str(path): path.stat().st_mtime_ns for path in root.rglob("*")} == before


def test_a_mutant_that_loses_nothing(root: Path, apart: Path) -> None:
    shutil.copytree(root / "reference/sum/python", root / MUTANTS / "total-not-wrong-at-all")
    assert failures(verify(root, apart, expect=1)) == [
        "sum: mutant total-not-wrong-at-all loses nothing of clause total: no case of that clause sees the fault"
    ]


def test_a_mutant_that_loses_an_unrelated_clause(root: Path, apart: Path) -> None:
    shutil.copytree(root / MUTANTS / "words-uncaught", root / MUTANTS / "words-and-more")
    change(root, f"{MUTANTS}/words-and-more/total.py", "return result", "return result + 1")
    (line,) = failures(verify(root, apart, expect=1))
    assert line.startswith("sum: mutant words-and-more also loses clause total (case two: ")


@pytest.mark.parametrize("refusal", ["no number", "not a number"])
def test_an_endless_mutant_costs_its_limit_once_and_is_judged_whole(root: Path, apart: Path, refusal: str) -> None:
    """The case of another clause is the last one; it loses its points in one of both programs."""
    change(root, SPEC, "defaults:\n  near_misses:\n    trailing-blanks: format\n", "limits: {cpu: 0.5 s}\n")
    shutil.rmtree(root / MUTANTS / "format-trailing-blank")
    shutil.copytree(root / "reference/sum/python", root / MUTANTS / "total-endless")
    runs = apart / "runs"
    note = f"    open({str(runs)!r}, 'a').write(' '.join(words) + '\\n')\n    while len(words) > 1:\n        pass\n"
    change(root, f"{MUTANTS}/total-endless/total.py", "    words = sys.argv[1:]\n", f"    words = sys.argv[1:]\n{note}")
    change(root, f"{MUTANTS}/total-endless/total.py", "no number", refusal)
    right = refusal == "no number"
    # the program notes its runs in a file outside its room, which no sandbox lets it do
    ended = verify(root, apart, "--isolation", "E", expect=0 if right else 1)
    assert sorted(runs.read_text().splitlines()) == ["2 3", "20", "two"]
    assert [line.split(" (")[0] for line in failures(ended)] == (
        [] if right else ["sum: mutant total-endless also loses clause words"]
    )
    matrix = [line.split() for line in ended.out.splitlines()]
    assert ["total", "6", "2:", "two,", "many", "endless,", "first-left-out,", "off-by-one"] in matrix


def test_a_note_that_promises_too_much(root: Path, apart: Path) -> None:
    change(root, "specs/sum/mutants.yaml", "[total]", "[total, words]")
    assert failures(verify(root, apart, expect=1)) == [
        "sum: mutant format-colon does not lose clause words, as mutants.yaml says"
    ]


def test_a_note_that_is_missing(root: Path, apart: Path) -> None:
    (root / "specs/sum/mutants.yaml").unlink()
    (line,) = failures(verify(root, apart, expect=1))
    assert line.startswith("sum: mutant format-colon also loses clause total (case two: ")


def test_a_mutant_that_does_not_build_proves_nothing(root: Path, apart: Path) -> None:
    write(root / MUTANTS / "total-typo", {"total.py": "import sys\nprint(sys.argv[1:\n"})
    (line,) = failures(verify(root, apart, expect=1))
    assert line.startswith("sum: mutant total-typo ")
    assert "clause total" in line
    assert "does not build" in line


def test_a_clause_without_a_mutant(root: Path, apart: Path) -> None:
    shutil.rmtree(root / MUTANTS / "words-uncaught")
    ended = verify(root, apart, expect=1)
    assert failures(ended) == ["sum: clause words has no mutant: nothing shows that it can be lost"]
    assert ["words", "2", "1:", "word", "NONE"] in [line.split() for line in ended.out.splitlines()]
    assert ", 1 failure; " in ended.out.splitlines()[-1]


def test_a_reason_excuses_a_clause_from_its_mutant(root: Path, apart: Path) -> None:
    beauty = "  beauty:\n    text: It is a pleasure.\n    untestable: Nobody agrees.\n"
    change(root, SPEC, "  style:\n", f"{beauty}  style:\n")
    ended = verify(root, apart, expect=0)
    assert ["beauty", "0", "none", "possible:", "Nobody", "agrees.", "-"] in [
        line.split() for line in ended.out.splitlines()
    ]


def test_an_accepted_program_that_fails(root: Path, apart: Path) -> None:
    change(root, "specs/sum/accepted/generator/adder.py", "total = {", "total={")
    (line,) = failures(verify(root, apart, expect=1))
    assert line.startswith("sum: accepted generator must get full marks, but fails case two: ")
    assert line.endswith(" (and 2 more cases)"), "two, many and looks print the line"


def test_a_reference_that_fails_is_reported_once(root: Path, apart: Path) -> None:
    change(root, SPEC, 'stdout: "total = 5\\n"', 'stdout: "total = 6\\n"')
    change(root, SPEC, "examples:", "ignored:")
    text = (root / SPEC).read_text()
    (root / SPEC).write_text(text[: text.index("ignored:")])
    found = failures(verify(root, apart, expect=1))
    assert len([line for line in found if line.startswith("sum: reference python must get full marks, but")]) == 1


def test_a_course_without_a_reference(root: Path, apart: Path) -> None:
    shutil.rmtree(root / "reference")
    change(root, SPEC, "reference: python\n", "")
    ended = verify(root, apart, expect=2)
    assert "there is no reference to patch" in ended.err
    (root / MUTANTS / "total-first-left-out.patch").unlink()
    ended = verify(root, apart, expect=1)
    assert failures(ended) == [f"sum: there is no reference in {root}/reference/sum, which goldens come from"]


def test_a_stale_golden(root: Path, apart: Path) -> None:
    change(root, "specs/sum/golden/many.stdout", "31", "32")
    ended = verify(root, apart, expect=1)
    assert "-total = 32" in ended.out
    assert "sum: stale; run: harness golden sum" in ended.out
    assert ended.out.splitlines()[-1].startswith("FAILED: ")
    assert ", goldens stale, " in ended.out.splitlines()[-1]


def test_a_golden_that_is_missing(root: Path, apart: Path) -> None:
    shutil.rmtree(root / "specs/sum/golden")
    ended = verify(root, apart, expect=2)
    assert "many.stdout is missing; run: harness golden sum" in ended.err


@pytest.mark.parametrize(
    ("old", "new", "shown"),
    [
        (
            'accept: ["total = 5\\n"]',
            'accept: ["total = 5\\n", "total = 5"]',
            'sum: case two rejects its accept example 2, "total = 5": ',
        ),
        (
            'reject: ["total: 7\\n"]',
            'reject: ["total = 9\\n"]',
            'sum: case looks accepts its reject example 1, "total = 9\\n"',
        ),
        ('accept: [""]', 'accept: ["x"]', 'sum: case word rejects its accept example 1, "x": '),
    ],
)
def test_an_example_that_is_judged_wrongly(root: Path, apart: Path, old: str, new: str, shown: str) -> None:
    change(root, SPEC, old, new)
    (line,) = failures(verify(root, apart, expect=1))
    assert line.startswith(shown)


def test_an_example_of_a_case_without_stdout_proves_nothing(root: Path, apart: Path) -> None:
    change(root, SPEC, '    stdout: ""\n', "")
    refused = 'examples[2].case: the case "word" compares no stdout, of which these could be examples'
    assert refused in verify(root, apart, expect=2).err


def test_a_flaky_case(root: Path, apart: Path) -> None:
    """Every second run of the reference is wrong: no clock and no dice, so that this test is not flaky itself."""
    count = apart / "runs"
    change(
        root,
        REFERENCE,
        "    result = 0\n",
        f"""\
    result = 0
    if len(words) == 3:
        with open({str(count)!r}, "a+") as file:
            file.write("x")
            result = file.tell() % 2
""",
    )
    change(
        root,
        SPEC,
        "  - name: looks",
        '  - name: three\n    clause: total\n    args: ["1", "1", "1"]\n    stdout: "total = 3\\n"\n  - name: looks',
    )
    # the program counts its runs in a file outside its room, which no sandbox lets it do
    assert harness("golden", "--isolation", "E", cwd=root, apart=apart, expect=0).out
    found = failures(verify(root, apart, "--jobs", "1", "--isolation", "E", expect=1))
    assert [line for line in found if line.startswith("sum: reference python")] == [
        "sum: reference python: case three is flaky: AC and WA in 5 repetitions"
    ]


@pytest.mark.parametrize("what", ["time.time_ns()", "random.getrandbits(200)"])
def test_a_golden_from_a_clock_or_from_dice_is_refused(root: Path, apart: Path, what: str) -> None:
    change(root, REFERENCE, "import sys\n", "import random\nimport sys\nimport time\n")
    change(root, REFERENCE, 'print("total =", total(words))', f'print("total =", {what})')
    for mutant in (root / MUTANTS).glob("*.patch"):
        mutant.unlink()
    ended = verify(root, apart, expect=1)
    assert "two runs of python differ in stdout" in ended.out
    assert ended.out.splitlines()[-1].startswith("FAILED: ")


def test_a_name_that_begins_with_no_clause(root: Path, apart: Path) -> None:
    (root / MUTANTS / "words-uncaught").rename(root / MUTANTS / "wordy-uncaught")
    ended = verify(root, apart, expect=2)
    assert ended.err.splitlines() == [
        f"harness: {root}/{MUTANTS}/wordy-uncaught: the name begins with no clause; it must be <clause>-<what>"
    ]


def test_a_patch_that_does_not_fit(root: Path, apart: Path) -> None:
    change(root, REFERENCE, 'print("total =", total(words))', 'print("total =", total(list(words)))')
    assert harness("golden", cwd=root, apart=apart, expect=0).out
    (line,) = verify(root, apart, expect=2).err.splitlines()
    assert line.startswith(f"harness: {root}/{MUTANTS}/total-first-left-out.patch: does not fit the reference python: ")


def test_a_judge_error_is_no_proof(root: Path, apart: Path) -> None:
    write(root / "specs/sum", {"checks.py": "def odd(run):\n    raise RuntimeError(run.stdout[:5])\n"})
    change(root, SPEC, '{check: regex, pattern: "total = \\\\d+\\\\n"}', "{check: python, function: odd}")
    text = (root / SPEC).read_text()
    (root / SPEC).write_text(text[: text.index("examples:")])
    found = failures(verify(root, apart, expect=1))
    mutants = sorted(line for line in found if "mutant" in line)
    assert len(mutants) == 5
    assert all("judge error in case looks: " in line for line in mutants)
    assert any(line.startswith("sum: reference python must get full marks, but fails case looks") for line in found)


def test_what_follows_from_another_fault_is_not_lost(root: Path, apart: Path) -> None:
    """The clause keeps its points, so its mutant must not be said to lose it."""
    change(root, SPEC, 'args: ["20"]\n', 'args: ["20"]\n    follows: total\n')
    change(root, SPEC, "on stderr.\n    points: 2", "on stderr.\n    points: 8")
    change(root, SPEC, '"total = \\\\d+\\\\n"', '"total = 20\\\\n"')
    text = (root / SPEC).read_text()
    (root / SPEC).write_text(text[: text.index("examples:")])
    assert failures(verify(root, apart, expect=1)) == [
        "sum: mutant format-colon loses nothing of clause format: no case of that clause sees the fault"
    ]


def test_where_the_table_cannot_be_written_is_reported_first(root: Path, apart: Path) -> None:
    (root / "nowhere").touch()
    ended = verify(root, apart, "--table", "nowhere/matrix.md", expect=2)
    assert "the folder nowhere cannot be made" in ended.err
    assert ended.out == ""
