import type { Child } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { rateText } from '../../../lib/number-text.js';
import { countExcluded } from '../../../stats/reports/count-excluded.js';
import { websitePatch } from '../../../websites/settings.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { rich, strong } from '../../ui/rich.js';
import { recentScope } from '../goals/goal-preview.js';
import { splitEntries } from './settings-form.js';

const previewed = websitePatch
  .pick({ excludedPaths: true, excludedHostnames: true, excludedCountries: true })
  .required();

/** The exclusions by which stored events can be found. */
export const PREVIEWED = previewed.keyof().options;

/** `/websites/:id/settings/exclusions/preview`: what the exclusions of the address would have kept out. */
export const exclusionsPreview: PageRoute<'website'> = {
  path: '/websites/:id/settings/exclusions/preview',
  access: 'website',
  show: async (visit) => <p>{await preview(visit)}</p>,
};

async function preview(visit: Visit<'website'>): Promise<Child> {
  const { context, clickhouse } = visit;
  const lists = PREVIEWED.map((name) => [name, splitEntries(context.req.query(name) ?? '')] as const);
  if (lists.every(([, entries]) => entries.length === 0)) return null;
  const read = previewed.safeParse(Object.fromEntries(lists));
  if (!read.success) return t('Correct the entries to see what they would have excluded.');
  const { events, visitors, share } = await countExcluded(clickhouse, recentScope(visit), read.data);
  if (events === 0) return t('These pages, hostnames and countries had no events in the last 90 days.');
  return (
    <>
      {rich(
        'In the last 90 days, these pages, hostnames and countries had <strong>{events, plural, one {# event} other {# events}}</strong>, {share} of all events, by {visitors, plural, one {# visitor} other {# visitors}}. Stored events are not deleted.',
        { strong, events, share: rateText(share), visitors },
      )}
    </>
  );
}
