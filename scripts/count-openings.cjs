// Preloaded by scripts/test-slowest.mjs into the processes of vitest: adds a line to the file named by COUNT_OPENINGS for each process
// that they start, and for each embedded engine that they open.
const { appendFileSync } = require('node:fs');
const { ChildProcess } = require('node:child_process');
const Module = require('node:module');
const { basename } = require('node:path');

const note = (line) => appendFileSync(process.env.COUNT_OPENINGS, `${line}\n`);

const { spawn } = ChildProcess.prototype;
ChildProcess.prototype.spawn = function countedSpawn(options) {
  const script = options.args.findLast((arg) => /\.[cm]?js$/.test(arg) && !arg.includes('suppress-warnings'));
  note(`started ${basename(script ?? options.file)}`);
  return spawn.call(this, options);
};

const load = Module._load;
Module._load = (name, parent, isMain) => {
  const loaded = load(name, parent, isMain);
  // The ESM entry of the package loads its CommonJS one.
  if (name === './index.js' && parent?.filename?.endsWith('/chdb/index.mjs')) countSessions(loaded);
  return loaded;
};

/** The first of several sessions opens the folder. */
function countSessions(chdb) {
  let open = 0;
  const { Session } = chdb;
  chdb.Session = class extends Session {
    constructor(...args) {
      super(...args);
      if (open++ === 0) note('opened ClickHouse');
    }
    close() {
      super.close();
      open -= 1;
    }
  };
}

const { instantiate } = WebAssembly;
WebAssembly.instantiate = (source, imports) => {
  // Of the packages used here, only PGlite imports from WASI.
  if (imports?.wasi_snapshot_preview1 !== undefined) note('opened PostgreSQL');
  return instantiate(source, imports);
};
