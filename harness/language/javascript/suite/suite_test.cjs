// What the course's files get as `node:test`: Node's own, which knows each test by its number among ours.
"use strict";

const { AsyncLocalStorage } = require("node:async_hooks");
const test = require("node:test");

const groups = new AsyncLocalStorage();
const chosen = [];
let isWanted = () => [];

/** The name of a test: words joined by hyphens, groups by points. */
function nameOf(names) {
    return names.map((name) => String(name).replace(/[^\p{L}\p{N}_]+/gu, "-").replace(/^-+|-+$/g, "")).join(".");
}

function parted(given) {
    return ["string", "object", "function"].map((kind) => given.find((each) => typeof each === kind && each !== null));
}

function testWith(declare) {
    return (...given) => {
        const [name, options, action] = parted(given);
        const names = isWanted(nameOf([...(groups.getStore() ?? []), name ?? action?.name ?? ""]));
        return names.length > 0 ? declare(String(chosen.push(names[0]) - 1), options ?? {}, action) : Promise.resolve();
    };
}

function groupWith(declare) {
    return (...given) => {
        const [name, options, action] = parted(given);
        const inside = [...(groups.getStore() ?? []), name ?? action?.name ?? ""];
        return declare(nameOf(inside), options ?? {}, (...context) => groups.run(inside, () => action?.(...context)));
    };
}

function ours(wrap, original) {
    const declare = wrap(original);
    for (const way of ["skip", "todo", "only"]) {
        declare[way] = wrap(original[way] ?? original);
    }
    return declare;
}

module.exports = ours(testWith, test);
module.exports.test = module.exports;
module.exports.it = ours(testWith, test.it);
module.exports.describe = ours(groupWith, test.describe);
module.exports.suite = module.exports.describe;
module.exports.before = test.before;
module.exports.after = test.after;
module.exports.beforeEach = test.beforeEach;
module.exports.afterEach = test.afterEach;
module.exports.mock = test.mock;
module.exports.default = module.exports;
/** The name of the test that Node knows by this one; undefined where it is none of ours, but a test inside of one. */
module.exports.chosenName = (name) => (/^\d+$/.test(name) ? chosen[name] : undefined);
/** `select` says which of the names that are asked for a test's name stands for. */
module.exports.choose = (select) => void (isWanted = select);
