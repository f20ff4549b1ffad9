import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener } from '@hono/node-server';
import { expect } from 'vitest';
import { trackerRoutes } from '../../src/http/tracker.js';

export type PostedEvent = Readonly<Record<string, unknown>> & { readonly type: string };

/** What the collector does with a post: take it, refuse it with a status, hang up, or never answer. */
type Answer = number | 'hang up' | 'silence';

export interface FixtureSite {
  /** An address on this server: every `*.test` host leads to it. */
  at(host: string, path?: string): string;
  /** Puts a page at a path of every host. */
  page(path: string, html: string, headers?: Readonly<Record<string, string>>): void;
  /**
   * The events taken so far, as soon as there are `count`; fails when there are more or it takes too long.
   * They are in the order of their arrival: what is sent at once may arrive in any.
   * A `leave` depends on how long a test takes: only those that hold the clock ask for it.
   */
  events(count: number, withLeaves?: 'with leaves'): Promise<readonly PostedEvent[]>;
  /** One field of each of those events. */
  each(field: string, count: number): Promise<readonly unknown[]>;
  /** Requests to the collector with their headers, preflights included. */
  readonly requests: readonly IncomingMessage[];
  /** Their bodies. */
  readonly bodies: readonly string[];
  /** What the collector answers next; 202 when none of it is left. */
  answerNext(...answers: readonly Answer[]): void;
  close(): void;
}

/** Time for an event that must not come. */
const SETTLE_MS = 150;

async function read(request: IncomingMessage): Promise<string> {
  let body = '';
  for await (const chunk of request) body += chunk;
  return body;
}

/** A website, its collector and its script on a free port of the loopback address. */
export async function startFixtureSite(): Promise<FixtureSite> {
  const pages = new Map<string, { html: string; headers: Readonly<Record<string, string>> }>();
  const serveScript = getRequestListener(trackerRoutes().fetch);
  const events: PostedEvent[] = [];
  const requests: IncomingMessage[] = [];
  const bodies: string[] = [];
  const answers: Answer[] = [];

  const collect = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    requests.push(request);
    const body = await read(request);
    bodies.push(body);
    const answer = answers.shift() ?? 202;
    if (answer === 'silence') return;
    if (answer === 'hang up') {
      request.socket.destroy();
      return;
    }
    if (answer === 202 && request.method === 'POST') events.push(JSON.parse(body));
    response.writeHead(answer, { 'Access-Control-Allow-Origin': '*' }).end();
  };

  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? '/', 'http://any.test');
    if (pathname === '/api/event') return void collect(request, response);
    if (pathname.startsWith('/js/')) return void serveScript(request, response);
    const page = pages.get(pathname) ?? { html: '<p>elsewhere</p>', headers: {} };
    response.writeHead(200, { 'Content-Type': 'text/html; charset=utf-8', ...page.headers }).end(page.html);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;

  const site: FixtureSite = {
    at: (host, path = '') => `http://${host}:${port}${path}`,
    page: (path, html, headers = {}) => void pages.set(path, { html, headers }),
    async events(count, withLeaves) {
      const received = () => events.filter(({ type }) => withLeaves || type !== 'leave');
      await expect.poll(() => received().length, { interval: 10 }).toBeGreaterThanOrEqual(count);
      await new Promise((resolve) => setTimeout(resolve, SETTLE_MS));
      expect(received()).toHaveLength(count);
      return received();
    },
    each: async (field, count) => (await site.events(count)).map((event) => event[field]),
    requests,
    bodies,
    answerNext: (...next) => void answers.push(...next),
    close() {
      server.closeAllConnections();
      server.close();
    },
  };
  return site;
}
