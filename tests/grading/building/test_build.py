"""Building and running submissions for real: recipes in their order, fresh copies, attempts, what a build makes."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from harness.judge.messages.translator import in_words, sentence, translator
from harness.language.tools.packages import OTHER_PACKAGES
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from harness.reports.document import Document
from harness.reports.formats import named
from harness.reports.text.screen import screen_text
from harness.reports.visible_to import document_for
from harness.sandbox.isolation.none import Unconfined
from tests.support import ADDER, SUM, case_of, course, graded, loaded, write

HELLO = """\
title: Hello
language: c
files: {clause: turn-in, required: [hello.c], ignored: [stale.o], forbidden: ["*.exe"]}
build:
  - clause: makefile
    commands: [[make]]
    makes: [hello]
    run: [[./hello]]
  - commands: [[gcc, -o, other, "{files:*.c}"]]
    run: [[./other]]
clauses:
  turn-in: {text: hello.c is handed in., points: 1}
  makefile: {text: The Makefile builds hello., points: 2}
  permission: {text: hello can be started by its name., points: 1}
  clean: {text: make clean removes what make built., points: 1}
  greets: {text: It greets., points: 5}
cases:
  - {name: permission, clause: permission, built: {hello: executable}}
  - {name: clean, clause: clean, run: [make, clean], cleans: true}
  - {name: greets, clause: greets, stdout: "hello\\n"}
"""
SOURCE = '#include <stdio.h>\nint main(void) { puts("hello"); return 0; }\n'
MAKEFILE = "hello: hello.c\n\tgcc -o hello hello.c\nclean:\n\trm -f hello\n"


def hello(tmp_path: Path, files: dict[str, str], spec: str = HELLO) -> Grade:
    return graded(loaded(course(tmp_path / "course", spec)), write(tmp_path / "submission", files))


def verdicts(grade: Grade) -> dict[str, str]:
    return {case.name: case.verdict.name for case in grade.cases}


def test_the_first_recipe_that_works_is_used(tmp_path: Path) -> None:
    grade = hello(tmp_path, {"hello.c": SOURCE, "Makefile": MAKEFILE})
    assert verdicts(grade) == dict.fromkeys(("files", "build", "permission", "clean", "greets"), "AC")
    assert (grade.score, grade.max_score, grade.notes) == (10, 10, ())
    assert case_of(grade, "greets").reproduce == "make && ./hello"


def test_a_build_that_fails_loses_its_points_and_the_next_recipe_judges_the_rest(tmp_path: Path) -> None:
    grade = hello(tmp_path, {"hello.c": SOURCE, "Makefile": MAKEFILE.replace("\t", "    ")})
    assert verdicts(grade) == {"files": "AC", "build": "WA", "permission": "WA", "clean": "WA", "greets": "AC"}
    build = case_of(grade, "build")
    assert (build.clause, build.score, build.max_score) == ("makefile", 0, 2)
    assert sentence(build.findings[0]) == "make cannot read the Makefile: missing separator"
    assert b"missing separator" in (build.findings[0].actual or b"")
    (note,) = map(in_words, grade.notes)
    assert note == "built in another way (gcc -o other hello.c), as make failed with exit status 2"
    assert case_of(grade, "greets").reproduce == "gcc -o other hello.c && ./other"


CALLED = (
    HELLO.replace("  greets:", "  twice: {text: It doubles., points: 5}\n  greets:")
    + """\
  - {name: twice, clause: twice, calls: [{function: twice, args: [4], returns: 8}]}
"""
)
_COMPILE_ERROR = re.compile(r"\bCE\b|compile error|does not compile")
BROKEN_MAKEFILE = MAKEFILE.replace("\t", "    ")


@pytest.mark.parametrize("more", ["int twice(int n) { return 2 * n; }\n", "int twice(int n) { return n; }\n", ""])
def test_what_was_built_in_another_way_is_nowhere_a_compile_error(tmp_path: Path, more: str) -> None:
    grade = hello(tmp_path, {"hello.c": more + SOURCE, "Makefile": BROKEN_MAKEFILE}, CALLED)
    assert grade.score > 5
    assert Verdict.CE not in {grade.verdict, *(case.verdict for case in grade.cases)}
    shown = Document((grade,), Unconfined().level, {"sum": loaded(tmp_path / "course")})
    assert not _COMPILE_ERROR.search(screen_text(shown, details=True))
    for name in ("json", "html", "md", "csv", "junit", "txt", "gradescope", "prairielearn"):
        report_format = named(name)
        text = report_format.render(document_for(shown, report_format.reader)).decode()
        text = re.sub(r"<(style|script).*?</\1>", "", text, flags=re.DOTALL)
        assert not _COMPILE_ERROR.search(text), name


def test_what_was_built_in_no_way_is_a_compile_error_in_each_report(tmp_path: Path) -> None:
    grade = hello(tmp_path, {"hello.c": "int main(void) { return x; }\n", "Makefile": MAKEFILE})
    shown = Document((grade,), Unconfined().level, {"sum": loaded(tmp_path / "course")})
    assert "does not compile" in screen_text(shown)
    for name in ("json", "html", "md", "csv", "junit"):
        report_format = named(name)
        assert b"CE" in report_format.render(document_for(shown, report_format.reader)), name


def test_a_recipe_that_does_not_make_what_it_must_has_failed(tmp_path: Path) -> None:
    grade = hello(tmp_path, {"hello.c": SOURCE, "Makefile": "all:\n\tgcc -o prog hello.c\n"})
    assert sentence(case_of(grade, "build").findings[0]) == "make ended well but made no file hello"
    assert case_of(grade, "greets").verdict is Verdict.AC


def test_what_was_made_is_tried_before_it_is_used(tmp_path: Path) -> None:
    tried = HELLO.replace("makes: [hello]", "makes: [hello]\n    tries: [{command: [./hello], message: hello fails}]")
    makefile = "hello:\n\tprintf '#!/bin/sh\\necho broken >&2\\nexit 1\\n' > hello\n\tchmod +x hello\n"
    grade = hello(tmp_path / "wrong", {"hello.c": SOURCE, "Makefile": makefile}, tried)
    assert verdicts(grade) == {"files": "AC", "build": "WA", "permission": "WA", "clean": "WA", "greets": "AC"}
    (finding,) = case_of(grade, "build").findings
    assert (sentence(finding), finding.actual) == ("hello fails", b"broken\n")
    grade = hello(tmp_path / "right", {"hello.c": SOURCE, "Makefile": MAKEFILE}, tried)
    assert set(verdicts(grade).values()) == {"AC"}
    assert case_of(grade, "greets").reproduce == "make && ./hello"


def test_a_try_that_fails_names_the_word_after_a_text_and_the_hint_that_fits(tmp_path: Path) -> None:
    test = '{command: [./hello], message: a class is missing, word_after: "NoClass: ", hint: no-class}'
    tried = HELLO.replace("makes: [hello]", f"makes: [hello]\n    tries: [{test}]")
    tried = tried.replace("builds hello., points: 2", "builds hello., points: 2, hints: {no-class: Put it there.}")
    for said, message in (("NoClass: Tools x", "a class is missing: Tools"), ("NoClass", "a class is missing")):
        makefile = f"hello:\n\tprintf '#!/bin/sh\\necho {said} >&2\\nexit 1\\n' > hello\n\tchmod +x hello\n"
        grade = hello(tmp_path / said[-1], {"hello.c": SOURCE, "Makefile": makefile}, tried)
        (finding,) = case_of(grade, "build").findings
        assert (sentence(finding), finding.params["hint"]) == (message, "no-class")


def test_each_recipe_begins_with_a_fresh_copy(tmp_path: Path) -> None:
    makefile = "hello:\n\techo 'int main(void) { return 0; }' > hello.c\n\tfalse\n"
    grade = hello(tmp_path, {"hello.c": SOURCE, "Makefile": makefile})
    assert case_of(grade, "greets").verdict is Verdict.AC


def test_where_no_recipe_works_all_is_a_compile_error(tmp_path: Path) -> None:
    grade = hello(tmp_path, {"hello.c": "int main(void) { return x; }\n", "Makefile": MAKEFILE})
    assert verdicts(grade) == {"files": "AC", "build": "CE", "permission": "CE", "clean": "CE", "greets": "CE"}
    assert (grade.verdict, grade.score, grade.max_score) == (Verdict.CE, 1, 10)


def test_of_many_errors_the_first_is_reported(tmp_path: Path) -> None:
    wrong = "int main(void) { long unused; one(; return 0; }\n"
    wrong += "".join(f"int f{number}(void) {{ return unknown{number}; }}\n" for number in range(60))
    grade = hello(tmp_path, {"hello.c": wrong, "Makefile": MAKEFILE.replace("gcc", "gcc -Wall")})
    shown = case_of(grade, "build").findings[0].actual or b""
    assert shown.startswith(b"hello.c:1:")
    assert b"unknown0" in shown
    assert len(shown) == 3000


def test_what_a_linker_does_not_find_is_reported(tmp_path: Path) -> None:
    wrong = "int nowhere(void);\nint main(void) { return nowhere(); }\n"
    shown = case_of(hello(tmp_path, {"hello.c": wrong, "Makefile": MAKEFILE}), "build").findings[0].actual or b""
    assert b"nowhere" in shown.splitlines()[0]


def test_nothing_that_was_asked_for_is_not_submitted(tmp_path: Path) -> None:
    grade = hello(tmp_path, {"essay.txt": "x"})
    assert set(verdicts(grade).values()) == {"NS"}
    assert (grade.verdict, grade.score, grade.max_score) == (Verdict.NS, 0, 10)
    assert "hello.c is missing; handed in: essay.txt" in sentence(case_of(grade, "files").findings[0])


@pytest.mark.parametrize("empty", [True, False], ids=["an-empty-folder", "no-folder"])
def test_nothing_at_all_is_not_submitted(tmp_path: Path, empty: bool) -> None:
    assignment = loaded(course(tmp_path / "course", HELLO))
    grade = graded(assignment, write(tmp_path / "submission", {".gitkeep": ""}) if empty else None)
    assert set(verdicts(grade).values()) == {"NS"}
    assert (grade.verdict, grade.score, grade.max_score) == (Verdict.NS, 0, 10)
    assert sentence(case_of(grade, "files").findings[0]) == "nothing was handed in"


def test_a_file_in_another_letter_case_is_reported(tmp_path: Path) -> None:
    grade = hello(tmp_path, {"Hello.c": SOURCE, "Makefile": MAKEFILE.replace("hello.c", "Hello.c")})
    assert (
        sentence(case_of(grade, "files").findings[0])
        == "hello.c is missing; Hello.c is there, but the letter case counts"
    )
    assert case_of(grade, "greets").verdict is Verdict.AC


def test_a_forbidden_file(tmp_path: Path) -> None:
    grade = hello(tmp_path, {"hello.c": SOURCE, "Makefile": MAKEFILE, "hello.exe": ""})
    assert case_of(grade, "files").verdict is Verdict.WA
    assert sentence(case_of(grade, "files").findings[0]) == "hello.exe must not be handed in"


def test_stale_files_do_not_reach_the_build(tmp_path: Path) -> None:
    makefile = MAKEFILE.replace("gcc -o hello hello.c", "test ! -e stale.o && gcc -o hello hello.c")
    grade = hello(tmp_path, {"hello.c": SOURCE, "Makefile": makefile, "stale.o": "x"})
    assert grade.verdict is Verdict.AC


def test_a_program_without_the_execute_permission(tmp_path: Path) -> None:
    makefile = MAKEFILE.replace("hello.c\nclean", "hello.c\n\tchmod a-x hello\nclean")
    grade = hello(tmp_path, {"hello.c": SOURCE, "Makefile": makefile})
    assert verdicts(grade) == {"files": "AC", "build": "AC", "permission": "WA", "clean": "AC", "greets": "RTE"}
    assert sentence(case_of(grade, "greets").findings[0]) == "./hello could not be started: Permission denied"


@pytest.mark.parametrize(
    ("makefile", "shown"),
    [
        (MAKEFILE.replace("rm -f hello", "true"), "make clean left hello"),
        (MAKEFILE.replace("rm -f hello", "rm -f hello hello.c"), "make clean removed hello.c, which was handed in"),
        (MAKEFILE.partition("clean:")[0], "make clean left hello"),
    ],
)
def test_make_clean(tmp_path: Path, makefile: str, shown: str) -> None:
    grade = hello(tmp_path, {"hello.c": SOURCE, "Makefile": makefile})
    clean = case_of(grade, "clean")
    assert (clean.verdict, sentence(clean.findings[0])) == (Verdict.WA, shown)
    assert clean.reproduce == "make && make clean && ls -A"


def test_the_courses_own_files_are_put_over_the_submission(tmp_path: Path) -> None:
    spec = HELLO + "given: {Makefile: {file: input/Makefile}, sub/extra.h: {text: x}}\n"
    makefile = "hello: hello.c sub/extra.h\n\tgcc -o hello hello.c\nclean:\n\trm -f hello\n"
    root = course(tmp_path / "course", spec, beside={"input/Makefile": makefile})
    grade = graded(loaded(root), write(tmp_path / "submission", {"hello.c": SOURCE, "Makefile": "wrong"}))
    assert grade.verdict is Verdict.AC


def test_several_ways_to_start_the_first_that_the_kernel_knows(tmp_path: Path) -> None:
    spec = SUM + "build:\n  - run: [[./none], [./main.py], [python3, main.py]]\n"
    grade = hello(tmp_path, {"main.py": ADDER}, spec)
    assert grade.verdict is Verdict.AC
    assert case_of(grade, "two").reproduce == "python3 main.py 2 3"


def test_a_program_without_an_entry_point_is_the_students_matter(tmp_path: Path) -> None:
    spec = SUM.replace("language: python", "language: java")
    grade = hello(tmp_path, {"Sum.java": "class Sum { static int sum(int a, int b) { return a + b; } }\n"}, spec)
    assert verdicts(grade) == {"start": "RTE", "two": "RTE", "three": "RTE"}
    assert [case.name for case in grade.cases if case.findings] == ["start"]
    assert "main program" in sentence(case_of(grade, "start").findings[0])


def test_no_program_in_the_language_asked_for(tmp_path: Path) -> None:
    grade = hello(tmp_path, {"main.rs": "fn main() {}"}, SUM)
    assert set(verdicts(grade).values()) == {"CE"}
    assert sentence(case_of(grade, "build").findings[0]) == "no file here is a program in python (*.py)"


def test_links_and_their_like_are_reported_in_a_note(tmp_path: Path) -> None:
    folder = write(tmp_path / "submission", {"main.py": ADDER})
    (folder / "answers").symlink_to("/etc/hostname")
    grade = graded(loaded(course(tmp_path / "course")), folder)
    assert (grade.verdict, [*map(in_words, grade.notes)]) == (
        Verdict.AC,
        ["answers was left out: it is a symbolic link"],
    )


def test_a_build_that_runs_away_is_stopped_and_reported(tmp_path: Path) -> None:
    spec = SUM + "build: [{commands: [[sleep, '600']], limits: {wall: 400 ms}, run: [[./x]]}]\n"
    grade = hello(tmp_path, {"main.py": ADDER}, spec)
    assert grade.verdict is Verdict.CE
    shown = sentence(case_of(grade, "build").findings[0])
    assert re.fullmatch(r"sleep 600 was ended at its wall limit: 0\.4 s, ended at [\d.]+ s", shown)


def test_a_tool_that_this_machine_lacks_is_our_fault_and_costs_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(OTHER_PACKAGES, "no-such-tool", "some-package")
    grade = hello(tmp_path, {"main.py": ADDER}, SUM + "build: [{commands: [[no-such-tool]], run: [[./x]]}]\n")
    assert set(verdicts(grade).values()) == {"JE"}
    assert (grade.score, grade.max_score) == (0, 0)
    shown = "this machine has no no-such-tool; install it with: apt-get install some-package"
    assert sentence(case_of(grade, "two").findings[0]) == shown


OWN = SUM.replace("language: python", "language: any") + "submission_file: true\n"


def test_a_submission_says_itself_how_it_is_built_and_run(tmp_path: Path) -> None:
    files = {"submission.yaml": "build: cp adder.txt adder.py\nrun: python3 adder.py\n", "adder.txt": ADDER}
    assert hello(tmp_path, files, OWN).verdict is Verdict.AC


@pytest.mark.parametrize("line", ["build: no-such-tool a.x\nrun: ./a\n", "run: [no-such-tool, a.x]\n"])
def test_a_language_that_this_machine_lacks_needs_review_where_a_submission_names_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, line: str
) -> None:
    monkeypatch.setitem(OTHER_PACKAGES, "no-such-tool", "some-package")
    grade = hello(tmp_path, {"submission.yaml": line, "a.x": "1\n"}, OWN)
    assert set(verdicts(grade).values()) == {"NR"}
    assert "apt-get install some-package" in sentence(case_of(grade, "build").findings[0])
    assert not grade.complete


@pytest.mark.parametrize(
    "text", ["run: [\n", "run: ''\n", "run: &a [*a]\n", 'run: "\'"\n', "rum: x\n", "run: !!int ''\n"]
)
def test_a_bad_submission_yaml_costs_its_student_alone(tmp_path: Path, text: str) -> None:
    grade = hello(tmp_path, {"submission.yaml": text, "main.py": ADDER}, OWN)
    assert grade.verdict is Verdict.AC  # by the usual way of the language
    note, usual = map(in_words, grade.notes)
    assert note.startswith("submission.yaml, line 1: ")
    assert str(tmp_path) not in note
    assert usual == "the usual way of the language is tried"


def test_cleaning_is_judged_by_the_folder_whatever_rm_says(tmp_path: Path) -> None:
    complaining = MAKEFILE.replace("rm -f hello", "rm hello hello.o hello.log")
    grade = hello(tmp_path, {"hello.c": SOURCE, "Makefile": complaining})
    assert verdicts(grade)["clean"] == "AC"


def test_what_make_writes_again_may_be_removed_though_it_was_handed_in(tmp_path: Path) -> None:
    listing = MAKEFILE.replace("\tgcc", "\techo hello > list\n\tgcc").replace("-f hello", "-f hello list")
    files = {"hello.c": SOURCE, "Makefile": listing, "list": "old\n"}
    assert verdicts(hello(tmp_path / "anew", files))["clean"] == "AC"
    files["Makefile"] = MAKEFILE.replace("-f hello", "-f hello list")
    assert verdicts(hello(tmp_path / "left", files))["clean"] == "WA"


def test_a_byte_order_mark_that_the_compiler_rejects_is_explained(tmp_path: Path) -> None:
    spec = "title: T\nlanguage: java\nclauses: {a: {text: Runs., points: 1}}\ncases: [{name: a, clause: a, exit: 0}]\n"
    course(tmp_path, spec)
    source = "\ufeffpublic class A {\n    public static void main(String[] args) { }\n}\n"
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", {"A.java": source}))
    assert "byte order mark" in translator().explanation(case_of(grade, "build").findings[0])


def test_of_many_notes_the_first_are_kept(tmp_path: Path) -> None:
    source = '#include "/home/me/mine.h"\n' * 1000 + SOURCE
    grade = hello(tmp_path, {"hello.c": source, "mine.h": "", "Makefile": MAKEFILE})
    assert len(grade.notes) == 21
    assert sentence(grade.notes[-1]) == "and 980 more such notes"


def test_a_build_that_leaves_a_link_to_itself_is_no_fault_of_ours(tmp_path: Path) -> None:
    spec = HELLO.replace("cases:\n", "cases:\n  - {name: has, clause: greets, source: {functions: {f: {}}}}\n")
    makefile = "hello: sub/f.c\n\tgcc -o hello hello.c\n\tmv sub real\n\tln -s sub sub\n"
    grade = hello(tmp_path, {"hello.c": SOURCE, "sub/f.c": "int f(void);\n", "Makefile": makefile}, spec)
    assert verdicts(grade)["greets"] == "AC"
    assert "JE" not in verdicts(grade).values()


@pytest.mark.parametrize("judged", ['calls: [{function: add, args: ["3x"], returns: true}]', 'stdout: "3\\n"'])
def test_what_is_no_usual_cpp_is_compiled_as_a_newer(tmp_path: Path, judged: str) -> None:
    clause = "clauses: {new: {text: New., points: 1}}"
    spec = f"title: New\nlanguage: cpp\n{clause}\ncases:\n  - {{name: new, clause: new, {judged}}}\n"
    newer = "#include <iostream>\n#include <string>\nbool add(std::string s) { return s.starts_with('3'); }\n"
    program = newer + "int main() { std::cout << 3 << '\\n'; }\n"
    assert graded(loaded(course(tmp_path, spec)), write(tmp_path / "ann", {"a.cpp": program})).score == 1
    broken = graded(loaded(tmp_path), write(tmp_path / "bob", {"a.cpp": program.replace("bool add", "add")}))
    assert (broken.score, case_of(broken, "new").verdict) == (0, Verdict.CE)
