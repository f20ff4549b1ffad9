import { historyLine } from './collector-load.js';
import { DAY_MS } from './data-set/plan.js';
import { type ServerProcess, startServer } from './process.js';

const API_KEY = `ff_live_${'be'.repeat(32)}`;

/** Last visits of the visitors with a history, in days ago. */
const HISTORY_DAYS = 28;

const LINES_AT_ONCE = 100_000;

/** Starts the service on a folder, for any number of events from a proxy on this machine. */
export const startCollector = (folder: string): Promise<ServerProcess> =>
  startServer(['bin/footfall.cjs', 'serve'], {
    DATA_DIR: folder,
    PORT: '0',
    LOG_LEVEL: 'error',
    TRUSTED_PROXIES: '127.0.0.1',
    EVENT_RATE_LIMIT_PER_MINUTE: '0',
    BOOTSTRAP_EMAIL: 'bench@example.com',
    BOOTSTRAP_API_KEY: API_KEY,
  });

/** Returns the response's `data`. */
export async function ask<Data>(url: string, method: string, body?: string, type = 'application/json'): Promise<Data> {
  const response = await fetch(url, {
    method,
    headers: { 'X-API-Key': API_KEY, ...(body !== undefined && { 'Content-Type': type }) },
    ...(body !== undefined && { body }),
  });
  if (!response.ok) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return ((await response.json()) as { readonly data: Data }).data;
}

export const addWebsite = (url: string): Promise<{ readonly id: string; readonly apiKey: string }> =>
  ask(`${url}/api/v1/websites`, 'POST', JSON.stringify({ name: 'Bench', domain: 'example.com', timezone: 'UTC' }));

/** Imports one pageview for each of the first visitors, at least two days ago. */
export async function importHistory(url: string, id: string, visitors: number): Promise<void> {
  const now = Date.now();
  for (let first = 0; first < visitors; first += LINES_AT_ONCE) {
    const lines = Array.from({ length: LINES_AT_ONCE }, (_, index) => {
      const visitor = first + index;
      return historyLine(visitor, new Date(now - (2 + (visitor % HISTORY_DAYS)) * DAY_MS));
    });
    const path = `${url}/api/v1/websites/${id}/import`;
    const { rejected } = await ask<{ readonly rejected: number }>(
      path,
      'POST',
      lines.join('\n'),
      'application/x-ndjson',
    );
    if (rejected > 0) throw new Error(`${rejected} lines of the history were rejected`);
  }
}
