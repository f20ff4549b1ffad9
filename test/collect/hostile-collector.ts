import { Registry } from 'prom-client';
import { EventLimit } from '../../src/collect/event-limit.js';
import { PropNames } from '../../src/collect/prop-names.js';
import { openPlaces } from '../../src/collect/steps/place.js';
import { readLine } from '../../src/history/import/line.js';
import { collectRoute } from '../../src/http/collect.js';
import { httpApp } from '../../src/http/http-app.js';
import { clientAddress, fromTrustedProxy } from '../../src/http/server/client-address.js';
import { httpMetrics } from '../../src/http/server/metrics.js';
import { testContext } from '../context.js';
import { sampleWebsite } from '../websites/sample-website.js';
import type { HostileEvent } from './worst-inputs.js';

const PROXIES = ['10.0.0.0/8', 'fd00::/8'];
const BROWSER = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';

export const hostileWebsite = sampleWebsite({
  allowedDomains: ['shop.example.org'],
  excludedIps: ['192.0.2.0/24'],
  excludedPaths: ['/admin/*'],
  excludedHostnames: ['staging.example.com'],
  excludedCountries: ['KP'],
  excludeHosting: true,
});

/** Everything that happens to an event or to a line of an import on the main thread, but for the disk. */
export interface HostileCollector {
  /** Answers a request with the event. */
  readonly send: (event: HostileEvent) => Promise<Response>;
  /** Reads the event as a line of an import; false where it is no valid one. */
  readonly read: (event: HostileEvent) => boolean;
}

export async function hostileCollector(website = hostileWebsite): Promise<HostileCollector> {
  const tools = { places: openPlaces(undefined, () => undefined), keysAt: () => ({ current: 'k'.repeat(64) }) };
  const propNames = new PropNames({ readStored: async () => [], now: () => 0, onFailed: () => undefined });
  const registry = new Registry();
  const hot = collectRoute({
    ...tools,
    now: () => 0,
    eventLimit: new EventLimit(1_000_000),
    propNames,
    onPartial: () => undefined,
    findWebsite: () => website,
    clientAddress: clientAddress(PROXIES),
    fromTrustedProxy: fromTrustedProxy(PROXIES),
    append: async () => undefined,
    onKept: () => undefined,
    onDropped: () => undefined,
  });
  const app = httpApp(testContext({ now: () => 0 }), httpMetrics(registry), { hot });
  const socket = { remoteAddress: '10.0.0.1' };
  return {
    send: async (event) => {
      const given = { 'User-Agent': BROWSER, 'Content-Type': 'text/plain', ...event.headers };
      const headers = Object.fromEntries(Object.entries(given).map(([name, value]) => [name.toLowerCase(), value]));
      const request = new Request('http://localhost/api/event', { method: 'POST', headers, body: bodyOf(event) });
      return app.fetch(request, { incoming: { headers, socket } });
    },
    read: (event) =>
      'kept' in
      readLine(lineOf(event), {
        ...tools,
        website,
        visitorNamed: () => '1',
        takePropName: (name) => propNames.take(website.id, name),
        now: Date.UTC(2026, 0, 1),
        keptFrom: undefined,
      }),
  };
}

function bodyOf({ headers, more, ...event }: HostileEvent): string {
  const body = JSON.stringify({ key: 'site_hostile', type: 'pageview', url: 'https://example.com/', ...event });
  return more === undefined ? body : `${body.slice(0, -1)},${more}}`;
}

/** The same as a line of an import. */
export function lineOf({ headers = {}, more, screen, ...event }: HostileEvent): string {
  const line = JSON.stringify({
    timestamp: '2025-03-01T10:00:00.000Z',
    type: 'pageview',
    url: 'https://example.com/',
    ip: '203.0.113.7',
    userAgent: headers['User-Agent'] ?? BROWSER,
    ...event,
  });
  return more === undefined ? line : `${line.slice(0, -1)},${more}}`;
}
