import type { Browser, BrowserContext } from 'playwright-core';
import { expect, vi } from 'vitest';
import { build } from '../cli/built.js';
import { POLL_OPTIONS } from '../poll-options.js';
import { type ApiClient, apiClient } from '../service/api-client.js';
import { testService } from '../service/test-service.js';
import { launchDrivenChromium, visitorBrowser } from '../tracker/chromium.js';
import { type Hosts, serveHosts } from './hosts.js';
import type { Look } from './people.js';
import { Person } from './person.js';
import { COLLECTOR } from './sites.js';
import { type Fate, Timeline } from './timeline.js';
import { addWebsites, type Websites } from './websites.js';

/** Websites on a fixture web, the service that counts for them, and everybody who walks there. */
export interface FixtureSites extends Pick<Hosts, 'at' | 'requests'> {
  readonly timeline: Timeline;
  readonly owner: ApiClient;
  readonly websites: Websites;
  /** What pages have complained of in their consoles. */
  readonly complaints: readonly string[];
  /** Somebody with a browser of their own, whose events have this fate unless something else is said of them. */
  person(name: string, look: Look, fate?: Fate): Promise<Person>;
  /** Somebody whose browser says that a program drives it. */
  automaton(name: string, look: Look): Promise<Person>;
  /** What the clock shows, in ISO 8601. */
  now(): string;
  /** Time goes by, for the service and on every page. */
  passes(seconds: number): Promise<void>;
  /** Nobody does anything until this instant, in ISO 8601. */
  sleeps(until: string): Promise<void>;
  /** Resolves when the collector has answered all that the timeline holds. */
  told(): Promise<void>;
  close(): Promise<void>;
}

/** @param morning where the clock begins, in ISO 8601 */
export async function openFixtureSites(morning: string): Promise<FixtureSites> {
  await build();
  const hosts = await serveHosts();
  const service = await testService({ clock: Date.parse(morning), baseUrl: hosts.at(COLLECTOR, '') });
  const owner = await apiClient(service);
  const { websites, embeds } = await addWebsites(owner);
  hosts.open(service, embeds);

  const timeline = new Timeline();
  const complaints: string[] = [];
  const people: Person[] = [];
  const contexts: BrowserContext[] = [];
  let driven: Browser | undefined;

  const enters = async (browser: Browser, name: string, look: Look, fate: Fate): Promise<Person> => {
    const context = await browser.newContext({ ...look.device, locale: look.traits.language ?? 'en-US' });
    contexts.push(context);
    // It goes until it is stopped, and can be stopped only in its future.
    await context.clock.install({ time: service.clock - 60_000 });
    await context.clock.pauseAt(service.clock + 1);
    const page = await context.newPage();
    page.on('pageerror', (error) => complaints.push(`${name}: ${error.message}`));
    page.on('console', (message) => message.type() === 'error' && complaints.push(`${name}: ${message.text()}`));
    const person = new Person(fixture, page, { name, look, fate });
    people.push(person);
    return person;
  };

  const fixture: FixtureSites = {
    at: hosts.at,
    requests: hosts.requests,
    timeline,
    owner,
    websites,
    complaints,
    person: async (name, look, fate = 'counted') => enters(await visitorBrowser(), name, look, fate),
    automaton: async (name, look) => {
      driven ??= await launchDrivenChromium();
      return enters(driven, name, look, 'unsent');
    },
    now: () => new Date(service.clock).toISOString(),
    async passes(seconds) {
      service.clock += seconds * 1000;
      for (const person of people) await person.waits(seconds);
    },
    sleeps: (until) => fixture.passes((Date.parse(until) - service.clock) / 1000),
    told: () =>
      vi.waitFor(() => expect(hosts.requests).toHaveLength(timeline.posts), { ...POLL_OPTIONS, interval: 10 }),
    async close() {
      await Promise.all(contexts.map((context) => context.close()));
      await driven?.close();
      hosts.close();
      await service.close();
    },
  };
  return fixture;
}
