"""Problems of DMOJ: cases, batches, archives, checkers and programs; what is more is refused."""

from __future__ import annotations

import hashlib
import io
import zipfile
from pathlib import Path

import pytest

from harness.authoring.importers import importers
from harness.authoring.importing.package import write_package
from harness.model.errors import UsageError
from tests.support import graded, loaded, write

ECHO = "import sys\nsys.stdout.write(sys.stdin.read())\n"
FILES = {"1.in": "1 2\n", "1.out": "1  2", "2.in": "3\r4", "2.out": "3\n4\n", "3.in": "x", "3.out": "x"}
CASES = """
points: 2
test_cases:
- {in: 1.in, out: 1.out, points: 5}
- batched:
  - {in: 2.in, out: 2.out}
  - {in: 3.in, out: 3.out}
"""


def imported(root: Path, settings: str, files: dict[str, str | bytes] | None = None) -> Path:
    write(root / "there", {**FILES, **(files or {}), "init.yml": settings})
    write_package(importers()["dmoj"].read(root / "there"), root / "specs/echo")
    return root


def points(root: Path, program: str) -> float:
    folder = write(root / hashlib.sha256(program.encode()).hexdigest(), {"echo.py": program})
    return graded(loaded(root, "echo"), folder).score


def test_a_batch_is_right_where_all_its_cases_are(tmp_path: Path) -> None:
    imported(tmp_path, CASES)
    assert points(tmp_path, ECHO) == 7
    assert points(tmp_path, ECHO.replace("read())", "read().replace('x', 'y'))")) == 5
    assert points(tmp_path, ECHO.replace("read())", "read().replace('1', '2'))")) == 2
    assert points(tmp_path, ECHO + "sys.exit(1)\n") == 0, "another exit status than 0 is a crash"


def test_a_batch_counts_only_where_that_which_it_depends_on_is_right(tmp_path: Path) -> None:
    settings = CASES + "- batched: [{in: 1.in, out: 1.out}]\n  dependencies: [1]\n  points: 3\n"
    imported(tmp_path, settings)
    assert points(tmp_path, ECHO) == 10
    assert points(tmp_path, ECHO.replace("read())", "read().replace('x', 'y'))")) == 5
    chain = settings + "- batched: [{in: 1.in, out: 1.out}]\n  dependencies: [2]\n  points: 1\n"
    assert points(imported(tmp_path / "chain", chain), ECHO) == 11
    assert points(tmp_path / "chain", ECHO.replace("read())", "read().replace('x', 'y'))")) == 5
    several = settings + "- batched: [{in: 1.in, out: 1.out}]\n  dependencies: [1, 2]\n  points: 1\n"
    assert points(imported(tmp_path / "more", several), ECHO) == 11
    assert points(tmp_path / "more", ECHO.replace("read())", "read().replace('x', 'y'))")) == 5
    with pytest.raises(UsageError, match="does not come before"):
        imported(tmp_path / "later", settings.replace("[1]", "[2]"))


def test_what_has_no_points_ends_the_judging_where_it_fails(tmp_path: Path) -> None:
    imported(tmp_path, "test_cases:\n- {in: 3.in, out: 3.out, points: 0}\n- {in: 1.in, out: 1.out, points: 5}\n")
    assert points(tmp_path, ECHO) == 5
    assert points(tmp_path, ECHO.replace("read())", "read().replace('x', 'y'))")) == 0


def archive(names: dict[str, str]) -> bytes:
    content = io.BytesIO()
    with zipfile.ZipFile(content, "w") as packed:
        for name, text in names.items():
            packed.writestr(name, text)
    return content.getvalue()


def test_cases_are_found_by_their_names_in_the_archive(tmp_path: Path) -> None:
    names = {"t.1.1.in": "a", "t.1.1.out": "a", "t.1.2.in": "b", "t.1.2.out": "b", "t.2.in": "c", "t.2.out": "c"}
    imported(tmp_path, "archive: a.zip\npoints: 4\n", {"a.zip": archive(names)})
    assert points(tmp_path, ECHO) == 8
    assert points(tmp_path, ECHO.replace("read())", "read().replace('b', 'x'))")) == 4


def test_patterns_say_which_names_are_cases(tmp_path: Path) -> None:
    formats = r"{input_format: 'q(?P<case>\d+)', output_format: 'r(?P<case>\d+)', case_points: [1, 10]}"
    files: dict[str, str | bytes] = {"a.zip": archive({"q10": "a", "r10": "a", "q9": "b", "r9": "b", "note": "x"})}
    imported(tmp_path, f"archive: a.zip\ntest_cases: {formats}\n", files)
    assert points(tmp_path, ECHO) == 11
    assert points(tmp_path, ECHO.replace("read())", "read().replace('b', 'x'))")) == 10, "9 comes before 10"


@pytest.mark.parametrize(
    ("checker", "expected", "right", "wrong"),
    [
        ("standard", "a  b\n\nc", "a b\nc\n\n", "a b c\n"),
        ("identical", "a b", "a b\n", "a  b\n"),
        ("easy", "a b", "BA", "ab c"),
        ("rstripped", "a\n b", "a  \n b\n", "a\nb\n"),
        ("{name: rstripped, args: {filter_new_line: true}}", "a\nb", "a\n\nb\n", "a\n\nc\n"),
        ("sorted", "b 1\na 2", "a 2\nb 1", "a 1\nb 2"),
        ("{name: sorted, args: {split_on: whitespace}}", "b 1\na 2", "a 1\n2 b", "a 1 1 b"),
        ("unordered", "b 1\na 2", "a 1\n2 b", "a 1 1 b"),
        ("{name: floats, args: {precision: 2}}", "x 1.0", "\nx 1.005\n", "x 1.02"),
        ("{name: floats, args: {precision: 2, error_mode: absolute}}", "100", "100.005", "100.5"),
        ("{name: floats, args: {precision: 2, error_mode: relative}}", "0.001", "0.00100001", "0.0015"),
        ("floats", "1", "1.0", "one"),
        ("{name: floatsabs, args: {precision: 2}}", "100", "100.005", "100.5"),
        ("{name: floatsrel, args: {precision: 2}}", "0.001", "0.00100001", "0.0015"),
    ],
)
def test_checkers(tmp_path: Path, checker: str, expected: str, right: str, wrong: str) -> None:
    settings = f"checker: {checker}\ntest_cases:\n- {{out: want.txt, points: 1}}\n"
    imported(tmp_path, settings, {"want.txt": expected})
    assert points(tmp_path, f"print({right!r}, end='')") == 1
    assert points(tmp_path, f"print({wrong!r}, end='')") == 0


def test_binary_data_is_left_as_it_is(tmp_path: Path) -> None:
    settings = "checker: identical\nbinary_data: true\ntest_cases:\n- {in: 2.in, out: 2.in, points: 1}\n"
    imported(tmp_path, settings)
    copy = "import sys\nsys.stdout.buffer.write(sys.stdin.buffer.read())\n"
    assert points(tmp_path, copy) == 1
    assert points(tmp_path, copy.replace("read())", "read().replace(b'\\r', b'\\n'))")) == 0


@pytest.mark.parametrize(
    ("checker", "shares"),
    [
        ("linecount", {"a\nb\nc\n": 1, "a \nx\nc\n": 2 / 3, "a\nb\nc\nd\n": 0}),
        ("{name: linematches, args: {point_distribution: [1, 1, 2]}}", {"a\nb\nc\n": 1, "x\nx\nc\n": 0.5, "a\n": 0}),
        (
            "{name: linematches, args: {point_distribution: [1, 1, 2], filler_lines_required: false}}",
            {"a\n": 0.25, "": 0},
        ),
    ],
)
def test_some_checkers_give_parts_of_the_points(tmp_path: Path, checker: str, shares: dict[str, float]) -> None:
    settings = f"checker: {checker}\ntest_cases:\n- {{out: want.txt, points: 12}}\n"
    imported(tmp_path, settings, {"want.txt": "a\nb\nc\n"})
    for text, share in shares.items():
        assert points(tmp_path, f"print({text!r}, end='')") == pytest.approx(12 * share)


CHECK = """\
import sys
names = [open(name).read().split() for name in sys.argv[1:4]]
given, said, wanted = names
assert (given, wanted) == (["1", "2"], ["1", "2"]), names
if said == ["part"]:
    print({part!r}, file=sys.stderr)
    sys.exit(7)
if said == ["broken"]:
    sys.exit(9)
sys.exit(0 if said == wanted else 1)
"""


@pytest.mark.parametrize(
    ("options", "part"),
    [
        ("type: testlib", "points 2"),
        ("type: coci", "partial 2/8"),
        ("type: testlib, args_format_string: '{input_file} {output_file} {answer_file} more'", "points 2"),
    ],
)
def test_a_program_checks_the_output(tmp_path: Path, options: str, part: str) -> None:
    settings = f"checker: {{name: bridged, args: {{files: check.py, lang: PY3, {options}}}}}\n"
    settings += "test_cases: [{in: 1.in, out: 1.out, points: 8}]\n"
    imported(tmp_path, settings, {"check.py": CHECK.replace("{part!r}", repr(part))})
    assert points(tmp_path, ECHO) == 8
    assert points(tmp_path, "print('part')") == 2
    assert points(tmp_path, "print('1 3')") == 0
    folder = write(tmp_path / "broken", {"echo.py": "print('broken')"})
    assert graded(loaded(tmp_path, "echo"), folder).cases[0].verdict.name in ("JE", "NR")


def test_the_contract_of_peg_gives_a_ratio(tmp_path: Path) -> None:
    check = "import sys\nanswer, said, given = (open(name).read() for name in sys.argv[1:])\nprint(said, end='')\n"
    settings = "checker: {name: bridged, args: {files: check.py, type: peg}}\ntest_cases: [{in: 1.in, points: 8}]\n"
    imported(tmp_path, settings, {"check.py": check})
    assert points(tmp_path, "print('3\\n4')") == 6
    assert points(tmp_path, "print('nothing')") == 8, "the status alone decides"


GENERATOR = """\
#include <stdio.h>
#include <stdlib.h>
#include "data.h"
int main(int count, char **words) {
    int n = 0;
    if (scanf("%d", &n) != 1) n = TIMES * atoi(words[1]);
    printf("%d\\n", n);
    fprintf(stderr, "%d\\n", n + MORE);
    return 0;
}
"""


def test_a_generator_makes_inputs_and_answers(tmp_path: Path) -> None:
    settings = (
        "generator: {source: [gen.c, data.h], flags: [-DTIMES=10]}\ntest_cases:\n"
        "- {generator_args: [4], points: 1}\n- {generator_in: number.txt, points: 2}\n"
        "- {in: n.in, out: n.out, points: 4}\n"
    )
    files: dict[str, str | bytes] = {"gen.c": GENERATOR, "data.h": "#define MORE 3\n", "number.txt": "5\n"}
    imported(tmp_path, settings, files | {"n.in": "7\n", "n.out": "10\n"})
    assert points(tmp_path, "print(int(input()) + 3)") == 7
    assert points(tmp_path, "print(43)") == 1
    assert points(tmp_path, "print(8)") == 2


@pytest.mark.parametrize(
    ("code", "limit", "message"),
    [
        ("for (;;);", "time_limit: 1", "was ended at its limit"),
        ("return 4;", "time_limit: 1", "fails with exit status 4"),
    ],
)
def test_a_generator_that_fails_is_a_fault(tmp_path: Path, code: str, limit: str, message: str) -> None:
    settings = f"generator: {{source: gen.c, {limit}}}\ntest_cases: [{{points: 1}}]\n"
    with pytest.raises(UsageError, match=message):
        imported(tmp_path, settings, {"gen.c": f"int main(void) {{ {code} }}\n"})


TALKS = """\
import sys
secret = int(open(sys.argv[1]).read().split()[0])
for line in sys.stdin:
    if int(line) == secret:
        print("right", flush=True)
        sys.exit(0)
    print("no", flush=True)
sys.exit(1)
"""


def test_a_program_talks_with_the_students(tmp_path: Path) -> None:
    settings = "interactive: {files: talk.py, lang: PY3}\ntest_cases: [{in: 9.in, points: 3}]\n"
    imported(tmp_path, settings, {"talk.py": TALKS, "9.in": "9\n"})
    guess = "n = 0\nwhile True:\n    n += 1\n    print(n, flush=True)\n    if input() == 'right':\n        break\n"
    assert points(tmp_path, guess) == 3
    assert points(tmp_path, "print(4, flush=True)\ninput()\n") == 0
    assert points(tmp_path, guess + "raise SystemExit(2)\n") == 0


C_TALKS = """\
#include <stdio.h>
int main(int count, char **names) {
    int secret, guess;
    FILE *input = fopen(names[1], "r");
    if (fscanf(input, "%d", &secret) != 1) return 3;
    while (scanf("%d", &guess) == 1) {
        puts(guess == secret ? "right" : "no");
        if (guess == secret) return 0;
    }
    return 1;
}
"""


def test_an_interactor_need_not_flush(tmp_path: Path) -> None:
    settings = "interactive: talk.c\ntest_cases: [{in: 9.in, points: 3}]\n"
    imported(tmp_path, settings, {"talk.c": C_TALKS, "9.in": "9\n"})
    guess = "n = 0\nwhile True:\n    n += 1\n    print(n, flush=True)\n    if input() == 'right':\n        break\n"
    assert points(tmp_path, guess) == 3


PYTHON_CHECK = """\
from dmoj.result import CheckerResult
from dmoj.utils.unicode import utf8text

def check(process_output, judge_output, judge_input, point_value, factor=1, **kwargs):
    said = utf8text(process_output).split()
    if said == ["half"]:
        return CheckerResult(True, point_value / 2, "half of it")
    if said == ["both"]:
        return None
    return process_output == judge_output == judge_input * factor
"""


def test_a_checker_in_python_written_for_dmoj(tmp_path: Path) -> None:
    settings = "checker: {name: check.py, args: {factor: 2}}\ntest_cases: [{in: a.in, out: a.out, points: 8}]\n"
    files: dict[str, str | bytes] = {"check.py": PYTHON_CHECK, "a.in": "1\r\n", "a.out": b"1\r\n1"}
    imported(tmp_path, settings, files)
    assert points(tmp_path, "print('1\\n1')") == 8
    assert points(tmp_path, "print('1 1')") == 0
    assert points(tmp_path, "print('half')") == 4
    assert points(tmp_path, "import sys\nsys.stdout.buffer.write(bytes([255]))") == 0, "what is no text is wrong"
    folder = write(tmp_path / "both", {"echo.py": "print('both')"})
    assert graded(loaded(tmp_path, "echo"), folder).cases[0].verdict.name in ("JE", "NR")


GRADER = """\
from dmoj.graders.interactive import InteractiveGrader
from dmoj.result import CheckerResult

class Grader(InteractiveGrader):
    def interact(self, case, interactor):
        secret, tries = int(case.input_data()), 0
        while True:
            tries += 1
            guess = interactor.readint(1, 9)
            interactor.writeln("right" if guess == secret else "no")
            if guess == secret:
                return CheckerResult(True, case.points / 2) if tries > 3 else tries > 1
"""


def test_a_grader_in_python_talks_with_the_students_program(tmp_path: Path) -> None:
    settings = "custom_judge: grade.py\ntest_cases:\n"
    settings += "".join(f"- {{in: {number}.in, points: 4}}\n" for number in (1, 3, 9))
    files: dict[str, str | bytes] = {"grade.py": GRADER, "1.in": "1\n", "3.in": "3\n", "9.in": "9\n"}
    imported(tmp_path, settings, files)
    guess = "n = 0\nwhile True:\n    n += 1\n    print(n, flush=True)\n    if input() == 'right':\n        break\n"
    assert points(tmp_path, guess) == 0 + 4 + 2
    assert points(tmp_path, guess.replace("print(n,", "print('?',")) == 0
    assert points(tmp_path, guess.replace("print(n,", "print(10 * n,")) == 0
    assert points(tmp_path, "print(3, flush=True)\n") == 0, "the grader reads on where the program has ended"


@pytest.mark.parametrize(
    ("key", "change", "what"),
    [
        ("checker", ("judge_input,", "submission_source,"), "asks for submission_source"),
        ("checker", ("judge_input * factor", "kwargs['case'].x"), "asks for case"),
        ("checker", ("CheckerResult\n", "Result\n"), "imports Result from dmoj.result"),
        ("checker", ("from dmoj.result", "import numpy\nfrom dmoj.result"), "imports numpy"),
        ("checker", ("def check", "def compare"), "there is no check in it"),
        ("checker", ("def check", "print 'x'; def check"), "cannot be read as Python"),
        ("custom_judge", ("(InteractiveGrader)", "(StandardGrader)"), "class Grader extends StandardGrader"),
        ("custom_judge", ("def interact", "def check_result"), "there is no method interact in it"),
        ("custom_judge", ("case.points", "case.position"), "asks for case.position"),
        ("custom_judge", ("case.points", "self.source"), "asks for self.source"),
    ],
)
def test_what_only_the_judge_of_dmoj_has_is_named(tmp_path: Path, key: str, change: tuple[str, str], what: str) -> None:
    program = PYTHON_CHECK if key == "checker" else GRADER
    settings = f"{key}: own.py\ntest_cases: [{{in: 1.in, out: 1.out, points: 8}}]\n"
    with pytest.raises(UsageError, match=f"{key}: own.py: {what}"):
        imported(tmp_path, settings, {"own.py": program.replace(*change)})


@pytest.mark.parametrize(("suffix", "allow_main"), [("c", False), ("cpp", False), ("c", True)])
def test_functions_are_handed_in_that_the_problems_program_calls(tmp_path: Path, suffix: str, allow_main: bool) -> None:
    settings = f"signature_grader: {{entry: main.c, header: twice.h, allow_main: {str(allow_main).lower()}}}\n"
    settings += "test_cases: [{in: 4.in, out: 8.out, points: 8}]\n"
    main = '#include <stdio.h>\n#include "twice.h"\n'
    main += 'int main(void) { int n; if (scanf("%d", &n) != 1) return 1; printf("%d\\n", twice(n)); return 0; }\n'
    files: dict[str, str | bytes] = {"main.c": main, "twice.h": "int twice(int);\n", "4.in": "4\n", "8.out": "8\n"}
    imported(tmp_path, settings, files)

    def score(name: str, text: str) -> float:
        return graded(loaded(tmp_path, "echo"), write(tmp_path / name, {f"mine.{suffix}": text})).score

    right = "#ifdef SIGNATURE_GRADER\nint twice(int n) { return 2 * n; }\n#endif\n"
    assert score("right", right) == 8
    assert score("wrong", right.replace("2 *", "3 *")) == 0
    assert score("other", right.replace("twice", "double_of")) == 0
    assert score("with-main", right + "int main(void) { return twice(0); }\n") == (0 if allow_main else 8)


@pytest.mark.parametrize(
    ("settings", "what"),
    [
        ("generator: gen.cpp\ntest_cases: [{points: 1}]", "test_cases[0].generator: there is no file gen.cpp"),
        ("interactive: {files: a.cpp}\ntest_cases: [{in: 1.in}]", "test_cases[0].interactive: there is no file a.cpp"),
        ("interactive: {files: 1.in, type: peg}\ntest_cases: [{in: 1.in}]", "interactive.type: peg is not known"),
        ("generator: 1.in\ntest_cases: [{in: 1.in, generator_args: [1]}]", "either a file or a generator"),
        ("custom_judge: a.py\ntest_cases: [{in: 1.in}]", "test_cases[0].custom_judge: a.py: there is no such file"),
        ("signature_grader: {entry: a.c}\ntest_cases: [{in: 1.in}]", "signature_grader.entry: there is no such file"),
        ("test_cases: [{in: 1.in, checker: ../check.py}]", "[0].checker: ../check.py: there is no such file"),
        ("test_cases: [{in: 1.in, checker: checks}]", "test_cases[0].checker: checks is not known"),
        ("test_cases: [{in: 1.in, symlinks: {a: /b}}]", "test_cases[0].symlinks: files of DMOJ's own machine"),
        ("test_cases: [{in: 1.in, checker: {name: bridged, args: {files: a.c}}}]", "args: there is no file a.c"),
        (
            "test_cases: [{in: 1.in, checker: {name: floats, args: {epsilon: 1}}}]",
            "args.epsilon: 1 is not known",
        ),
        ("test_cases: [{in: absent.in}]", "there is no such file in the folder or in its archive: absent.in"),
        ("test_cases: [{in: ../secret}]", "there is no such file"),
        ("test_cases: [{in: 1.in, uot: 1.out}]", "uot: this key is not known"),
        ("test_cases: []", "there is no case in it"),
        ("archive: none.zip", "none.zip: the archive cannot be unpacked"),
    ],
)
def test_what_is_refused_with_its_place(tmp_path: Path, settings: str, what: str) -> None:
    with pytest.raises(UsageError) as caught:
        imported(tmp_path, settings)
    assert what in str(caught.value)


def test_its_folder_is_recognised(tmp_path: Path) -> None:
    recognises = importers()["dmoj"].recognises
    assert recognises(write(tmp_path / "a", {"init.yml": "test_cases: []"}))
    assert not recognises(write(tmp_path / "b", {"init.yml": "services: []"}))
