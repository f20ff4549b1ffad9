import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { readConfig } from '../../src/app/config.js';
import { failureLine } from '../../src/app/failure-line.js';
import { start } from '../../src/main.js';
import type { Environment } from './footfall.js';
import { footfallHere } from './footfall-here.js';

test.each([
  [{ PORT: 'three thousand' }, 'PORT'],
  [{ BASE_URL: 'example.com' }, 'BASE_URL'],
  [{ SECRET: 'short' }, 'SECRET'],
  [{ TRUSTED_PROXIES: '10.0.0.0/8, everyone' }, 'TRUSTED_PROXIES'],
  [{ BOOTSTRAP_EMAIL: 'a@example.com', BOOTSTRAP_API_KEY: 'ff_live_short' }, 'BOOTSTRAP_API_KEY'],
  [{ BOOTSTRAP_PASSWORD: 'without an address' }, 'BOOTSTRAP_EMAIL'],
  [{ DATABASE_URL: 'postgres://localhost/footfall' }, 'SECRET'],
  [{ BI_PORT: '1', CLICKHOUSE_URL: 'http://127.0.0.1:1' }, 'BI_PORT'],
])('the wrong configuration %j is one line that names %s', async (wrong, variable) => {
  const { code, stdout, stderr } = await footfallHere(['serve'], { DATA_DIR: '/dev/null/unused', ...wrong });
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(new RegExp(`^footfall: (?:.*; )?${variable}: .+\\n$`));
});

test('every wrong variable is named at once', async () => {
  const { stderr } = await footfallHere(['serve'], { PORT: '-1', LOG_LEVEL: 'loud' });
  expect(stderr).toMatch(/^footfall: PORT: .*; LOG_LEVEL: .*\n$/);
});

/** The line of a start that does not come to opening its data folder. */
const refuse = (environment: Environment): Promise<string> =>
  start(readConfig({ PORT: '0', DATA_DIR: '/dev/null/unused', ...environment }), {
    log: pino({ level: 'silent' }),
  }).then(() => 'nothing was refused', failureLine);

test('a port that is taken, and a host that is none of this machine, are named', async () => {
  const other = createServer().listen(0, '127.0.0.1');
  onTestFinished(() => void other.close());
  await once(other, 'listening');
  const taken = String((other.address() as AddressInfo).port);
  expect(await refuse({ PORT: taken })).toMatch(new RegExp(`^PORT: ${taken} is in use on 127\\.0\\.0\\.1: .*$`));
  expect(await refuse({ BI_PORT: taken })).toMatch(new RegExp(`^BI_PORT: ${taken} is in use`));
  expect(await refuse({ HOST: 'no-such-host.invalid' })).toMatch(/^HOST: .+$/);
});
