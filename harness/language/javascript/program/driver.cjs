// Calls functions of a student's program: one case a line on stdin, the results go to the file of the first argument.
//
// Each case has a worker thread, with an instance of JavaScript of its own: it finds fresh state, and is ended alone.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { Worker } = require("node:worker_threads");

const LARGEST_REPORT = 4 << 20;
const LONGEST_TURN_S = 5;
const LOOK_EVERY_MS = 20;
const MEMORY_MB = 512;

const report = fs.openSync(process.argv[2], "a", 0o600);
const own = path.join(__dirname, "requests"); // there where standard input is that of the calls
const requests = fs.readFileSync(fs.existsSync(own) ? own : 0, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));

fs.rmSync(own, { force: true });

function cpuSeconds() {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1e6;
}

/** Runs a case to its end, and reports how it ended where its worker could not. */
function run(request) {
    fs.writeSync(report, `{"begin":${request.case}}\n`);
    return new Promise((resolve) => {
        const worker = new Worker(path.join(__dirname, "worker.cjs"), {
            workerData: { request, report, folder: process.cwd() },
            stdin: true,
            stdout: true,
            stderr: true,
            resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
        });
        worker.stdin.end();
        const begin = cpuSeconds();
        let end = "";
        let done = false;
        const watch = setInterval(() => {
            if (cpuSeconds() - begin > request.cpu && !end) {
                end = '"limit":"cpu"';
                worker.terminate();
            }
        }, LOOK_EVERY_MS);
        worker.on("message", (message) => {
            done ||= message === "done";
        });
        worker.on("error", (error) => {
            end ||= error?.code === "ERR_WORKER_OUT_OF_MEMORY" ? '"limit":"memory"' : '"exit":1';
        });
        worker.on("exit", (status) => {
            clearInterval(watch);
            if (!done) {
                fs.writeSync(report, `\n{"end":${request.case},${end || `"exit":${status}`}}\n`);
            }
            resolve();
        });
    });
}

async function main() {
    for (const request of requests) {
        await run(request);
        if (fs.fstatSync(report).size > LARGEST_REPORT || cpuSeconds() > LONGEST_TURN_S) {
            break; // the driver is started again for the rest
        }
    }
    process.exit(0);
}

main();
