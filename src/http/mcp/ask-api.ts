import { Hono } from 'hono';
import type { Account } from '../../accounts/accounts.js';
import { AppError, invalid, invalidField } from '../../lib/errors.js';
import type { Website } from '../../websites/website.js';
import { addRoutes, type RouteDeps } from '../api/api.js';
import type { Caller } from '../api/authenticate.js';
import type { Failure, Success } from '../api/envelope.js';
import { answerFailure } from '../api/error-map.js';
import type { HttpMetrics } from '../server/metrics.js';
import type { ApiRequest, Ask } from './tool.js';

export interface InProcessDeps extends RouteDeps<Account, Website> {
  readonly log: Parameters<typeof answerFailure>[0];
  readonly now: () => number;
  readonly metrics: HttpMetrics;
}

const API_PATH = '/api/v1';

/** A model reads far less, and each answer is copied several times. What is larger is also streamed, and can break off. */
const MAX_BYTES = 1024 * 1024;

/** Asks the routes of the API in this process, for a caller whose key and rate were checked before. */
export function askApi({ log, now, metrics, ...deps }: InProcessDeps) {
  const app = new Hono<{ Bindings: Caller<Account>; Variables: Caller<Account> }>().basePath(API_PATH);
  app.onError(answerFailure(log, now));
  app.use(metrics.measure, async (context, next) => {
    context.set('account', context.env.account);
    context.set('rights', context.env.rights);
    await next();
  });
  addRoutes<Account, Website>(app as unknown as Hono<{ Variables: Caller<Account> }>, deps);

  return (caller: Caller<Account>, signal: AbortSignal): Ask =>
    async ({ method, path, query = {}, body }: ApiRequest) => {
      const init: RequestInit = {
        method,
        signal,
        ...(body !== undefined && { body: JSON.stringify(body), headers: { 'Content-Type': 'application/json' } }),
      };
      const response = await app.request(`${API_PATH}${path}?${toParameters(query)}`, init, caller);
      const answer = JSON.parse(await readBounded(response)) as Success<unknown> | Failure;
      if (!answer.success) throw refusal(answer, response.headers.get('Retry-After'));
      const { warnings = [], nextCursor } = answer.meta;
      return { data: answer.data, warnings, nextCursor };
    };
}

async function readBounded({ body }: Response): Promise<string> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  // Leaving the loop cancels the answer.
  for await (const chunk of body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_BYTES) throw invalid('the answer is larger than 1 MiB: ask for fewer rows or columns');
    chunks.push(chunk);
  }
  return Buffer.concat(chunks).toString();
}

function toParameters(query: Readonly<Record<string, unknown>>): URLSearchParams {
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    (Array.isArray(value) ? value : [value])
      .filter((each) => each !== undefined && each !== null)
      .map((each): [string, string] => {
        if (typeof each === 'object') throw invalidField(name, 'must be a text or a number');
        return [name, String(each)];
      }),
  );
  return new URLSearchParams(pairs);
}

/** In the words of the tools. */
function refusal({ meta: { errors } }: Failure, retryAfter: string | null): AppError {
  const messages = errors.map((error) => error.replace('GET /api/v1/query/schema', 'the tool describe'));
  return new AppError('invalid', retryAfter === null ? messages : [...messages, `Try again in ${retryAfter} seconds`]);
}
