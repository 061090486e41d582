// Looks at the calls of the main thread for a while after some seconds of CPU time, reports those that are the same each
// time with the lines in which the innermost of them was, and ends the program.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { Session } = require("node:inspector");
const { fileURLToPath } = require("node:url");

const PAUSE_MS = 10;
const MOST_LOOKS = 100;

const { report, seconds, span } = JSON.parse(fs.readFileSync(path.join(__dirname, "report"), "utf8"));
const folder = fs.realpathSync(path.dirname(__dirname));
const session = new Session();
const looks = [];
const files = new Map();

function used() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
}

/** The program's own calls, the outermost first. */
function own(callFrames) {
    const calls = callFrames.map(({ functionName, location }) => ({
        name: functionName,
        file: files.get(location.scriptId) ?? "",
        line: location.lineNumber + 1,
    }));
    return calls.filter(({ file }) => file.startsWith(folder + path.sep) && !file.startsWith(__dirname)).reverse();
}

function isSame(call, other) {
    return other !== undefined && call.name === other.name && call.file === other.file && call.line === other.line;
}

function write() {
    const [first] = looks;
    const last = looks[looks.length - 1];
    let depth = 0;
    while (depth < first.length && looks.every((look) => isSame(first[depth], look[depth]))) {
        depth += 1;
    }
    const known = first[depth];
    const isOneCall = known && looks.every((look) => look[depth]?.name === known.name && look[depth].file === known.file);
    const lines = isOneCall ? looks.map((look) => look[depth].line) : [];
    const shown = last.slice(0, depth + (isOneCall ? 1 : 0)).reverse();
    const frame = ({ name, file, line }) => (name ? `    at ${name} (${file}:${line}:1)\n` : `    at ${file}:${line}:1\n`);
    const trace = shown.map(frame).join("");
    const numbers = [...new Set(lines.length > 0 ? lines : shown.slice(0, 1).map(({ line }) => line))];
    fs.writeFileSync(report, `${trace}lines: ${numbers.sort((a, b) => a - b).join(" ")}\n`);
}

session.connectToMainThread();
session.on("Debugger.scriptParsed", ({ params: { scriptId, url } }) => {
    files.set(scriptId, url.startsWith("file:") ? fileURLToPath(url) : url);
});
session.on("Debugger.paused", ({ params }) => {
    looks.push(own(params.callFrames));
    session.post("Debugger.resume");
});
session.post("Debugger.enable");
setInterval(() => {
    if (used() >= seconds + span && looks.length > 0) {
        write();
        process.kill(process.pid, "SIGKILL");
    } else if (used() >= seconds && looks.length < MOST_LOOKS) {
        session.post("Debugger.pause");
    }
}, PAUSE_MS);
