import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';

const lockFile = z.object({
  packages: z.record(z.string(), z.object({ integrity: z.string().optional() })),
});

const { packages } = lockFile.parse(read('package-lock.json'));

/** Engines of other platforms, which the registry does not tell the checksum of. `npm ci` takes them by version alone. */
const WITHOUT_CHECKSUM = ['@chdb/lib-darwin-arm64', '@chdb/lib-darwin-x64', '@chdb/lib-linux-arm64-gnu'];

test('every locked package has a checksum, but for the named engines of other platforms', () => {
  const missing = Object.entries(packages).filter(([path, { integrity }]) => path !== '' && integrity === undefined);
  expect(missing.map(([path]) => path.replace('node_modules/', '')).sort()).toEqual(WITHOUT_CHECKSUM);
});

test('the build writes a bill of materials of what runs in production', () => {
  const { components } = z
    .object({ components: z.array(z.object({ purl: z.string() })) })
    .parse(read('dist/sbom.json'));
  const names = components.map(({ purl }) => purl);
  expect(names.some((name) => name.startsWith('pkg:npm/hono@'))).toBe(true);
  expect(names.some((name) => name.startsWith('pkg:npm/vitest@'))).toBe(false);
});

test('every image is an exact release, so that a cached older one is never taken for it', () => {
  const images = [...`${readText('compose.yaml')}${readText('Dockerfile')}`.matchAll(/^\s*(?:image:|FROM) (\S+)/gm)];
  expect(images.length).toBeGreaterThanOrEqual(4);
  for (const [, image = ''] of images)
    expect(image).toMatch(/:\d+\.\d+(?:\.\d+)*(?:-[a-z-]+)?(?:@sha256:[0-9a-f]{64})?$/);
});

function read(path: string): unknown {
  return JSON.parse(readText(path));
}

function readText(path: string): string {
  return readFileSync(fileURLToPath(new URL(`../${path}`, import.meta.url)), 'utf8');
}
