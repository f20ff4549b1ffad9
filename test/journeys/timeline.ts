import type { PastEvent } from '../oracle/past-event.js';

/** A website that people walk through, by its domain. */
export type Site = 'shop.test' | 'app.test';

/** What is to become of an event: counted, never sent by the browser, or dropped for a reason that has a name. */
export type Fate = 'counted' | 'unsent' | 'bot' | 'localhost' | 'foreign_host' | 'excluded_path';

interface Entry {
  readonly site: Site;
  readonly fate: Fate;
  readonly event: PastEvent;
}

/** What people did on the websites, written down by those who made them do it. */
export class Timeline {
  readonly #entries: Entry[] = [];

  note(entry: Entry): void {
    this.#entries.push(entry);
  }

  /** How many times browsers had to tell the collector something. */
  get posts(): number {
    return this.#entries.filter(({ fate }) => fate !== 'unsent').length;
  }

  /** What is to be counted on a website. */
  counted(site: string): readonly PastEvent[] {
    return this.#entries.filter((entry) => entry.site === site && entry.fate === 'counted').map(({ event }) => event);
  }

  /** What is to be dropped there, as the interface tells it. A leave is no event of its own. */
  dropped(site: string) {
    const own = this.#entries.filter((entry) => entry.site === site && entry.event.type !== 'leave');
    const fates = own.map(({ fate }) => fate);
    const reasons = [...new Set(fates)].filter((fate) => fate !== 'counted' && fate !== 'unsent');
    const drops = reasons
      .map((reason) => ({ reason, events: fates.filter((fate) => fate === reason).length }))
      .toSorted((one, other) => other.events - one.events || (one.reason < other.reason ? -1 : 1));
    return { drops, total: drops.reduce((sum, { events }) => sum + events, 0) };
  }
}
