// Values between the driver's JSON and JavaScript. What the student has done to built-in objects must not matter, so
// that all that is used of them is taken before his code is loaded.
"use strict";

const { Buffer } = require("node:buffer");
const { inspect, types } = require("node:util");

const LARGEST = 1 << 20;
const DEEPEST = 90;
const { isArray } = Array;
const { keys, getPrototypeOf } = Object;
const { apply } = Reflect;
const { stringify } = JSON;
const objectPrototype = Object.prototype;
const forEachOfMap = Map.prototype.forEach;
const forEachOfSet = Set.prototype.forEach;
const replace = String.prototype.replace;
const startsWith = String.prototype.startsWith;
const toBase64 = Buffer.prototype.toString;
const fromBytes = Buffer.from;
const text = String;
const { isInteger, isNaN: isNotANumber } = Number;
const { isDate, isMap, isSet, isTypedArray, isUint8Array } = types;
const HALF = /[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g;
const toIso = Date.prototype.toISOString;

class TooLarge extends Error {}

/** A text as JSON; half a character, which no text can hold, is written as in a source. */
function quoted(words) {
    return stringify(apply(replace, words, [HALF, (half) => "\\u" + half.charCodeAt(0).toString(16)]));
}

/** A value as JSON. */
function toJson(value) {
    try {
        return write(value, [], { left: LARGEST });
    } catch (error) {
        const why = error instanceof TooLarge ? "a value too large to be shown" : "a value that cannot be shown";
        return `{"!repr":"${why}"}`;
    }
}

function write(value, above, budget) {
    budget.left -= 1;
    switch (typeof value) {
        case "undefined":
            return "null";
        case "boolean":
        case "bigint":
            return text(value);
        case "number":
            return number(value);
        case "string":
            budget.left -= value.length;
            break;
        default:
    }
    if (budget.left < 0) {
        throw new TooLarge();
    }
    if (value === null) {
        return "null";
    }
    return typeof value === "string" ? quoted(value) : object(value, above, budget);
}

function number(value) {
    if (isNotANumber(value)) {
        return '{"!number":"nan"}';
    }
    if (value === Infinity || value === -Infinity) {
        return value > 0 ? '{"!number":"inf"}' : '{"!number":"-inf"}';
    }
    return isInteger(value) && value > -1e21 && value < 1e21 ? text(BigInt(value)) : text(value);
}

function object(value, above, budget) {
    if (typeof value !== "object") {
        return repr(value);
    }
    for (let at = 0; at < above.length; at += 1) {
        if (above[at] === value) {
            return '{"!repr":"..."}';
        }
    }
    if (above.length > DEEPEST) {
        return '{"!repr":"..."}';
    }
    const inside = (item) => write(item, [...above, value], budget);
    if (isArray(value)) {
        return list(value, value.length, inside);
    }
    if (isMap(value)) {
        const pairs = [];
        apply(forEachOfMap, value, [(item, key) => pairs.push([key, item])]);
        return mapping(pairs, inside);
    }
    if (isSet(value)) {
        const items = [];
        apply(forEachOfSet, value, [(item) => items.push(item)]);
        return `{"!set":${list(items, items.length, inside)}}`;
    }
    if (isUint8Array(value)) {
        budget.left -= value.length;
        if (budget.left < 0) {
            throw new TooLarge();
        }
        return `{"!bytes":"${apply(toBase64, fromBytes(value), ["base64"])}"}`;
    }
    if (isTypedArray(value)) {
        return list(value, value.length, inside);
    }
    if (isDate(value)) {
        return `{"!repr":${quoted(apply(toIso, value, []))}}`;
    }
    const prototype = getPrototypeOf(value);
    if (prototype === objectPrototype || prototype === null) {
        const pairs = [];
        for (const key of keys(value)) {
            pairs.push([key, value[key]]);
        }
        return mapping(pairs, inside);
    }
    return repr(value);
}

function list(items, length, inside) {
    let written = "[";
    for (let at = 0; at < length; at += 1) {
        written += (at === 0 ? "" : ",") + inside(items[at]);
    }
    return written + "]";
}

/** A mapping with texts as keys as it is; another one, or one that looks like a tag, as its pairs. */
function mapping(pairs, inside) {
    let plain = true;
    for (let at = 0; at < pairs.length; at += 1) {
        const key = pairs[at][0];
        plain = plain && typeof key === "string" && !(pairs.length === 1 && apply(startsWith, key, ["!"]));
    }
    let written = plain ? "{" : '{"!map":[';
    for (let at = 0; at < pairs.length; at += 1) {
        const [key, item] = pairs[at];
        const before = at === 0 ? "" : ",";
        written += plain ? `${before}${quoted(key)}:${inside(item)}` : `${before}[${inside(key)},${inside(item)}]`;
    }
    return written + (plain ? "}" : "]}");
}

/** An object that has no other form, as Node shows it. */
function repr(value) {
    let words;
    try {
        words = inspect(value, { depth: 2, breakLength: Infinity, maxArrayLength: 20, maxStringLength: 200 });
    } catch {
        words = "an object that cannot be shown";
    }
    return `{"!repr":${quoted(words.slice(0, 1000))}}`;
}

/** A fresh value from the JSON of the spec; a variable that is not there throws a MissingVariable. */
function toValue(json, variables) {
    if (isArray(json)) {
        return json.map((item) => toValue(item, variables));
    }
    if (json === null || typeof json !== "object") {
        return json;
    }
    const names = keys(json);
    if (names.length === 1 && names[0].startsWith("!")) {
        return tagged(names[0], json[names[0]], variables);
    }
    return Object.fromEntries(names.map((name) => [name, toValue(json[name], variables)]));
}

class MissingVariable extends Error {}

function variable(name, variables) {
    if (!variables.has(name)) {
        throw new MissingVariable(name);
    }
    return variables.get(name);
}

function tagged(tag, content, variables) {
    switch (tag) {
        case "!set":
            return new Set(toValue(content, variables));
        case "!map":
            return new Map(toValue(content, variables));
        case "!tuple":
            return toValue(content, variables);
        case "!bytes":
            return Buffer.from(content, "base64");
        case "!number":
            return content === "nan" ? NaN : content === "inf" ? Infinity : -Infinity;
        case "!var":
            return variable(content, variables);
        default:
            return content; // !text
    }
}

module.exports = { MissingVariable, quoted, toJson, toValue, variable };
