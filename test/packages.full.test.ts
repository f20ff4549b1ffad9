import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { namedDocs } from './named-docs.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

const run = (...args: readonly string[]) => promisify(execFile)('npm', args, { cwd: ROOT, maxBuffer: 2 ** 25 });

test('the package has the documentation that help, errors and the OpenAPI document name', async () => {
  const { stdout } = await run('pack', '--dry-run', '--ignore-scripts', '--json');
  const [packed] = z.array(z.object({ files: z.array(z.object({ path: z.string() })) })).parse(JSON.parse(stdout));
  expect(packed!.files.map(({ path }) => path)).toEqual(expect.arrayContaining([...namedDocs(ROOT)]));
});

test('the bill of materials names what runs in production', async () => {
  const { stdout } = await run('run', '--silent', 'sbom');
  const { components } = z.object({ components: z.array(z.object({ purl: z.string() })) }).parse(JSON.parse(stdout));
  const names = components.map(({ purl }) => purl);
  expect(names.some((name) => name.startsWith('pkg:npm/hono@'))).toBe(true);
  expect(names.some((name) => name.startsWith('pkg:npm/vitest@'))).toBe(false);
});
