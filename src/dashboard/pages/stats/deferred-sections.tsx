import type { Child, FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { drops, dropsByDay } from '../../../stats/reports/drops.js';
import { visitorsNow } from '../../../stats/reports/visitors-now.js';
import { explainPattern } from '../../../stats/rows/patterns.js';
import type { Place } from '../../access/place.js';
import type { Visit } from '../../page-route.js';
import { Amount } from '../../ui/amounts.js';
import { rich, wide } from '../../ui/rich.js';
import { CHANGES, REALTIME, viewAddress } from './base-path.js';
import { Dropped, hasDropTrend } from './dropped.js';
import { GoalsLine, GoalsNotCounted, readGoalCounts } from './goals-line.js';
import { mayExplain } from './one-view.js';
import { orFailure } from './or-failure.js';
import { isLive, type PageContext } from './page-context.js';
import { readAddress } from './read-address.js';
import { readChange, whyNotExplained } from './read-change.js';
import { defaultView } from './view.js';
import { Why } from './why.js';

export interface Section {
  /** Text of the link for browsers without scripts. */
  readonly title: Text;
  /** Last segment of the page that the link opens; by default the section alone. */
  readonly page?: string;
  /** Where it is shown; by default everywhere. */
  readonly isFor?: (place: Place) => boolean;
  /** Whether it is the same in every view, and changes while the figures do not. */
  readonly isOfNow?: true;
  /** Whether it is too slow to be loaded again while the address stays. */
  readonly isOnce?: true;
  readonly read: (visit: Visit<'figures'>) => Promise<NonNullable<Child>>;
}

const isWhole = ({ oneView }: Place): boolean => oneView === undefined;

/** Loaded by the script after the page, by the last segment of their path. */
export const deferredSections = {
  now: {
    title: 'Visitors now',
    isOfNow: true,
    isFor: isWhole,
    read: async ({ website, place, clickhouse, deps }) => {
      const visitors = await visitorsNow(clickhouse, website.id, deps.now());
      const text = rich(
        '{count, plural, one {{amount} <wide>visitor </wide>now} other {{amount} <wide>visitors </wide>now}}',
        {
          count: visitors,
          amount: <Amount value={visitors} />,
          wide,
        },
      );
      return (
        <p class="muted visitors-now" title={t('Visitors in the last 5 minutes')}>
          <span class={visitors === 0 ? 'now-dot empty-dot' : 'now-dot'} aria-hidden="true" />
          {place.own ? <a href={`${place.path}/${REALTIME}`}>{text}</a> : <span>{text}</span>}
        </p>
      );
    },
  },
  'goal-counts': {
    title: 'Goals',
    isFor: isWhole,
    read: async (visit) => {
      const { shown } = await readAddress(visit);
      if (shown.firstEvent === undefined || (shown.goals.length === 0 && !shown.place.own)) return '';
      const counts = await orFailure(readGoalCounts(visit.clickhouse, shown).catch(explainPattern));
      return 'failure' in counts ? <GoalsNotCounted shown={shown} /> : <GoalsLine shown={shown} counts={counts} />;
    },
  },
  excluded: {
    title: 'Excluded traffic',
    isFor: ({ own }) => own,
    read: async (visit) => {
      const { shown } = await readAddress(visit);
      const { website, clickhouse } = visit;
      const { range } = shown.range.ranges;
      const now = visit.deps.now();
      // Days to come have no events yet.
      const elapsed = { ...range, end: Math.min(range.end, now + 1) };
      const [found, days] = await Promise.all([
        drops(clickhouse, website.id, range),
        hasDropTrend(shown) && range.start <= now ? dropsByDay(clickhouse, website.id, elapsed, website.timezone) : [],
      ]);
      const foreignHosts = visit.deps.refusedHosts.foreignHosts(website, now);
      // A website without any traffic has nothing to explain.
      if (shown.firstEvent === undefined && found.drops.length === 0) return '';
      return <Dropped {...{ shown, drops: found, days, foreignHosts }} />;
    },
  },
  why: {
    title: 'What changed',
    page: CHANGES,
    isOnce: true,
    isFor: mayExplain,
    read: async (visit) => {
      const { shown } = await readAddress(visit);
      return whyNotExplained(shown) === undefined ? <Why shown={shown} found={await readChange(visit, shown)} /> : '';
    },
  },
} as const satisfies Record<string, Section>;

export type SectionName = keyof typeof deferredSections;

/** Placeholder until the section is loaded; nothing where it is not shown. Without a script, a link leads to it. */
export const DeferredSection: FC<{ readonly shown: PageContext; readonly name: SectionName }> = ({ shown, name }) => {
  const { title, page = name, isOfNow, isOnce, isFor }: Section = deferredSections[name];
  if (isFor?.(shown.place) === false) return null;
  const toAddress = (list: string) => viewAddress(shown.place, isOfNow ? defaultView : shown.view, { list });
  return (
    <div
      class="inline"
      data-id={name}
      data-deferred={toAddress(name)}
      data-live={isOfNow || (isLive(shown) && !isOnce) ? 'true' : undefined}
    >
      <noscript>
        <a href={toAddress(page)}>{t(title)}</a>
      </noscript>
    </div>
  );
};
