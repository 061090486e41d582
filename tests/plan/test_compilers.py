"""Which commands are known to do nothing but compile: any option that could run something is unknown."""

from __future__ import annotations

import pytest

from harness.languages import languages
from harness.plan.compilers import follows_from, identity, is_compiler


@pytest.mark.parametrize(
    "command",
    [
        "javac -encoding UTF-8 -proc:none -d . Queens.java a/B.java",
        "javac -encoding UTF-8 -proc:none -nowarn -d .grade/classes ./Queens.java",
        "javac -Xlint:all,-serial -g --release 17 A.java",
        "gcc -O2 -o program a.c b.c -lm",
        "g++ -O2 -std=gnu++20 -I. -Wall -Wextra -o prog11 prog11.cc",
    ],
)
def test_compilers(command: str) -> None:
    assert is_compiler(tuple(command.split()))


@pytest.mark.parametrize("language", ["java", "c", "cpp"])
def test_the_usual_ways_are_compilers(language: str) -> None:
    one = languages()[language]
    sources = [f"Main{one.suffixes[0]}", f"b/Other One{one.suffixes[0]}"]
    for recipe in (one.recipe(sources), *one.otherwise(sources)):
        assert [is_compiler(command) for command in recipe.commands] == [True]


@pytest.mark.parametrize(
    "command",
    [
        "make",
        "sh build.sh",
        "swipl -c a.pl",
        "./javac A.java",
        "bin/gcc a.c",
        "javac @options",
        "javac @A.java",
        "javac -J-javaagent:a.jar A.java",
        "javac -processor P A.java",
        "javac -processorpath . A.java",
        "javac -cp lib.jar A.java",
        "javac -Xplugin:P A.java",
        "javac -d ../x A.java",
        "javac -d /etc A.java",
        "javac /etc/passwd",
        "javac ../other/A.java",
        "javac -d",
        "javac -encoding @x A.java",
        "gcc -fplugin=./p.so a.c",
        "gcc -wrapper ./w a.c",
        "gcc -specs=s a.c",
        "gcc -B. a.c",
        "gcc @words",
        "gcc -o ../x a.c",
        "gcc -Wl,-T,script a.c",
        "gcc -Wp,-include,/x a.c",
        "gcc -I/home a.c",
        "gcc -include /etc/passwd a.c",
        "gcc -x c /dev/stdin",
    ],
)
def test_what_could_run_or_read_something_else_is_none(command: str) -> None:
    assert not is_compiler(tuple(command.split()))


def test_a_plug_in_or_the_time_of_day_may_change_what_comes_of_it() -> None:
    assert follows_from({"A.java": b"class A {}", "services/x": b""})
    assert not follows_from({"META-INF/services/com.sun.source.util.Plugin": b"P", "A.java": b""})
    assert not follows_from({"out/META-INF/services/x": b"P"})
    assert not follows_from({"a.c": b"char *when = __TIME__;"})


def test_a_tool_that_is_not_there_is_none() -> None:
    assert identity("no-such-compiler") == ""
    assert "modules:" in identity("javac")
    assert identity("gcc") != identity("javac")
