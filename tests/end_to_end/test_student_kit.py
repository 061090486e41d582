"""The kit of each assignment, unpacked beside real work: the grader's verdicts, on this system and on a bare one."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from itertools import takewhile
from pathlib import Path
from threading import Timer
from typing import IO, Any

import pytest

from harness.app.commands.authoring.export import export
from harness.app.commands.grading.check_kit import main, watch
from harness.course.assignments import load_course
from harness.grading.plan.mutants import accepted_programs, mutants
from harness.model.errors import EXIT_INTERRUPTED
from tests.hidden_tools import hidden_tools
from tests.support import PATIENCE_S, ROOT, write

ASSIGNMENTS = sorted(path.name for path in (ROOT / "submissions/bob").iterdir())
BY_CHANCE = ("cs689-prog11", "bob")
BARE = Path(__file__).with_name("bare_system.py")
PROGRAM = {"cmps12a-pa5": "javac", "comp333-java": "javac", "comp333-prolog": "swipl", "cs689-prog11": "g++"}


@pytest.fixture(scope="session")
def kits(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("kits")


def beside(work: Path, assignment: str, kits: Path, folder: Path) -> Path:
    """A copy of the work with the kit unpacked beside it."""
    if PROGRAM.get(assignment) and not shutil.which(PROGRAM[assignment]):
        pytest.skip(f"needs {PROGRAM[assignment]}")
    kit = kits / f"{assignment}.zip"
    if not kit.exists():
        assert export("student", assignment, kit, specs=ROOT / "specs") == 0
    shutil.copytree(work, folder)
    shutil.unpack_archive(kit, folder)
    return folder


def check(folder: Path, kits: Path, *words: str, before: tuple[str, ...] = ()) -> subprocess.CompletedProcess[str]:
    """Run check.py as a student does; nothing but the kit's own packages can be imported."""
    environment = {"PATH": os.environ["PATH"], "HOME": str(kits), "XDG_CACHE_HOME": str(kits / "cache")}
    # -S: without this environment's packages.
    command = [sys.executable, "-I", "-S", *before, "check.py", *words]
    return subprocess.run(
        command, cwd=folder, env=environment, capture_output=True, text=True, timeout=PATIENCE_S, check=False
    )


def verdicts(report: Path) -> dict[str, str]:
    (only,) = verdicts_of_each(report).values()
    return only


def verdicts_of_each(report: Path) -> dict[str, dict[str, str]]:
    document: Any = json.loads(report.read_text(encoding="utf-8"))
    return {
        grade["student"]: {case["name"]: case["verdict"] for case in grade["cases"]} for grade in document["grades"]
    }


def charged(report: Path) -> set[str]:
    """The rows of clauses that near misses of other clauses' cases are charged to; a hidden case has such, too."""
    document: Any = json.loads(report.read_text(encoding="utf-8"))
    return {case["name"] for case in document["grades"][0]["cases"] if case["name"] == case["clause"]}


def graders_report(student: str, assignment: str, kits: Path) -> Path:
    """The grader's own report, made once."""
    report = kits / f"grader-{assignment}-{student}.json"
    if not report.exists():
        work = ROOT / "submissions" / student / assignment
        grade(work, "--student", "me", assignment=assignment, report=report)
    return report


def grades(folder: Path, assignment: str, report: Path, specs: Path) -> dict[str, dict[str, str]]:
    """The verdicts on a class, by student."""
    grade(folder, assignment=assignment, report=report, specs=specs)
    return verdicts_of_each(report)


def grade(folder: Path, *words: str, assignment: str, report: Path, specs: Path = ROOT / "specs") -> None:
    command = [
        sys.executable, "-m", "harness", "grade", str(folder), *words, "--assignment", assignment,
        "--specs", str(specs), "--report", str(report), "--no-gradebook",
        "--no-changes",  # they take most of the time, a kit tries none, and verdicts alone are compared
    ]  # fmt: skip
    subprocess.run(command, capture_output=True, check=False, timeout=3600)


def assert_same(student: str, assignment: str, kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / "submissions" / student / assignment, assignment, kits, tmp_path / "mine")
    result = check(folder, kits, "--report", str(tmp_path / "kit.json"))
    assert "Traceback" not in result.stderr
    report = graders_report(student, assignment, kits)
    of_kit, of_grader = verdicts(tmp_path / "kit.json"), verdicts(report)
    assert of_kit
    assert of_kit == {name: verdict for name, verdict in of_grader.items() if name in of_kit}
    left_out = re.search(r"Only the course can judge: (.*)", result.stdout)
    at_the_course, printed = set(of_grader) - set(of_kit), set(left_out[1].split(", ") if left_out else ())
    assert printed <= at_the_course
    assert at_the_course - printed <= charged(report)


# Bob's C++ program passes some cases by chance: they follow from another fault, and no point depends on them.
@pytest.mark.parametrize(
    ("assignment", "student"),
    [(name, student) for name in ASSIGNMENTS for student in ("alice", "bob") if (name, student) != BY_CHANCE],
)
def test_a_kit_gives_the_graders_verdicts(assignment: str, student: str, kits: Path, tmp_path: Path) -> None:
    assert_same(student, assignment, kits, tmp_path)


def test_check_ends_with_the_points_that_can_be_seen(kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / "submissions/bob/cse30-pa2", "cse30-pa2", kits, tmp_path / "mine")
    result = check(folder, kits)
    assert result.returncode == 1
    assert result.stdout.splitlines()[-1] == "98 of 100 points can be seen here"
    assert "see it: python3 Queens.py -v 2" in result.stdout
    page = (folder / "check.html").read_text(encoding="utf-8")
    assert "harness reproduce" not in result.stdout + page
    assert "The mark is made at the course." in page


def test_a_kit_runs_where_nothing_can_be_kept(kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / "submissions/bob/cse30-pa2", "cse30-pa2", kits, tmp_path / "mine")
    write(tmp_path, {"full": "no folder can be made below a file"})
    empty = write(tmp_path / "scratch", {})
    environment = {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": f"{tmp_path}/full", "TMPDIR": str(empty)}
    command = [sys.executable, "-I", "-S", "check.py", "--only", "count-4"]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, text=True, check=False)
    assert (ended.stderr, ended.stdout.splitlines()[-1]) == ("", "98 of 100 points can be seen here")
    assert [*empty.iterdir()] == []


def test_a_tool_that_a_student_lacks_is_named(kits: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    folder = beside(ROOT / "submissions/bob/comp333-prolog", "comp333-prolog", kits, tmp_path / "mine")
    shutil.unpack_archive(folder / "kit/kit.zip", tmp_path / "kit")
    with hidden_tools(tmp_path / "tools", "swipl"):
        assert main(tmp_path / "kit", folder, []) == 3
    lines = capsys.readouterr().out.splitlines()
    assert [line for line in lines if line.startswith("this machine has no swipl, which ") and "install" in line]
    assert lines[-1] == "10 of 100 points can be seen here"


def test_a_case_can_be_repeated_by_the_kit(kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / "submissions/bob/cse30-pa2", "cse30-pa2", kits, tmp_path / "mine")
    result = check(folder, kits, "--script", "verbose-none-2")
    assert result.returncode == 0, result.stderr
    assert "Queens.py" in result.stdout


FEW_COMMANDS = ("cse30-pa2", "cmps12a-pa5")


@pytest.mark.parametrize(
    "assignment",
    [
        *FEW_COMMANDS,
        *(pytest.param(name, marks=pytest.mark.slow) for name in ASSIGNMENTS if name not in FEW_COMMANDS),
    ],
)
def test_every_command_of_a_students_report_works_beside_the_kit(assignment: str, kits: Path, tmp_path: Path) -> None:
    """Each "see it" line is pasted into a shell."""
    folder = beside(ROOT / "submissions/bob" / assignment, assignment, kits, tmp_path / "mine")
    result = check(folder, kits, "--details")
    commands = re.findall(r"see it: +(.*)", result.stdout)
    assert commands
    for command in commands:
        assert "harness" not in command.split()[0]
        place = tmp_path / "pasted"
        shutil.copytree(folder, place)
        ended = shell(command, place, kits)
        assert ended.returncode not in (126, 127), ended.stderr
        assert not re.search(r"not found|No such file|usage: check|Syntax error", ended.stdout + ended.stderr), command
        shutil.rmtree(place)


def test_a_long_command_is_a_script_of_the_kit(kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / "submissions/bob/cse30-pa2", "cse30-pa2", kits, tmp_path / "mine")
    ended = shell("python3 check.py --script verbose-none-2 > case.sh && sh case.sh", folder, kits)
    by_hand = shell("python3 Queens.py -v 2", folder, kits)
    assert (ended.stdout, ended.stderr) == (by_hand.stdout, by_hand.stderr)


def shell(command: str, folder: Path, kits: Path) -> subprocess.CompletedProcess[str]:
    """Run a pasted line; ``python3`` is the Python that the kit was made by."""
    link = kits / "bin"
    link.mkdir(exist_ok=True)
    if not (link / "python3").exists():
        (link / "python3").write_text(f'#!/bin/sh\nexec {sys.executable} -I -S "$@"\n', encoding="utf-8")
        (link / "python3").chmod(0o755)
    environment = {"PATH": f"{link}:{os.environ['PATH']}", "HOME": str(kits), "XDG_CACHE_HOME": str(kits / "cache")}
    return subprocess.run(
        ["sh", "-c", command],
        cwd=folder,
        env=environment,
        capture_output=True,
        text=True,
        timeout=PATIENCE_S,
        check=False,
    )


def test_it_checks_again_after_a_save_until_it_is_interrupted(kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / "submissions/bob/cse30-pa2", "cse30-pa2", kits, tmp_path / "mine")
    environment = {"PATH": os.environ["PATH"], "HOME": str(kits), "XDG_CACHE_HOME": str(kits / "cache")}
    command = [sys.executable, "-I", "-S", "check.py", "--watch", "--only", "count-4"]
    with subprocess.Popen(command, cwd=folder, env=environment, stdout=subprocess.PIPE, text=True) as watching:
        guard = Timer(PATIENCE_S, watching.kill)  # a change that is not seen must not hold the tests
        guard.start()
        assert watching.stdout is not None
        first = until_it_watches(watching.stdout)
        assert "points can be seen here" in first
        save(folder / "Queens.py", "print(\n")
        second = until_it_watches(watching.stdout)
        assert "changed" in second
        assert second != first
        save(folder / "Queens.py", (ROOT / "submissions/alice/cse30-pa2/Queens.py").read_text(encoding="utf-8"))
        third = until_it_watches(watching.stdout)
        assert "points can be seen here" in third
        watching.send_signal(signal.SIGINT)
        assert watching.wait(timeout=PATIENCE_S) == 0, "the status of the last check"
        guard.cancel()


def test_a_check_that_is_broken_off_ends_the_watch(tmp_path: Path) -> None:
    statuses = iter([1, EXIT_INTERRUPTED, 0])

    def once() -> int:
        status = next(statuses)
        write(tmp_path, {"work": f"changed after {status}"})
        return status

    assert watch(once, tmp_path) == EXIT_INTERRUPTED
    assert next(statuses) == 0, "no further check was started"


def save(path: Path, text: str) -> None:
    """Save at once, as a check of half a file would be one more."""
    beside_folder = path.parent.with_suffix(".new")
    beside_folder.write_text(text, encoding="utf-8")
    beside_folder.rename(path)


def until_it_watches(stream: IO[str]) -> str:
    """What is printed until the next check waits for a change."""
    lines = list(takewhile(lambda line: not line.startswith("Watching;"), iter(stream.readline, "")))
    return "".join(lines)


@pytest.mark.parametrize(("student", "status"), [("alice", 0), ("bob", 1)])
def test_check_runs_where_the_system_lacks_unix(student: str, status: int, kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / f"submissions/{student}/cse30-pa2", "cse30-pa2", kits, tmp_path / "mine")
    result = check(folder, kits, "--report", str(tmp_path / "bare.json"), before=(str(BARE),))
    assert result.stderr == ""
    assert result.returncode == status
    of_kit = verdicts(tmp_path / "bare.json")
    of_grader = verdicts(graders_report(student, "cse30-pa2", kits))
    judged = {name: verdict for name, verdict in of_kit.items() if verdict != "SK"}
    assert len(judged) > 30
    assert judged == {name: verdict for name, verdict in of_grader.items() if name in judged}
    assert re.fullmatch(r"64\.8 of 100 points can be seen here", result.stdout.splitlines()[-1])
    assert (folder / "check.html").stat().st_size > 1000


@pytest.mark.parametrize(
    ("words", "line"),
    [
        (("--only", "speed-11"), "check.py: only the course can judge speed-11"),
        (("--script", "speed-11"), "check.py: only the course can judge speed-11"),
        (("--only", "recursion-9"), 'check.py: --only: no case fits "recursion-9"; did you mean "recursion"?'),
        (("examples",), "check.py: this kit checks no examples"),
    ],
)
def test_what_a_kit_cannot_do_is_one_line(words: tuple[str, ...], line: str, kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / "submissions/bob/cse30-pa2", "cse30-pa2", kits, tmp_path / "mine")
    ended = check(folder, kits, *words)
    assert (ended.returncode, ended.stdout, ended.stderr) == (2, "", f"{line}\n")


@pytest.mark.parametrize("damage", [Path.unlink, lambda path: path.write_bytes(path.read_bytes()[:1000])])
def test_a_damaged_kit_is_one_line(damage: Callable[[Path], object], kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / "submissions/bob/cse30-pa2", "cse30-pa2", kits, tmp_path / "mine")
    damage(folder / "kit/kit.zip")
    ended = check(folder, kits)
    assert ended.returncode == 2
    assert re.fullmatch(r"check\.py: .*kit\.zip cannot be read; unpack the whole kit again: .*\n", ended.stderr)


def test_work_that_cannot_be_copied_is_one_line(kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / "submissions/bob/cse30-pa2", "cse30-pa2", kits, tmp_path / "mine")
    os.mkfifo(folder / "pipe")
    ended = check(folder, kits)
    assert ended.returncode == 2
    assert re.fullmatch(r"check\.py: .*/pipe: it cannot be copied: .*\n", ended.stderr)


@pytest.mark.parametrize("before", [(), (str(BARE),)], ids=["unix", "bare"])
def test_a_clause_chooses_its_cases_on_every_system(before: tuple[str, ...], kits: Path, tmp_path: Path) -> None:
    """Also one that only near misses of other clauses' cases are charged to; in a folder with an odd name."""
    odd = tmp_path / "Über \"mein' $x"
    folder = beside(ROOT / "submissions/bob/cse30-pa2", "cse30-pa2", kits, odd)
    kit = str(tmp_path / "kit.json")
    ended = check(folder, kits, "--only", "usage-text", "--only", "order", "--report", kit, before=before)
    assert (ended.returncode, ended.stderr) == (1, "")
    assert {"order", "verbose-1", "usage-text"} <= set(verdicts(tmp_path / "kit.json"))
    assert "count-1" not in verdicts(tmp_path / "kit.json")


@pytest.mark.parametrize("encoding", ["cp1252", "ascii"])
def test_a_console_that_lacks_characters_shows_their_numbers(encoding: str, kits: Path, tmp_path: Path) -> None:
    folder = beside(ROOT / "submissions/alice/cse30-pa2", "cse30-pa2", kits, tmp_path / "mine")
    environment = {"PATH": os.environ["PATH"], "XDG_CACHE_HOME": str(kits / "cache"), "PYTHONIOENCODING": encoding}
    command = [sys.executable, "-S", "check.py", "--only", "count-4"]
    ended = subprocess.run(command, cwd=folder, env=environment, capture_output=True, check=False)
    assert (ended.returncode, ended.stderr) == (0, b"")
    assert b"\\u2714 count 12/12" in ended.stdout


@pytest.mark.slow
@pytest.mark.parametrize("assignment", ASSIGNMENTS)
def test_a_kits_course_gives_the_graders_verdicts_on_every_program(assignment: str, kits: Path, tmp_path: Path) -> None:
    """All at once, as a class: by the course, and by that in the kit."""
    course = load_course(ROOT / "specs", (assignment,))[assignment]
    wrong = [mutant.folder for mutant in mutants(course, tmp_path / "patched")]
    for work in (*accepted_programs(course), *wrong):
        shutil.copytree(work, tmp_path / "class" / f"{work.parent.name}-{work.name}" / assignment)
    kit = beside(ROOT / "submissions/bob" / assignment, assignment, kits, tmp_path / "mine")
    shutil.unpack_archive(kit / "kit/kit.zip", tmp_path / "kit")
    by_kit, by_course = (
        grades(tmp_path / "class", assignment, tmp_path / f"{number}.json", specs)
        for number, specs in enumerate((tmp_path / "kit/course/specs", ROOT / "specs"))
    )
    assert len(by_kit) == len(by_course) > 10
    for student, of_kit in by_kit.items():
        assert of_kit
        assert of_kit == {name: verdict for name, verdict in by_course[student].items() if name in of_kit}, student
