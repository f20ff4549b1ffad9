import { describe, expect, test } from 'vitest';
import { aroundSqlRunners, ask, COUNT, OWN, STUCK } from './sql-runners.js';

const { data, openRunner, own } = aroundSqlRunners();

describe('a process for SQL', () => {
  test('reads the rows of the statement’s websites, as the service’s own engine does', async () => {
    const runner = await openRunner();
    expect(await ask(runner, COUNT)).toBe(await own());
    expect(await ask(runner, 'SELECT DISTINCT website_id FROM events')).toBe(`${OWN}\n`);
    expect(await ask(runner, COUNT, { websiteIds: [] })).toBe('0\n');
  });

  test('names no file in an error', async () => {
    const runner = await openRunner();
    for (const statement of [
      'SELECT 1 FORMAT',
      'SELECT 1 FORMAT Npy',
      'SELECT 1 FORMAT Template',
      'SELECT * FROM nothing',
    ]) {
      const error = await ask(runner, statement).catch((thrown: Error) => thrown.message);
      expect(error).not.toContain(data());
      expect(error).not.toMatch(/OUTFILE '|store\/|sql\/\d/);
    }
  });

  test('is ended when its time is over, and the next statement runs', async () => {
    const runner = await openRunner();
    const stuck = ask(runner, STUCK, { settings: { max_execution_time: '1' } });
    await expect(stuck).rejects.toMatchObject({ code: 159 });
    expect(await ask(runner, COUNT)).toBe(await own());
  });
});
