import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { namedDocs } from './named-docs.js';

const ROOT = fileURLToPath(new URL('../', import.meta.url));

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

test('every image is an exact release, so that a cached older one is never taken for it', () => {
  const images = [...`${readText('compose.yaml')}${readText('Dockerfile')}`.matchAll(/^\s*(?:image:|FROM) (\S+)/gm)];
  expect(images.length).toBeGreaterThanOrEqual(4);
  for (const [, image = ''] of images)
    expect(image).toMatch(/:\d+\.\d+(?:\.\d+)*(?:-[a-z-]+)?(?:@sha256:[0-9a-f]{64})?$/);
});

test('the image has the documentation that help, errors and the OpenAPI document name', () => {
  const docs = namedDocs(ROOT);
  expect(docs).toContain('docs/query.md');
  expect(docs.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
  expect(readText('Dockerfile')).toMatch(/^COPY .*\/docs /m);
});

function read(path: string): unknown {
  return JSON.parse(readText(path));
}

function readText(path: string): string {
  return readFileSync(`${ROOT}${path}`, 'utf8');
}
