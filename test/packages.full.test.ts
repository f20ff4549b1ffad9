import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

test('the bill of materials names what runs in production', async () => {
  const { stdout } = await promisify(execFile)('npm', ['run', '--silent', 'sbom'], { cwd: ROOT, maxBuffer: 2 ** 25 });
  const { components } = z.object({ components: z.array(z.object({ purl: z.string() })) }).parse(JSON.parse(stdout));
  const names = components.map(({ purl }) => purl);
  expect(names.some((name) => name.startsWith('pkg:npm/hono@'))).toBe(true);
  expect(names.some((name) => name.startsWith('pkg:npm/vitest@'))).toBe(false);
});
