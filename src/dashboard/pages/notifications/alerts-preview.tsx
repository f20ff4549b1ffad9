import type { FC } from 'hono/jsx';
import { exact, wordFor } from '../../../lib/number-text.js';
import { findPastSpikes, type PastSpike, SPIKE_DAYS } from '../../../notifications/past-spikes.js';
import type { PageRoute } from '../../page-route.js';
import { dayAndTime } from '../../ui/moment.js';

const MAX_NAMED = 3;

/** `/websites/:id/notifications/preview?emailTrafficSpike=on`: which alerts there would have been. */
export const alertsPreview: PageRoute<'website'> = {
  path: '/websites/:id/notifications/preview',
  access: 'website',
  forms: [],
  show: async ({ context, clickhouse, website, deps }) => {
    if (context.req.query('emailTrafficSpike') !== 'on') return <p />;
    return (
      <p>
        <Preview spikes={await findPastSpikes(clickhouse, website, deps.now())} zone={website.timezone} />
      </p>
    );
  },
};

const Preview: FC<{ readonly spikes: readonly PastSpike[]; readonly zone: string }> = ({ spikes, zone }) => {
  if (spikes.length === 0) return <>{`The last ${SPIKE_DAYS} days had no spike that would have sent an alert.`}</>;
  const newest = spikes.toReversed();
  const named = newest
    .slice(0, MAX_NAMED)
    .map(
      ({ at, visitors }) => `${dayAndTime(new Date(at), zone)} (${exact(visitors)} ${wordFor(visitors, 'visitor')})`,
    );
  const more = spikes.length - named.length;
  return (
    <>
      {`In the last ${SPIKE_DAYS} days, spikes would have sent `}
      <strong>{`${spikes.length} ${wordFor(spikes.length, 'alert')}`}</strong>
      {`: ${named.join(', ')}${more > 0 ? ` and ${more} earlier` : ''}.`}
    </>
  );
};
