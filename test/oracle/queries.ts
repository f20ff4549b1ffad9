import type { Filters, Query, Website } from './answers.js';
import { FILTERS, filterValue } from './filters.js';
import type { PastEvent } from './past-event.js';
import { seeded } from './random.js';
import { rulesOf } from './rules.js';
import { sessionsOf } from './sessions.js';
import { addDays, localDate } from './zones.js';

/**
 * Questions worth asking of a history: days and date-times within it, many of them starting or ending on an event,
 * with none, one or two filters whose values occur in it, often on one event, and sometimes with one that does not.
 */
export function randomQueries(
  history: readonly PastEvent[],
  website: Website,
  { seed, count }: { readonly seed: number; readonly count: number },
): readonly Query[] {
  const random = seeded(seed);
  const events = sessionsOf(history, website.domain, rulesOf().pause);

  const range = (): Pick<Query, 'from' | 'to'> => {
    const [one, other] = [random.pick(events).time, random.pick(events).time];
    const [first, last] = [Math.min(one, other), Math.max(one, other)];
    if (random.chance(0.3)) return { from: new Date(first).toISOString(), to: new Date(last + 1000).toISOString() };
    if (random.chance(0.3)) return { from: new Date(first - 1000).toISOString(), to: new Date(last).toISOString() };
    const from = localDate(website.timezone, first);
    return { from, to: random.chance(0.4) ? addDays(from, random.below(2)) : localDate(website.timezone, last) };
  };

  const filters = (): Filters => {
    const shared = random.pick(events);
    const chosen = [0, 1, 2].slice(0, random.below(3)).map((): Filters => {
      const filter = random.pick(FILTERS);
      const event = random.chance(0.7) ? shared : random.pick(events);
      const value = random.chance(0.05) ? 'not "there"' : filterValue(filter, event);
      return value === null ? {} : { [filter]: value };
    });
    return Object.assign({}, ...chosen);
  };

  return Array.from({ length: count }, () => ({
    ...range(),
    granularity: random.pick(['hour', 'day'] as const),
    limit: random.pick([1, 3, 10, 'all'] as const),
    filters: filters(),
  }));
}
