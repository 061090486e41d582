// Finds where a program is that does not end; loaded by `node --require` before the program. A worker thread does it.
"use strict";

const path = require("node:path");
const { Worker, isMainThread } = require("node:worker_threads");

if (isMainThread) {
    new Worker(path.join(__dirname, "look.cjs"), { execArgv: [], stdout: true, stderr: true }).unref();
}
