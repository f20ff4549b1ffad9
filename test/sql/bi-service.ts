import type { Server } from 'node:http';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { type ClickHouseClient, ClickHouseLogLevel, createClient } from '@clickhouse/client';
import { getRequestListener } from '@hono/node-server';
import { expect, vi } from 'vitest';
import type { PastEvent } from '../oracle/past-event.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type TestService, type TestServiceOptions, testService } from '../service/test-service.js';

/** The whole service, with its interface for BI tools listening. */
export interface BiService extends TestService {
  readonly biUrl: string;
  /** The real client of ClickHouse, with an API key as its password. */
  connect(key: string, options?: Parameters<typeof createClient>[0]): ClickHouseClient;
}

export async function biService(options: TestServiceOptions = {}, open = testService): Promise<BiService> {
  const service = await open(options);
  const server: Server = createServer(getRequestListener((request, env) => service.bi.fetch(request, env)));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const biUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const clients: ClickHouseClient[] = [];
  const { close } = service;
  return Object.assign(service, {
    biUrl,
    connect: (password: string, more: Parameters<typeof createClient>[0] = {}) => {
      const client = createClient({
        url: biUrl,
        username: 'any',
        password,
        database: 'bi',
        log: { level: ClickHouseLogLevel.OFF },
        // As long as a test may take: its 30 seconds are not enough where the first statement starts a process on a slow machine.
        request_timeout: 300_000,
        ...more,
      });
      clients.push(client);
      return client;
    },
    close: async () => {
      await Promise.all(clients.map((client) => client.close()));
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      await Object.assign(service, { close }).close();
    },
  });
}

/** Waits until a BI tool reads a history from every table: its engine knows of new parts within a second. */
export async function readsAll(
  tool: ClickHouseClient,
  websiteId: string,
  history: readonly PastEvent[],
): Promise<void> {
  const pageviews = history.filter(({ type }) => type === 'pageview').length;
  const query = `SELECT arrayMap(toUInt32, [
  (SELECT countIf(type = 'pageview') FROM events WHERE website_id = {id:UUID}),
  (SELECT sum(pageviews) FROM visits WHERE website_id = {id:UUID}),
  (SELECT sum(pageviews) FROM daily_visitors WHERE website_id = {id:UUID} AND dimension = '')
]) AS pageviews`;
  await vi.waitFor(async () => {
    const answer = await tool.query({ query, query_params: { id: websiteId }, format: 'JSONEachRow' });
    expect(await answer.json()).toEqual([{ pageviews: [pageviews, pageviews, pageviews] }]);
  }, POLL_OPTIONS);
}
