// Holds the student's program, and does with it what the course's tests ask: in the sandbox, with nothing of the tests.
// Whatever the student's code does to this process costs the student's own tests. Pipes: descriptors 3 and 4.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { types } = require("node:util");
const { Lines } = require("./suite_lines.cjs");
const { Codec } = require("./suite_wire.cjs");
const { Watchdog } = require("./suite_watchdog.cjs");

const OVER = 196;
const TURN_MS = 5;
const MOST_FRAMES = 30;
const LARGEST = 1 << 20;
const FRAME = /^ +at (?:(?:async )?(?:new )?(.*?) \()?(?:file:\/\/)?(\/[^()]*?):(\d+):\d+\)?$/gm;
const { apply, construct, defineProperty, deleteProperty, get, getOwnPropertyDescriptor, getPrototypeOf, has, ownKeys, set } = Reflect;
const wait = setTimeout;
const home = process.cwd();
const lines = new Lines(3, 4);
const watchdog = new Watchdog();
const objects = new Map();
const numbers = new Map();
const lent = new Map();
const promised = new Map();
let settled = [];
let idle = 0;

/** A thing of the program's, which the tests get a mirror of. */
function refer(value) {
    const foreign = lent.get(value);
    if (foreign !== undefined) {
        return ["l", foreign];
    }
    if (numbers.has(value)) {
        return ["k", numbers.get(value)];
    }
    const number = objects.size + 1;
    objects.set(number, value);
    numbers.set(value, number);
    if (types.isPromise(value)) {
        Promise.prototype.then.call(
            value,
            (result) => settled.push([number, true, result]),
            (error) => settled.push([number, false, error]),
        );
    }
    const name = typeof value === "function" ? value.name : typeof value === "symbol" ? value.description : "";
    return ["k", number, kindOf(value), String(name)];
}

function kindOf(value) {
    if (typeof value === "symbol") {
        return "symbol";
    }
    if (typeof value === "function") {
        return getOwnPropertyDescriptor(value, "prototype") === undefined ? "function" : "class";
    }
    return types.isPromise(value) ? "promise" : Array.isArray(value) ? "array" : "object";
}

/** The thing that a number means, or a stand-in for one of the tests'. */
function resolve([tag, number, kind]) {
    if (tag === "k") {
        return objects.get(number);
    }
    const before = [...lent].find(([, each]) => each === number);
    const standIn = before ? before[0] : standInOf(number, kind);
    lent.set(standIn, number);
    return standIn;
}

function standInOf(number, kind) {
    if (kind === "p") {
        return new Promise((...settlers) => promised.set(number, settlers));
    }
    return kind === "f" ? function (...given) { return ask("call", number, [this, given]); } : foreign(number);
}

/** An object of the tests: its attributes and methods, asked for by name. */
function foreign(number) {
    return new Proxy({}, {
        get: (_, key) => (typeof key === "string" ? ask("get", number, [key]) : undefined),
        set: (_, key, value) => ask("set", number, [String(key), value]),
        has: (_, key) => typeof key === "string" && ask("get", number, [key]) !== undefined,
    });
}

const codec = new Codec(2, false, refer, resolve);

function send(message) {
    message.shared = codec.changes();
    lines.send(message);
}

function receive() {
    const message = lines.receive();
    if (message === null) {
        process.reallyExit(OVER);
    }
    codec.forget(message.drop ?? []);
    codec.update(message.shared);
    return message;
}

/** Ask the tests' process; answer what it asks meanwhile. */
function ask(op, target, given) {
    send({ ask: op, target, given: given.map((each) => codec.encode(each)) });
    for (;;) {
        const message = receive();
        if ("op" in message) {
            reply(message, () => answer(message.op, message.given.map((each) => codec.decode(each))));
        } else if ("raised" in message) {
            throw codec.decode(message.raised);
        } else {
            return codec.decode(message.value);
        }
    }
}

function reply(message, action) {
    let said;
    try {
        said = { value: codec.encode(action()) };
    } catch (error) {
        said = raised(error);
    }
    send({ n: message.n, ...said });
}

function raised(error) {
    try {
        return { raised: codec.encode(error), frames: frames(error) };
    } catch {
        return { raised: ["e", "Error", []], frames: [] };
    }
}

/** Where an error came from, in the student's files, the outermost call first. */
function frames(error) {
    const stack = error instanceof Error ? String(error.stack) : "";
    const places = [...stack.matchAll(FRAME)].filter((match) => match[2].startsWith(`${home}/`) && !match[2].startsWith(__dirname));
    return places.slice(0, MOST_FRAMES).map(([, name, file, line]) => [path.relative(home, file), Number(line), name ?? ""]).reverse();
}

function answer(op, [target, ...given]) {
    switch (op) {
        case "get":
            return get(Object(target), given[0], target);
        case "set":
            return set(target, given[0], given[1]);
        case "has":
            return has(target, given[0]);
        case "delete":
            return deleteProperty(target, given[0]);
        case "keys":
            return ownKeys(target);
        case "describe":
            return described(getOwnPropertyDescriptor(target, given[0]));
        case "define":
            return defineProperty(target, given[0], { value: given[1], enumerable: true, configurable: true, writable: true });
        case "prototype":
            return getPrototypeOf(target);
        case "call":
            return apply(target, given[0], given[1]);
        case "new":
            return construct(target, given[0]);
        case "where":
            return whereIs(target);
        case "begin":
            return watchdog.begin(target, given[0]);
        default:
            throw new Error(op);
    }
}

/** What a property is: its value, whether it is enumerable, and whether a function gets it. */
function described(descriptor) {
    if (descriptor === undefined) {
        return undefined;
    }
    return [descriptor.value, descriptor.enumerable, !("value" in descriptor)];
}

/** The file and line where a function of this name is declared. */
function whereIs(callee) {
    const name = String(callee.name).replace(/^(?:bound|get|set) /, "").replace(/[^\w$]/g, "").replace(/\$/g, "\\$");
    const usual = `(?:function\\s*\\*?\\s*|(?:const|let|var|class)\\s+|\\.)${name}\\b\\s*[(={]`;
    const method = `^\\s*(?:(?:static|async|get|set)\\s+|[*#]\\s*)*${name}\\s*\\([^)]*\\)\\s*\\{`;
    const declaration = new RegExp(`${usual}|${method}`);
    for (const file of sources(home, 0)) {
        const texts = fs.statSync(file).size <= LARGEST ? fs.readFileSync(file, "utf8").split("\n") : [];
        const at = name ? texts.findIndex((text) => declaration.test(text)) : -1;
        if (at >= 0) {
            return [path.relative(home, file), at + 1];
        }
    }
    return null;
}

function sources(folder, depth) {
    const entries = fs.readdirSync(folder, { withFileTypes: true }).filter((entry) => !entry.name.startsWith(".") && entry.name !== "node_modules");
    const files = entries.filter((entry) => entry.isFile() && /\.[cm]?js$/.test(entry.name)).map((entry) => path.join(folder, entry.name));
    const folders = depth < 5 ? entries.filter((entry) => entry.isDirectory()) : [];
    return [...files, ...folders.flatMap((entry) => sources(path.join(folder, entry.name), depth + 1))];
}

/** Load a module: its names, what it exports as a whole, and whether it is an ECMAScript module. */
async function load(name) {
    const file = path.join(home, name);
    const namespace = await import(pathToFileURL(file).href);
    const required = require.cache[file];
    const whole = required === undefined ? namespace : required.exports;
    const names = ownKeys(Object(whole)).filter((key) => typeof key === "string");
    return [names, whole, required === undefined];
}

/** Let the program's own timers and promises go on for a moment; then which promises are settled, and what is left. */
async function turn(outcomes) {
    outcomes.forEach(([number, isFulfilled, value]) => promised.get(number)[isFulfilled ? 0 : 1](value));
    for (let tries = 0; tries < 3 && settled.length === 0; tries += 1) {
        await new Promise((done) => (tries === 0 ? setImmediate(done) : wait(done, TURN_MS)));
    }
    const now = settled;
    settled = [];
    const isActive = process.getActiveResourcesInfo().length > idle;
    return [now, isActive];
}

/** What the program prints goes to the tests' own console and streams. */
function redirect() {
    for (const name of ["log", "info", "debug", "warn", "error"]) {
        console[name] = (...given) => void ask("console", name, given);
    }
    for (const name of ["stdout", "stderr"]) {
        process[name].write = (text, encoding, done) => {
            ask("write", name, [String(text)]);
            const after = typeof encoding === "function" ? encoding : done;
            after?.();
            return true;
        };
    }
}

async function serve() {
    redirect();
    idle = process.getActiveResourcesInfo().length;
    const beside = { load, turn };
    for (;;) {
        const message = receive();
        if (Object.hasOwn(beside, message.op)) {
            let result;
            let error;
            try {
                result = await beside[message.op](...message.given.map((each) => codec.decode(each)));
            } catch (caught) {
                error = [caught];
            }
            reply(message, () => {
                if (error) {
                    throw error[0];
                }
                return result;
            });
        } else {
            reply(message, () => answer(message.op, message.given.map((each) => codec.decode(each))));
        }
    }
}

serve();
