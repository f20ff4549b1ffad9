import type { OpenApiDocument } from '../../src/http/api/openapi.js';
import type { PastEvent } from '../oracle/past-event.js';
import { importLines } from '../oracle/past-event.js';
import { type DeclaredCheck, declaredCheck } from './declared.js';
import type { TestService } from './test-service.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  // biome-ignore lint/suspicious/noExplicitAny: the OpenAPI document has vouched for its shape.
  readonly body: { readonly success: boolean; readonly data: any; readonly meta: any };
}

/** A text, bytes, or a stream of bytes. */
export type Body = NonNullable<RequestInit['body']>;

type Texts = Readonly<Record<string, string>>;

/** Calls the interface with one account's key. Every answer is held against the OpenAPI document. */
export interface ApiClient {
  readonly key: string;
  readonly accountId: string;
  call(method: string, path: string, body?: unknown, headers?: Texts): Promise<Answer>;
  get(path: string, query?: Readonly<Record<string, string | undefined>>): Promise<Answer>;
  /** Adds a website; gives its id and its tracking key. */
  website(settings?: Readonly<Record<string, unknown>>): Promise<{ readonly id: string; readonly apiKey: string }>;
  import(websiteId: string, lines: Body, headers?: Texts): Promise<Answer>;
  history(websiteId: string, events: readonly PastEvent[]): Promise<Answer>;
}

export async function apiClient(service: TestService): Promise<ApiClient> {
  const { id: accountId, key } = await service.account();
  const check = knownCheck(await (await service.app.request('/api/v1/openapi.json')).text());
  const request = async (path: string, init: RequestInit & { readonly method: string }): Promise<Answer> => {
    const headers = { 'X-API-Key': key, ...(init.headers as Texts) };
    const response = await service.app.request(`/api/v1${path}`, { ...init, headers });
    if (response.ok && !response.headers.get('Content-Type')?.startsWith('application/json')) {
      const data = await response.text();
      return { status: response.status, headers: response.headers, body: { success: true, data, meta: {} } };
    }
    const body = (await response.json()) as Answer['body'];
    check(init.method, path, response.status, body);
    return { status: response.status, headers: response.headers, body };
  };
  const call: ApiClient['call'] = (method, path, body, headers = {}) =>
    request(path, {
      method,
      headers: { ...(body === undefined ? {} : { 'Content-Type': 'application/json' }), ...headers },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
  const importText: ApiClient['import'] = (websiteId, lines, headers = {}) =>
    request(`/websites/${websiteId}/import`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/x-ndjson', ...headers },
      body: lines,
      // A stream must say that it is read while the answer is not there yet.
      ...(lines instanceof ReadableStream && { duplex: 'half' }),
    });
  return {
    key,
    accountId,
    call,
    get: (path, query = {}) => {
      const parameters = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
      return call('GET', `${path}?${new URLSearchParams(parameters)}`);
    },
    website: async (settings = {}) => {
      const defaults = { name: 'Shop', domain: 'example.com', timezone: 'UTC' };
      const { body } = await call('POST', '/websites', { ...defaults, ...settings });
      return body.data;
    },
    import: importText,
    history: (websiteId, events) => importText(websiteId, importLines(events)),
  };
}

/** By their documents: nearly all services of a process have the same. */
const checks = new Map<string, DeclaredCheck>();

function knownCheck(document: string): DeclaredCheck {
  const check = checks.get(document) ?? declaredCheck(JSON.parse(document) as OpenApiDocument);
  checks.set(document, check);
  return check;
}

/** What an answer of failure says: its status and its errors. */
export const failureOf = ({ status, body }: Answer) => ({ status, errors: body.meta.errors as readonly string[] });
