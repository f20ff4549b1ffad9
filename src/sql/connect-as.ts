import { text } from 'node:stream/consumers';
import {
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
  ClickHouseLogLevel,
  createClient,
} from '@clickhouse/client';

/** A user other than the service's own. */
export interface OtherUser {
  readonly user: string;
  readonly password: string;
}

/** Ignores the user and the database of the URL, which the client would prefer. */
export function connectAs(
  url: string,
  { user, password }: OtherUser,
  options: Pick<ClickHouseClientConfigOptions, 'database' | 'request_timeout'> = {},
): ClickHouseClient {
  const bare = new URL(url);
  bare.username = '';
  bare.password = '';
  bare.pathname = '';
  return createClient({
    url: bare,
    username: user,
    password,
    application: 'footfall',
    log: { level: ClickHouseLogLevel.OFF },
    ...options,
  });
}

/** Fails with the server's error. */
export type AskAs = (as: OtherUser, statement: string) => Promise<string>;

/** Opens a connection for each statement. */
export const askAs =
  (url: string): AskAs =>
  async (as, query) => {
    const client = connectAs(url, as);
    try {
      const { stream } = await client.exec({ query, clickhouse_settings: { wait_end_of_query: 1 } });
      return await text(stream);
    } finally {
      await client.close();
    }
  };
