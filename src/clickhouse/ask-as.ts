import { text } from 'node:stream/consumers';
import { ClickHouseLogLevel, createClient } from '@clickhouse/client';

/** Runs a statement as a user of a ClickHouse server. Fails with the server's error. */
export type AskAs = (as: { readonly user: string; readonly password: string }, statement: string) => Promise<string>;

/** Connects to the server at `url` for each statement. */
export const askAs =
  (url: string): AskAs =>
  async ({ user, password }, query) => {
    const client = createClient({
      url: toBareUrl(url),
      username: user,
      password,
      log: { level: ClickHouseLogLevel.OFF },
    });
    try {
      const { stream } = await client.exec({ query, clickhouse_settings: { wait_end_of_query: 1 } });
      return await text(stream);
    } finally {
      await client.close();
    }
  };

/** Returns a URL without user and database, which a client would prefer to its own. */
export function toBareUrl(url: string): URL {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.pathname = '';
  return bare;
}
