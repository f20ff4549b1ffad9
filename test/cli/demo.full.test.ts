import { execFile } from 'node:child_process';
import { mkdtemp, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { build } from './built.js';
import { endAll, type RunningFootfall, start } from './footfall.js';

let folder: string;

beforeAll(async () => {
  await build();
  folder = await mkdtemp(join(tmpdir(), 'footfall-demo-'));
});

afterAll(async () => {
  endAll();
  await rm(folder, { recursive: true, force: true });
});

/** The command's words, as a shell takes them apart. */
async function wordsOf(command: string): Promise<readonly string[]> {
  const { stdout } = await promisify(execFile)('sh', ['-c', command.replace(/^curl/, "printf '%s\\n'")]);
  return stdout.trim().split('\n');
}

interface Figures {
  readonly totalVisitors: number;
  readonly previousTotalVisitors: number;
  readonly bounceRate: number;
}

interface Rows {
  readonly data: readonly { readonly visitors: number }[];
}

/** The data that the printed commands ask for, in their order. */
async function answersOf(demo: RunningFootfall): Promise<readonly [Figures, Rows, Rows]> {
  const commands = demo.stdout().match(/^curl .*$/gm) ?? [];
  const answers = await Promise.all(
    commands.map(async (command) => {
      const [option, header, url, ...rest] = await wordsOf(command);
      expect([option, rest]).toEqual(['-H', []]);
      const [name, value] = header!.split(': ');
      const answer = (await (await fetch(url!, { headers: { [name!]: value! } })).json()) as {
        success: boolean;
        data: unknown;
      };
      expect(answer.success).toBe(true);
      return answer.data;
    }),
  );
  expect(answers).toHaveLength(3);
  return answers as unknown as readonly [Figures, Rows, Rows];
}

/** Whether the printed login opens the dashboard. */
async function signsIn(demo: RunningFootfall): Promise<boolean> {
  const [, email = '', password = ''] = /Email +(\S+)\n +Password +(\S+)\n/.exec(demo.stdout()) ?? [];
  const answer = await fetch(`${demo.url}/login`, {
    method: 'POST',
    headers: { Origin: demo.url },
    body: new URLSearchParams({ email, password }),
    redirect: 'manual',
  });
  return answer.status === 303 && answer.headers.getSetCookie().some((cookie) => cookie.startsWith('footfall_login='));
}

/** Whether a link signs in. */
async function opens(link: string): Promise<boolean> {
  const { status, headers } = await fetch(link, { redirect: 'manual' });
  return status === 303 && headers.getSetCookie().some((cookie) => cookie.startsWith('footfall_login='));
}

const signInLink = (demo: RunningFootfall): string =>
  /Sign in +(http:\S+\/sign-in\/[\w-]{43})\n/.exec(demo.stdout())?.[1] ?? 'missing';

/** The printed text without what differs between two starts. */
const lasting = (text: string): string =>
  text.replaceAll(/(localhost|127\.0\.0\.1):\d+/g, '$1').replace(/\/sign-in\/\S+/, '/sign-in/');

test('demo fills its websites once, says how to sign in and query, and goes on', async () => {
  const first = await start('demo', { DATA_DIR: folder });
  expect(first.stdout()).toMatch(
    /Email +demo@footfall\.example\n +Password +\S{24}\n +API key +ff_live_[0-9a-f]{64}\n +BI tools +http:\/\/127\.0\.0\.1:\d+ /,
  );
  expect(first.stdout()).toContain('Websites   Otterbill, The Sunday Baker, Kiln & Clay\n');
  expect(first.stderr()).toContain('Generating 90 days of sample traffic: 75 %');
  expect(await signsIn(first)).toBe(true);
  const link = signInLink(first);
  expect([await opens(link), await opens(link)]).toEqual([true, false]);

  const [main, pages, chart] = await answersOf(first);
  expect(main.totalVisitors).toBeGreaterThan(1000);
  expect(main.previousTotalVisitors).toBeGreaterThan(1000);
  expect(main.bounceRate).toBeGreaterThan(0);
  expect(pages.data).toHaveLength(10);
  expect(chart.data).toHaveLength(30);
  // The last day may have begun a minute ago.
  const days = chart.data.slice(0, -1).map(({ visitors }) => visitors);
  expect(days.every((visitors) => visitors > 0)).toBe(true);
  await fetch(`${first.url}/api/v1/account`, { headers: { 'X-API-Key': 'x', 'X-Forwarded-For': '203.0.113.7' } });
  await expect.poll(first.stderr).toContain('set TRUSTED_PROXIES');
  expect(await first.end('SIGINT')).toBe(0);
  expect(first.stderr(), 'has no line of JSON').not.toMatch(/^\{/m);
  expect((await stat(join(folder, 'demo/login.json'))).mode & 0o777).toBe(0o600);

  const second = await start('demo', { DATA_DIR: folder });
  expect(lasting(second.stdout())).toBe(lasting(first.stdout()));
  expect(second.stderr()).not.toContain('Generating');
  const [, , again] = await answersOf(second);
  expect(again.data.slice(0, -1).map(({ visitors }) => visitors)).toEqual(days);
  expect(await signsIn(second)).toBe(true);
  expect(await opens(signInLink(second))).toBe(true);
  expect(await second.end('SIGTERM')).toBe(0);
});
