import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const STYLE = new URL('../../src/dashboard/style/', import.meta.url);

test('the dashboard has five sizes of text', () => {
  const style = readdirSync(STYLE)
    .filter((name) => name.endsWith('.css'))
    .map((name) => readFileSync(new URL(name, STYLE), 'utf8'))
    .join('\n');
  const sizes = [...style.matchAll(/\sfont(?:-size)?: ([^; ]+)/g)].map(([, size]) => size);
  expect([...new Set(sizes)].toSorted()).toEqual(['12px', '13px', '15px', '17px', '24px', 'inherit']);
});
