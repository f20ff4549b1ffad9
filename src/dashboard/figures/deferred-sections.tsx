import type { Child, FC } from 'hono/jsx';
import { wordFor } from '../../lib/number-text.js';
import { drops } from '../../stats/reports/drops.js';
import { visitorsNow } from '../../stats/reports/visitors-now.js';
import type { DashboardDeps } from '../deps.js';
import { Amount } from './amounts.js';
import { viewAddress } from './base-path.js';
import { Dropped } from './dropped.js';
import { isLive, type PageContext } from './page-context.js';

export interface LaterPart {
  /** The link to it, for browsers without scripts. */
  readonly title: string;
  /** Whether only the owner may see it. */
  readonly own?: true;
  /** Whether it changes while the figures do not. */
  readonly isAlwaysLive?: true;
  readonly read: (parts: Pick<DashboardDeps, 'services' | 'now'>, shown: PageContext) => Promise<NonNullable<Child>>;
}

/** The parts of the page of figures that its script asks for when the page is shown, by the last segment of their path. */
export const laterParts = {
  now: {
    title: 'Visitors now',
    isAlwaysLive: true,
    read: async ({ services, now }, { website }) => {
      const visitors = await visitorsNow(services.clickhouse, website.id, now());
      return (
        <p class="visitors-now" title="Visitors in the last 5 minutes">
          <span class="now-dot" aria-hidden="true" />
          <Amount value={visitors} /> <span class="wide-only">{wordFor(visitors, 'visitor')}</span> now
        </p>
      );
    },
  },
  excluded: {
    title: 'Excluded traffic',
    own: true,
    read: async ({ services }, shown) => {
      const found = await drops(services.clickhouse, shown.website.id, shown.range.ranges.range);
      // A website without any traffic has nothing to explain.
      return shown.firstEvent === undefined && found.total === 0 ? '' : <Dropped shown={shown} drops={found} />;
    },
  },
} as const satisfies Record<string, LaterPart>;

export type LaterName = keyof typeof laterParts;

/** Holds the place of a part, which the script loads. Without a script, a link leads to it. */
export const Later: FC<{ readonly shown: PageContext; readonly name: LaterName }> = ({ shown, name }) => {
  const { title, isAlwaysLive }: LaterPart = laterParts[name];
  const address = viewAddress(shown.place, shown.view, { list: name });
  return (
    <div class="later" data-later={address} data-live={isAlwaysLive || isLive(shown) ? 'true' : undefined}>
      <noscript>
        <a href={address}>{title}</a>
      </noscript>
    </div>
  );
};
