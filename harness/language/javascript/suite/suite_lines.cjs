// Lines of JSON over two pipes, for both processes of a suite.
"use strict";

const fs = require("node:fs");

const { parse, stringify } = JSON;
const LONGEST_LINE = 2 << 20;

/** What came is no message of the other process. */
class Malformed extends Error {}

/** The student's program ended before it answered, or gave no answer that can be understood. */
class ProgramEnded extends Error {
    constructor() {
        super("the program ended");
        this.name = "ProgramEnded";
    }
}

/** Sends and receives lines; it waits while there is none. */
class Lines {
    constructor(source, target) {
        this.source = source;
        this.target = target;
        this.waiting = [];
        this.part = Buffer.alloc(0);
    }

    send(message) {
        const bytes = Buffer.from(`${stringify(message)}\n`);
        for (let at = 0; at < bytes.length; ) {
            at += retried(() => fs.writeSync(this.target, bytes, at));
        }
    }

    /** The next message; null at the end. */
    receive() {
        while (this.waiting.length === 0) {
            const chunk = Buffer.alloc(1 << 16);
            const size = retried(() => fs.readSync(this.source, chunk, 0, chunk.length, null));
            if (size === 0) {
                return null;
            }
            const lines = Buffer.concat([this.part, chunk.subarray(0, size)]).toString("latin1").split("\n");
            this.part = Buffer.from(lines.pop(), "latin1");
            this.waiting.push(...lines.filter((line) => line.length > 0));
            if (this.part.length > LONGEST_LINE || lines.some((line) => line.length > LONGEST_LINE)) {
                throw new Malformed("too long");
            }
        }
        const message = parse(Buffer.from(this.waiting.shift(), "latin1").toString());
        if (message === null || typeof message !== "object") {
            throw new Malformed("no message");
        }
        return message;
    }
}

function retried(action) {
    for (;;) {
        try {
            return action();
        } catch (error) {
            if (error.code !== "EAGAIN") {
                throw error;
            }
            Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 1);
        }
    }
}

module.exports = { Lines, Malformed, ProgramEnded };
