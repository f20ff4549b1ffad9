import type { FC } from 'hono/jsx';
import { exact, rateText, wordFor } from '../../../lib/number-text.js';
import { countExcluded, type ExcludedCount } from '../../../stats/reports/count-excluded.js';
import { websitePatch } from '../../../websites/settings.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { recentScope } from '../goals/goal-preview.js';
import { splitEntries } from './settings-form.js';

/** The exclusions by which stored events can be found. */
export const PREVIEWED = ['excludedPaths', 'excludedHostnames', 'excludedCountries'] as const;

const previewed = websitePatch
  .pick({ excludedPaths: true, excludedHostnames: true, excludedCountries: true })
  .required();

/** `/websites/:id/settings/exclusions/preview`: what the exclusions of the address would have kept out. */
export const exclusionsPreview: PageRoute<'website'> = {
  path: '/websites/:id/settings/exclusions/preview',
  access: 'website',
  forms: [],
  show: async (visit) => (
    <p>
      <Preview count={await previewExclusions(visit)} />
    </p>
  ),
};

/** Undefined for entries that are not valid. */
async function previewExclusions(visit: Visit<'website'>): Promise<ExcludedCount | 'nothing' | undefined> {
  const { context, clickhouse } = visit;
  const read = previewed.safeParse(
    Object.fromEntries(PREVIEWED.map((name) => [name, splitEntries(context.req.query(name) ?? '')])),
  );
  if (!read.success) return undefined;
  if (Object.values(read.data).every((entries) => entries.length === 0)) return 'nothing';
  return countExcluded(clickhouse, recentScope(visit), read.data);
}

const Preview: FC<{ readonly count: ExcludedCount | 'nothing' | undefined }> = ({ count }) => {
  if (count === 'nothing') return null;
  if (count === undefined) return <>Correct the entries to see what they would have excluded.</>;
  const { events, visitors, share } = count;
  if (events === 0) return <>These pages, hostnames and countries had no events in the last 90 days.</>;
  return (
    <>
      {'In the last 90 days, these pages, hostnames and countries had '}
      <strong>{`${exact(events)} ${wordFor(events, 'event')}`}</strong>
      {`, ${rateText(share)} of all events, by ${exact(visitors)} ${wordFor(visitors, 'visitor')}. Stored events are not deleted.`}
    </>
  );
};
