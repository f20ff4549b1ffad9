import fc from 'fast-check';
import { expect, test } from 'vitest';
import { csvWithoutFormulas, withoutFormula } from '../../src/lib/csv-formula.js';
import { checkRows } from '../rows.js';

const quote = (cell: string | number): string =>
  typeof cell === 'number' ? String(cell) : `"${cell.replaceAll('"', '""')}"`;

const toCsv = (rows: readonly (readonly (string | number)[])[]): string =>
  rows.map((row) => `${row.map(quote).join(',')}\n`).join('');

async function pass(csv: string, size: number): Promise<string> {
  async function* chunks() {
    const bytes = Buffer.from(csv);
    for (let start = 0; start < bytes.length; start += size) yield bytes.subarray(start, start + size);
  }
  const passed: Uint8Array[] = [];
  for await (const chunk of csvWithoutFormulas(chunks())) passed.push(chunk);
  return Buffer.concat(passed).toString();
}

test('marks formulas wherever they stand', () =>
  checkRows(
    [
      ['"=1+1","x"\n', '"\'=1+1","x"\n'],
      ['"a""=b",-5,"-5"\n', '"a""=b",-5,"\'-5"\n'],
      ['"""=b",",=","\n=1"\n', '"""=b",",=","\n=1"\n'],
      ['"","",""\n"@x"\n', '"","",""\n"\'@x"\n'],
    ],
    async ([csv, expected]) => {
      for (const size of [1, 2, 3, 100]) expect(await pass(csv, size)).toBe(expected);
    },
  ));

test('marks the texts that are formulas, and changes nothing else, wherever a chunk ends', async () => {
  const text = fc.string({ unit: fc.constantFrom('=', '+', '-', '@', '\t', '\r', '"', ',', '\n', 'a', 'é', "'") });
  const rows = fc.array(fc.array(fc.oneof(text, fc.integer()), { minLength: 1, maxLength: 4 }));
  await fc.assert(
    fc.asyncProperty(rows, fc.integer({ min: 1, max: 9 }), async (table, size) => {
      const marked = table.map((row) => row.map((cell) => (typeof cell === 'string' ? withoutFormula(cell) : cell)));
      expect(await pass(toCsv(table), size)).toBe(toCsv(marked));
    }),
  );
});
