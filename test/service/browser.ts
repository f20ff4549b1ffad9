import type { TestService } from './test-service.js';

export const CHROME =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/143.0.0.0 Safari/537.36';

/** Who sends an event. */
export interface Sender {
  /** Of the socket. */
  readonly address?: string;
  readonly userAgent?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends an event to the collector as the tracker does, or a text as it is. */
export async function send(service: TestService, event: unknown, sender: Sender = {}): Promise<Response> {
  const { address = '203.0.113.7', userAgent = CHROME, headers = {} } = sender;
  const init = {
    method: 'POST',
    headers: { 'Content-Type': 'text/plain;charset=UTF-8', 'User-Agent': userAgent, ...headers },
    body: typeof event === 'string' ? event : JSON.stringify(event),
  };
  const socket = { remoteAddress: address, remotePort: 4711, remoteFamily: address.includes(':') ? 'IPv6' : 'IPv4' };
  return service.app.request('/api/event', init, { incoming: { socket } });
}

/** The reason for which an event was dropped; null when it is kept. */
export const dropped = (response: Response): string | null => response.headers.get('X-Footfall-Dropped');

/** A pageview of a website. */
export const pageview = (key: string, path = '/', more: object = {}) => ({
  key,
  type: 'pageview',
  url: `https://example.com${path}`,
  ...more,
});
