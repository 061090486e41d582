// Runs the course's tests of node:test, outside of the sandbox: the student's modules are mirrors of those in the other
// process. Started as an interactor is: INPUT says what is run, the standard streams lead to the student's program, and
// results.jsonl in FEEDBACK holds what came of each test.
"use strict";

const fs = require("node:fs");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const { Program } = require("./suite_program.cjs");
const { Results, Turns, use } = require("./suite_results.cjs");
const { Watchdog } = require("./suite_watchdog.cjs");
const ours = require("./suite_test.cjs");

const [, , input, , feedback] = process.argv;
const settings = JSON.parse(fs.readFileSync(input, "utf8"));
const output = path.join(feedback, "results.jsonl");
const folder = settings.folder;
const IMPORT = /(?:(?:import|export)\s+([\w$*\s{},]*?)\s*from|import|require)\s*\(?\s*(["'])(\.{1,2}\/[^"']+)\2/g;
const ENDINGS = ["", ".js", ".cjs", ".mjs", "/index.js"];
const isCode = (name) => /\.[cm]?js$/.test(name);

process.stdout.write = process.stderr.write = () => true;
const program = new Program(settings.each, new Turns(output, new Watchdog(), settings));
const patterns = Object.entries(settings.patterns).map(([name, pattern]) => [name, new RegExp(`^(?:${pattern})$`, "u")]);
const results = new Results(output, folder, program, new Set(settings.dynamic));
globalThis[Symbol.for("grade.suite")] = (name) => program.load(name);
use(results);

/** Which module of the student's a file of the tests means; undefined where it is one of the course's own. */
function studentsModule(file, specifier) {
    const target = path.relative(folder, path.resolve(path.dirname(file), specifier));
    if (ENDINGS.some((ending) => isFile(path.join(folder, target + ending)))) {
        return undefined;
    }
    const known = [...settings.first, ...settings.rest];
    const named = ENDINGS.flatMap((ending) => known.filter((name) => name === target + ending));
    const below = ENDINGS.flatMap((ending) => known.filter((name) => path.basename(name) === path.basename(target) + ending));
    return named[0] ?? below.find((name) => `/${target}`.includes(`/${name.replace(/\.\w+$/, "")}`)) ?? below[0];
}

function isFile(name) {
    return fs.statSync(name, { throwIfNoEntry: false })?.isFile() ?? false;
}

/** Put a file where the tests import one of the student's: it exports mirrors. */
function mirrorModules(files) {
    const named = new Map();
    for (const file of files) {
        const text = fs.readFileSync(file, "utf8");
        for (const [, clause, , specifier] of text.matchAll(IMPORT)) {
            const module = studentsModule(file, specifier);
            const target = path.resolve(path.dirname(file), specifier);
            const stub = isCode(target) ? target : `${target}.js`;
            if (module !== undefined) {
                const names = named.get(stub) ?? [module, new Set()];
                importedNames(clause ?? "").forEach((name) => names[1].add(name));
                named.set(stub, names);
            }
        }
        const own = JSON.stringify(path.join(__dirname, "suite_test.cjs"));
        fs.writeFileSync(file, text.replace(/(["'])node:test\1/g, () => own));
    }
    for (const [stub, [module, names]] of named) {
        fs.mkdirSync(path.dirname(stub), { recursive: true });
        fs.writeFileSync(stub, stubOf(module, [...new Set([...names, ...program.names(module)])], isModule(stub)));
    }
}

function importedNames(clause) {
    const inside = /\{([^}]*)\}/.exec(clause)?.[1] ?? "";
    return inside.split(",").map((each) => each.trim().split(/\s/)[0]).filter((name) => name && name !== "default");
}

function isModule(file) {
    return file.endsWith(".mjs") || (file.endsWith(".js") && settings.module);
}

function stubOf(module, names, isEsm) {
    const usable = names.filter((name) => /^[A-Za-z_$][\w$]*$/.test(name) && name !== "default");
    const whole = `const whole = globalThis[Symbol.for("grade.suite")](${JSON.stringify(module)});\n`;
    if (!isEsm) {
        return `${whole}module.exports = whole;\n0 && (module.exports = { ${usable.map((name) => `${name}: 0`).join(", ")} });\n`;
    }
    const each = usable.map((name, at) => `const n${at} = whole?.[${JSON.stringify(name)}];\nexport { n${at} as ${name} };\n`);
    return `${whole}export default (whole?.default ?? whole);\n${each.join("")}`;
}

/** Which files of the course's are ECMAScript modules, where no package.json says it. */
function chooseModuleType(files) {
    const manifest = path.join(folder, "package.json");
    if (isFile(manifest)) {
        settings.module = JSON.parse(fs.readFileSync(manifest, "utf8")).type === "module";
        return;
    }
    const texts = files.filter((file) => file.endsWith(".js")).map((file) => fs.readFileSync(file, "utf8"));
    settings.module = texts.some((text) => /^\s*(?:import\s*(?:[\w$*{]|["'])|export\s)/m.test(text));
    fs.writeFileSync(manifest, JSON.stringify({ type: settings.module ? "module" : "commonjs" }));
}

async function main() {
    const files = fs.readdirSync(folder, { recursive: true }).map((name) => path.join(folder, name)).filter((name) => isFile(name) && isCode(name));
    chooseModuleType(files);
    mirrorModules(files);
    const { beforeEach, afterEach } = require("node:test");
    beforeEach((context) => {
        const name = ours.chosenName(context.name);
        if (name !== undefined) {
            results.running = context.name;
            program.turns.begin(name);
            program.beginTurn();
        }
    });
    afterEach((context) => {
        if (context.name === results.running) {
            results.called.set(context.name, program.called);
            program.endTurn();
        }
    });
    program.faulted = (fault) => results.faults.set(results.running, fault);
    for (const file of settings.files.map((name) => path.join(folder, name))) {
        ours.choose((name) => patterns.filter(([, pattern]) => pattern.test(name)).map(([wanted]) => wanted));
        try {
            await import(pathToFileURL(file).href);
        } catch (error) {
            results.broken(file, error);
        }
    }
}

main();
