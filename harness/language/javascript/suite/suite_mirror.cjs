// Mirrors of what the program holds, and what of the tests' things it may ask for.
"use strict";

const { builtinModules } = require("node:module");
const { types } = require("node:util");
const { Malformed, ProgramEnded } = require("./suite_lines.cjs");

const NEVER = new Set(["constructor", "__proto__", "prototype"]);

/** The mirrors of one program after the other. */
class Mirrors {
    constructor(program) {
        this.program = program;
        this.records = new WeakMap();
        this.lent = [];
        this.lentNumbers = new Map();
        this.known = new Map();
    }

    refer(value) {
        const record = this.records.get(value);
        if (record !== undefined) {
            return ["k", this.current(record)];
        }
        if (typeof value === "symbol" || isOfNode(value)) {
            throw new TypeError(`${String(value).slice(0, 60)} is Node's own and cannot be handed over; write a function around it`);
        }
        if (!this.lentNumbers.has(value)) {
            const number = this.lent.push(value) - 1;
            this.lentNumbers.set(value, number);
            if (types.isPromise(value)) {
                this.program.promised += 1;
                const settle = (isFulfilled) => (result) => (this.program.outcomes.push([number, isFulfilled, result]), this.program.keepTurning());
                value.then(settle(true), settle(false));
            }
        }
        this.program.keepTurning();
        return ["l", this.lentNumbers.get(value), typeof value === "function" ? "f" : types.isPromise(value) ? "p" : "o"];
    }

    /** The number of a thing in the program of now: what was imported is got again from a new one. */
    current(record) {
        if (record.generation !== this.program.generation) {
            if (record.origin === undefined) {
                throw new ProgramEnded();
            }
            const { file, parent, key } = record.origin;
            const whole = parent ?? this.program.request("load", file)[1];
            const again = key === undefined ? whole : parent === undefined ? whole[key] : this.program.request("get", parent, key);
            const fresh = this.records.get(again);
            if (fresh === undefined) {
                throw new ProgramEnded();
            }
            Object.assign(record, { generation: this.program.generation, number: fresh.number });
            this.known.set(record.number, record.mirror);
        }
        return record.number;
    }

    resolve(said) {
        const [tag, number, kind, name] = said;
        if (tag === "l") {
            if (!(number in this.lent)) {
                throw new Malformed("nothing is lent so");
            }
            return this.lent[number];
        }
        if (tag !== "k" || !Number.isInteger(number)) {
            throw new Malformed("no thing");
        }
        if (!this.known.has(number)) {
            this.known.set(number, this.mirror(number, String(kind), String(name)));
        }
        return this.known.get(number);
    }

    mirror(number, kind, name) {
        const record = { generation: this.program.generation, number, kept: new Map() };
        if (kind === "promise") {
            record.mirror = new Promise((resolve, reject) => this.program.waiting.set(number, { resolve, reject }));
            this.program.keepTurning();
        } else if (kind === "symbol") {
            return Symbol(name);
        } else {
            record.mirror = new Proxy(targetOf(kind, name), this.traps(record));
        }
        this.records.set(record.mirror, record);
        return record.mirror;
    }

    /** Where a thing was got from, so that it is found again in a new program. */
    comesFrom(value, origin) {
        const record = this.records.get(value);
        if (record !== undefined && record.origin === undefined) {
            record.origin = origin;
        }
        return value;
    }

    traps(record) {
        const ask = (op, ...given) => this.program.request(op, record.mirror, ...given);
        return {
            get: (_, key) => {
                if (key === Symbol.hasInstance) {
                    return Function.prototype[Symbol.hasInstance];
                }
                if (record.origin !== undefined && typeof key === "string") {
                    return this.comesFrom(ask("get", key), { parent: record.mirror, key });
                }
                return key === Symbol.toPrimitive ? this.primitive(record) : ask("get", key);
            },
            set: (_, key, value) => (record.kept.clear(), ask("set", key, value)),
            has: (_, key) => ask("has", key),
            deleteProperty: (_, key) => ask("delete", key),
            ownKeys: (target) => [...new Set([...ask("keys"), ...fixedKeys(target)])],
            getOwnPropertyDescriptor: (target, key) => {
                const said = ask("describe", key);
                const fixed = Reflect.getOwnPropertyDescriptor(target, key);
                const isFixed = fixed !== undefined && !fixed.configurable;
                if (said === undefined) {
                    return isFixed ? fixed : undefined;
                }
                const [value, enumerable, isGot] = said;
                const content = isGot ? ask("get", key) : value;
                const isShown = isFixed ? fixed.enumerable : enumerable === true;
                const descriptor = { value: content, writable: true, enumerable: isShown, configurable: !isFixed };
                Object.defineProperty(target, key, descriptor); // the messages of assertions look behind a proxy
                return descriptor;
            },
            defineProperty: (_, key, descriptor) => ask("define", key, descriptor.value),
            getPrototypeOf: (target) => {
                const prototype = ask("prototype");
                const above = Object(prototype) === prototype ? prototype : null;
                return typeof target === "object" && !Array.isArray(target) && Object.setPrototypeOf(target, above), above;
            },
            setPrototypeOf: () => false,
            preventExtensions: () => false,
            apply: (_, self, given) => {
                this.program.called = record.mirror;
                this.records.get(self)?.kept.clear();
                return ask("call", self, given);
            },
            construct: (_, given, newTarget) => {
                if (newTarget !== record.mirror) {
                    throw new TypeError("a class of the tests cannot derive from one of the program's");
                }
                this.program.called = record.mirror;
                return ask("new", given);
            },
        };
    }

    /** How an object becomes a number or a text: asked once until it changes, so that it has one value at a time. */
    primitive(record) {
        return (hint) => {
            if (!record.kept.has(hint)) {
                const own = this.program.request("get", record.mirror, Symbol.toPrimitive);
                const names = hint === "string" ? ["toString", "valueOf"] : ["valueOf", "toString"];
                const usual = names.map((name) => () => record.mirror[name]?.());
                const ways = typeof own === "function" ? [() => own.call(record.mirror, hint)] : usual;
                const value = ways.reduce((found, way) => (Object(found) === found ? way() : found), record.mirror);
                if (Object(value) === value) {
                    throw new TypeError("Cannot convert object to primitive value");
                }
                record.kept.set(hint, value);
            }
            return record.kept.get(hint);
        };
    }

    /** What the program asks of a thing that was lent to it: to be called, or for what the tests gave it. */
    answer(op, target, given) {
        const thing = this.lent[target];
        if (thing === undefined) {
            throw new Malformed("nothing is lent so");
        }
        if (op === "call" && typeof thing === "function") {
            return Reflect.apply(thing, given[0], given[1]);
        }
        const name = String(given[0]);
        if (typeof thing === "function" || NEVER.has(name) || !isOwnName(thing, name)) {
            return undefined;
        }
        if (op === "get") {
            return thing[name];
        }
        thing[name] = given[1];
        return true;
    }
}

/** Whether something belongs to Node and not to the tests: with it the program would reach out of its sandbox. */
function isOfNode(value) {
    if (typeof value === "function" && !types.isProxy(value) && /\{ \[native code\] \}$/.test(Function.prototype.toString.call(value))) {
        return true;
    }
    nodesOwn ??= reachable([globalThis, ...builtinModules.map((name) => require(name))]);
    return nodesOwn.has(value);
}

let nodesOwn;

function reachable(pending) {
    const seen = new Set(pending);
    while (pending.length > 0) {
        const each = pending.pop();
        const values = Reflect.ownKeys(each).flatMap((key) => Object.values(Reflect.getOwnPropertyDescriptor(each, key)));
        for (const value of [...values, Object.getPrototypeOf(each)]) {
            if (Object(value) === value && !seen.has(value) && !types.isProxy(value)) {
                seen.add(value);
                pending.push(value);
            }
        }
    }
    return seen;
}

function targetOf(kind, name) {
    const target = { class: function () {}, function: () => undefined, array: [] }[kind] ?? {};
    if (typeof target === "function") {
        Object.defineProperty(target, "name", { value: name, configurable: true });
    }
    return target;
}

function fixedKeys(target) {
    return Reflect.ownKeys(target).filter((key) => !Reflect.getOwnPropertyDescriptor(target, key).configurable);
}

/** Whether a name is one that the tests gave their object, or its class. */
function isOwnName(thing, name) {
    for (let each = thing; each !== null && each !== Object.prototype; each = Object.getPrototypeOf(each)) {
        if (Object.hasOwn(each, name)) {
            return true;
        }
    }
    return false;
}

module.exports = { Mirrors };
