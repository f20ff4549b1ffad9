import type { Answers } from './answers.js';
import { pageviewsOf, type ResolvedQuery, visitorsOf } from './resolved-query.js';
import type { Counted } from './sessions.js';
import { dayBuckets, hourBuckets } from './zones.js';

export function chart({ query, zone, range, rules, events }: ResolvedQuery): Answers['visitors-chart'] {
  const cut = query.granularity === 'day' ? dayBuckets : hourBuckets;
  const buckets = cut(zone, range.start, range.end);
  const contents: Counted[][] = buckets.map(() => []);
  for (const event of events) {
    const index = buckets.findLastIndex((bucket) => bucket.start <= event.time);
    contents[index]?.push(event);
    if (rules.endIncluded && buckets[index]?.start === event.time) contents[index - 1]?.push(event);
  }
  return {
    data: buckets.map(({ name }, index) => {
      const inside = contents[index] ?? [];
      return { date: name, visitors: visitorsOf(inside), pageviews: pageviewsOf(inside) };
    }),
  };
}
