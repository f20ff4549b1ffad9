import { expect } from 'vitest';
import type { Endpoint, Query } from '../oracle/answers.js';
import type { PastEvent } from '../oracle/past-event.js';
import { seeded } from '../oracle/random.js';
import type { ApiClient } from './api-client.js';

/** Fetches the service's answer to a query of the oracle. */
export async function fetchAnswer(
  client: ApiClient,
  websiteId: string,
  endpoint: Endpoint,
  { filters, limit, now: _, ...query }: Query,
): Promise<unknown> {
  const parameters = { ...query, ...filters, ...(limit !== undefined && { limit: String(limit) }) };
  const { status, body } = await client.get(`/websites/${websiteId}/stats/${endpoint}`, parameters);
  expect(status, JSON.stringify(body.meta)).toBe(200);
  return body.data;
}

/** A history in two halves, each in an order of its own. */
export function halvesOf(history: readonly PastEvent[]): Readonly<Record<'older' | 'newer', readonly PastEvent[]>> {
  const middle = history[Math.floor(history.length / 2)]!.timestamp;
  const shuffled = seeded(1).shuffled(history);
  return {
    older: shuffled.filter(({ timestamp }) => timestamp < middle),
    newer: shuffled.filter(({ timestamp }) => timestamp >= middle),
  };
}

export async function imported(client: ApiClient, websiteId: string, part: readonly PastEvent[]): Promise<void> {
  const { body } = await client.history(websiteId, part);
  expect(body.data).toEqual({ imported: part.length, rejected: 0, errors: [] });
}

/** Two imports, the older half last. */
export async function importInPieces(
  client: ApiClient,
  websiteId: string,
  history: readonly PastEvent[],
): Promise<void> {
  const { older, newer } = halvesOf(history);
  await imported(client, websiteId, newer);
  await imported(client, websiteId, older);
}
