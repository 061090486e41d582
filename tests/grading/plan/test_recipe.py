"""How a submission is built and started, the student's own ``submission.yaml`` included."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.plan.recipe import BuildWays, NoRecipe, expand_files, find_language, find_ways, recipes
from harness.judge.messages.translator import in_words
from harness.language.tools.packages import OTHER_PACKAGES
from harness.language.tools.toolchain import missing_tools, version
from harness.model.errors import NeedsReview
from harness.sandbox.process_setup.environment import locate
from harness.spec.format.assignment import Assignment
from tests.support import SUM, course, loaded, write


def ways(tmp_path: Path, text: str | bytes) -> BuildWays:
    assignment = loaded(course(tmp_path / "course", SUM + "submission_file: true\n"))
    return find_ways(assignment, write(tmp_path / "box", {"submission.yaml": text, "main.py": ""}))


def test_a_students_own_recipe(tmp_path: Path) -> None:
    found = ways(tmp_path, "build: [make, gcc -o x 'x y.c']\nrun: ./x {input}")
    recipe, usual = found.recipes
    assert usual.run == (("python3", "{main}"),), "it is tried where the student's own way fails"
    assert recipe.commands == (("make",), ("gcc", "-o", "x", "x y.c"))
    assert (recipe.run, found.notes, found.is_students) == ((("./x", "{input}"),), (), True)


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "submission.yaml: it is empty"),
        ("run: ./x\nbiuld: make\n", 'submission.yaml, line 2: there is no key "biuld"; did you mean "build"?'),
        (b"\xff\xfe", "submission.yaml: it is empty"),
    ],
)
def test_where_the_own_file_is_not_understood_the_usual_way_is_tried(
    tmp_path: Path, text: str | bytes, message: str
) -> None:
    found = ways(tmp_path, text)
    assert [*map(in_words, found.notes)] == [message, "the usual way of the language is tried"]
    assert [recipe.run for recipe in found.recipes] == [(("python3", "{main}"),)]
    assert not found.is_students


def test_a_submission_yaml_counts_only_where_the_spec_allows_it(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path / "course"))
    (recipe,) = recipes(assignment, write(tmp_path / "submission", {"submission.yaml": "run: ./x", "main.py": ""}))
    assert recipe.run == (("python3", "{main}"),)


def test_the_specs_recipes_come_before_the_languages_usual_way(tmp_path: Path) -> None:
    assignment = loaded(course(tmp_path / "course", SUM + "build: [{run: [[a]]}, {run: [[b]]}]\n"))
    assert [recipe.run for recipe in recipes(assignment, write(tmp_path / "submission", {"main.py": ""}))] == [
        (("a",),),
        (("b",),),
    ]


def any_language(tmp_path: Path) -> Assignment:
    return loaded(course(tmp_path / "course", SUM.replace("language: python", "language: any")))


@pytest.mark.parametrize(
    ("files", "language"),
    [
        ({"main.py": "print()"}, "python"),
        ({"x.cpp": "", "y.cc": "", "z.py": ""}, "cpp"),  # most files
        ({"x.cpp": "", "Makefile": ""}, "make"),
        ({"x.cpp": "", "makefile": ""}, "make"),
        ({"A.java": "", "run.sh": ""}, "java"),  # a language before a script
        ({"x.pl": "a :- b."}, "prolog"),
        ({"x.pl": "print 1;"}, "perl"),
        ({"run": "#!/bin/sh\n"}, "script"),
        ({"x.c": ""}, "c"),
    ],
)
def test_any_language_is_recognised_by_the_files(tmp_path: Path, files: dict[str, str], language: str) -> None:
    detected, sources = find_language("any", write(tmp_path / "submission", files))
    assert detected.name == language
    assert set(sources) <= set(files)


def test_where_a_makefile_fails_the_language_s_usual_way_is_tried(tmp_path: Path) -> None:
    workdir = write(
        tmp_path / "submission", {"Makefile": "all:\n        javac Main.java\n", "Main.java": "class Main {}"}
    )
    ways = recipes(any_language(tmp_path), workdir)
    assert [way.commands[0][0] for way in ways][:2] == ["make", "javac"]
    assert {way.run for way in ways} == {(("{main}",),)}
    (workdir / "Main.java").unlink()
    assert [way.commands for way in recipes(any_language(tmp_path), workdir)] == [(("make",),)]


def test_no_program_in_a_known_language(tmp_path: Path) -> None:
    workdir = write(tmp_path / "submission", {"report.doc": ""})
    with pytest.raises(NoRecipe) as error:
        recipes(any_language(tmp_path), workdir)
    assert in_words(error.value.finding).startswith("no file here is a program in a known language (*")
    with pytest.raises(NoRecipe) as error:
        find_language("java", workdir)
    assert in_words(error.value.finding) == "no file here is a program in java (*.java)"


def test_a_language_that_nobody_here_knows_is_not_the_students_fault(tmp_path: Path) -> None:
    workdir = write(tmp_path / "submission", {"main.rs": "fn main() {}", "README.txt": ""})
    with pytest.raises(NeedsReview) as review:
        recipes(any_language(tmp_path), workdir)
    assert in_words(review.value.finding) == "nothing here knows how to start main.rs; a person has to look at it"
    course(tmp_path, SUM.replace("language: python", "language: any\nsubmission_file: true"))
    with pytest.raises(NeedsReview) as review:
        recipes(loaded(tmp_path), workdir)
    shown = "nothing here knows how to start main.rs; say it in submission.yaml (build, run)"
    assert in_words(review.value.finding) == shown
    with pytest.raises(NoRecipe) as error:
        find_language("java", workdir)
    assert in_words(error.value.finding) == "no file here is a program in java (*.java)"


def test_java_in_an_older_encoding_has_a_second_way(tmp_path: Path) -> None:
    workdir = write(tmp_path / "submission", {"Main.java": "class Main {}"})
    encodings = [recipe.commands[0][2] for recipe in recipes(any_language(tmp_path), workdir)]
    assert encodings == ["UTF-8", "windows-1252"]


def test_a_pattern_in_a_command_becomes_the_files(tmp_path: Path) -> None:
    workdir = write(tmp_path / "submission", {"B.java": "", "A.java": "", "sub/C.java": "", "x y.txt": ""})
    assert expand_files(("javac", "{files:*.java}", "-x"), workdir) == ("javac", "A.java", "B.java", "-x")
    assert expand_files(("javac", "{files:**/*.java}"), workdir) == ("javac", "A.java", "B.java", "sub/C.java")
    assert expand_files(("cat", "{files:*.txt}"), workdir) == ("cat", "x y.txt")
    write(workdir, {"@options.c": "", "-o.c": "", "sub/@x.c": ""})
    assert expand_files(("gcc", "{files:**/*.c}"), workdir) == ("gcc", "./-o.c", "./@options.c", "sub/@x.c")
    assert expand_files(("a{files:*.txt}",), workdir) == ("a{files:*.txt}",)
    with pytest.raises(NoRecipe) as error:
        expand_files(("g++", "{files:*.cc}"), workdir)
    assert in_words(error.value.finding) == "there is no file *.cc"


def test_a_tool_that_is_missing_is_reported_with_its_package(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(OTHER_PACKAGES, "no-such-tool", "no-such-package")
    monkeypatch.setitem(OTHER_PACKAGES, "no-other-tool", "no-other-package")
    assert missing_tools(("python3", "x"), ("no-such-tool",), ("no-other-tool",), ("no-such-tool", "again")) == (
        "this machine has no no-such-tool and no no-other-tool; "
        "install it with: apt-get install no-such-package no-other-package"
    )


def test_nothing_is_missing_where_all_is_there() -> None:
    assert missing_tools(("python3", "-c", ""), ("make",), ()) == ""
    assert missing_tools(("./students-own",)) == ""


def test_tools_are_found_on_the_students_path_and_not_on_ours(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    tool = write(tmp_path, {"only-on-ours": "#!/bin/sh\n"}) / "only-on-ours"
    tool.chmod(0o755)
    monkeypatch.setenv("PATH", str(tmp_path))
    assert locate("only-on-ours") is None
    assert locate("python3") in ("/usr/local/bin/python3", "/usr/bin/python3", "/bin/python3")


@pytest.mark.parametrize("tool", ["python3", "java", "javac", "make", "g++", "gcc", "swipl", "perl"])
def test_each_tools_version_is_a_line_with_a_number(tool: str) -> None:
    line = version(tool)
    assert line is not None
    assert any(map(str.isdigit, line))
    assert "\n" not in line


def test_the_version_of_a_tool_that_is_not_there() -> None:
    assert version("no-such-tool-at-all") is None
