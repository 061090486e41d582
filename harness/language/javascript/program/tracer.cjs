// Counts how often the functions of a program are called, as V8 does; loaded by `node --require` before the program.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { Session } = require("node:inspector");
const { fileURLToPath } = require("node:url");

const report = fs.readFileSync(path.join(__dirname, "report"), "utf8");
const folder = fs.realpathSync(path.dirname(__dirname));
const session = new Session();
const { writeFileSync } = fs;

session.connect();
session.post("Profiler.enable");
session.post("Profiler.startPreciseCoverage", { callCount: true, detailed: false });

function ownPath(url) {
    const file = url.startsWith("file:") ? fileURLToPath(url) : url;
    return file.startsWith(folder + path.sep) && !file.startsWith(__dirname);
}

process.on("exit", () => {
    session.post("Profiler.takePreciseCoverage", (error, { result } = { result: [] }) => {
        const counts = new Map();
        for (const script of result.filter((known) => ownPath(known.url))) {
            for (const { functionName, ranges } of script.functions) {
                const name = functionName.split(".").pop();
                if (name && ranges[0].count > 0) {
                    counts.set(name, (counts.get(name) ?? 0) + ranges[0].count);
                }
            }
        }
        writeFileSync(report, JSON.stringify(Object.fromEntries(counts)));
    });
});
