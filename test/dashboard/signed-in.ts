import { startSignInSession } from '../../src/accounts/sign-in-sessions.js';
import type { TestService } from '../service/test-service.js';

/** What a browser sends besides: by default as it does for a page of ours. */
type Headers = Readonly<Record<string, string>>;

/** A person who is signed in to the dashboard, with a browser that follows nothing by itself. */
export interface SignedIn {
  readonly accountId: string;
  readonly cookie: string;
  get(path: string, headers?: Headers): Promise<Response>;
  /** The text of a page that is there. */
  page(path: string, headers?: Headers): Promise<string>;
  /** Sends a form: pairs, or fields with files. */
  post(
    path: string,
    fields?: Readonly<Record<string, string>> | URLSearchParams | FormData,
    headers?: Headers,
  ): Promise<Response>;
}

export const ADDRESS = '203.0.113.7';

const SOCKET = { incoming: { socket: { remoteAddress: ADDRESS, remotePort: 4711, remoteFamily: 'IPv4' } } };

export async function signedIn(service: TestService, accountId?: string): Promise<SignedIn> {
  const id = accountId ?? (await service.account()).id;
  const token = await startSignInSession(service.engines.postgres.db, id, 'Firefox on Linux', service.clock);
  const { protocol } = new URL(service.services.baseUrl);
  const cookie = `${protocol === 'https:' ? '__Host-' : ''}footfall_login=${token}`;
  const get = async (path: string, headers: Headers = {}) =>
    service.app.request(path, { headers: { Cookie: cookie, ...headers } }, SOCKET);
  return {
    accountId: id,
    cookie,
    get,
    page: async (path, headers) => {
      const response = await get(path, headers);
      if (response.status !== 200) throw new Error(`${path} is a ${response.status}: ${await response.text()}`);
      return response.text();
    },
    post: async (path, fields = {}, headers = {}) => {
      const body = fields instanceof FormData ? fields : new URLSearchParams(fields);
      const init = { method: 'POST', headers: { Cookie: cookie, 'Sec-Fetch-Site': 'same-origin', ...headers }, body };
      return service.app.request(path, init, SOCKET);
    },
  };
}
