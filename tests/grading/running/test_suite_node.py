"""A course's own tests of node:test: right programs pass each test, wrong ones fail theirs, and no trick passes any."""

from __future__ import annotations

from pathlib import Path

import pytest

from harness.grading.schedule.isolation_probe import isolate
from harness.model.errors import SpecError
from harness.model.grade import Grade
from harness.model.verdict import Verdict
from tests.support import case_of, course, graded, loaded, write

SPEC = """\
title: Sums
language: javascript
files: {required: [sums.js]}
clauses:
  adds: {text: Numbers are added., points: 10}
  pairs: {text: Pairs are compared., points: 10}
cases:
  - name: s
    clause: adds
    suite: {runner: node, files: ["tests/*.js"], tests: {"Pair.*": pairs}}
"""
TESTS = """\
const test = require("node:test");
const { describe, it, beforeEach } = test;
const assert = require("node:assert");
const { add, half, primes, Pair, later, Empty, each, sort, fetched } = require("../sums.js");

test("add", () => assert.strictEqual(add(2, 3), 5));
test("half", () => assert.equal(half(3), 1.5));
test("negative", () => assert.throws(() => half(-1), { name: "RangeError", message: /negative/ }));
test("fails in some way", () => assert.throws(() => half(-1)));
test("primes", () => assert.deepStrictEqual(primes(), [2, 3, 5]));
test("loosely equal", () => assert.deepEqual(primes(), [2, 3, 5]));
test("includes", () => assert.ok(primes().includes(3) && !primes().includes(4)));
test("near", () => {
    const value = half(3);
    assert.ok(value > 1.4 && value < 1.6);
});
test("sorted in place", () => {
    const items = [3, 1, 2];
    sort(items);
    assert.deepStrictEqual(items, [1, 2, 3]);
});
test("callback", () => {
    const seen = [];
    each([1, 2], (item) => seen.push(item));
    assert.deepStrictEqual(seen, [1, 2]);
});
test("mock", (context) => {
    const spy = context.mock.fn();
    each([1, 2], spy);
    assert.deepStrictEqual(spy.mock.calls.map((call) => call.arguments), [[1], [2]]);
});
test("a function of JavaScript", () => assert.deepStrictEqual(each(["1", "2"], Number), [1, 2]));
test("later", async () => assert.strictEqual(await later(4), 4));
test("rejects", async () => assert.rejects(later(-1), Empty));
test("a promise of the tests", async () => {
    const store = { get: async (key) => `${key}!` };
    assert.strictEqual(await fetched(store), "key!");
});
for (const [a, b] of [[1, 2], [3, 4]]) {
    test(`add ${a} to ${b}`, () => assert.strictEqual(add(a, b), a + b));
}
describe("Pair", () => {
    let pair;
    beforeEach(() => {
        pair = new Pair(1, 2);
    });
    it("has parts", () => assert.deepStrictEqual([pair.a, pair.b, pair.sum()], [1, 2, 3]));
    it("is one", () => assert.ok(pair instanceof Pair && new Pair(2, 2).a === 2));
    it("equals", () => {
        assert.deepStrictEqual(pair, new Pair(1, 2));
        assert.notDeepStrictEqual(pair, new Pair(2, 1));
    });
    it("iterates", () => assert.deepStrictEqual([...pair], [1, 2]));
    it("prints", (context) => {
        const log = context.mock.method(console, "log", () => undefined);
        pair.show();
        assert.deepStrictEqual(log.mock.calls[0].arguments, ["pair", 1, 2]);
    });
    it("converts", () => assert.deepStrictEqual([`${pair}`, pair > 2, pair > 3], ["(1, 2)", true, false]));
});
"""
RIGHT = """\
class Empty extends Error {}
class Pair {
    constructor(a, b) {
        this.a = a;
        this.b = b;
    }
    sum() {
        return this.a + this.b;
    }
    *[Symbol.iterator]() {
        yield this.a;
        yield this.b;
    }
    show() {
        console.log("pair", this.a, this.b);
    }
    toString() {
        return `(${this.a}, ${this.b})`;
    }
    valueOf() {
        return this.sum();
    }
}
function add(a, b) {
    return a + b;
}
function half(n) {
    if (n < 0) {
        throw new RangeError("negative");
    }
    return n / 2;
}
const primes = () => [2, 3, 5];
async function later(n) {
    await new Promise((done) => setTimeout(done, 20));
    if (n < 0) {
        throw new Empty("empty");
    }
    return n;
}
const each = (items, action) => items.map((item) => action(item));
const sort = (items) => void items.sort();
const fetched = async (store) => store.get("key");
"""
NAMES = "add, half, primes, Pair, later, Empty, each, sort, fetched"
EXPORT = f"module.exports = {{ {NAMES} }};\n"
ALL = """\
module.exports = Object.fromEntries(
    ["add", "half", "primes", "Pair", "later", "Empty", "each", "sort", "fetched"].map((name) => [name, whatever]),
);
"""
FORGED = """\
const fs = require("node:fs");
const values = [true, 5, ["l", 0], ["k", 1], ["k", 1, "class", "x"], ["i", "Function"], ["s", 77], [[]], {}, null];
function flood(n) {
    for (const value of values) {
        const asked = { ask: "call", target: 0, given: [value], shared: [] };
        const lines = [{ n, value, shared: [] }, { n, raised: value, frames: [], shared: [] }, asked];
        for (let descriptor = 3; descriptor < 30; descriptor += 1) {
            try {
                fs.writeSync(descriptor, lines.map((line) => JSON.stringify(line) + "\\n").join(""));
            } catch {}
        }
    }
}
"""
CHEATS = {
    "exits at once": "process.exit(0);\n",
    "exits when called": "function whatever() { process.exit(0); }\n" + ALL,
    "is killed": "function whatever() { process.kill(process.pid, 'SIGKILL'); }\n" + ALL,
    "throws to leave": "function whatever() { return 5; }\nthrow undefined;\n",
    "never ends a promise": "function whatever() { return new Promise(() => undefined); }\n" + ALL,
    "patches the frameworks": """\
const assert = require("node:assert");
const test = require("node:test");
for (const name of Object.keys(assert)) {
    assert[name] = () => undefined;
}
assert.AssertionError.prototype.constructor = Error;
test.test = test.it = test.describe = () => undefined;
Object.is = Object.prototype.hasOwnProperty = () => true;
function whatever() { return 9; }
"""
    + ALL,
    "patches what it is served with": """\
JSON.stringify = () => '{"n": 3, "value": 5, "shared": []}';
Array.prototype.map = function () { return this; };
Map.prototype.get = () => 5;
Reflect.apply = () => 5;
function whatever() { return 9; }
"""
    + ALL,
    "pollutes prototypes": """\
function whatever() {
    const parts = JSON.parse('{"__proto__": {"passed": true, "a": 1, "b": 2}, "constructor": {"prototype": {"a": 1}}}');
    return parts;
}
"""
    + ALL,
    "prints a summary": """\
console.log("TAP version 13\\nok 1 - add\\n1..1\\n# pass 1");
function whatever() { process.stdout.write("ok 1 - add\\n# fail 0\\n"); }
"""
    + ALL,
    "forges answers at once": FORGED + "for (let n = 0; n < 40; n += 1) flood(n);\nfunction whatever() {}\n" + ALL,
    "forges answers when called": FORGED + "function whatever() { for (let n = 1; n < 40; n += 1) flood(n); }\n" + ALL,
    "is equal to all": """\
const thing = new Proxy(function () {}, {
    get: (target, key) => (key === Symbol.toPrimitive ? () => NaN : thing),
    has: () => true,
    apply: () => thing,
    construct: () => thing,
    getPrototypeOf: () => null,
});
const whatever = thing;
"""
    + ALL,
    "changes its mind": """\
let count = 0;
class Any {
    valueOf() { return (count += 1) % 2 ? Infinity : -Infinity; }
    toString() { return String((count += 1)); }
    includes() { return (count += 1) % 2 === 1 ? {} : null; }
}
function whatever() { return new Any(); }
"""
    + ALL,
    "is an array that says yes": """\
class All extends Array {
    includes(item) { return item === 3; }
    every() { return true; }
    get length() { return 3; }
}
function whatever() { return new All(); }
"""
    + ALL.replace('"primes", ', ""),
    "reaches through what is lent": """\
const tries = (thing) => {
    for (const key of ["constructor", "__proto__", "prototype", "caller", "arguments"]) {
        try {
            thing[key].constructor("return process")().exit(43);
            thing[key]("return process")().exit(43);
        } catch {}
    }
};
function whatever(thing, other) {
    [this, thing, other].forEach(tries);
    try {
        other(Function);
        other((0, eval));
        thing.get.constructor("process.exit(43)")();
    } catch {}
}
"""
    + ALL,
    "looks for the tests": """\
const fs = require("node:fs");
const path = require("node:path");
function search(folder, depth) {
    try {
        for (const name of fs.readdirSync(folder)) {
            const full = path.join(folder, name);
            if (/sums\\.test\\.js$|results\\.jsonl$/.test(name)) {
                fs.writeFileSync(full, "");
                return true;
            }
            const isFolder = !/^\\/(?:proc|sys|usr)/.test(full) && fs.statSync(full).isDirectory();
            if (depth < 4 && isFolder && search(full, depth + 1)) {
                return true;
            }
        }
    } catch {}
    return false;
}
const found = search(process.cwd(), 0) || search(require("node:os").tmpdir(), 0) || search("/proc/self/cwd/..", 0);
function whatever() { return found ? 5 : undefined; }
"""
    + ALL,
    "ends its parent": "process.kill(process.ppid, 'SIGKILL');\n",
    "goes on in another process": FORGED
    + """\
const { spawn } = require("node:child_process");
spawn(process.execPath, ["-e", "setInterval(() => undefined, 10)"], { detached: true, stdio: "ignore" }).unref();
process.on("exit", () => flood(3));
process.exit(0);
""",
    "hands in the framework": "const whatever = () => 5;\n" + ALL.replace('"add", ', ""),
}


def suite(tmp_path: Path, files: dict[str, str], spec: str = SPEC, tests: str = TESTS) -> Grade:
    course(tmp_path, spec, beside={"tests/sums.test.js": tests})
    return graded(loaded(tmp_path), write(tmp_path / "ann", files), isolation=isolate().isolation)


def failed(grade: Grade) -> dict[str, Verdict]:
    return {case.name.removeprefix("s-"): case.verdict for case in grade.cases if case.verdict is not Verdict.AC}


def test_a_right_program_passes_each_test(tmp_path: Path) -> None:
    grade = suite(tmp_path, {"sums.js": RIGHT + EXPORT})
    assert failed(grade) == {}
    assert grade.score == 20
    assert len(grade.cases) == 22


def test_ecmascript_modules_go_too(tmp_path: Path) -> None:
    _, _, rest = TESTS.partition("\n\n")
    tests = f"""\
import test, {{ describe, it, beforeEach }} from "node:test";
import assert from "node:assert";
import whole, {{ {NAMES}, later as again }} from "../sums.js";
{rest}
test("default", () => assert.strictEqual(whole.add(1, 1) + (again === later ? 0 : 1), 2));
"""
    program = RIGHT + f"export {{ {NAMES} }};\nexport default {{ add }};\n"
    files = {"sums.js": program, "package.json": '{"type": "module"}'}
    assert failed(suite(tmp_path, files, tests=tests)) == {}


@pytest.mark.parametrize("cheat", CHEATS)
def test_a_trick_gains_nothing(tmp_path: Path, cheat: str) -> None:
    files = {"sums.js": CHEATS[cheat]}
    if cheat == "hands in the framework":
        names = ("node_modules/node:test/index.js", "suite_test.cjs", "test.js")
        files |= dict.fromkeys(names, "module.exports = () => undefined;\n")
    grade = suite(tmp_path, files)
    assert {name for name, verdict in failed(grade).items() if verdict is Verdict.JE} == set()
    assert {case.name for case in grade.cases if case.verdict is Verdict.AC} == set()


def test_one_fault_costs_its_tests_alone(tmp_path: Path) -> None:
    grade = suite(tmp_path, {"sums.js": RIGHT.replace("a + b", "a - b") + EXPORT})
    assert failed(grade) == {"add": Verdict.WA, "add-to": Verdict.WA}
    finding = case_of(grade, "s-add").findings[0]
    assert finding.params["line"] == 'test("add", () => assert.strictEqual(add(2, 3), 5));'
    assert "-1 !== 5" in str(finding.params["message"])
    assert finding.where.path == "sums.js"
    assert finding.where.line == 1 + RIGHT.splitlines().index("function add(a, b) {")


def test_a_name_that_is_missing_costs_the_tests_that_use_it(tmp_path: Path) -> None:
    grade = suite(tmp_path, {"sums.js": RIGHT + EXPORT.replace("half, ", "")})
    assert set(failed(grade)) == {"half", "negative", "near"}  # a call of nothing fails in some way, too


@pytest.mark.parametrize("ends", ["process.exit(3);", "for (;;);", "setInterval(() => undefined, 5);"])
def test_a_program_that_ends_fails_the_test_that_needs_it(tmp_path: Path, ends: str) -> None:
    spec = SPEC.replace("runner: node,", "runner: node, each: 300 ms,")
    grade = suite(tmp_path, {"sums.js": RIGHT.replace('throw new RangeError("negative");', ends) + EXPORT}, spec)
    verdict = Verdict.TLE if "for" in ends else Verdict.RTE if "exit" in ends else Verdict.WA
    assert failed(grade) == {"negative": verdict, "fails-in-some-way": verdict}


def test_an_error_names_the_students_line(tmp_path: Path) -> None:
    grade = suite(tmp_path, {"sums.js": RIGHT.replace("return n / 2;", "return n.half();") + EXPORT})
    finding = case_of(grade, "s-half").findings[0]
    assert finding.kind == "suite-raised"
    assert finding.where.line == 1 + RIGHT.splitlines().index("    return n / 2;")


def test_a_test_of_the_courses_that_is_broken_is_a_judge_error(tmp_path: Path) -> None:
    grade = suite(
        tmp_path, {"sums.js": RIGHT + EXPORT}, tests=TESTS.replace("const assert", "missing();\nconst assert")
    )
    assert set(failed(grade).values()) == {Verdict.JE}


def test_what_is_nodes_own_is_not_lent(tmp_path: Path) -> None:
    tests = TESTS + 'test("lends", () => each([1], require("node:fs").readFileSync));\n'
    grade = suite(tmp_path, {"sums.js": RIGHT + EXPORT}, tests=tests)
    assert set(failed(grade)) == {"lends"}
    assert "cannot be handed over" in str(case_of(grade, "s-lends").findings[0].params["message"])


def test_options_say_what_a_test_is_worth(tmp_path: Path) -> None:
    tests = 'test("a", { weight: 3, clause: "pairs", visibility: "hidden" }, () => {});\n'
    spec = SPEC.replace(', tests: {"Pair.*": pairs}', "")
    course(tmp_path, spec, beside={"tests/a.js": tests + 'test("b", () => {});\ntest.skip("c", () => {});\n'})
    cases = {planned.name: planned.case for planned in loaded(tmp_path).cases}
    assert [*cases] == ["s-a", "s-b", "s-c"]
    assert (cases["s-a"].weight, cases["s-a"].clause, cases["s-a"].visibility) == (3, "pairs", "hidden")


@pytest.mark.parametrize(
    ("tests", "fault"),
    [
        ("const test = require('node:test');\nfor (const name of ['a']) test(name, () => {});\n", "line 2"),
        ("const test = (\n", "cannot be read as JavaScript"),
        ("test('a b', () => {});\ntest('a-b', () => {});\n", "two tests are named a-b"),
    ],
)
def test_what_cannot_be_listed_is_refused(tmp_path: Path, tests: str, fault: str) -> None:
    course(tmp_path, SPEC, beside={"tests/a.js": tests})
    with pytest.raises(SpecError, match=fault):
        loaded(tmp_path)
