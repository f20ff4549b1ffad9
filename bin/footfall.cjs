#!/usr/bin/env -S MALLOC_ARENA_MAX=2 MALLOC_TRIM_THRESHOLD_=999999 MALLOC_MMAP_THRESHOLD_=999999 node --max-semi-space-size=32
require('./process.cjs');
// What colors the help and the messages asks the environment alone, and colors files too.
if (!process.stdout.isTTY || !process.stderr.isTTY) process.env.NO_COLOR ??= '1';
void import('../dist/cli/main.js');
