// Writes down what came of each test, a line of JSON each. It is Node's reporter: it sees what the runner decided.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { AssertionError } = require("node:assert");
const { fileURLToPath } = require("node:url");
const { ProgramEnded } = require("./suite_lines.cjs");
const { chosenName } = require("./suite_test.cjs");

const LONGEST = 2000;
const DONE = 43;
const FRAME = /\(?((?:file:\/\/)?\/[^()]*?):(\d+):\d+\)?$/;

/** How long the tests' own process may compute, and whether something of the student's was used meanwhile. */
class Turns {
    constructor(file, watchdog, settings) {
        Object.assign(this, { file, watchdog, settings, name: "", isUsed: false, isShared: false });
        this.begin("");
    }

    begin(name) {
        this.name = name;
        this.note(this.isShared);
        this.watchdog.begin(name === "" ? this.settings.between : this.settings.test, Infinity);
    }

    use() {
        this.isShared ||= this.name === "";
        if (!this.isUsed) {
            this.note(true);
        }
    }

    note(isUsed) {
        this.isUsed = isUsed;
        append(this.file, { begun: this.name, used: isUsed });
    }
}

/** What is wrong with each test that is asked for. */
class Results {
    constructor(file, folder, program, dynamic) {
        Object.assign(this, { file, folder, program, dynamic, wrong: new Map(), passed: new Set(), faults: new Map(), called: new Map() });
    }

    /** A test with parameters passes when all of its runs do: it is written down at the end. */
    end(name, details) {
        if (details === undefined) {
            this.passed.add(name);
        } else if (!this.wrong.has(name)) {
            this.wrong.set(name, details);
        }
        if (!this.dynamic.has(name)) {
            this.write(name);
        }
    }

    write(name) {
        const wrong = this.wrong.get(name);
        append(this.file, { test: name, passed: wrong === undefined && this.passed.has(name), ...wrong });
    }

    broken(file, error) {
        const details = this.details(error, error instanceof ProgramEnded ? this.program.fault : undefined);
        const isStudents = details.why === "ended" || this.program.failedLoads.has(error) || this.program.framesOf(error) !== undefined;
        append(this.file, { file: path.relative(this.folder, file), broken: !isStudents, ...details });
    }

    details(error, fault, called) {
        const line = this.line(error);
        if (fault !== undefined || error instanceof ProgramEnded) {
            return { why: "ended", end: fault?.end ?? {}, line, frames: [] };
        }
        const frames = this.program.framesOf(error) ?? this.program.whereIs(called, line);
        const why = error instanceof AssertionError ? "assertion" : "raised";
        return { why, error: textOf(() => error.name), message: textOf(() => error.message ?? error), line, frames };
    }

    /** The innermost line of the course's files that an exception passed. */
    line(error) {
        const stack = error instanceof Error ? textOf(() => error.stack, Infinity) : "";
        for (const text of stack.split("\n")) {
            const match = FRAME.exec(text.trim());
            const file = match?.[1].startsWith("file:") ? fileURLToPath(match[1]) : match?.[1];
            if (file?.startsWith(`${this.folder}/`)) {
                return (fs.readFileSync(file, "utf8").split("\n")[match[2] - 1] ?? "").trim().slice(0, LONGEST);
            }
        }
        return "";
    }

    /** Take the runner's word for each test, then end the process. */
    async *report(events) {
        for await (const { type, data } of events) {
            const name = type === "test:pass" || type === "test:fail" ? chosenName(data.name) : undefined;
            if (name === undefined) {
                continue;
            }
            const fault = this.faults.get(data.name);
            const isSkipped = data.skip !== undefined || data.todo !== undefined;
            if (type === "test:fail") {
                this.end(name, this.details(data.details.error.cause ?? data.details.error, fault, this.called.get(data.name)));
            } else if (fault !== undefined) {
                this.end(name, this.details(undefined, fault));
            } else {
                this.end(name, isSkipped ? { why: "skipped", message: String(data.skip ?? data.todo) } : undefined);
            }
        }
        this.dynamic.forEach((name) => this.write(name));
        process.exit(DONE);
    }
}

function textOf(get, longest = LONGEST) {
    try {
        return String(get()).slice(0, longest);
    } catch {
        return "";
    }
}

function append(file, entry) {
    fs.appendFileSync(file, `${JSON.stringify(entry)}\n`);
}

let current;

module.exports = (events) => current.report(events);
Object.assign(module.exports, { Results, Turns, use: (results) => void (current = results) });
