import { expect, vi } from 'vitest';
import { POLL_OPTIONS } from '../poll-options.js';
import type { ApiClient } from '../service/api-client.js';

/** Waits until SQL reads an account's events: an engine that runs already knows of new parts within a second. */
export const untilSqlReads = (client: ApiClient, events: number): Promise<void> =>
  vi.waitFor(async () => {
    const { body } = await client.call('POST', '/sql', { query: 'SELECT toUInt32(count()) FROM bi.events' });
    expect(body.data.rows).toEqual([[events]]);
  }, POLL_OPTIONS);
