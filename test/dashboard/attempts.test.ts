import { Hono } from 'hono';
import { describe, expect, test } from 'vitest';
import { ATTEMPT_LIMITS } from '../../src/dashboard/access/attempt-limits.js';
import { attempts } from '../../src/dashboard/access/attempts.js';
import { knownBrowsers } from '../../src/dashboard/access/known-browsers.js';
import { clientAddress } from '../../src/http/server/client-address.js';
import { memoryRateLimiter } from '../../src/http/server/rate-limiter.js';

const OWNER = 'ada@example.com';
const LIMITS = ATTEMPT_LIMITS.passwords;

/** Attempts at passwords, without passwords: `wrong` is counted, and `right` forgiven. */
function sampleDoor() {
  const parts = {
    rateLimiter: memoryRateLimiter,
    clientAddress: clientAddress([]),
    secret: 'secret',
    baseUrl: 'https://footfall.example',
  };
  const passwords = attempts(parts, LIMITS);
  const browsers = knownBrowsers(parts);
  const app = new Hono();
  app.post('/:account/wrong', async (context) => {
    await passwords.count(context, context.req.param('account'));
    return context.text('wrong');
  });
  app.post('/:account/right', async (context) => {
    const account = context.req.param('account');
    await passwords.count(context, account);
    await passwords.forgive(context, account);
    browsers.remember(context, account);
    return context.text('right');
  });
  app.post('/:account/reset', async (context) => {
    browsers.rememberReset(context, context.req.param('account'));
    await passwords.clear(context, context.req.param('account'));
    return context.text('reset');
  });
  app.onError((_, context) => context.text('refused', 429));

  const browser = (address: string) => {
    let Cookie = '';
    return async (what: 'wrong' | 'right' | 'reset', account = OWNER): Promise<string> => {
      const socket = { remoteAddress: address, remotePort: 4711, remoteFamily: 'IPv4' };
      const init = { method: 'POST', headers: { Cookie } };
      const answer = await app.request(`/${account}/${what}`, init, { incoming: { socket } });
      Cookie = answer.headers.get('Set-Cookie')?.split(';')[0] ?? Cookie;
      return answer.text();
    };
  };
  /** Counts how many guesses are compared until every unknown browser is refused. */
  const guessFromEverywhere = async (): Promise<number> => {
    let compared = 0;
    for (let address = 1; address <= 200; address++) {
      const guess = browser(`198.51.100.${address}`);
      for (let more = 0; more < 20 && (await guess('wrong')) === 'wrong'; more++) compared += 1;
    }
    return compared;
  };
  return { browser, guessFromEverywhere };
}

describe('attempts', () => {
  test('about one account from one address end, and no others with them', async () => {
    const { browser } = sampleDoor();
    const guesser = browser('192.0.2.1');
    for (let guess = 0; guess < LIMITS.accountAndAddress.limit; guess++) expect(await guesser('wrong')).toBe('wrong');
    expect(await guesser('right')).toBe('refused');
    expect(await guesser('right', 'bob@example.com')).toBe('right');
    expect(await browser('192.0.2.2')('right')).toBe('right');
  });

  test('from everywhere end at the limit of the account', async () => {
    const { browser, guessFromEverywhere } = sampleDoor();
    expect(await guessFromEverywhere()).toBe(LIMITS.account.limit);
    expect(await browser('192.0.2.1')('right')).toBe('refused');
    expect(await browser('192.0.2.1')('right', 'bob@example.com')).toBe('right');
  });

  test('of a browser that is known are counted apart', async () => {
    const { browser, guessFromEverywhere } = sampleDoor();
    const [owner, thief] = [browser('192.0.2.1'), browser('192.0.2.2')];
    await owner('right');
    await thief('right');
    await guessFromEverywhere();
    for (let time = 0; time < 2 * LIMITS.knownBrowser.limit; time++) expect(await owner('right')).toBe('right');
    for (let guess = 0; guess < LIMITS.knownBrowser.limit; guess++) expect(await thief('wrong')).toBe('wrong');
    expect(await thief('right')).toBe('refused');
    expect(await owner('right')).toBe('right');
  });

  test('may go on after a mailed link: the browser that followed it signs in nevertheless', async () => {
    const { browser, guessFromEverywhere } = sampleDoor();
    const owner = browser('192.0.2.1');
    await guessFromEverywhere();
    expect(await owner('right')).toBe('refused');
    await owner('reset');
    await guessFromEverywhere();
    expect(await browser('192.0.2.1')('right')).toBe('refused');
    expect(await owner('right')).toBe('right');
  });

  test('under one mailed link after another are no more than under one', async () => {
    const { browser } = sampleDoor();
    let compared = 0;
    for (let link = 0; link < 3; link++) {
      const reader = browser('192.0.2.1');
      await reader('reset');
      for (let guess = 0; guess < 20; guess++) if ((await reader('wrong')) === 'wrong') compared += 1;
    }
    expect(compared).toBe(LIMITS.knownBrowser.limit);
  });
});
