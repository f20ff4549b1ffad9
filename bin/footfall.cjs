#!/usr/bin/env node
// The embedded engine works on libuv's threads. Four, the default, would let questions hold up the journal's writes;
// the number counts only before the first of them is used, which importing a module already does.
process.env.UV_THREADPOOL_SIZE ??= '16';
void import('../dist/cli/main.js');
