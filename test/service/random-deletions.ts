import { expect } from 'vitest';
import type { Query, Website } from '../oracle/answers.js';
import { randomHistory } from '../oracle/history.js';
import { answer, ENDPOINTS } from '../oracle/oracle.js';
import type { PastEvent } from '../oracle/past-event.js';
import { randomQueries } from '../oracle/queries.js';
import { resolveQuery } from '../oracle/resolved-query.js';
import { rulesOf } from '../oracle/rules.js';
import type { ApiClient } from './api-client.js';
import { fetchAnswer } from './oracle-client.js';

const DOMAIN = 'example.com';

/** Weeks with a change of clocks, where the zone has one. */
export const DELETION_WEEKS = [
  ['UTC', '2026-02-26'],
  ['America/New_York', '2026-03-06'],
  ['Australia/Lord_Howe', '2026-04-03'],
] as const;

export interface DeletionOptions {
  readonly timezone: string;
  readonly from: string;
  readonly seed: number;
  /** How often is deleted. */
  readonly deletions: number;
}

/** A random history, and queries that each choose some of its events to delete. */
export interface RandomDeletions {
  readonly website: Website;
  readonly history: readonly PastEvent[];
  /** All of it. */
  readonly whole: Query;
  readonly deletions: readonly Query[];
  /** Removes the events that a query chooses. */
  remove(events: readonly PastEvent[], query: Query): Deleted;
  /** Expects the service to answer every endpoint as if these events alone had ever come. */
  expectAnswers(owner: ApiClient, id: string, events: readonly PastEvent[], query?: Query): Promise<void>;
}

interface Deleted {
  readonly rest: readonly PastEvent[];
  readonly events: number;
  readonly visitors: number;
}

export function randomDeletions({ timezone, from, seed, deletions }: DeletionOptions): RandomDeletions {
  const website = { timezone, domain: DOMAIN };
  const history = randomHistory({ seed, zone: timezone, from, days: 5, visitors: 25, domain: DOMAIN });
  const whole: Query = { from, to: '2026-04-12', limit: 'all' };
  const remove = (events: readonly PastEvent[], query: Query): Deleted => {
    const chosen = resolveQuery(events, website, query, rulesOf());
    const gone = new Set(chosen.events.map(({ time, visitor }) => `${time} ${visitor}`));
    const rest = events.filter(({ timestamp, visitor }) => !gone.has(`${Date.parse(timestamp)} ${visitor}`));
    return { rest, events: chosen.events.length, visitors: chosen.visitors };
  };
  // One that takes most of the history would leave too little to the next.
  const isSome = (query: Query) => {
    const { events } = remove(history, query);
    return events > 0 && events < history.length / 3;
  };
  const candidates = randomQueries(history, website, { seed: seed + 200, count: deletions * 8 });
  return {
    website,
    history,
    whole,
    deletions: candidates.filter(isSome).slice(0, deletions),
    remove,
    expectAnswers: async (owner, id, events, query = whole) => {
      for (const endpoint of ENDPOINTS) {
        const data = await fetchAnswer(owner, id, endpoint, query);
        expect(data, `${endpoint} ${JSON.stringify(query)}`).toEqual(answer(events, website, endpoint, query));
      }
    },
  };
}
