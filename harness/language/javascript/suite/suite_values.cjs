// What of JavaScript's own both processes of a suite know by name, and containers that cross by their content.
// Built-in objects are taken before the student's code is loaded.
"use strict";

const { types } = require("node:util");
const { Malformed } = require("./suite_lines.cjs");

const { isArray } = Array;
const { defineProperty, getOwnPropertyDescriptor, getOwnPropertyDescriptors, getPrototypeOf, isFrozen } = Object;
const { ownKeys } = Reflect;
/** Stands for no item, in an array with holes. */
const HOLE = ["h"];

const CONSTRUCTORS = {
    Object, Array, Map, Set, WeakMap, WeakSet, Promise, Date, RegExp, Number, String, Boolean, Symbol, BigInt, ArrayBuffer,
    Buffer, Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError,
    Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array,
    Float64Array, BigInt64Array, BigUint64Array, Function,
};
const ERRORS = new Set([Error, AggregateError, EvalError, RangeError, ReferenceError, SyntaxError, TypeError, URIError]);
const INTRINSICS = new Map();
for (const [name, value] of Object.entries(CONSTRUCTORS)) {
    INTRINSICS.set(`${name}.prototype`, value.prototype);
    if (value !== Function) {
        INTRINSICS.set(name, value); // Function makes code of texts: it never crosses
    }
}
const INTRINSIC_NAMES = new Map([...INTRINSICS].map(([name, value]) => [value, name]));
/** Functions of JavaScript's own that the tests may hand over: the program gets its own ones. */
const FUNCTIONS = new Map();
for (const holder of ["Math", "JSON", "Number", "String", "Object", "Array", "Date"]) {
    for (const [name, { value }] of Object.entries(getOwnPropertyDescriptors(globalThis[holder]))) {
        if (typeof value === "function") {
            FUNCTIONS.set(`${holder}.${name}`, value);
        }
    }
}
for (const name of ["parseInt", "parseFloat", "isNaN", "isFinite"]) {
    FUNCTIONS.set(name, globalThis[name]);
}
const FUNCTION_NAMES = new Map([...FUNCTIONS].map(([name, value]) => [value, name]));
const SYMBOLS = new Map(
    ownKeys(Symbol).filter((name) => typeof Symbol[name] === "symbol").map((name) => [name, Symbol[name]]),
);
const SYMBOL_NAMES = new Map([...SYMBOLS].map(([name, value]) => [value, name]));

/** What kind of container crosses by its content; undefined where a value is none. */
function containerKind(value) {
    if (types.isProxy(value)) {
        return undefined; // a mirror, or one of the student's own
    }
    const prototype = getPrototypeOf(value);
    if (isArray(value)) {
        return prototype === Array.prototype ? "array" : undefined;
    }
    if (types.isMap(value)) {
        return prototype === Map.prototype ? "map" : undefined;
    }
    if (types.isSet(value)) {
        return prototype === Set.prototype ? "set" : undefined;
    }
    if (prototype !== Object.prototype && prototype !== null) {
        return undefined;
    }
    const plain = ownKeys(value).every((key) => {
        const described = getOwnPropertyDescriptor(value, key);
        return typeof key === "string" && "value" in described && described.enumerable;
    });
    return plain && !types.isExternal(value) && !INTRINSIC_NAMES.has(value) ? (prototype ? "object" : "bare") : undefined;
}

function propertiesOf(object) {
    return ownKeys(object).filter((key) => typeof key === "string").map((key) => [key, getOwnPropertyDescriptor(object, key).value]);
}

function taken(map, key) {
    if (!map.has(key)) {
        throw new Malformed("nothing of that name");
    }
    return map.get(key);
}

function typedArray(name, bytes) {
    const kind = taken(INTRINSICS, name);
    if (kind === Buffer) {
        return bytes;
    }
    if (!("BYTES_PER_ELEMENT" in kind)) {
        throw new Malformed("no array");
    }
    return new kind(new Uint8Array(bytes).buffer);
}

function empty(kind) {
    switch (kind) {
        case "array":
            return [];
        case "map":
            return new Map();
        case "set":
            return new Set();
        case "bare":
            return Object.create(null);
        default:
            return {};
    }
}

/** Give a container this content; one that is frozen keeps its own. */
function fill(container, kind, content) {
    if (isFrozen(container)) {
        return;
    }
    if (isArray(container) !== (kind === "array")) {
        throw new Malformed("another kind");
    }
    if (kind === "array") {
        container.length = 0;
        container.length = content.length;
        content.forEach((item, at) => item !== HOLE && put(container, String(at), item));
    } else if (kind === "map" || kind === "set") {
        container.clear();
        content.forEach(([key, item]) => (kind === "map" ? container.set(key, item) : container.add(key)));
    } else {
        const names = new Set(content.map(([key]) => String(key)));
        ownKeys(container).filter((key) => typeof key === "string" && !names.has(key)).forEach((key) => delete container[key]);
        content.forEach(([key, item]) => put(container, String(key), item));
    }
}

function put(object, key, value) {
    defineProperty(object, key, { value, enumerable: true, configurable: true, writable: true });
}

module.exports = {
    ERRORS, FUNCTIONS, FUNCTION_NAMES, HOLE, INTRINSICS, INTRINSIC_NAMES, SYMBOLS, SYMBOL_NAMES,
    containerKind, empty, fill, propertiesOf, taken, typedArray,
};
