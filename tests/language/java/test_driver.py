"""Java methods called by the real virtual machine, hostile ones too, and calls counted in a run."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import textwrap
from pathlib import Path
from typing import Any

import pytest

from harness.language import languages
from harness.language.driver import CalledNames, NotCallable, drivers
from harness.language.java import jar as java_jar
from harness.model.output import read_whole
from harness.model.result import CallResult, CallsReport
from harness.sandbox.isolation.none import Unconfined
from harness.sandbox.process_setup.environment import ENVIRONMENT
from harness.sandbox.run.process import observe
from tests.language.calling import call, call_result, reports, traced
from tests.support import invocation, write

CPU = {"limits": {"cpu": "1 s"}}


def cases(root: Path, source: str, *cases: dict[str, Any], **files: str) -> list[CallsReport]:
    """A class ``Prog`` and what the cases' calls of it gave."""
    sources = {"Prog.java": source, **{f"{name}.java": text for name, text in files.items()}}
    return reports(root, "java", sources, *cases)


def in_prog(body: str) -> str:
    return "import java.util.*;\npublic class Prog {\n" + textwrap.dedent(body) + "}\n"


def results(root: Path, body: str, *calls: dict[str, Any], **case: Any) -> tuple[CallResult, ...]:
    """The results of one case that calls what the body of ``Prog`` declares."""
    (report,) = cases(root, in_prog(body), {"calls": list(calls), **case})
    assert report.ended is None
    return report.results


def compiled(folder: Path, files: dict[str, str]) -> Path:
    """Sources, and their classes beside them."""
    write(folder, {name: textwrap.dedent(text) for name, text in files.items()})
    command = languages()["java"].quick_check(("javac", "-d", ".", *files))
    assert command is not None
    subprocess.run(command, cwd=folder, env=ENVIRONMENT, check=True)
    return folder


# ---- Values


def test_values_come_back_with_their_types(tmp_path: Path) -> None:
    expected = {
        "null": None,
        "true": True,
        "(byte) -1": -1,
        "1L << 62": 1 << 62,
        'new java.math.BigInteger("9").pow(40)': 9**40,
        "1.0": 1.0,
        "0.1f": 0.1,
        "1e300": 1e300,
        "'x'": "x",
        '"\\u00e9\\"\\n\\u0000\\u4e2d"': 'é"\n\0中',
        "new int[] {1, -2}": [1, -2],
        "new int[0]": [],
        "new int[][] {{1}, {}, null}": [[1], [], None],
        "new char[] {'a', '\"'}": ["a", '"'],
        '"\\ud800" + "\\ud83d\\ude00" + (char) 0xdc00': "\\ud800\U0001f600\\udc00",
        'new Object[] {1, "a", false}': [1, "a", False],
        'List.of(1, List.of("b"))': [1, ["b"]],
        'Map.of("a", 1)': {"a": 1},
        "Optional.of(1)": 1,
        "Optional.empty()": None,
        'new java.math.BigDecimal("2.50")': 2.5,
        'new java.math.BigDecimal("3")': 3.0,
        'new java.math.BigDecimal("1E+3")': 1000.0,
        "new Prog()": {"!repr": "a prog"},
    }
    body = "".join(f"Object value{i}() {{ return {value}; }}\n" for i, value in enumerate(expected))
    body += '@Override public String toString() { return "a prog"; }\nvoid nothing() { }\n'
    calls = [call(f"value{i}") for i in range(len(expected))]
    found = results(tmp_path, body, *calls, call("nothing"))
    for shown, value, result in zip(expected, expected.values(), found, strict=False):
        assert (result.returned, type(result.returned)) == (value, type(value)), shown
    assert found[-1].returned is None


def test_a_value_that_cannot_be_shown_harms_nothing(tmp_path: Path) -> None:
    body = """
        Object endless() { List<Object> list = new ArrayList<>(); list.add(list); return list; }
        Object large() { return new int[3_000_000]; }
        Object angry() { return new Object() { public String toString() { throw new IllegalStateException("no"); } }; }
        int after() { return 1; }
    """
    found = results(tmp_path, body, *(call(name) for name in ("endless", "large", "angry", "after")))
    assert [result.returned for result in found[:3]] == [
        {"!repr": "a value that cannot be shown: IllegalStateException"}
    ] * 3
    assert found[3].returned == 1


def test_arguments_become_what_the_parameters_take(tmp_path: Path) -> None:
    body = """
        static String show(Object... parts) { return Arrays.deepToString(parts); }
        static String whole(int a, long b, short c, byte d, Integer e) { return show(a, b, c, d, e); }
        static String broken(double a, float b, Double c, Number d) { return show(a, b, c, d); }
        static String other(boolean a, Boolean b, char c, String d, Object e) { return show(a, b, c, d, e); }
        static String arrays(int[] a, int[][] b, char[] c, String[] d, double[] e) { return show(a, b, c, d, e); }
        static String lists(List<Integer> a, Collection<List<Long>> b, LinkedList<Character> c, Set<String> d) {
            long sum = 0;
            for (int x : a) { sum += x; }
            for (List<Long> row : b) { for (long x : row) { sum += x; } }
            for (char x : c) { sum += x; }
            return sum + String.join("", d);
        }
        static String map(Map<String, Integer> a, List<int[]> b) { return show(a.get("x") + 1, b.get(0)[1]); }
        static <T extends Comparable<T>> T most(List<T> list) { return Collections.max(list); }
    """
    flags = (True, False)
    found = results(
        tmp_path,
        body,
        call("whole", 1, 2, 3, 4, None),
        call("broken", 1, 2.5, 3, 4.5),
        call("other", *flags, "c", "dé", 7),
        call("arrays", [1], [[2], []], "ab", ["s", None], [1, 2.5]),
        call("lists", [1, 2], [[3], [4]], ["\n"], ["s"]),
        call("map", {"x": 1}, [[1, 2]]),
        call("most", [3, 5, 4]),
    )
    assert [result.returned for result in found] == [
        "[1, 2, 3, 4, null]",
        "[1.0, 2.5, 3.0, 4.5]",
        "[true, false, c, dé, 7]",
        "[[1], [[2], []], [a, b], [s, null], [1.0, 2.5]]",
        "20s",
        "[2, 2]",
        5,
    ]


def test_overloads_are_distinguished_by_number_and_types(tmp_path: Path) -> None:
    body = """
        String f() { return "none"; }
        String f(int a) { return "int"; }
        String f(long a) { return "long"; }
        String f(double a) { return "double"; }
        String f(String a) { return "String"; }
        String f(int[] a) { return "int[]"; }
        String f(Object a) { return "Object"; }
        String f(int a, int b) { return "int, int"; }
    """
    args: list[list[Any]] = [[], [1], [1 << 40], [1.5], ["a"], [[1]], [["a"]], [1, 2]]
    found = results(tmp_path, body, *(call("f", *entry) for entry in args))
    assert [result.returned for result in found] == [
        "none",
        "int",
        "long",
        "double",
        "String",
        "int[]",
        "Object",
        "int, int",
    ]


def test_what_cannot_be_called_is_reported_in_a_sentence(tmp_path: Path) -> None:
    body = "void near(int[] a, int b) { }\nabstract static class Base { abstract void none(); }\n"
    wrong = [call("(?i)absent|missing"), call("NEAR", [1], 1), call("near", [1]), call("near", ["a"], 1), call("none")]
    assert [result.missing for result in results(tmp_path, body, *wrong)] == [
        "there is no method absent or missing",
        "there is no method NEAR",
        "near(int[], int) cannot be called with ([1])",
        "near(int[], int) cannot be called with ([a], 1)",
        "there is no method none",
    ]


# ---- Calls


def test_variables_are_handed_over_by_reference_and_arguments_reported_as_they_are_left(tmp_path: Path) -> None:
    body = """
        int[][] kept;
        void keep(int[][] board) { kept = board; board[0][1] = 5; }
        boolean isKept(int[][] board) { return kept == board; }
        static void reverse(List<Integer> list) { Collections.reverse(list); }
        static int twice(int n) { return 2 * n; }
        static long wide(long n) { return n; }
    """
    found = results(
        tmp_path,
        body,
        call("keep", "$B"),
        call("isKept", "$B"),
        call("isKept", [[0, 5]]),
        call("reverse", "$L"),
        call("reverse", "$L"),
        call("reverse", "$L", repeat=3),
        call("twice", "$n"),
        call("wide", "$n"),
        let={"B": [[0, 0]], "L": [1, 2], "n": 3},
    )
    assert [result.after for result in found] == [
        ([[0, 5]],),
        ([[0, 5]],),
        ([[0, 5]],),
        ([2, 1],),
        ([1, 2],),
        ([2, 1],),
        (3,),
        (3,),
    ]
    assert [result.returned for result in found] == [None, True, False, None, None, None, 6, 3]


def test_any_visibility_static_or_of_one_object(tmp_path: Path) -> None:
    body = """
        private static int made = 0;
        private int calls = 0;
        private Prog() { made++; }
        private int hidden() { return ++calls; }
        protected static int counted() { return made; }
        int open() { return ++calls; }
    """
    found = results(tmp_path, body, call("counted"), call("hidden"), call("open"), call("counted"))
    assert [result.returned for result in found] == [0, 1, 2, 1]


def test_names_are_matched_exactly_unless_letter_case_is_free(tmp_path: Path) -> None:
    body = "static int goLeft() { return 1; }\nstatic int goright() { return 2; }\n"
    found = results(tmp_path, body, call("(?i)GOLEFT"), call("goRight|goright"), call("(?i)walk|GoRight"))
    assert [(result.function, result.returned) for result in found] == [("goLeft", 1), ("goright", 2), ("goright", 2)]


def test_output_of_the_call_alone_is_captured_and_there_is_no_input(tmp_path: Path) -> None:
    source = in_prog("""
        static { System.out.println("loading"); }
        static final java.io.PrintStream OUT = System.out;
        final boolean nothing = !new Scanner(System.in).hasNext();
        Prog() { System.out.println("made"); }
        boolean speak() {
            OUT.print("h\\u00e9");
            System.out.printf("%d%n", 1);
            System.err.print("not this");
            return nothing;
        }
        void shut() { System.out.close(); }
        void lose() { System.setOut(null); }
        void flood() { for (int i = 0; i < 3_000_000; i++) { System.out.write('x'); } }
    """)
    speak, silent = call("speak", repeat=2), call("speak")
    first, second, third, fourth = cases(
        tmp_path,
        source,
        {"calls": [speak, call("shut"), silent]},
        {"calls": [silent, call("lose")]},
        {"calls": [silent]},
        {"calls": [call("flood")]},
    )
    assert [result.stdout for result in first.results] == ["hé1\n".encode(), b"", b""]
    assert [result.returned for result in first.results] == [True, None, True]
    assert [result.stdout for result in second.results] == ["hé1\n".encode(), b""]
    assert [result.stdout for result in third.results] == ["hé1\n".encode()]
    assert fourth.results[0].stdout == b"x" * (1 << 20)


def test_exceptions_are_reported_by_name_and_message_and_the_next_call_is_made(tmp_path: Path) -> None:
    body = """
        static class Own extends Exception { Own(String text) { super(text); } }
        static void own() throws Own { throw new Own("caf\\u00e9"); }
        static void anonymous() { throw new RuntimeException("inside") { }; }
        static int index(int[] a) { return a[a.length]; }
        static int deep(int n) { return deep(n + 1) + 1; }
        static int large() { List<long[]> all = new ArrayList<>(); while (true) { all.add(new long[10_000_000]); } }
        static void mute() { throw new RuntimeException() { public String getMessage() { throw new Error(); } }; }
        static int fine() { return 1; }
    """
    calls = [call("own"), call("anonymous"), call("index", [1]), call("deep", 0), call("large"), call("mute")]
    found = results(tmp_path, body, *calls, call("fine"))
    assert [result.raised for result in found] == [
        "Own",
        "RuntimeException",
        "ArrayIndexOutOfBoundsException",
        "StackOverflowError",
        "OutOfMemoryError",
        "RuntimeException",
        None,
    ]
    assert [result.message for result in found[:3]] == ["café", "inside", "Index 1 out of bounds for length 1"]
    assert found[-1].returned == 1


def test_each_case_finds_fresh_state(tmp_path: Path) -> None:
    body = """
        static int all = 0;
        static final int[] TABLE = {0};
        int own = 0;
        String next() { Locale.setDefault(Locale.GERMANY); return ++all + " " + ++TABLE[0] + " " + ++own; }
        static String decimal() { return String.format("%.1f", 1.5); }
    """
    case = {"calls": [call("decimal"), call("next"), call("next")]}
    for report in cases(tmp_path, in_prog(body), case, case):
        assert [result.returned for result in report.results] == ["1.5", "1 1 1", "2 2 2"]


def test_objects_are_fresh_where_classes_keep_nothing(tmp_path: Path) -> None:
    body = "static final int STEP = 2;\nint own = 0;\nint next() { return own += STEP; }\n"
    case = {"calls": [call("next"), call("next")]}
    for report in cases(tmp_path, in_prog(body), case, case):
        assert [result.returned for result in report.results] == [2, 4]


# ---- Fields


def test_fields_are_set_and_got_by_name_wherever_they_are(tmp_path: Path) -> None:
    body = """
        private int n = 8;
        static long Size = 1;
        private final int rows;
        int[][] board;
        private final Inner inner = new Inner();
        Prog() { rows = 3; }
        class Inner { private String[] names = {"a"}; }
        String show() { return n + " " + Size + " " + rows + Arrays.toString(inner.names); }
        void fill() { board = new int[n][1]; }
    """
    (report,) = cases(
        tmp_path,
        in_prog(body),
        {
            "set": {"n": 2, "size": 9, "rows": 4, "names": ["x"]},
            "calls": [call("show"), call("fill")],
            "get": {"n": 0, "SIZE": 0, "board": 0, "names": 0, "absent": 0},
        },
    )
    assert report.results[0].returned == "2 9 4[x]"
    assert report.fields == {"n": 2, "SIZE": 9, "board": [[0], [0]], "names": ["x"]}


def test_a_constant_can_be_set_only_to_what_it_is(tmp_path: Path) -> None:
    fields = "static final int N = 8;\nfinal int m = 4;\nstatic final int[] T = {1};\n"
    source = in_prog(fields + "int sum() { return N + m; }\n")
    wishes = [{"n": 8, "m": 4, "T": [1]}, {"N": 6}, {"m": 6}, {"T": [2]}, {"absent": 1}, {"N": "x"}]
    found = cases(
        tmp_path, source, *({"set": gradebook_options, "calls": [call("sum")]} for gradebook_options in wishes)
    )
    assert [report.results[0].missing for report in found] == [
        None,
        "the field N is a constant: it cannot be set to 6",
        "the field m is a constant: it cannot be set to 6",
        "the field T is a constant: it cannot be set to [2]",
        "there is no field absent",
        "a value of the type int cannot be made of x",
    ]
    assert found[0].results[0].returned == 12


def test_a_method_that_is_not_there_is_reported_before_a_field_that_is_not(tmp_path: Path) -> None:
    (report,) = cases(tmp_path, in_prog("int n;\n"), {"set": {"absent": 1}, "calls": [call("show")]})
    assert [result.missing for result in report.results] == ["there is no method show"]


# ---- Classes and objects


def test_the_class_is_the_one_that_declares_most_of_the_methods(tmp_path: Path) -> None:
    files = {
        "Aid.java": "public class Aid { static int solve() { return -1; } }",
        "src/edu/queens/Board.java": """
            package edu.queens;
            interface Solver { int solve(); int count(); }
            abstract class Base implements Solver { public int count() { return 7; } static int lone() { return 5; } }
            public class Board {
                static class Inner extends Base {
                    public int solve() { return 1; }
                    static int other() { return new Board().number; }
                }
                int number = 3;
                static int lonely() { return 9; }
            }
        """,
    }
    (first, second) = reports(
        tmp_path,
        "java",
        files,
        {"calls": [call("solve"), call("count"), call("other"), call("lone")]},
        {"calls": [call("lonely")], "get": {"number": 3}},
    )
    assert [result.returned for result in first.results] == [1, 7, 5 - 2, 5]
    assert [result.returned for result in second.results] == [9]
    assert second.fields == {"number": 3}


UNKNOWN = "no object of the class Sized can be made without arguments: its constructor takes"


def test_an_object_is_made_where_its_arguments_are_known_and_nothing_is_invented(tmp_path: Path) -> None:
    files = {
        "Sized.java": """
            public class Sized {
                final int size; final String name; final boolean flag; final int[] rows;
                Sized(int size, String name, boolean flag, int[] rows) {
                    this.size = size; this.name = name; this.flag = flag; this.rows = rows;
                }
                String sized() { return size + " " + name + " " + flag + " " + rows; }
            }
        """,
        "Outer.java": """
            public class Outer {
                private int base = 40;
                class Inner { int inner() { return base + 2; } }
            }
        """,
        "Choice.java": """
            public class Choice {
                Choice() { throw new IllegalStateException("not this way"); }
                Choice(String text) { }
                int choice() { return 3; }
            }
        """,
        "Never.java": """
            public class Never { Never() { throw new IllegalStateException("never"); } int never() { return 1; } }
        """,
        "Only.java": "public enum Only { ONE; int only() { return 6; } }",
        "Set.java": "public class Set { final int size; Set(int n) { size = n; } int set() { return size; } }",
    }
    found = reports(
        tmp_path,
        "java",
        files,
        *({"calls": [call(name)]} for name in ("sized", "inner", "choice", "never", "only")),
        {"set": {"size?": 5}, "calls": [call("set")]},
        {"calls": [call("set")]},
    )
    returned = [report.results[0].returned for report in found]
    assert returned == [None, 42, None, None, 6, 5, None]
    assert [report.results[0].missing for report in found] == [
        f"{UNKNOWN} (int, String, boolean, int[])",
        *([None] * 5),
        f"{UNKNOWN.replace('Sized', 'Set')} (int)",
    ]
    assert (found[2].results[0].raised, found[3].results[0].raised) == ("IllegalStateException",) * 2
    assert found[3].results[0].message == "never"


def test_objects_hold_their_state_through_the_steps_of_a_case(tmp_path: Path) -> None:
    source = """
        import java.util.*;
        abstract class Shape {
            protected String name = "shape";
            abstract double area();
            String shown() { return name; }
        }
        class Box extends Shape {
            private final double side;
            Box(double side) { this.side = side; name = "box"; }
            Box(Box other) { this(other.side + 1); }
            double area() { return side * side; }
            static Box of(Color color) { return new Box(color == Color.RED ? 1 : 2); }
            Color color() { return side > 1.5 ? Color.BLUE : Color.RED; }
            int cents(long amount) { return (int) amount; }
        }
        enum Color { RED, BLUE }
        class Stack2 { private final Deque<Object> items = new ArrayDeque<>(); List<Object> list = new ArrayList<>();
            void push(Object item) { items.push(item); list.add(item); } Object pop() { return items.pop(); }
            class Inner { } }
    """
    calls = [
        {"new": "Box", "args": [2.0], "keep": "box", "fields": {"side": 2.0, "name": "box", "none": 1}},
        {"of": "$box", "function": "area", "returns": 4.0},
        {"of": "$box", "function": "shown"},
        {"new": "Box", "args": ["$box"], "keep": "larger", "fields": {"side|length": 3.0}},
        {"of": "Box", "function": "of", "args": ["RED"], "keep": "red"},
        {"of": "$red", "function": "color"},
        {"new": "Stack2", "keep": "stack"},
        {"of": "$stack", "function": "push", "args": ["$box"]},
        {"of": "$stack", "function": "pop", "keep": "same"},
        {"of": "$same", "function": "area"},
        {"of": "$stack", "fields": {"list": "*"}, "keep": "nothing"},
        {"of": "$box", "function": "cents", "args": [3], "keep": "three"},
        {"of": "$box", "function": "cents", "args": ["$three"]},
        {"of": "$stack", "function": "pop", "raises": "*"},
        {"of": "$nothing", "function": "size"},
    ]
    wrong = [
        {"new": "Shape", "keep": "a"},
        {"new": "Box", "args": ["x"]},
        {"of": "Box", "function": "area"},
        {"new": "Color"},
        {"new": "Box", "args": [1.0], "keep": "b"},
        {"of": "$b", "function": "none"},
        {"of": "$b", "function": "cents", "args": [True]},
    ]
    (report, *others) = reports(
        tmp_path, "java", {"Box.java": source}, {"calls": calls}, *({"calls": wrong[n : n + 1]} for n in range(4)),
        {"calls": wrong[4:]},
    )  # fmt: skip
    assert report.results[0].fields == {"side": 2.0, "name": "box"}
    returned = [result.returned for result in report.results]
    assert returned[1:3] + returned[5:6] + returned[9:10] + returned[11:13] == [4.0, "box", "RED", 4.0, 3, 3]
    assert report.results[3].fields == {"side|length": 3.0}
    assert (report.results[13].raised, report.results[13].bases) == (
        "NoSuchElementException",
        ("RuntimeException", "Exception", "Throwable"),
    )
    assert report.results[14].missing == "there is no object to call size of: it is null"
    assert [other.results[-1].missing for other in others] == [
        "no object of the class Shape can be made: it is abstract",
        "Box(double) cannot be called with (x)",
        "there is no static method area in the class Box",
        "Color(String, int) cannot be called with ()",
        "cents(long) cannot be called with (true)",
    ]
    assert others[4].results[1].missing == "there is no method none in the class Box"


def test_values_with_tags_become_what_the_parameters_take(tmp_path: Path) -> None:
    source = """
        import java.util.*;
        class Prog {
            static String set(Set<Integer> a, TreeSet<String> b) { return a.contains(2) + b.first(); }
            static double map(Map<Integer, Double> a, HashMap<String, int[]> b) { return a.get(1) + b.get("x")[0]; }
            static int bytes(byte[] a) { return a[1]; }
            static boolean nan(double a, Double b) { return Double.isNaN(a) && b < 0; }
            static Object all() {
                Object[] maps = {Map.of(1, 2), Map.of("!set", 1), Map.entry("a", 1)};
                return List.of(Set.of(1), new byte[] {1}, Double.NaN, maps[0], maps[1], maps[2]);
            }
        }
    """
    (report,) = reports(
        tmp_path, "java", {"Prog.java": source},
        {"calls": [
            call("set", {"!set": [1, 2]}, {"!set": ["b", "a"]}),
            call("map", {"!map": [[1, 0.5]]}, {"x": [1]}),
            call("bytes", {"!bytes": "Yf8="}),
            call("nan", {"!number": "nan"}, {"!number": "-inf"}),
            call("all"),
        ]},
    )  # fmt: skip
    assert [result.returned for result in report.results] == [
        "truea", 1.5, -1, True,
        [{"!set": [1]}, {"!bytes": "AQ=="}, {"!number": "nan"}, {"!map": [[1, 2]]}, {"!map": [["!set", 1]]},
         {"!tuple": ["a", 1]}],
    ]  # fmt: skip


def test_classes_are_found_in_a_jar_that_a_script_starts(tmp_path: Path) -> None:
    folder = compiled(tmp_path / "made", {"Prog.java": "class Prog { static int five() { return 5; } }"})
    subprocess.run(["jar", "cf", "prog.jar", "Prog.class"], cwd=folder, env=ENVIRONMENT, check=True)
    jar = b'#!/bin/sh\nexec java -jar "$0" "$@"\n' + (folder / "prog.jar").read_bytes()
    (report,) = reports(tmp_path, "java", {"Queens": jar}, {"calls": [call("five")]})
    assert report.results[0].returned == 5


def test_a_class_with_our_names_disturbs_nothing(tmp_path: Path) -> None:
    names = ("Main", "Json", "Counter", "Tracer", "CaseRun")
    files = {
        f"harness/driver/{name}.java": f"package harness.driver; public class {name} {{ {body} }}"
        for name in names
        for body in ("static { System.exit(3); }" if name != "Main" else "public static int five() { return 5; }",)
    }
    (report,) = reports(tmp_path, "java", files, {"calls": [call("five")]})
    assert (report.ended, report.results[0].returned) == (None, 5)


def test_a_folder_that_bears_the_drivers_name_gives_way(tmp_path: Path) -> None:
    program = b"class Prog { static int five() { return 5; } }"
    files: dict[str, str | bytes] = {"Prog.java": program, ".grade/driver.jar": b"mine"}
    assert call_result(tmp_path, "java", files, "five").returned == 5


# ---- The end of the process


def test_a_call_that_ends_the_program_costs_its_own_case_alone(tmp_path: Path) -> None:
    source = in_prog("""
        static int fine() { return 1; }
        static void quit() { System.exit(0); }
        static void halt() { Runtime.getRuntime().halt(4); }
    """)
    fine = call("fine")
    found = cases(
        tmp_path,
        source,
        {"calls": [fine]},
        {"calls": [fine, call("quit"), fine]},
        {"calls": [call("halt")]},
        {"calls": [fine]},
    )
    assert [report.ended for report in found] == [
        None,
        "the call ended the whole program (exit status 0)",
        "the call ended the whole program (exit status 4)",
        None,
    ]
    assert [len(report.results) for report in found] == [1, 1, 0, 1]


def test_an_endless_call_is_ended_and_the_others_go_on(tmp_path: Path) -> None:
    source = in_prog("static int fine() { return 1; }\nstatic void endless() { while (true) { } }")
    found = cases(
        tmp_path, source, {"calls": [call("fine")]}, {"calls": [call("endless")], **CPU}, {"calls": [call("fine")]}
    )
    assert [(report.ended, len(report.results)) for report in found[::2]] == [(None, 1), (None, 1)]
    assert found[1].ended == "it did not come back within the CPU time that it may use, and was ended"


def test_threads_that_are_left_do_not_hold_the_driver(tmp_path: Path) -> None:
    body = """
        static int start() {
            Thread thread = new Thread(() -> { try { Thread.sleep(1 << 30); } catch (InterruptedException e) { } });
            thread.start();
            Runtime.getRuntime().addShutdownHook(new Thread(() -> { while (true) { } }));
            return 1;
        }
    """
    assert results(tmp_path, body, call("start"))[0].returned == 1


def test_a_static_initialiser_that_fails_costs_the_cases_that_need_the_class(tmp_path: Path) -> None:
    files = {
        "Bad.java": "public class Bad { static int[] t = {}; static int u = t[0]; static int bad() { return 1; } }",
        "Exits.java": "public class Exits { static { System.exit(5); } static int exits() { return 1; } }",
        "Good.java": "public class Good { static int good() { return 1; } }",
    }
    bad, exits, good = reports(
        tmp_path, "java", files, *({"calls": [call(entry)]} for entry in ("bad", "exits", "good"))
    )
    assert (bad.results[0].raised, bad.ended) == ("ArrayIndexOutOfBoundsException", None)
    assert exits.ended == "the call ended the whole program (exit status 5)"
    assert good.results[0].returned == 1


def test_nothing_to_compile_and_what_does_not_compile_are_reported(tmp_path: Path) -> None:
    with pytest.raises(NotCallable, match="no compiled classes"):
        reports(tmp_path / "none", "java", {"notes.txt": "hello"}, {"calls": [call("f")]})
    with pytest.raises(NotCallable, match=r"Prog\.java:1: error"):
        cases(tmp_path / "wrong", "class Prog { int f( }", {"calls": [call("f")]})


# ---- Counting the reads of arrays


def test_reads_of_arrays_are_counted_where_they_are_asked_for(tmp_path: Path) -> None:
    workdir = compiled(
        tmp_path / "box",
        {
            "Prog.java": in_prog("""
        static int state = 0;
        static int sum(int[] a) { int s = 0; for (int i = 0; i < a.length; i++) { s += a[i] + twice(a, i); } return s; }
        private static int twice(int[] a, int i) { IntSupply both = () -> a[i] + a[i]; return both.get(); }
        interface IntSupply { int get(); }
    """)
        },
    )
    counted = {"functions": ["sum"], "fold": False, "args": [{"value": [1, 2, 3]}], "repeat": 2, "reads": True}
    request = {"case": 0, "set": {}, "let": {}, "get": [], "calls": [counted]}
    assert list(drivers()["java"].prepare_commands(workdir, CalledNames(("sum",)))) == []
    report = tmp_path / "report"
    started = drivers()["java"].start_command(workdir, str(report))
    seen = observe(invocation(workdir, *started, stdin=json.dumps(request).encode()), Unconfined())
    assert (seen.exit, seen.stderr) == (0, b"")
    last_line = json.loads(report.read_text().splitlines()[1])
    assert (last_line["returned"], last_line["reads"]) == (18, 9)
    assert last_line["indices"] == [0, 0, 0, 1, 1, 1, 2, 2, 2]


def test_the_indices_come_in_order_and_are_bounded(tmp_path: Path) -> None:
    kept = results(
        tmp_path,
        """
        static long[][] table = {{1, 2}, {3, 4}};
        static long corners(int[] a) { return a[2] + table[1][0] + (a[1] > 0 ? table[0][1] : a[0]); }
        static int many(int[] a) { int s = 0; for (int i = 0; i < 30_000; i++) { s += a[i % 3]; } return s; }
        """,
        call("corners", [5, 6, 7], reads="0.."),
        call("many", [1, 1, 1], reads="0.."),
        call("corners", [5, 6, 7]),
    )
    assert (kept[0].returned, kept[0].reads, kept[0].indices) == (12, 6, (2, 1, 0, 1, 0, 1))
    assert (kept[1].returned, kept[1].reads, len(kept[1].indices)) == (30_000, 30_000, 20_000)
    assert (kept[2].reads, kept[2].indices) == (None, ())


# ---- Counting calls

TRACED = """
    import java.util.*;
    import java.util.function.*;

    public class Prog {
        static int depth(int n) {
            while (true) {  // the loop goes back to the method's first instruction
                if (n-- <= 0) { return 0; }
                if (n % 7 == 3) { continue; }
                return 1 + depth(n);
            }
        }

        static String kind(Object value) throws Exception {
            try {
                switch (value.hashCode() % 5) {
                    case 0: return "zero";
                    case 1: return String.valueOf(new StringBuilder(value == null ? "a" : "b").reverse());
                    case 2: throw new Exception("two");
                    default:
                }
                switch (value.toString()) {
                    case "3": return "three";
                    case "1000004": return "far";
                    default: return "other";
                }
            } catch (Exception error) {
                return error.getMessage();
            } finally {
                seen++;
            }
        }

        static int seen = 0;
        interface Shape { default int area() { return side() * side(); } int side(); }
        record Square(int side) implements Shape { }
        <T> T same(T value) { return value; }
        int same(int value) { return value; }

        public static void main(String[] args) throws Exception {
            int total = depth(10);
            for (int i = 0; i < 8; i++) { total += kind(i).length(); }
            Shape shape = new Square(3);
            IntUnaryOperator twice = x -> 2 * x;
            Comparator<String> order = new Comparator<>() {
                @Override public int compare(String one, String other) { return one.compareTo(other); }
            };
            total += shape.area() + twice.applyAsInt(4) + order.compare("a", "b");
            total += new Prog().same(1) + new Prog().same("s").length();
            System.out.println(total + " " + kind(1000004) + " " + seen + " " + Arrays.toString(args));
            System.err.print("told");
            if (args.length > 0) { System.exit(Integer.parseInt(args[0])); }
        }
    }
"""


def depth_calls(n: int) -> int:
    """How often ``depth`` is entered, worked out from its output."""
    calls = 1
    while n > 0:
        n -= 1
        calls += n % 7 != 3
    return calls


@pytest.mark.parametrize(("args", "status"), [((), 0), (("3",), 3)])
def test_calls_are_counted_and_the_run_is_the_same(tmp_path: Path, args: tuple[str, ...], status: int) -> None:
    workdir = compiled(tmp_path / "box", {"Prog.java": TRACED})
    way = ("java", "-cp", ".", "Prog", *args)
    plain = observe(invocation(workdir, *way), Unconfined())
    seen, counts = traced(workdir, "java", way, tmp_path)
    assert read_whole(plain.stdout).endswith(f" far 9 [{', '.join(args)}]\n".encode())
    assert (plain.exit, plain.stderr) == (status, b"told")
    assert (seen.exit, seen.stdout, seen.stderr) == (plain.exit, plain.stdout, plain.stderr)
    assert counts == {"main": 1, "depth": depth_calls(10), "kind": 9, "area": 1, "side": 2, "compare": 1, "same": 2}


def test_a_jar_is_traced_and_a_script_in_front_of_it_passed_by(tmp_path: Path) -> None:
    workdir = compiled(tmp_path / "box", {"Prog.java": TRACED})
    subprocess.run(
        ["jar", "cfe", "Queens", "Prog", *(path.name for path in sorted(workdir.glob("*.class")))],
        cwd=workdir,
        env=ENVIRONMENT,
        check=True,
    )
    jar = (workdir / "Queens").read_bytes()
    for path in workdir.glob("*.class"):
        path.unlink()
    report = tmp_path / "trace.json"
    script = ("./Queens", "2")
    _, command = drivers()["java"].trace_commands(workdir, (script, ("java", "-jar", "Queens", "2")), str(report))
    assert observe(invocation(workdir, *command), Unconfined()).exit == 2
    assert json.loads(report.read_text())["kind"] == 9

    (workdir / "Queens").write_bytes(b'#!/bin/sh\nexec java -jar "$0" "$@"\n' + jar)
    (workdir / "Queens").chmod(0o755)
    report.unlink()
    _, command = drivers()["java"].trace_commands(workdir, (script,), str(report))
    assert observe(invocation(workdir, *command), Unconfined()).exit == 2
    assert json.loads(report.read_text())["kind"] == 9


def test_a_run_that_is_cut_off_leaves_no_counts(tmp_path: Path) -> None:
    source = "public class Prog { public static void main(String[] args) { Runtime.getRuntime().halt(0); } }"
    workdir = compiled(tmp_path / "box", {"Prog.java": source})
    assert traced(workdir, "java", ("java", "Prog"), tmp_path)[1] is None


def test_a_program_with_our_names_is_traced(tmp_path: Path) -> None:
    ours = "package harness.driver; public class {} {{ static {{ System.exit(9); }} }}"
    files = {f"{name}.java": ours.format(name) for name in ("Tracer", "Counter", "Rewriter")}
    program = "public class Prog { public static void main(String[] a) { } }"
    workdir = compiled(tmp_path / "box", {**files, "Prog.java": program})
    seen, counts = traced(workdir, "java", ("java", "-cp", ".", "Prog"), tmp_path)
    assert (seen.exit, seen.stderr, counts) == (0, b"", {"main": 1})


def test_a_source_started_without_a_build_is_traced(tmp_path: Path) -> None:
    source = "public class Prog { public static void main(String[] a) { f(); f(); } static void f() { } }"
    workdir = write(tmp_path / "box", {"Prog.java": source})
    assert traced(workdir, "java", ("java", "Prog.java"), tmp_path)[1] == {"main": 1, "f": 2}


def test_without_a_way_to_start_nothing_is_traced(tmp_path: Path) -> None:
    workdir = compiled(tmp_path / "box", {"Prog.java": "class Prog { }"})
    with pytest.raises(NotCallable, match="how the program is started"):
        drivers()["java"].trace_commands(workdir, (), str(tmp_path / "trace.json"))


# ---- The driver itself


def test_the_driver_is_compiled_once_and_kept_for_this_user_alone(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    fresh = java_jar.driver_jar.__wrapped__  # beside the cache in memory
    jar = java_jar.driver_jar()
    compile_jar, compilations = java_jar.compile_jar, list[bytes]()

    def compile_once(*arguments: Any) -> bytes:
        """Compile the first time alone: it takes seconds, and gives the same bytes each time."""
        compilations.append(jar if compilations else compile_jar(*arguments))
        return compilations[-1]

    monkeypatch.setattr(java_jar, "compile_jar", compile_once)
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "cache"))
    monkeypatch.setattr(sys, "prefix", sys.base_prefix)  # nothing is kept beside the interpreter
    assert (fresh(), len(compilations)) == (jar, 1)
    folder = tmp_path / "cache" / "grade"
    (kept,) = (path for path in folder.rglob("*") if path.is_file())
    assert kept.read_bytes().endswith(jar)
    kept.write_bytes(kept.read_bytes() + b"damage")
    assert (fresh(), len(compilations)) == (jar, 2)
    assert kept.read_bytes().endswith(jar)
    created = kept.stat().st_ino
    assert (fresh(), len(compilations)) == (jar, 2)
    assert kept.stat().st_ino == created
    folder.chmod(0o777)
    kept.write_bytes(b"another's")
    assert (fresh(), len(compilations)) == (jar, 3)
    assert kept.read_bytes() == b"another's"
    shutil.rmtree(tmp_path / "cache")
    (tmp_path / "cache").write_text("a file in the way")
    assert (fresh(), len(compilations)) == (jar, 4)


def test_the_driver_starts_from_the_archive_of_its_classes(tmp_path: Path) -> None:
    workdir = compiled(tmp_path / "box", {"Prog.java": "class Prog { static int f() { return 1; } }"})
    assert drivers()["java"].prepare_commands(workdir, CalledNames(("f",))) == ()
    quiet = drivers()["java"].start_command(workdir, "report")
    loud = ["-Xlog:class+load" if word == "-Xlog:disable" else word for word in quiet]
    request = {"case": 0, "calls": [{"functions": ["f"], "args": []}], "cpu": 5.0}
    done = subprocess.run(loud, cwd=workdir, input=json.dumps(request).encode(), capture_output=True, check=True)
    loaded = [line for line in done.stdout.decode().splitlines() if " harness.driver." in line]
    assert loaded
    assert [line for line in loaded if "shared objects file (top)" not in line] == []
    assert '"returned":1' in (workdir / "report").read_text()


def test_an_archive_that_does_not_fit_is_passed_over(tmp_path: Path) -> None:
    workdir = compiled(tmp_path / "box", {"Prog.java": "class Prog { static int f() { return 1; } }"})
    drivers()["java"].prepare_commands(workdir, CalledNames(("f",)))
    (workdir / java_jar.ARCHIVE).write_bytes(b"")
    request = {"case": 0, "calls": [{"functions": ["f"], "args": []}], "cpu": 5.0}
    command = drivers()["java"].start_command(workdir, "report")
    done = subprocess.run(command, cwd=workdir, input=json.dumps(request).encode(), capture_output=True, check=True)
    assert (done.stdout, done.stderr) == (b"", b"")
    assert '"returned":1' in (workdir / "report").read_text()


def test_an_optional_field_of_an_object_that_cannot_be_made_is_not_there(tmp_path: Path) -> None:
    files = {
        "Main.java": """
            public class Main {
                enum Mode { SHORT }
                record Task(Mode mode, int size) { }
                static int twice(int x) { return 2 * x; }
            }
        """
    }
    case = {"calls": [call("twice", 4)]}
    optional, required = reports(tmp_path, "java", files, {"set": {"size?": 3}, **case}, {"set": {"size": 3}, **case})
    assert [result.returned for result in optional.results] == [8]
    assert (required.results[0].missing or "").startswith("no object of the class Task can be made without arguments")


def test_a_decimal_number_is_handed_over(tmp_path: Path) -> None:
    body = "String text(java.math.BigDecimal value) { return value.toString(); }\n"
    found = results(tmp_path, body, call("text", 0.1), call("text", 2))
    assert [result.returned for result in found] == ["0.1", "2"]
