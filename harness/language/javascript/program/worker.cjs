// One case, in a thread of its own with globals of its own: the student's program is loaded, its variables are set, the
// calls are made, and each is reported on a line at once.
"use strict";

const fs = require("node:fs");
const { syncBuiltinESMExports } = require("node:module");
const { parentPort, workerData } = require("node:worker_threads");
const { Program } = require("./program.cjs");
const { MissingVariable, quoted, toJson, toValue, variable } = require("./values.cjs");

const LARGEST = { stdout: 1 << 20, case: 8 << 20 };
const { request, report, folder } = workerData;
const { writeSync } = fs;
const { Buffer } = require("node:buffer");
const { apply, construct } = Reflect;
const { getPrototypeOf } = Object;
const exit = process.reallyExit.bind(process);
const post = parentPort.postMessage.bind(parentPort);
const { isMap, isPromise, isSet, isTypedArray } = require("node:util").types;
const isWhole = (value) => Array.isArray(value) || isMap(value) || isSet(value) || isTypedArray(value);
const variables = new Map();
let written = 0;

// ---- What is printed

let loaded = false;
let printed = [];
let size = 0;

function capture(chunk, encoding) {
    const bytes = typeof chunk === "string" ? Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8") : Buffer.from(chunk);
    if (size < LARGEST.stdout) {
        printed.push(bytes);
        size += bytes.length;
    }
    return bytes.length;
}

function takeOutput() {
    const output = Buffer.concat(printed).subarray(0, LARGEST.stdout).toString("base64");
    printed = [];
    size = 0;
    return output;
}

function captureStreams() {
    const finish = (encoding, done) => {
        const callback = typeof encoding === "function" ? encoding : done;
        if (typeof callback === "function") {
            process.nextTick(callback);
        }
        return true;
    };
    process.stdout.write = (chunk, encoding, done) => {
        capture(chunk, encoding);
        return finish(encoding, done);
    };
    const complain = (chunk, encoding) => {
        if (request.streams && loaded) {
            writeSync(2, typeof chunk === "string" ? Buffer.from(chunk, typeof encoding === "string" ? encoding : "utf8") : chunk);
        }
        return chunk.length;
    };
    process.stderr.write = (chunk, encoding, done) => {
        complain(chunk, encoding);
        return finish(encoding, done);
    };
    fs.writeSync = (descriptor, data, ...rest) => {
        if (descriptor === 1) {
            return capture(data, rest[1]);
        }
        return descriptor === 2 ? complain(data, rest[1]) : writeSync(descriptor, data, ...rest);
    };
    const { writeFileSync } = fs;
    fs.writeFileSync = (file, data, options) => {
        if (file === 1 || file === "/dev/stdout") {
            capture(data, options);
        } else {
            writeFileSync(file, data, options);
        }
    };
    syncBuiltinESMExports();
}

// ---- The report

function writeLine(line) {
    let data = Buffer.from(`${line}\n`);
    written += data.length;
    const full = written > LARGEST.case;
    if (full) {
        data = Buffer.from(`\n{"end":${request.case},"ended":"all that the calls returned and printed is too much"}\n`);
    }
    for (let done = 0; done < data.length; ) {
        done += writeSync(report, data, done);
    }
    if (full) {
        finish();
    }
}

function finish() {
    post("done");
    exit(0);
}

// ---- Calling

function nameOf(type) {
    const words = typeof type === "function" ? type.name : "";
    return typeof words === "string" && words ? words : "an object";
}

/** The names of an exception's type and of those that it extends. */
function typesOf(error) {
    if (error === null || typeof error !== "object") {
        return [error === null ? "null" : typeof error];
    }
    const names = [];
    for (let type = getPrototypeOf(error); type !== null && type !== Object.prototype && names.length < 20; type = getPrototypeOf(type)) {
        names.push(nameOf(type.constructor));
    }
    if (typeof error.name === "string" && !names.includes(error.name)) {
        names.splice(1, 0, error.name); // what a program sets by hand
    }
    return names.length > 0 ? names : ["Object"];
}

function exception(error) {
    let names = ["Error"];
    let message = "";
    let trace = "";
    try {
        trace = String(error?.stack ?? "").slice(0, 4000);
        names = typesOf(error);
        message = String(error !== null && typeof error === "object" ? error.message ?? "" : error).slice(0, 300);
    } catch {
        // its own methods throw
    }
    return `"raised":${quoted(names[0])},"message":${quoted(message)},"bases":[${names.slice(1).map(quoted).join(",")}],"trace":${quoted(trace)},`;
}

/** A method of an object or a class by its name. */
function method(target, named) {
    for (const wanted of named.functions) {
        const names = [wanted];
        for (let type = Object(target); named.fold && type !== null; type = getPrototypeOf(type)) {
            names.push(...Object.getOwnPropertyNames(type).filter((name) => name.toLowerCase() === wanted.toLowerCase()));
        }
        for (const name of names) {
            const value = target === null || target === undefined ? undefined : target[name];
            if (typeof value === "function") {
                return { name, value, target };
            }
        }
    }
    const owner = typeof target === "function" ? nameOf(target) : nameOf(Object(target).constructor);
    const missing = `there is no method ${named.functions.join(" or ")} in the class ${owner}`;
    return { name: named.functions[0], missing };
}

const isFunction = (value) => typeof value === "function";

async function find(program, call) {
    if (!call.functions) {
        return { name: "" };
    }
    if (call.new) {
        return program.find(call, "class", isFunction);
    }
    if (call.of?.var !== undefined) {
        return method(variables.get(call.of.var), call);
    }
    if (call.of) {
        const owner = await program.find(call.of, "class", isFunction);
        return owner.missing ? owner : method(owner.value, call);
    }
    return program.find(call, "function", isFunction);
}

function fieldsOf(target, names) {
    const fields = [];
    for (const written of names ?? []) {
        for (const name of written.split("|")) {
            try {
                if (target !== null && typeof target === "object" && name in target) {
                    fields.push(`${quoted(written)}:${toJson(target[name])}`);
                    break;
                }
            } catch {
                // as if it were not there
            }
        }
    }
    return fields.join(",");
}

/** So many items of a generator, or of what else gives its items one by one, as a list; any other value as it is. */
async function itemsOf(value, count) {
    if (value === null || typeof value !== "object" || isWhole(value)) {
        return { items: value };
    }
    const begin = value[Symbol.asyncIterator] ?? value[Symbol.iterator];
    const iterator = typeof begin === "function" ? apply(begin, value, []) : value;
    if (typeof iterator?.next !== "function") {
        return { items: value };
    }
    const items = [];
    while (items.length < count) {
        const { done, value: item } = await iterator.next();
        if (done) {
            break;
        }
        items.push(item);
    }
    return { items };
}

/** Makes a call and reports it; false when the ones behind it cannot be made. */
async function step(program, number, call) {
    const owner = call.of?.var;
    if (owner !== undefined && !variables.has(owner)) {
        return false;
    }
    const found = await find(program, call);
    const begin = `{"case":${request.case},"call":${number},"function":${quoted(found.name)},`;
    if (found.missing) {
        writeLine(`${begin}"missing":${quoted(found.missing)}}`);
        return !call.keep;
    }
    let returned;
    let raised = "";
    let listed;
    let args = [];
    for (let time = 0; call.functions && time < (call.repeat ?? 1) && !raised; time += 1) {
        args = (call.args ?? []).map((arg) => ("var" in arg ? variable(arg.var, variables) : toValue(arg.value, variables)));
        takeOutput();
        try {
            returned = call.new ? construct(found.value, args) : apply(found.value, found.target, args);
            returned = isPromise(returned) ? await returned : returned;
            listed = call.elements === undefined ? returned : (await itemsOf(returned, call.elements)).items;
        } catch (error) {
            raised = exception(error);
        }
    }
    const output = takeOutput();
    const target = call.new ? returned : variables.get(owner);
    const fields = raised ? "" : fieldsOf(target, call.fields);
    const shown = call.new || raised ? "null" : toJson(listed);
    const after = args.map(toJson).join(",");
    writeLine(`${begin}${raised}"returned":${shown},"after":[${after}],"fields":{${fields}},"stdout":"${output}"}`);
    if (call.keep && !raised) {
        variables.set(call.keep, returned);
    }
    return !(call.keep && raised);
}

async function setVariables(program) {
    const main = await program.main();
    for (const [written_, value] of Object.entries(request.set ?? {})) {
        const name = written_.replace(/\?$/, "");
        try {
            main.lookup(`(value) => { ${name}; ${name} = value; }`)(toValue(value, variables));
        } catch {
            if (name === written_) {
                writeLine(`{"case":${request.case},"call":0,"missing":${quoted(`there is no variable ${name} that can be set`)}}`);
                return false;
            }
        }
    }
    return true;
}

async function run() {
    const program = new Program(folder, request);
    const main = await program.main();
    takeOutput();
    loaded = true;
    for (const [name, value] of Object.entries(request.let ?? {})) {
        variables.set(name, toValue(value, variables));
    }
    if (await setVariables(program)) {
        for (let number = 0; number < request.calls.length; number += 1) {
            if (!(await step(program, number, request.calls[number]))) {
                break;
            }
        }
    }
    const fields = (request.get ?? []).flatMap((name) => {
        const value = main?.get(name);
        return value === undefined ? [] : [`${quoted(name)}:${toJson(value)}`];
    });
    writeLine(`{"end":${request.case},"get":{${fields.join(",")}}}`);
    finish();
}

process.argv = [process.argv[0], request.files?.[0] ?? "main.js", ...(request.argv ?? [])];
captureStreams();
if (request.streams) {
    let stdin;
    Object.defineProperty(process, "stdin", { get: () => (stdin ??= fs.createReadStream(null, { fd: 0, autoClose: false })) });
}
process.once("beforeExit", () => {
    writeLine(`{"end":${request.case},"ended":"it waits for something that never comes"}`);
    finish();
});
run().catch((error) => {
    if (error instanceof MissingVariable) {
        writeLine(`{"end":${request.case},"get":{}}`);
        finish();
    }
    throw error;
});
