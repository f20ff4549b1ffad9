import { text } from 'node:stream/consumers';
import {
  type ClickHouseClient,
  type ClickHouseClientConfigOptions,
  ClickHouseLogLevel,
  createClient,
} from '@clickhouse/client';

/** A user of a ClickHouse server other than the service's own. */
export interface OtherUser {
  readonly user: string;
  readonly password: string;
}

/** Connects to the server at `url` as another user. The user and the database of the URL are left out: a client would prefer them. */
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

/** Runs a statement as a user of a ClickHouse server. Fails with the server's error. */
export type AskAs = (as: OtherUser, statement: string) => Promise<string>;

/** Connects to the server at `url` for each statement. */
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
