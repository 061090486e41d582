// The tests' end of the pipes. What the program says is untrusted: a message that is none, or an end of the program,
// fails the test that was under way, whatever the test makes of the exception.
"use strict";

const { Lines, Malformed, ProgramEnded } = require("./suite_lines.cjs");
const { Mirrors } = require("./suite_mirror.cjs");
const { Codec } = require("./suite_wire.cjs");

const WALL_FACTOR = 10;
const LEAST_WALL_S = 30;
const MOST_ASKED = 100_000;
const DEEPEST = 200;
const LIMITS = { 24: "cpu", 14: "wall" }; // by the signals of the watchdog
const LOOKS = new Set(["load", "begin", "where", "turn"]);

/** A student's program that answers, and the mirrors of its things. */
class Program {
    constructor(each, turns) {
        Object.assign(this, { each, turns, lines: new Lines(0, 1), mirrors: new Mirrors(this) });
        this.generation = this.number = this.polling = 0;
        this.isOver = false;
        this.failedLoads = new Set();
        this.waiting = new Map();
        this.promised = this.depth = 0;
        this.before = new Set();
        this.outcomes = [];
        this.isTest = false;
        this.frames = new WeakMap();
        this.faulted = () => undefined;
        this.renew();
    }

    /** Forget what the program before knew. */
    renew() {
        this.generation += 1;
        this.dropped = [];
        this.inTest = [];
        this.mirrors.known.clear();
        this.codec = new Codec(1, true, (value) => this.mirrors.refer(value), (said) => this.mirrors.resolve(said));
        this.giveUp();
    }

    /** No promise of the program is settled any more. */
    giveUp() {
        this.waiting.forEach(({ reject }) => reject(new ProgramEnded()));
        this.waiting.clear();
    }

    /** A module of the program's as a whole; what is got from it is found again in a new program. */
    load(file) {
        let whole;
        try {
            [, whole] = this.request("load", file);
        } catch (error) {
            this.failedLoads.add(error);
            throw error;
        }
        this.mirrors.comesFrom(whole, { file });
        if (Object(whole) === whole && !this.mirrors.records.has(whole)) {
            Object.keys(whole).forEach((key) => this.mirrors.comesFrom(whole[key], { file, key }));
        }
        return whole;
    }

    /** The names that a module exports; none where it cannot be loaded, which the tests see when they import it. */
    names(file) {
        try {
            return this.request("load", file)[0].map(String);
        } catch {
            return [];
        }
    }

    /** Where an error of the program's came from; undefined where it is none. */
    framesOf(error) {
        return Object(error) === error ? this.frames.get(error) : undefined;
    }

    /** Where a function of the program's stands, if this line of the tests names it. */
    whereIs(called, line) {
        const { fault, faulted } = this;
        this.faulted = () => undefined; // whatever comes of it is no fault of a test
        try {
            const name = called === undefined ? "" : String(called.name).replace(/^bound /, "");
            const where = name && line.includes(name) ? this.request("where", called) : null;
            return where ? [[String(where[0]), Number(where[1]), ""]] : [];
        } catch {
            return [];
        } finally {
            Object.assign(this, { fault, faulted });
        }
    }

    /** Begin a test: its fault is known from now on, and its time counts. */
    beginTurn() {
        this.fault = undefined;
        this.called = undefined;
        this.dropped.push(...this.inTest);
        this.inTest = [];
        if (!this.isOver) {
            try {
                this.request("begin", this.each, Math.max(LEAST_WALL_S, WALL_FACTOR * this.each));
            } catch {
                this.fault = this.isOver ? this.fault : undefined; // it ended between two tests, and there is a new one
            }
        }
        this.before = new Set(this.codec.containers.keys());
        this.isTest = true;
    }

    /** A test is over: what crossed in it is forgotten with the next message. */
    endTurn() {
        this.isTest = false;
        this.waiting.clear();
        this.inTest = [...this.codec.containers.keys()].filter((number) => !this.before.has(number));
    }

    request(op, ...given) {
        if (this.isOver) {
            this.end({});
        }
        if (!LOOKS.has(op)) {
            this.turns.use();
        }
        const message = this.message(op, given);
        this.depth += 1;
        try {
            return this.exchange(message);
        } catch (error) {
            if (error instanceof Answered) {
                throw error.error;
            }
            if (error instanceof ProgramEnded) {
                throw error;
            }
            this.isOver = true;
            this.giveUp();
            return this.end({});
        } finally {
            this.depth -= 1;
        }
    }

    end(end) {
        this.fault = { end };
        this.faulted(this.fault);
        throw new ProgramEnded();
    }

    message(op, given) {
        const drop = this.dropped;
        this.codec.forget(drop);
        const said = given.map((each) => this.codec.encode(each));
        const shared = this.codec.changes();
        this.dropped = [];
        return { op, n: (this.number += 1), given: said, drop, shared };
    }

    exchange(message) {
        this.lines.send(message);
        for (let asked = 0; asked < MOST_ASKED; asked += 1) {
            const answer = this.lines.receive();
            if (answer === null) {
                throw new Malformed("no answer");
            }
            if ("ended" in answer) {
                this.renew();
                this.end(endOf(answer.ended));
            }
            this.codec.update(answer.shared);
            if ("ask" in answer) {
                this.reply(answer);
            } else if (answer.n === message.n) {
                return this.result(answer);
            }
        }
        throw new Malformed("no answer");
    }

    result(message) {
        if (!("raised" in message)) {
            return this.codec.decode(message.value);
        }
        const error = this.codec.decode(message.raised);
        const frames = message.frames.map(([file, line, name]) => [String(file), Number(line), String(name)]);
        if (Object(error) === error) {
            this.frames.set(error, frames);
        }
        throw new Answered(error);
    }

    reply(message) {
        const given = message.given.map((each) => this.codec.decode(each));
        let said;
        try {
            if (this.depth > DEEPEST) {
                throw new RangeError("Maximum call stack size exceeded");
            }
            said = { value: this.codec.encode(this.answer(message.ask, message.target, given)) };
        } catch (error) {
            if (error instanceof ProgramEnded || error instanceof Malformed) {
                throw error;
            }
            said = { raised: this.codec.encode(error) };
        }
        this.lines.send({ ...said, shared: this.codec.changes() });
    }

    answer(op, target, given) {
        if (op === "console" && ["log", "info", "debug", "warn", "error"].includes(target)) {
            return void console[target](...given);
        }
        if (op === "write" && ["stdout", "stderr"].includes(target)) {
            return void process[target].write(String(given[0]));
        }
        return this.mirrors.answer(op, target, given);
    }

    /** Give the program time while a promise of its own is waited for, or a function was lent to it. */
    keepTurning() {
        if (this.polling === 0) {
            this.polling = 1;
            setImmediate(() => this.turn());
        }
    }

    turn() {
        this.polling = 0;
        const outcomes = this.outcomes;
        this.outcomes = [];
        this.promised -= outcomes.length;
        let isActive = false;
        try {
            const [settled, said] = this.request("turn", outcomes);
            isActive = said === true;
            settled.forEach(([number, isFulfilled, value]) => this.settle(number, isFulfilled === true, value));
            const isIdle = !isActive && settled.length === 0 && outcomes.length === 0 && this.promised === 0;
            if (isIdle && !process.getActiveResourcesInfo().includes("Timeout")) {
                const error = new Error("the promise is never settled");
                [...this.waiting.keys()].forEach((number) => this.settle(number, false, error));
            }
        } catch {
            isActive = false; // the fault is known
        }
        if (this.waiting.size > 0 || (this.isTest && isActive)) {
            this.keepTurning();
        }
    }

    settle(number, isFulfilled, value) {
        const promise = this.waiting.get(number);
        this.waiting.delete(number);
        (isFulfilled ? promise?.resolve : promise?.reject)?.(value);
    }
}

/** What the program raised, on its way through our own code. */
class Answered extends Error {
    constructor(error) {
        super("raised");
        this.error = error;
    }
}

function endOf(said) {
    const end = {};
    for (const name of ["status", "signal"]) {
        if (Number.isInteger(said?.[name])) {
            end[name] = said[name];
        }
    }
    const limit = LIMITS[end.signal] ?? (said?.limit === "memory" ? "memory" : undefined);
    return limit === undefined ? end : { limit };
}

module.exports = { Program };
