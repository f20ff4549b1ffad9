import { createHmac } from 'node:crypto';
import { text } from 'node:stream/consumers';
import { type ClickHouse, ClickHouseError } from '../clickhouse/clickhouse.js';
import { encodeParameter } from '../clickhouse/parameter-text.js';
import { clusterSettings } from '../clickhouse/settings.js';
import { AppError } from '../lib/errors.js';
import { t } from '../lib/language/translate.js';
import { memoizePromise } from '../lib/memoize.js';
import { findOutage } from '../lib/outage.js';
import { withCleanup } from '../lib/with-cleanup.js';
import { createServiceUser, SERVICE_USER } from './bi-users.js';
import { connectAs } from './connect-as.js';
import { BI_DATABASE, clientHasLeft, type Reader } from './reader.js';
import { isServerError, readerError, type ServerError } from './reader-error.js';
import { type GatedStatement, passGate, REFUSED_CALLS, refused, withFormat } from './reader-gate.js';
import { readerParameters, readerSettings, readerText } from './reader-settings.js';
import { ServerProof } from './server-proof.js';
import { findParameters } from './statement-parameters.js';

/** Concurrent statements of all accounts. */
const PLACES = 2;

/** Above the time limit of a statement. */
const REQUEST_TIMEOUT_MS = 60_000;

/** ClickHouse's `http_max_field_value_size`: bounds a parameter in a URL, and the list of websites. */
const MAX_VALUE_BYTES = 128 * 1024;

/** ClickHouse's `http_max_uri_size` is a megabyte. */
const MAX_URL_LENGTH = 1_000_000;

/**
 * ClickHouse's codes for an unknown user and a wrong password: the server may have been replaced or restored from a
 * backup.
 */
const USER_GONE: ReadonlySet<string> = new Set(['192', '516']);

/** A server's display name is its host name by default. */
const REFUSED_ON_SERVER: ReadonlySet<string> = new Set([...REFUSED_CALLS, 'displayname']);

const FORMAT_STATEMENT = 'SELECT formatQuerySingleLine({statement:String}) FORMAT TSVRaw';

const { load_balancing, optimize_const_name_size } = clusterSettings;

type Settings = Readonly<Record<string, string | number>>;

/**
 * Returns a reader of a ClickHouse server. One user runs the statements of all accounts; it can read only the views,
 * and there only rows of the statement's websites. The user and its row policies are created and verified before the
 * first statement: a server that does not isolate accounts runs none.
 *
 * @param clickhouse the service's connection; it creates the user that runs statements
 * @param secret of the installation: each process derives the same password from it
 */
export function serverReader(
  clickhouse: ClickHouse,
  { url, cluster }: { readonly url: string; readonly cluster: string | undefined },
  secret: string,
): Reader {
  const password = createHmac('sha256', secret).update(`password of ${SERVICE_USER}`).digest('base64url');
  const options = { database: BI_DATABASE, request_timeout: REQUEST_TIMEOUT_MS };
  const client = connectAs(url, { user: SERVICE_USER, password }, options);
  const always = {
    // A statement ends with its HTTP request.
    cancel_http_readonly_queries_on_client_close: 1,
    wait_end_of_query: 1,
    ...(cluster !== undefined && { load_balancing, optimize_const_name_size }),
  } as const;
  /** The response begins when the statement has ended, so every error of the statement is an error of the response. */
  const run = async (
    query: string,
    settings: Settings,
    parameters: ReadonlyMap<string, string> = new Map(),
    signal?: AbortSignal,
  ) => {
    const given = [...parameters].map(([name, value]) => [`param_${name}`, value]);
    const clickhouse_settings = { ...always, ...settings, ...Object.fromEntries(given) };
    requireRoom(clickhouse_settings);
    try {
      return (await client.exec({ query, clickhouse_settings, ...(signal && { abort_signal: signal }) })).stream;
    } catch (error) {
      if (isServerError(error) && !isOfServer(error)) throw error;
      if (isServerError(error) && USER_GONE.has(error.code)) {
        makeUser = memoizePromise(create);
        proof.forget();
      }
      throw new ClickHouseError('ClickHouse could not run a statement', undefined, error);
    }
  };
  const proof = new ServerProof(clickhouse, async (query, settings) => text(await run(query, settings)));
  const create = () =>
    createServiceUser(clickhouse, { password, cluster }).catch((error: unknown) => {
      throw error instanceof ClickHouseError && error.code !== undefined ? noUser(error) : error;
    });
  let makeUser = memoizePromise(create);
  const ready = async (): Promise<void> => {
    await makeUser();
    await proof.give();
  };

  async function gate(statement: string): Promise<GatedStatement> {
    const value = encodeParameter(readerText(statement));
    if (Buffer.byteLength(value) > MAX_VALUE_BYTES) {
      throw refused('The statement is longer than a ClickHouse server takes', 62, 'SYNTAX_ERROR');
    }
    const parameters = new Map([['statement', value]]);
    const formatted = await run(FORMAT_STATEMENT, readerSettings({ websiteIds: [], settings: {} }), parameters);
    return passGate((await text(formatted)).replace(/\n$/, ''), REFUSED_ON_SERVER);
  }

  return {
    places: PLACES,
    ready,
    run: async (statement) => {
      const settings = readerSettings(statement);
      const parameters = readerParameters(statement.parameters);
      await ready();
      let shape: string | undefined;
      try {
        const gated = await gate(statement.text);
        ({ shape } = gated);
        const format = gated.format ?? statement.format;
        if (statement.signal?.aborted) throw clientHasLeft(shape);
        const answer = await run(withFormat(gated, format), settings, parameters, statement.signal);
        const chunks = withCleanup(readAll(answer), async () => answer.destroy());
        return { format, shape: gated.shape, chunks };
      } catch (error) {
        throw readerError(error, shape);
      }
    },
    check: async (statement) => {
      await ready();
      try {
        const { format, shape, text: formatted } = await gate(statement);
        return { format, shape, parameters: findParameters(formatted) };
      } catch (error) {
        throw readerError(error, undefined);
      }
    },
    close: () => client.close(),
  };
}

async function* readAll(answer: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
  yield* answer;
}

const noUser = (cause: ClickHouseError): AppError => {
  const text = t(
    'SQL is off on this ClickHouse server: ClickHouse refused to create its views or its user, with the error {code}. The user in CLICKHOUSE_URL needs the right ACCESS MANAGEMENT, see docs/bi.md',
    { code: String(cause.code) },
  );
  return new AppError('unavailable', [text], undefined, cause);
};

/** Whether the error is about the server rather than the statement. */
const isOfServer = ({ code }: ServerError): boolean =>
  USER_GONE.has(code) || findOutage(new ClickHouseError('', Number(code), undefined), () => false) !== undefined;

function requireRoom(values: Settings): void {
  let length = 0;
  for (const [name, value] of Object.entries(values)) {
    length += name.length + encodeURIComponent(value).length;
    if (Buffer.byteLength(String(value)) <= MAX_VALUE_BYTES) continue;
    throw name === 'log_comment'
      ? refused(
          "The list of the account's websites has more than the {count} bytes that a ClickHouse server takes",
          36,
          'BAD_ARGUMENTS',
          { count: MAX_VALUE_BYTES },
        )
      : refused(
          'The parameter {name} has more than the {count} bytes that a ClickHouse server takes',
          36,
          'BAD_ARGUMENTS',
          { name: name.replace(/^param_/, ''), count: MAX_VALUE_BYTES },
        );
  }
  if (length > MAX_URL_LENGTH) {
    throw refused('The parameters together are longer than a ClickHouse server takes', 36, 'BAD_ARGUMENTS');
  }
}
