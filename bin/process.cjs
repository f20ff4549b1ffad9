// What a process of Footfall sets for itself before anything else is loaded.

// Only their owner reads the files of an installation: accounts, keys and the secret are in them.
// A worker thread, which is given it where it is preloaded, has its process's mask.
if (require('node:worker_threads').isMainThread) process.umask(0o077);
// Node is started with 32 MB of room for short-lived garbage, which a busy collector uses; idle, it is given back. What has
// lived longer is collected when it has doubled, not when it is four times as much. The C library keeps what is freed in two
// places, not in one for each of the threads below: 110 MB less at the height of an import, in the same time. It keeps at most
// a megabyte: 11 MB less when idle. The first line of `footfall.cjs` sets this. It is as long as it may be: of a longer one,
// Linux before 5.1 reads a part.
const v8 = require('node:v8');
v8.setFlagsFromString('--heap-growing-percent=100');
// The embedded PostgreSQL is WebAssembly. What Node compiles of it at once is as quick as what it would compile again, for
// nearly half of what a start takes.
v8.setFlagsFromString('--liftoff-only');
// The embedded engine works on libuv's threads. Four, the default, would let questions hold up the journal's writes;
// the number counts only before the first of them is used, which importing a module already does.
process.env.UV_THREADPOOL_SIZE ??= '16';
