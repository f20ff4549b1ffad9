import { expect, test } from 'vitest';
import { sqlBudget } from '../../src/sql/sql-budget.js';
import { checkRows } from '../rows.js';

test('the memory of a machine has room for some statements', () =>
  checkRows(
    [
      [900e6, undefined],
      [1024 ** 3, { places: 1, statementMemory: 273_741_824 }],
      [2 * 1024 ** 3, { places: 2, statementMemory: 500e6 }],
      [64 * 1024 ** 3, { places: 2, statementMemory: 500e6 }],
    ],
    ([bytes, budget]) => {
      const found = sqlBudget(bytes);
      if (budget === undefined) expect(found).toBeUndefined();
      else expect(found).toMatchObject({ ...budget, processMemory: budget.statementMemory + 200e6 });
    },
  ));
