import type { PastEvent } from '../oracle/past-event.js';
import { importLines } from '../oracle/past-event.js';
import type { TestService } from './test-service.js';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly body: { readonly success: boolean; readonly data: any; readonly meta: any };
}

/** Calls the interface with one account's key. */
export interface ApiClient {
  readonly key: string;
  readonly accountId: string;
  call(method: string, path: string, body?: unknown, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  get(path: string, query?: Readonly<Record<string, string | undefined>>): Promise<Answer>;
  /** Adds a website; gives its id and its tracking key. */
  website(settings?: Readonly<Record<string, unknown>>): Promise<{ readonly id: string; readonly apiKey: string }>;
  import(websiteId: string, lines: string, headers?: Readonly<Record<string, string>>): Promise<Answer>;
  history(websiteId: string, events: readonly PastEvent[]): Promise<Answer>;
}

export async function apiClient(service: TestService): Promise<ApiClient> {
  const { id: accountId, key } = await service.account();
  const request = async (path: string, init: RequestInit): Promise<Answer> => {
    const headers = { 'X-API-Key': key, ...(init.headers as Record<string, string>) };
    const response = await service.app.request(`/api/v1${path}`, { ...init, headers });
    return { status: response.status, headers: response.headers, body: (await response.json()) as Answer['body'] };
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
    });
  return {
    key,
    accountId,
    call,
    get: (path, query = {}) => {
      const given = Object.entries(query).filter((pair): pair is [string, string] => pair[1] !== undefined);
      return call('GET', `${path}?${new URLSearchParams(given)}`);
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
