import { cpSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest';
import type { Environment } from './footfall.js';
import { footfallHere } from './footfall-here.js';
import { openHere, type ServiceHere, URL_HERE } from './here.js';

export const OWNER = { email: 'owner@example.com', password: 'correct horse' };

const AGENT = 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0';
const API_KEY = `ff_live_${'cd'.repeat(32)}`;

/** A data folder with an account, a website and an event, stopped, for a test file. Each test works on a copy. */
export function stoppedInstallation() {
  let folder: string;
  let whole: string;

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'footfall-incomplete-'));
    whole = join(folder, 'whole');
    const bootstrap = { BOOTSTRAP_EMAIL: OWNER.email, BOOTSTRAP_API_KEY: API_KEY };
    const service = await openHere({ DATA_DIR: whole, ...bootstrap });
    const headers = { 'X-API-Key': API_KEY, 'Content-Type': 'application/json' };
    const website = JSON.stringify({ name: 'Shop', domain: 'example.com', timezone: 'UTC' });
    const made = await service.fetch('/api/v1/websites', { method: 'POST', headers, body: website });
    const { data } = (await made.json()) as { data: { apiKey: string } };
    const event = JSON.stringify({ key: data.apiKey, type: 'pageview', url: 'https://example.com/' });
    const kept = await service.fetch('/api/event', {
      method: 'POST',
      headers: { 'User-Agent': AGENT },
      body: event,
    });
    expect([kept.status, kept.headers.get('X-Footfall-Dropped')]).toEqual([202, null]);
    await service.close();
  });

  afterAll(() => rm(folder, { recursive: true, force: true }));

  return {
    async copy(): Promise<Environment> {
      const path = await mkdtemp(join(folder, 'copy-'));
      onTestFinished(() => rm(path, { recursive: true, force: true }));
      cpSync(whole, path, { recursive: true });
      return { DATA_DIR: path };
    },
    /** A data folder before the first start. */
    empty: async (): Promise<Environment> => ({ DATA_DIR: await mkdtemp(join(folder, 'empty-')) }),
  };
}

export const emptied = async (path: string) => {
  await rm(path, { recursive: true });
  await mkdir(path);
};

export const eventTable = async (path: string): Promise<string> => {
  const definition = await readFile(join(path, 'clickhouse/metadata/default/events.sql'), 'utf8');
  const [id = ''] = /[0-9a-f-]{36}/.exec(definition) ?? [];
  return join(path, 'clickhouse/store', id.slice(0, 3), id);
};

/** A stranger asks to become the owner. */
export const welcome = (service: Pick<ServiceHere, 'fetch'>, url = URL_HERE) =>
  service.fetch('/welcome', {
    method: 'POST',
    headers: { Origin: url },
    body: new URLSearchParams({ email: 'stranger@example.com', password: 'correct horse' }),
    redirect: 'manual',
  });

interface Examination {
  readonly checks: readonly { readonly name: string; readonly status: string; readonly message: string }[];
}

/** Returns what the doctor says of each thing it looks at. */
export async function examine(environment: Environment, ...args: readonly string[]) {
  const { stdout } = await footfallHere(['doctor', '--json', ...args], environment);
  const { checks } = JSON.parse(stdout) as Examination;
  return (name: string) => {
    const { status, message } = checks.find((check) => check.name === name) ?? {};
    return `${status}: ${message}`;
  };
}
