import { expect, test } from 'vitest';
import { checkRows } from './rows.js';

test('the rows that are wrong are named, with what was expected and found', async () => {
  const checked = checkRows([1, 2, 3, 4], async (row) => expect(row % 2 === 0 ? 'even' : 'odd').toBe('odd'));
  await expect(checked).rejects.toThrow(
    /^2 of 4 rows are wrong:\n\n2\n[\s\S]*expected: 'odd'\n[\s\S]*found: 'even'[\s\S]*\n\n4\n/,
  );
});

test('a table of right rows passes, and one without rows does not', async () => {
  await checkRows([1, 3], (row) => expect(row % 2).toBe(1));
  await expect(checkRows([], () => undefined)).rejects.toThrow('The table has no rows.');
});
