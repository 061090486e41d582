// Ends its process when it has used its time. A thread looks, whatever the process computes.
"use strict";

const { Worker, isMainThread, workerData } = require("node:worker_threads");

const EVERY_MS = 20;

/** Watches one process: the seconds of each turn count from its beginning. */
class Watchdog {
    constructor() {
        this.limits = new Float64Array(new SharedArrayBuffer(16)).fill(Infinity);
        this.cpuUsage = process.cpuUsage.bind(process);
        this.now = Date.now;
        new Worker(__filename, { workerData: this.limits, stdin: false }).unref();
    }

    begin(cpuSeconds, wallSeconds) {
        const { user, system } = this.cpuUsage();
        this.limits[0] = (user + system) / 1e6 + cpuSeconds;
        this.limits[1] = this.now() / 1e3 + wallSeconds;
    }
}

if (!isMainThread && workerData instanceof Float64Array) {
    const sleeper = new Int32Array(new SharedArrayBuffer(4));
    for (;;) {
        Atomics.wait(sleeper, 0, 0, EVERY_MS);
        const { user, system } = process.cpuUsage();
        if ((user + system) / 1e6 > workerData[0]) {
            process.kill(process.pid, "SIGXCPU");
        } else if (Date.now() / 1e3 > workerData[1]) {
            process.kill(process.pid, "SIGALRM");
        }
    }
}

module.exports = { Watchdog };
