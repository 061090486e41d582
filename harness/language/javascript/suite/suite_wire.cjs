// Values as JSON and back, for both processes of a suite. What a message holds is taken for nothing but values:
// whatever does not fit throws.
"use strict";

const { types } = require("node:util");
const { Malformed } = require("./suite_lines.cjs");
const {
    ERRORS, FUNCTIONS, FUNCTION_NAMES, HOLE, INTRINSICS, INTRINSIC_NAMES, SYMBOLS, SYMBOL_NAMES,
    containerKind, empty, fill, propertiesOf, taken, typedArray,
} = require("./suite_values.cjs");

const { isArray } = Array;
const { defineProperty, freeze, getOwnPropertyDescriptor, getPrototypeOf, isFrozen } = Object;
const { ownKeys } = Reflect;
const { stringify } = JSON;

/** Writes and reads values. `refer` and `resolve` are for what is no plain value. */
class Codec {
    /** `first`: the number of this side's first container, and the step to its next. */
    constructor(first, isTests, refer, resolve) {
        Object.assign(this, { next: first, isTests, refer, resolve });
        this.numbers = new Map();
        this.containers = new Map();
        this.contents = new Map();
    }

    encode(value) {
        switch (typeof value) {
            case "string":
            case "boolean":
                return value;
            case "undefined":
                return ["u"];
            case "bigint":
                return ["n", String(value)];
            case "number":
                return Number.isFinite(value) && !Object.is(value, -0) ? value : ["f", Object.is(value, -0) ? "-0" : String(value)];
            case "symbol":
                return SYMBOL_NAMES.has(value) ? ["y", SYMBOL_NAMES.get(value)] : this.refer(value);
            default:
        }
        if (value === null) {
            return null;
        }
        if (INTRINSIC_NAMES.has(value)) {
            return ["i", INTRINSIC_NAMES.get(value)];
        }
        if (this.isTests && FUNCTION_NAMES.has(value)) {
            return ["i", FUNCTION_NAMES.get(value)];
        }
        return typeof value === "function" ? this.refer(value) : this.encodeObject(value);
    }

    encodeObject(value) {
        if (this.numbers.has(value)) {
            return ["s", this.numbers.get(value)];
        }
        const kind = containerKind(value);
        if (kind !== undefined) {
            const number = this.next;
            this.next += 2;
            this.learn(number, value);
            return ["s", number];
        }
        if (types.isProxy(value)) {
            return this.refer(value);
        }
        const prototype = getPrototypeOf(value);
        if (types.isDate(value) && prototype === Date.prototype) {
            return ["d", String(value.getTime())];
        }
        if (types.isRegExp(value) && prototype === RegExp.prototype) {
            return ["r", value.source, value.flags];
        }
        if (types.isTypedArray(value) && INTRINSIC_NAMES.has(prototype)) {
            const bytes = Buffer.from(value.buffer, value.byteOffset, value.byteLength);
            return ["t", INTRINSIC_NAMES.get(prototype).replace(".prototype", ""), bytes.toString("base64")];
        }
        if (types.isNativeError(value) && ERRORS.has(INTRINSICS.get(INTRINSIC_NAMES.get(prototype)?.replace(".prototype", "")))) {
            return ["e", INTRINSIC_NAMES.get(prototype).replace(".prototype", ""), this.errorParts(value)];
        }
        return this.refer(value);
    }

    /** The message, and what else an error holds. */
    errorParts(error) {
        const names = ownKeys(error).filter((name) => typeof name === "string" && name !== "stack");
        const described = names.map((name) => [name, getOwnPropertyDescriptor(error, name)]);
        return described.filter(([, each]) => "value" in each).map(([name, each]) => [name, this.encode(each.value), each.enumerable]);
    }

    decode(said) {
        if (said === null || typeof said !== "object") {
            return said;
        }
        switch (said[0]) {
            case "u":
                return undefined;
            case "n":
                return BigInt(said[1]);
            case "f":
                return Number(said[1]);
            case "y":
                return taken(SYMBOLS, said[1]);
            case "i":
                return INTRINSICS.has(said[1]) ? INTRINSICS.get(said[1]) : this.functionNamed(said[1]);
            case "s":
                return taken(this.containers, said[1]);
            case "d":
                return new Date(Number(said[1]));
            case "r":
                return new RegExp(String(said[1]), String(said[2]));
            case "t":
                return typedArray(said[1], Buffer.from(said[2], "base64"));
            case "e":
                return this.error(said[1], said[2]);
            default:
                return this.resolve(said);
        }
    }

    /** One of JavaScript's own functions; the tests take none from the program. */
    functionNamed(name) {
        if (this.isTests) {
            throw new Malformed("no function crosses so");
        }
        return taken(FUNCTIONS, name);
    }

    error(name, parts) {
        const kind = taken(INTRINSICS, name);
        if (!ERRORS.has(kind)) {
            throw new Malformed("no error");
        }
        const error = kind === AggregateError ? new AggregateError([]) : new kind();
        for (const [key, value, enumerable] of parts) {
            if (typeof key !== "string") {
                throw new Malformed("no name");
            }
            defineProperty(error, key, { value: this.decode(value), enumerable: enumerable === true, configurable: true, writable: true });
        }
        return error;
    }

    learn(number, value) {
        this.numbers.set(value, number);
        this.containers.set(number, value);
    }

    /** The containers whose content the other side does not know yet. */
    changes() {
        const changed = [];
        for (const [number, value] of this.containers) {
            const said = this.content(value);
            const text = stringify(said);
            if (this.contents.get(number) !== text) {
                changed.push([number, said, text]);
            }
        }
        changed.forEach(([number, , text]) => this.contents.set(number, text)); // only when all could be written
        return changed.map(([number, said]) => [number, ...said]);
    }

    /** Kind, content and whether it is frozen. */
    content(value) {
        const kind = containerKind(value) ?? "object";
        if (kind === "array") {
            return [kind, Array.from(value, (item, at) => (at in value ? this.encode(item) : HOLE)), isFrozen(value)];
        }
        const entries = kind === "map" ? [...value] : kind === "set" ? [...value].map((item) => [item, 0]) : propertiesOf(value);
        return [kind, entries.map(([key, item]) => [this.encode(key), this.encode(item)]), isFrozen(value)];
    }

    /** Take over what the other side has changed. */
    update(changed) {
        for (const [number, kind] of changed) {
            if (!Number.isInteger(number)) {
                throw new Malformed("no number");
            }
            if (!this.containers.has(number)) {
                this.learn(number, empty(kind));
            }
        }
        for (const [number, kind, content, frozen] of changed) {
            const container = this.containers.get(number);
            fill(container, kind, content.map((item) => (kind === "array" ? this.item(item) : [this.decode(item[0]), this.decode(item[1])])));
            if (frozen) {
                freeze(container);
            }
        }
        for (const [number] of changed) {
            this.contents.set(number, stringify(this.content(this.containers.get(number))));
        }
    }

    item(said) {
        return isArray(said) && said[0] === HOLE[0] ? HOLE : this.decode(said);
    }

    /** Forget the containers above this number; return them, so that the other side does too. */
    forget(numbers) {
        for (const number of numbers) {
            this.numbers.delete(this.containers.get(number));
            this.containers.delete(number);
            this.contents.delete(number);
        }
    }
}

module.exports = { Codec };
