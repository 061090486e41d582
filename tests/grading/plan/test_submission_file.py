"""``submission.yaml``: what it may say, and that nothing in it takes long."""

from __future__ import annotations

import time

import pytest

from harness.grading.plan.submission_file import read_submission_file
from harness.judge.messages.translator import in_words

IN_FULL = ("./a.out", "{input}")
NO_KEY = "a word or a list is expected here, not another key with a value; is a word with : in quotes?"
NAMES = 'names for values ("&" and "*") are not understood; put the word in quotes'


@pytest.mark.parametrize(
    "text",
    [
        "run: ./a.out {input}",
        'run: [./a.out, "{input}"]',
        'run: ["./a.out {input}"]',
        "run:\n  - ./a.out {input}\n",
        "run:\r\n  - ./a.out\r\n  - '{input}'\r\n",
        "\ufeffrun: ./a.out {input}",
        "run: |\n  ./a.out {input}\n",
        "run: >\n  ./a.out\n  {input}\n",
        "---\nrun: ./a.out {input}\n...\n",
        "# mine\nlanguage: c\nrun: ./a.out {input}",
        "run: [./a.out, {input}]",
        "run:\n- ./a.out\n- {input}\n",
        "run: [ './a.out', { input } ]",
        "run: ./a.out {input.txt}",
        "run: ./a.out { Input_File }",
        "run: [./a.out, {infile}]",
        "run: ['./a.out {INPUT}']",
    ],
)
def test_the_ways_to_write_one_command_mean_the_same(text: str) -> None:
    read = read_submission_file(text.encode())
    assert (read.run, read.problems) == (IN_FULL, [])


@pytest.mark.parametrize(
    ("text", "commands"),
    [
        ("build: make", (("make",),)),
        ("build: [make]", (("make",),)),
        ("build: [make, ./setup]", (("make",), ("./setup",))),
        ("build: [gcc, -o, a.out, a.c]", (("gcc", "-o", "a.out", "a.c"),)),
        ("build: [[gcc, a.c], [strip, a.out]]", (("gcc", "a.c"), ("strip", "a.out"))),
        ("build: ['gcc a.c', [strip, a.out]]", (("gcc", "a.c"), ("strip", "a.out"))),
        ("build: |\n  gcc -c a.c\n\n  gcc a.o\n", (("gcc", "-c", "a.c"), ("gcc", "a.o"))),
        ("build: ''", ()),
        ("build: []", ()),
        ("build: cd src && make", (("sh", "-c", "cd src && make"),)),
        ("build: gcc 'a b.c'", (("gcc", "a b.c"),)),
        ("build: [gcc, a.c]", (("gcc", "a.c"),)),
        ("build: [gcc, ./a.c, src/b.c]", (("gcc", "./a.c", "src/b.c"),)),
        ("build: [make, all]", (("make", "all"),)),
        ("build: [make, gcc a.c]", (("make",), ("gcc", "a.c"))),
        ("build: gcc *.c -o x", (("sh", "-c", "gcc *.c -o x"),)),
        ("build: gcc '*.c'", (("gcc", "*.c"),)),
        ("build: gcc $FLAGS a.c", (("sh", "-c", "gcc $FLAGS a.c"),)),
        ("build: CC=gcc make", (("sh", "-c", "CC=gcc make"),)),
    ],
)
def test_what_a_build_may_be(text: str, commands: tuple[tuple[str, ...], ...]) -> None:
    read = read_submission_file(f"{text}\nrun: ./a.out".encode())
    assert (read.build, read.problems) == (commands, [])


@pytest.mark.parametrize(
    "text",
    [
        'run: [./x, "{input} {output}"]',
        'run: ["./x {input} {output}"]',
        "run: [./x, {input}, {output}]",
        'run: ["./x", "{input}", "{output}"]',
        "run: ./x   '{input}'  {output}",
    ],
)
def test_the_input_and_the_output_are_two_words(text: str) -> None:
    assert read_submission_file(text.encode()).run == ("./x", "{input}", "{output}")


def test_the_text_for_a_shell_stays_one_word() -> None:
    text = 'run: [sh, -c, "./x {input} > {output}"]'
    assert read_submission_file(text.encode()).run == ("sh", "-c", "./x {input} > {output}")


def test_a_line_that_needs_a_shell_gets_one() -> None:
    assert read_submission_file(b"run: ./a.out < {input}").run == ("sh", "-c", "./a.out < {input}")
    assert read_submission_file(b"run: echo 'a < b'").run == ("echo", "a < b")


@pytest.mark.parametrize("text", ["run: 2024-01-01", "run: 1:59:59", "run: 0x10", "run: yes", "run: 1e999", "run: ~"])
def test_a_word_stays_a_word(text: str) -> None:
    assert read_submission_file(text.encode()).run == (text.removeprefix("run: "),)


@pytest.mark.parametrize(
    ("text", "shown"),
    [
        ("", "submission.yaml: it is empty"),
        ("build: make", 'submission.yaml: the key "run" is missing: the command that starts the program'),
        ("- run", 'submission.yaml, line 1: expected keys and values, such as "run: ./program {input}"'),
        ("run: ./x\nbiuld: make", 'submission.yaml, line 2: there is no key "biuld"; did you mean "build"?'),
        ("run: ./x\nrun: ./y", 'submission.yaml, line 2: the key "run" occurs twice'),
        ("run: {a: b}", f"submission.yaml, line 1: {NO_KEY}"),
        ("\n\nrun: &a x", f"submission.yaml, line 3: {NAMES}"),
        ("run: [a\nb", "submission.yaml, line 2: this is not valid YAML: did not find expected ',' or ']'"),
        ("run: './x", "submission.yaml, line 1: this is not valid YAML: found unexpected end of stream"),
        ('run: "./x \'a"', "submission.yaml, line 1: this is no command line: no closing quotation"),
        ("run: ''", "submission.yaml, line 1: one command is expected, and here are 0"),
        ("run: [[a, b], [c]]", "submission.yaml, line 1: a command is a line of text or one list of words"),
        ('run: "a\\0b"', "submission.yaml, line 1: a word has a control character"),
        (
            "build: [[[[a]]]]\nrun: x",
            "submission.yaml, line 1: lists are nested too deeply; a command is a line of text or one list of words",
        ),
        ("run: a\n---\nrun: b", 'submission.yaml, line 2: a second document begins here ("---"); only one is expected'),
    ],
)
def test_what_cannot_be_understood_is_reported_by_line(text: str, shown: str) -> None:
    read = read_submission_file(text.encode())
    assert ([*map(in_words, read.problems)], read.run, read.build) == ([shown], (), ())


def test_a_key_that_means_nothing_is_passed_over() -> None:
    read = read_submission_file(b"run: ./x\nauthor: Ann\n")
    assert (read.run, [*map(in_words, read.notes)]) == (
        ("./x",),
        ['submission.yaml, line 2: the key "author" means nothing here'],
    )


@pytest.mark.parametrize(
    "content",
    [
        b"[" * 65_000,
        b"{" * 65_000,
        b"run: " + b"x" * 65_000,
        b"run: [" + b"x," * 30_000 + b"]",
        b"run: 0b" + b"1" * 60_000,
        b"run: " + b"59:" * 20_000,
        b"run: " + b"x" * (4 << 20),
        b"? " * 30_000,
        b"- " * 30_000,
        b"a: " * 20_000,
        b"run: " + b"'" * 65_000,
        b"run: " + b"\\" * 65_000,
        b"!!python/object:os.system [ls]",
        b"\xff\xfe" + b"x" * 60_000,
        b"a: &a [x]\nb: [" + b"*a," * 10_000 + b"]",
        "run: é\u0301".encode() * 5000,
        b"%TAG ! tag:x:\n---\nrun: x",
    ],
)
def test_no_content_takes_long(content: bytes) -> None:
    begin = time.process_time()
    read = read_submission_file(content)
    assert time.process_time() - begin < 5.0
    assert read.problems or read.run


@pytest.mark.parametrize("run", ["./{}", "python3 {}.py", "[java, -jar, {}.jar]"])
@pytest.mark.parametrize("name", ["a" * 300, "a/" * 600])
def test_a_name_that_no_file_can_have(run: str, name: str) -> None:
    result = read_submission_file(f"run: {run.format(name)}\n".encode())
    assert [finding.kind for finding in result.problems] == ["submission-file-long-word"]


def test_a_program_given_as_a_text_may_be_long() -> None:
    assert not read_submission_file(f"run: [sh, -c, 'echo {'a' * 2000}']\n".encode()).problems
