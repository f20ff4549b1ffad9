import { type ApiClient, apiClient } from '../service/api-client.js';
import type { TestService } from '../service/test-service.js';
import type { Targets } from './battery.js';
import { untilSqlReads } from './until-sql-reads.js';

/** An account and another one, each with pageviews. */
export interface TwoAccounts {
  readonly client: ApiClient;
  readonly stranger: ApiClient;
  /** The website of the other account. */
  readonly otherId: string;
}

/** Makes them on a service, and waits until SQL reads them. The n-th path of each is viewed on the n-th of January 2026. */
export async function twoAccounts(
  service: TestService,
  ownPaths: readonly string[],
  otherPaths: readonly string[],
): Promise<TwoAccounts> {
  const [client, stranger] = [await apiClient(service), await apiClient(service)];
  const [own, other] = [await client.website(), await stranger.website({ name: 'of-another' })];
  await client.import(own.id, lines(ownPaths));
  await stranger.import(other.id, lines(otherPaths));
  await untilSqlReads(client, ownPaths.length);
  await untilSqlReads(stranger, otherPaths.length);
  return { client, stranger, otherId: other.id };
}

/** What a hostile statement aims at: the other account's paths and website, and files of this machine. */
export const targetsOf = (otherId: string): Targets => ({
  path: '/of-another',
  websiteId: otherId,
  file: '/etc/hostname',
  written: '/tmp/footfall-written',
});

const lines = (paths: readonly string[]): string =>
  paths
    .map((path, index) => {
      const timestamp = `2026-01-0${index + 1}T00:00:00.000Z`;
      return `${JSON.stringify({ timestamp, url: `https://example.com${path}`, visitor: 'v' })}\n`;
    })
    .join('');
