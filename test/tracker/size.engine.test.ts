import { readFileSync } from 'node:fs';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { buildTracker } from './built.js';

const MAX_BYTES = 1_550;

test(`the script is at most ${MAX_BYTES} bytes on the wire`, () => {
  const script = readFileSync(new URL('tracker.min.js', buildTracker(onTestFinished)));
  expect(gzipSync(script, { level: 9 }).length).toBeLessThanOrEqual(MAX_BYTES);
});
