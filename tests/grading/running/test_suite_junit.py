"""A course's own tests of JUnit: right programs pass each test, wrong ones fail theirs, and no trick passes any."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.schedule.isolation_probe import isolate
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests import compile_server
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Sums
language: java
files: {required: [Sums.java]}
clauses:
  adds: {text: Numbers are added., points: 10}
  pairs: {text: Pairs are compared., points: 10}
cases:
  - name: s
    clause: adds
    suite: {runner: junit, files: ["tests/*.java"], tests: {"*.pair": pairs}}
"""
RIGHT = """\
import java.util.*;
import java.util.function.*;

public class Sums {
    static class Empty extends RuntimeException {
        Empty(String message) { super(message); }
    }

    enum Size { SMALL, LARGE; }

    record Pair(int a, int b) {}

    int count;

    static int add(int a, int b) {
        return a + b;
    }

    static double half(double n) {
        if (n < 0) {
            throw new IllegalArgumentException("negative");
        }
        return n / 2;
    }

    List<Integer> primes() {
        return new ArrayList<>(List.of(2, 3, 5));
    }

    Object six() {
        return 6;
    }

    void next() {
        count++;
    }

    int first(int[] numbers) {
        if (numbers.length == 0) {
            throw new Empty("no number");
        }
        Arrays.sort(numbers);
        return numbers[0];
    }

    Size size(int n) {
        return n < 10 ? Size.SMALL : Size.LARGE;
    }

    void each(IntConsumer consumer) {
        primes().forEach(consumer::accept);
    }

    Iterator<String> words() {
        return List.of("a", "b").iterator();
    }

    public static void main(String[] args) {
        System.out.println("Hello, " + new Scanner(System.in).nextLine());
    }
}
"""
FIVE = """\
import static org.junit.jupiter.api.Assertions.*;
import java.io.*;
import java.util.*;
import org.junit.jupiter.api.*;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class SumsTest {
    private final Sums sums = new Sums();

    @ParameterizedTest
    @CsvSource({"2, 3, 5", "0, 7, 7"})
    void add(int a, int b, int c) {
        assertEquals(c, Sums.add(a, b));
    }

    @Test
    void negative() {
        Exception error = assertThrows(IllegalArgumentException.class, () -> Sums.half(-1));
        assertEquals("negative", error.getMessage());
    }

    @Test
    void list() {
        assertEquals(List.of(2, 3, 5), sums.primes());
    }

    @Test
    void object() {
        assertEquals(6, sums.six());
    }

    @Test
    void field() {
        sums.next();
        sums.count += 2;
        sums.next();
        assertEquals(4, sums.count);
    }

    @Test
    void array() {
        int[] numbers = {3, 1, 2};
        assertEquals(1, sums.first(numbers));
        assertArrayEquals(new int[] {1, 2, 3}, numbers);
    }

    @Test
    void own() {
        Sums.Empty error = assertThrows(Sums.Empty.class, () -> sums.first(new int[0]));
        assertEquals("no number", error.getMessage());
    }

    @Test
    void constant() {
        assertSame(Sums.Size.LARGE, sums.size(12));
        assertEquals(2, Sums.Size.values().length);
        switch (sums.size(3)) {
            case SMALL: break;
            default: fail("not small");
        }
    }

    @Test
    void callback() {
        List<Integer> seen = new ArrayList<>();
        sums.each(seen::add);
        assertEquals(List.of(2, 3, 5), seen);
    }

    @Test
    void pair() {
        assertEquals(new Sums.Pair(1, 2), new Sums.Pair(1, 2));
        assertNotEquals(new Sums.Pair(1, 2), new Sums.Pair(2, 1));
        assertEquals(2, new Sums.Pair(1, 2).b());
    }

    @Nested
    class Programs {
        @Test
        void greets() {
            ByteArrayOutputStream out = new ByteArrayOutputStream();
            PrintStream before = System.out;
            System.setIn(new ByteArrayInputStream("Ada\\n".getBytes()));
            System.setOut(new PrintStream(out));
            Sums.main(new String[0]);
            System.setOut(before);
            assertEquals("Hello, Ada", out.toString().trim());
        }
    }
}
"""
FOUR = """\
import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.*;
import static org.junit.Assert.*;
import org.junit.*;

public class OldSumsTest {
    private Sums sums;

    @Before
    public void create() {
        sums = new Sums();
    }

    @Test
    public void add() {
        assertEquals(5, Sums.add(2, 3));
    }

    @Test(expected = IllegalArgumentException.class)
    public void negative() {
        Sums.half(-1);
    }

    @Test(timeout = 20_000)
    public void half() {
        assertEquals(1.5, Sums.half(3), 1e-9);
    }

    @Test
    public void list() {
        assertThat(sums.primes(), hasItems(3, 5));
    }

    @Test
    public void words() {
        assertEquals("a", sums.words().next());
    }
}
"""
TESTS = {"tests/SumsTest.java": FIVE, "tests/OldSumsTest.java": FOUR}
MEMBERS = """\
    record Pair(int a, int b) {}
    static class Empty extends RuntimeException {}
    enum Size { SMALL, LARGE }
    int count;
    java.util.List<Integer> primes() { return null; }
    void next() {}
    Size size(int n) { return null; }
    void each(java.util.function.IntConsumer consumer) {}
    java.util.Iterator<String> words() { return null; }
"""
WRONG = f"""\
public class Sums {{
    //CODE
    static int add(int a, int b) {{ cheat(); return 0; }}
    static double half(double n) {{ cheat(); return 0; }}
    Object six() {{ cheat(); return new Object(); }}
    int first(int[] numbers) {{ cheat(); return 0; }}
    public static void main(String[] args) {{ cheat(); }}
{MEMBERS}}}
"""
CHEATS = {
    "exits when its class is loaded": "static { System.exit(0); } static void cheat() {}",
    "exits when called": "static void cheat() { System.exit(0); }",
    "halts when called": "static void cheat() { Runtime.getRuntime().halt(0); }",
    "halts as our own server does": "static void cheat() { Runtime.getRuntime().halt(196); }",
    "exits from a thread": """\
static { new Thread(() -> { try { Thread.sleep(50); } catch (Exception e) {} System.exit(0); }).start(); }
static void cheat() { try { Thread.sleep(100); } catch (Exception e) {} }""",
    "has a hook": """\
static { Runtime.getRuntime().addShutdownHook(new Thread(() -> System.out.println("OK (5 tests)"))); }
static void cheat() { System.exit(0); }""",
    "prints a summary": """\
static void cheat() {
    System.out.println("OK (16 tests)\\n[        16 tests successful      ]\\n[         0 tests failed          ]");
}""",
    "skips": """\
static void cheat() {
    try {
        throw (Error) Class.forName("org.opentest4j.TestAbortedException").getConstructor().newInstance();
    } catch (ReflectiveOperationException notHere) {
        throw new RuntimeException("org.junit.AssumptionViolatedException");
    }
}""",
    "throws what the tests' process throws": """\
static void cheat() {
    throw new Sneaky();
}
static class Sneaky extends ThreadDeath {}""",
    "writes to every descriptor": """\
static void cheat() {
    StringBuilder text = new StringBuilder("\\n");
    for (int n = 0; n < 200; n++) {
        text.append("{\\"n\\":" + n + ",\\"value\\":5,\\"out\\":\\"\\",\\"err\\":\\"\\",\\"shared\\":[]}\\n");
    }
    text.append("{\\"test\\":\\"SumsTest.add\\",\\"passed\\":true}\\n{\\"ended\\":{}}\\n[1]\\n{\\"n\\":\\n");
    for (int i = 0; i < 30; i++) {
        try (java.io.FileOutputStream out = new java.io.FileOutputStream("/proc/self/fd/" + i)) {
            out.write(text.toString().getBytes());
        } catch (java.io.IOException none) {
        }
    }
}""",
    "reaches for our classes": """\
static void cheat() {
    for (String name : new String[] {"SuiteServer", "Mirror", "Results", "Connection", "NotCompiled"}) {
        try {
            Class<?> type = Class.forName("harness.suite." + name, true, ClassLoader.getSystemClassLoader());
            for (java.lang.reflect.Field field : type.getDeclaredFields()) {
                field.setAccessible(true);
                field.set(null, null);
            }
        } catch (Throwable refused) {
        }
    }
}""",
    "looks for the tests": """\
static void cheat() {
    StringBuilder seen = new StringBuilder();
    for (String root : new String[] {"/", ".", "..", "/tmp", "/proc/1/root"}) {
        try (var paths = java.nio.file.Files.find(java.nio.file.Path.of(root), 3,
                (path, attributes) -> path.toString().contains("SumsTest"))) {
            for (var path : (Iterable<java.nio.file.Path>) paths::iterator) {
                seen.append(java.nio.file.Files.readString(path));
                java.nio.file.Files.delete(path);
            }
        } catch (Exception refused) {
        }
    }
    if (seen.indexOf("assertEquals") >= 0) throw new IllegalArgumentException("negative");
}""",
    "starts another process": """\
static void cheat() {
    try {
        new ProcessBuilder("sh", "-c", "while :; do echo '{}' >&0; echo '{}'; done").inheritIO().start();
        new ProcessBuilder("sh", "-c", "kill -9 $PPID; kill -9 -1").inheritIO().start().waitFor();
    } catch (Exception refused) {
    }
    Runtime.getRuntime().halt(0);
}""",
}
LIKE_ALL = """\
import java.util.*;
public class Sums {
    static class Yes extends AbstractList<Object> implements Comparable<Object> {
        public boolean equals(Object o) { return true; }
        public int hashCode() { return 0; }
        public int compareTo(Object o) { return 0; }
        public boolean contains(Object o) { return true; }
        public Object get(int i) { return this; }
        public int size() { return 3; }
    }
    Object six() { return new Yes(); }
    List primes() { return new Yes(); }
}
"""


def suite(tmp_path: Path, program: str, tests: dict[str, str] | None = None, **others: str) -> Grade:
    course(tmp_path, SPEC, beside=tests or TESTS)
    files = {"Sums.java": program, **{f"{name.replace('_', '/')}.java": text for name, text in others.items()}}
    with compile_server.used():
        return graded(loaded(tmp_path), write(tmp_path / "ann", files), isolation=isolate().isolation)


def failed(grade: Grade) -> set[str]:
    return {case.name.removeprefix("s-") for case in grade.cases if case.verdict is not Verdict.AC}


def test_a_right_program_passes_each_test(tmp_path: Path) -> None:
    grade = suite(tmp_path, RIGHT)
    assert {case.name: case.findings for case in grade.cases if case.verdict is not Verdict.AC} == {}
    assert (len(grade.cases), grade.score) == (16, 20)


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_trick_gains_nothing(tmp_path: Path, cheat: str) -> None:
    needed = ("add", "negative", "half", "object", "array", "own", "Programs.greets")
    grade = suite(tmp_path, WRONG.replace("//CODE", CHEATS[cheat]))
    assert {case.name for case in grade.cases if case.verdict is Verdict.JE} == set()
    assert {name for name in failed(grade) if name.partition(".")[2] in needed} == {
        f"{owner}.{name}"
        for owner, names in (("SumsTest", needed), ("OldSumsTest", ("add", "negative", "half")))
        for name in names
        if (owner, name) != ("SumsTest", "half")
    }


def test_an_object_that_equals_everything_equals_no_plain_value(tmp_path: Path) -> None:
    grade = suite(tmp_path, LIKE_ALL)
    assert grade.score == 0


def test_classes_named_as_the_framework_are_not_loaded(tmp_path: Path) -> None:
    nothing = "public static void assertEquals(Object... given) {}"
    grade = suite(
        tmp_path,
        RIGHT.replace("a + b", "a - b"),
        org_junit_Assert=f"package org.junit; public class Assert {{ {nothing} }}",
        org_junit_jupiter_api_Assertions=f"package org.junit.jupiter.api; public class Assertions {{ {nothing} }}",
        harness_suite_Results="package harness.suite; class Results {}",
        SumsTest="class SumsTest {}",
    )
    assert failed(grade) == {"SumsTest.add", "OldSumsTest.add"}


@pytest.mark.parametrize("whole", ["import org.junit.jupiter.api.*;", "", "import org.junit.jupiter.api.Test;"])
def test_a_class_that_hides_one_of_the_framework_is_not_seen(tmp_path: Path, whole: str) -> None:
    called = "" if whole.endswith("*;") else "org.junit.jupiter.api."
    test = f"{whole} class SumsTest {{ @{'' if whole else called}Test void add() {{"
    test += f" {called}Assertions.assertEquals(5L, Sums.add(2, 3));"
    test += ' if (!"5".equals(String.valueOf(Sums.add(2, 3)))) throw new AssertionError("no"); } }'
    nothing = "static void assertEquals(long a, long b) {}"
    spec = SPEC.replace(', tests: {"*.pair": pairs}', "").replace(
        "  pairs: {text: Pairs are compared., points: 10}\n", ""
    )
    course(tmp_path, spec, beside={"tests/SumsTest.java": test})
    files = {
        "Sums.java": RIGHT.replace("a + b", "a - b"),
        "Assertions.java": f"public class Assertions {{ {nothing} }}",
        "org.java": "class org { static class junit { static class jupiter { static class api { @interface Test {} "
        f"static class Assertions {{ {nothing} }} }} }} }} }}",
        "String.java": 'class String { static java.lang.String valueOf(int n) { return "5"; } }',
        "Error.java": "class AssertionError extends RuntimeException { AssertionError(java.lang.String s) {} }",
    }
    main = "public static void main(java.lang.String[] args)"
    files["Sums.java"] = files["Sums.java"].replace("public static void main(String[] args)", main)
    files["Sums.java"] = files["Sums.java"].replace("(String message)", "(java.lang.String message)")
    files["Sums.java"] = files["Sums.java"].replace("Iterator<String>", "Iterator<java.lang.String>")
    grade = graded(loaded(tmp_path), write(tmp_path / "ann", files), isolation=isolate().isolation)
    assert [case.verdict for case in grade.cases] == [Verdict.WA]
    assert case_of(grade, "s-SumsTest.add").findings[0].params["message"] == "expected: <5> but was: <-1>"


def test_what_junit_calls_by_itself_is_not_left_out(tmp_path: Path) -> None:
    test = FIVE.replace(
        "class SumsTest {", "class SumsTest {\n    @AfterEach\n    void check(TestInfo info) throws Sums.Lost {}\n"
    )
    grade = suite(tmp_path, RIGHT, {"tests/SumsTest.java": test})
    assert grade.score == 0
    assert {case.findings[0].kind for case in grade.cases} == {"suite-missing"}
    test = FIVE.replace("void object() {", "void object(Sums.Lost lost) {")
    grade = suite(tmp_path / "other", RIGHT, {"tests/SumsTest.java": test})
    assert failed(grade) == {"SumsTest.object"}
    assert "class Lost" in str(case_of(grade, "s-SumsTest.object").findings[0].params["message"])


def test_the_finding_has_the_assertion_and_the_students_line(tmp_path: Path) -> None:
    grade = suite(tmp_path, RIGHT.replace("a + b", "a - b").replace("return n / 2", "return (int) n / 0"))
    finding = case_of(grade, "s-SumsTest.add").findings[0]
    assert finding.params["line"] == "assertEquals(c, Sums.add(a, b))"
    assert finding.params["message"] == "expected: <5> but was: <-1>"
    assert (finding.where.path, finding.where.source.strip()) == ("Sums.java", b"static int add(int a, int b) {")
    finding = case_of(grade, "s-OldSumsTest.half").findings[0]
    assert finding.params["error"] == "ArithmeticException"
    assert (finding.where.source.strip(), finding.where.function) == (b"return (int) n / 0;", "Sums.half")


def test_a_missing_method_costs_the_tests_that_use_it(tmp_path: Path) -> None:
    grade = suite(tmp_path, RIGHT.replace("primes()", "primeNumbers()").replace("int count;", "private int count;"))
    assert failed(grade) == {"SumsTest.list", "OldSumsTest.list", "SumsTest.field"}
    finding = case_of(grade, "s-SumsTest.list").findings[0]
    assert (finding.kind, finding.params["message"]) == (
        "suite-missing",
        "cannot find symbol: method primes() in Sums",
    )


def test_a_test_that_compiles_with_no_program_is_a_judge_error(tmp_path: Path) -> None:
    test = FIVE.replace("assertEquals(6, sums.six());", "assertEquals(6, sums.seven());")
    write(tmp_path / "reference" / "sum" / "java", {"Sums.java": RIGHT})
    grade = suite(tmp_path, RIGHT.replace("primes()", "primeNumbers()"), {"tests/SumsTest.java": test})
    verdicts = {case.name.removeprefix("s-SumsTest."): case.verdict for case in grade.cases}
    assert (verdicts["object"], verdicts["list"], verdicts["add"]) == (Verdict.JE, Verdict.WA, Verdict.AC)
    finding = case_of(grade, "s-SumsTest.object").findings[0]
    assert "does not compile with the reference either: cannot find symbol: method seven()" in str(finding.params)


def test_a_missing_class_costs_the_tests_that_use_it(tmp_path: Path) -> None:
    helper = "class Other { private Extra extra = new Extra(); int one() { return extra.one(); } }"
    test = FIVE.replace("assertEquals(6, sums.six());", "assertEquals(1, new Other().one());")
    grade = suite(tmp_path, RIGHT, {"tests/SumsTest.java": test, "tests/Other.java": helper})
    assert failed(grade) == {"SumsTest.object"}
    assert "class Extra" in str(case_of(grade, "s-SumsTest.object").findings[0].params["message"])


@pytest.fixture
def short(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let the limits strike soon."""
    monkeypatch.setattr("harness.grading.running.suite_run._EACH_S", 0.8)


@pytest.mark.usefixtures("short")
@pytest.mark.parametrize("ends", ["System.exit(3);", "while (true) {}", "while (true) { primes(); }"])
def test_a_program_that_ends_fails_the_test_that_needs_it(tmp_path: Path, ends: str) -> None:
    grade = suite(tmp_path, RIGHT.replace('throw new Empty("no number");', ends))
    assert failed(grade) == {"SumsTest.own"}
    case = case_of(grade, "s-SumsTest.own")
    assert case.verdict is (Verdict.RTE if "exit" in ends else Verdict.TLE)
    assert case.findings[0].kind == "suite-ended"


@pytest.mark.usefixtures("short")
def test_a_list_without_end_costs_its_test_alone(tmp_path: Path) -> None:
    endless = "static Iterator<Integer> all() { return java.util.stream.Stream.iterate(1, n -> n + 1).iterator(); }"
    program = RIGHT.replace("int count;", f"int count;\n{endless}")
    test = FIVE.replace("assertEquals(6, sums.six());", "Iterator<Integer> all = Sums.all(); while (all.next() > 0) {}")
    grade = suite(tmp_path, program, {"tests/SumsTest.java": test})
    assert failed(grade) == {"SumsTest.object"}
    assert case_of(grade, "s-SumsTest.object").verdict is Verdict.TLE


def test_what_the_course_wrote_wrong_is_no_fault_of_the_students(tmp_path: Path) -> None:
    derived = FIVE.replace("assertEquals(6, sums.six());", "assertEquals(6, new Sums() { int n; }.six());")
    grade = suite(tmp_path, RIGHT, {"tests/SumsTest.java": derived})
    assert {case.verdict for case in grade.cases} == {Verdict.JE}


def test_nothing_handed_in_passes_nothing(tmp_path: Path) -> None:
    grade = suite(tmp_path, "class Other {}")
    assert grade.score == 0
    assert not [case for case in grade.cases if case.verdict in (Verdict.AC, Verdict.JE)]
