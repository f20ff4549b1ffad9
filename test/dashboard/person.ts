import type { TestService } from '../service/test-service.js';

type Fields = Readonly<Record<string, string>>;

/** Somebody with a browser of their own, which keeps cookies and follows nothing by itself. */
export interface Person {
  /** By their names, `__Host-` included. */
  readonly cookies: Map<string, string>;
  get(path: string): Promise<Response>;
  post(path: string, fields?: Fields | URLSearchParams | FormData): Promise<Response>;
}

/** A person whose requests come from that address, by default one that nobody else in the process has. */
export function person(service: TestService, address = newAddress()): Person {
  const cookies = new Map<string, string>();
  const request = async (path: string, init: RequestInit): Promise<Response> => {
    const Cookie = [...cookies].map((pair) => pair.join('=')).join('; ');
    const headers = { 'User-Agent': FIREFOX, 'Sec-Fetch-Site': 'same-origin', Cookie };
    const socket = { remoteAddress: address, remotePort: 4711, remoteFamily: address.includes(':') ? 'IPv6' : 'IPv4' };
    const response = await service.app.request(path, { ...init, headers }, { incoming: { socket } });
    for (const line of response.headers.getSetCookie()) keep(cookies, line);
    return response;
  };
  return {
    cookies,
    get: (path) => request(path, {}),
    post: (path, fields = {}) =>
      request(path, { method: 'POST', body: fields instanceof FormData ? fields : new URLSearchParams(fields) }),
  };
}

const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0';

let people = 0;

function newAddress(): string {
  people += 1;
  return `198.51.${100 + Math.floor(people / 250)}.${people % 250}`;
}

function keep(cookies: Map<string, string>, line: string): void {
  const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
  if (/; Max-Age=0/i.test(line)) cookies.delete(name);
  else cookies.set(name, value);
}

/** Where an answer leads to; undefined when it does not. */
export const leadsTo = (response: Response): string | undefined =>
  response.status === 303 ? (response.headers.get('Location') ?? undefined) : undefined;
