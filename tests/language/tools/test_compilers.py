"""Which commands are known to do nothing but compile: any option that could run something is unknown."""

from __future__ import annotations

import pytest

from harness.language import languages
from harness.language.tools.toolchain import installation_id, is_reproducible, only_compiles


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
    assert only_compiles(tuple(command.split()))


@pytest.mark.parametrize("language", ["java", "c", "cpp"])
def test_the_usual_ways_are_compilers(language: str) -> None:
    member = languages()[language]
    sources = [f"Main{member.suffixes[0]}", f"b/Other One{member.suffixes[0]}"]
    for recipe in (member.recipe(sources), *member.fallback_recipes(sources)):
        assert [only_compiles(command) for command in recipe.commands] == [True]


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
    assert not only_compiles(tuple(command.split()))


def test_a_plug_in_or_the_time_of_day_may_change_what_comes_of_it() -> None:
    assert is_reproducible({"A.java": b"class A {}", "services/x": b""})
    assert not is_reproducible({"META-INF/services/com.sun.source.util.Plugin": b"P", "A.java": b""})
    assert not is_reproducible({"out/META-INF/services/x": b"P"})
    assert not is_reproducible({"a.c": b"char *when = __TIME__;"})


def test_a_tool_that_is_not_there_is_none() -> None:
    assert installation_id("no-such-compiler") == ""
    assert "modules:" in installation_id("javac")
    assert installation_id("gcc") != installation_id("javac")
