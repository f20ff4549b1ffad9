import { setTimeout as wait } from 'node:timers/promises';
import { ACCOUNT } from '../crash/victim.js';
import type { Random } from '../oracle/random.js';
import type { Ledger, SentEvent } from './ledger.js';

const CHROME = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/142.0.0.0 Safari/537.36';
const EVENTS_A_WEBSITE = 6;
const LINES_AN_IMPORT = 12;

/** Makes websites, keys, events and imports, and notes what was sent and what was answered. */
export class Load {
  readonly ledger: Ledger = { websites: new Map(), events: new Map(), imports: [] };
  #next = 0;
  #stopped = false;
  readonly #senders: Promise<void>[];

  constructor(
    private readonly url: string,
    private readonly random: Random,
  ) {
    this.#senders = [this.#repeat(() => this.#website()), this.#repeat(() => this.#website())];
  }

  /** Resolves when everything that was sent has its answer. */
  async stop(): Promise<void> {
    this.#stopped = true;
    await Promise.all(this.#senders);
  }

  async #repeat(task: () => Promise<void>): Promise<void> {
    while (!this.#stopped) await task().catch(() => wait(100));
  }

  /** A whole life: it is made, gets events at once, then perhaps another key, an import and more events, and may be deleted. */
  async #website(): Promise<void> {
    const { websites } = this.ledger;
    const made = await this.#api('POST', '/websites', { name: 'Power', domain: 'example.com', timezone: 'UTC' });
    const { id, apiKey } = made.data as { id: string; apiKey: string };
    const website = { key: apiKey as string | undefined, deletion: 'none' as 'none' | 'requested' | 'answered' };
    websites.set(id, website);
    const addresses = await this.#events(id, apiKey);
    let key = apiKey;
    if (this.random.below(3) === 0) {
      website.key = undefined;
      const changed = await this.#api('POST', `/websites/${id}/regenerate-tracking-key`);
      key = (changed.data as { apiKey: string }).apiKey;
      website.key = key;
    }
    if (this.random.below(3) === 0) await this.#import(id, addresses);
    await this.#events(id, key);
    if (this.random.below(6) > 0) return;
    website.deletion = 'requested';
    await this.#api('DELETE', `/websites/${id}`);
    website.deletion = 'answered';
  }

  /** Gives the addresses of the visitors. */
  #events(websiteId: string, key: string): Promise<readonly string[]> {
    const numbers = Array.from({ length: EVENTS_A_WEBSITE }, () => this.#next++);
    return Promise.all(
      numbers.map(async (number) => {
        const [page, address] = [
          `/event/${number}`,
          `10.${(number >> 16) % 256}.${(number >> 8) % 256}.${number % 256}`,
        ];
        const sent: SentEvent = { websiteId, isAnswered: false };
        this.ledger.events.set(page, sent);
        const response = await fetch(`${this.url}/api/event`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json', 'User-Agent': CHROME, 'X-Forwarded-For': address },
          body: JSON.stringify({ key, type: 'pageview', url: `https://example.com${page}` }),
        });
        if (response.status === 202 && !response.headers.has('X-Footfall-Dropped')) sent.isAnswered = true;
        return address;
      }),
    );
  }

  /** Half of the lines are of visitors who are on the website: their sessions are made anew. */
  async #import(websiteId: string, addresses: readonly string[]): Promise<void> {
    const number = this.#next++;
    const pages = Array.from({ length: LINES_AN_IMPORT }, (_, line) => `/import/${number}/${line}`);
    const sent = { websiteId, pages, isAnswered: false };
    this.ledger.imports.push(sent);
    const timestamp = new Date(Date.now() - 50).toISOString();
    const lines = pages.map((page, line) =>
      JSON.stringify({
        timestamp,
        url: `https://example.com${page}`,
        ...(line % 2 === 0 ? { visitor: page } : { ip: addresses[line % addresses.length], userAgent: CHROME }),
      }),
    );
    const answer = await this.#api('POST', `/websites/${websiteId}/import`, lines.join('\n'));
    const { imported } = answer.data as { imported: number };
    if (imported !== pages.length) throw new Error('lines were rejected');
    sent.isAnswered = true;
  }

  async #api(method: string, path: string, body?: object | string): Promise<{ readonly data: unknown }> {
    const response = await fetch(`${this.url}/api/v1${path}`, {
      method,
      headers: {
        'X-API-Key': ACCOUNT.BOOTSTRAP_API_KEY,
        'Content-Type': typeof body === 'string' ? 'application/x-ndjson' : 'application/json',
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path} was answered with ${response.status}`);
    return (response.status === 204 ? { data: undefined } : await response.json()) as { data: unknown };
  }
}
