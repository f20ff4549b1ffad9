import fc from 'fast-check';
import { expect, test } from 'vitest';
import { readLines } from '../../src/history/import/lines.js';

async function linesOf(chunks: readonly Uint8Array[]) {
  const lines = [];
  for await (const batch of readLines(toAsync(chunks))) lines.push(...batch.lines);
  return lines;
}

async function* toAsync(chunks: readonly Uint8Array[]) {
  yield* chunks;
}

test('lines come out the same however a body is cut into chunks', async () => {
  const line = fc.constantFrom('', ' ', 'a', '{"é":"🦔"}', 'x'.repeat(65_536), 'y'.repeat(65_537), 'z'.repeat(200_000));
  const cuts = fc.array(fc.integer({ min: 1, max: 70_000 }), { minLength: 1, maxLength: 5 });
  await fc.assert(
    fc.asyncProperty(fc.array(line, { maxLength: 8 }), cuts, async (lines, lengths) => {
      const body = Buffer.from(lines.join('\n'));
      const chunks: Uint8Array[] = [];
      for (let start = 0, cut = 0; start < body.length; cut += 1) {
        const length = lengths[cut % lengths.length] ?? 1;
        chunks.push(body.subarray(start, start + length));
        start += length;
      }
      const expected = lines
        .map((text, index) => ({ number: index + 1, text: text.length > 65_536 ? undefined : text }))
        .filter(({ text }) => text?.trim() !== '');
      expect(await linesOf(chunks)).toEqual(expected);
    }),
    { numRuns: 60 },
  );
});

test('a line that comes byte by byte is searched once', async () => {
  const bytes = Buffer.from(`${'x'.repeat(60_000)}\n`);
  expect(await linesOf([...bytes].map((byte) => Uint8Array.of(byte)))).toEqual([
    { number: 1, text: 'x'.repeat(60_000) },
  ]);
});
