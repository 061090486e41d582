// The student's program of one case: its file is loaded so that all names of its top level can be looked up, exported or
// not, and the names that a case means are found in it.
"use strict";

const fs = require("node:fs");
const Module = require("node:module");
const path = require("node:path");
const { pathToFileURL } = require("node:url");
const vm = require("node:vm");

const MOST_FILES = 300;
const LARGEST = 4 << 20;
const HOOK = "grade$lookup";
const DIRECTIVE = /^(?:\s|\/\/[^\n]*\n|\/\*[^]*?\*\/)*(["'])use strict\1/;
const IMPORTS = /^\s*(?:import\s*(?:[\w$*{]|["'])|export\s+(?:default|const|let|var|function|async|class|\{|\*))/m;
const NAME = /[A-Za-z_$][\w$]*/g;

/** The student's files, each with its text. */
function survey(folder) {
    const files = [];
    const walk = (place, depth) => {
        for (const entry of fs.readdirSync(place, { withFileTypes: true }).sort((a, b) => (a.name < b.name ? -1 : 1))) {
            const full = path.join(place, entry.name);
            if (entry.isDirectory() && depth < 20 && !entry.name.startsWith(".") && entry.name !== "node_modules") {
                walk(full, depth + 1);
            } else if (entry.isFile() && /\.[cm]?js$/.test(entry.name) && files.length < MOST_FILES) {
                const text = fs.statSync(full).size <= LARGEST ? fs.readFileSync(full, "utf8") : "";
                files.push({ path: path.relative(folder, full), full, text });
            }
        }
    };
    walk(folder, 0);
    return files;
}

function defines(text, name) {
    const word = name.replaceAll("$", "\\$");
    return new RegExp(`(?:function\\s*\\*?\\s*|class\\s+|(?:const|let|var)\\s+|\\.)${word}\\b|\\b${word}\\s*[=:(]`).test(text);
}

/** Whether a text declares a name itself, and does not only import or use it. */
function declares(text, name) {
    const word = name.replaceAll("$", "\\$");
    const variable = `(?:const|let|var)\\s+${word}\\s*=(?!\\s*(?:await\\s+import|require)\\b)`;
    return new RegExp(`(?:function\\s*\\*?\\s*|class\\s+|\\bexports\\.)${word}\\b|${variable}`).test(text);
}

/** The files, the one that a case means first: the one that is required, then the one that defines most of its names. */
function ranked(files, request) {
    const patterns = (request.files ?? []).flatMap((pattern) => pattern.replace(/^\(\?i\)/, "").toLowerCase().split("|"));
    const wanted = request.calls.flatMap((call) => [call.functions ?? [], call.of?.functions ?? []]).filter((names) => names.length);
    const all = files.map((file) => file.text).join("\n");
    const rank = (file) => {
        const base = path.basename(file.path);
        const required = patterns.includes(file.path.toLowerCase()) || patterns.includes(`**/${base.toLowerCase()}`);
        const count = (test) => wanted.filter((names) => names.some((name) => test(file.text, name))).length;
        const imported = all.includes(`/${base}"`) || all.includes(`/${base}'`) || all.includes(`/${base.replace(/\.\w+$/, "")}'`);
        return [required ? 0 : 1, -count(declares), -count(defines), imported ? 1 : 0, file.path.split("/").length];
    };
    const key = new Map(files.map((file) => [file, rank(file)]));
    return [...files].sort((a, b) => {
        const at = key.get(a).findIndex((value, place) => value !== key.get(b)[place]);
        return at < 0 ? 0 : key.get(a)[at] - key.get(b)[at];
    });
}

/** One of the student's files, loaded. */
class Loaded {
    constructor(file) {
        this.file = file;
        this.ended = "";
        this.lookup = () => undefined;
    }

    async load() {
        globalThis[HOOK] = (lookup) => {
            this.lookup = lookup;
            delete globalThis[HOOK];
        };
        try {
            await withoutExit(() => (isModule(this.file) ? this.importModule() : this.requireModule()));
        } catch (error) {
            this.ended = `${this.file.path} ended early: ${describe(error)}`;
        }
        delete globalThis[HOOK];
        return this;
    }

    requireModule() {
        const { full, text } = this.file;
        const source = text.replace(/^\ufeff/, "").replace(/^#!/, "//");
        const directive = DIRECTIVE.test(source) ? '"use strict";' : "";
        const module = new Module(full, null);
        module.filename = full;
        module.paths = Module._nodeModulePaths(path.dirname(full));
        Module._cache[full] = module; // another file that requires it gets this one
        const require = Module.createRequire(full);
        const code = `${directive}${HOOK}((${HOOK}$name) => eval(${HOOK}$name));${source}`;
        const names = ["exports", "require", "module", "__filename", "__dirname"];
        const run = vm.compileFunction(code, names, { filename: full, importModuleDynamically: vm.constants?.USE_MAIN_CONTEXT_DEFAULT_LOADER });
        run.call(module.exports, module.exports, require, module, full, path.dirname(full));
        module.loaded = true;
        this.exports = module.exports;
    }

    async importModule() {
        const { full, text } = this.file;
        const copy = path.join(path.dirname(full), `.grade-${path.basename(full).replace(/\.\w+$/, "")}.mjs`);
        fs.writeFileSync(copy, `${HOOK}((${HOOK}$name) => eval(${HOOK}$name));${text.replace(/^\ufeff/, "").replace(/^#!/, "//")}`);
        this.exports = await import(pathToFileURL(copy).href);
    }

    /** The value of a name of the file's top level, or of what it exports; undefined where there is none. */
    get(name) {
        try {
            const value = this.lookup(`typeof ${name} === "undefined" ? undefined : ${name}`);
            if (value !== undefined && !(name in globalThis && globalThis[name] === value)) {
                return value;
            }
        } catch {
            // a name that is declared and has no value yet, or that is no name
        }
        const exported = this.exports;
        const of = exported && (typeof exported === "object" || typeof exported === "function") ? exported : {};
        return own(of, name) ?? own(Object(own(of, "default")), name);
    }

    /** The names of the file that a call's name means. */
    names(wanted, fold) {
        if (!fold) {
            return [wanted];
        }
        const known = new Set(this.file.text.match(NAME) ?? []);
        return [wanted, ...[...known].filter((name) => name !== wanted && name.toLowerCase() === wanted.toLowerCase())];
    }
}

function own(object, name) {
    try {
        return Object.hasOwn(object, name) ? object[name] : undefined;
    } catch {
        return undefined;
    }
}

/** Whether Node would take the file for an ECMAScript module. */
function isModule(file) {
    if (/\.[cm]js$/.test(file.path)) {
        return file.path.endsWith(".mjs");
    }
    for (let folder = path.dirname(file.full); ; folder = path.dirname(folder)) {
        try {
            const type = JSON.parse(fs.readFileSync(path.join(folder, "package.json"), "utf8")).type;
            return type === "module" || (type === undefined && IMPORTS.test(file.text));
        } catch {
            // no such file, or not one that says it
        }
        if (folder === path.dirname(folder)) {
            return IMPORTS.test(file.text);
        }
    }
}

/** Load a file that may end its program: that ends the loading alone, and what it has defined by then is called. */
async function withoutExit(load) {
    const { exit, reallyExit } = process;
    const ended = new Error("process.exit");
    const end = () => {
        throw ended;
    };
    const late = (error) => {
        if (error !== ended) {
            throw error;
        }
    };
    process.exit = process.reallyExit = end;
    process.on("unhandledRejection", late);
    try {
        await load();
        await new Promise(setImmediate); // of a main function that is async, too
    } finally {
        await new Promise(setImmediate);
        process.off("unhandledRejection", late);
        Object.assign(process, { exit, reallyExit });
    }
}

function describe(error) {
    try {
        return error instanceof Error ? `${error.name}: ${error.message}`.slice(0, 300) : String(error).slice(0, 300);
    } catch {
        return "an exception";
    }
}

/** The student's files, the main one loaded, the others when a name is not in it. */
class Program {
    constructor(folder, request) {
        this.files = ranked(survey(folder), request);
        this.loaded = [];
    }

    async main() {
        if (this.loaded.length === 0 && this.files.length > 0) {
            this.loaded.push(await new Loaded(this.files[0]).load());
        }
        return this.loaded[0];
    }

    /** Find what one of these names means and `fits`; its name and value, and why there is none. */
    async find(named, what, fits) {
        await this.main();
        for (let at = 0; at < this.files.length; at += 1) {
            if (at >= this.loaded.length && !named.functions.some((name) => defines(this.files[at].text, name))) {
                this.loaded.push(null);
                continue;
            }
            this.loaded[at] ??= await new Loaded(this.files[at]).load();
            for (const wanted of named.functions) {
                for (const name of this.loaded[at].names(wanted, named.fold)) {
                    const value = this.loaded[at].get(name);
                    if (fits(value)) {
                        return { name, value };
                    }
                }
            }
        }
        const main = this.loaded[0];
        const where = main ? ` in ${main.file.path}` : "";
        const ended = main?.ended ? ` (${main.ended})` : "";
        return { name: named.functions[0], missing: `there is no ${what} ${named.functions.join(" or ")}${where}${ended}` };
    }
}

module.exports = { Program };
