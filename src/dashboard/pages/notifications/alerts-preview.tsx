import type { FC } from 'hono/jsx';
import { joinAnd } from '../../../lib/language/formats.js';
import { t } from '../../../lib/language/translate.js';
import { findPastSpikes, type PastSpike, SPIKE_DAYS } from '../../../notifications/past-spikes.js';
import type { PageRoute } from '../../page-route.js';
import { dayAndTime } from '../../ui/moment.js';
import { rich, strong } from '../../ui/rich.js';

/** Further ones are counted. */
const MAX_NAMED = 3;

/** `/websites/:id/notifications/preview?emailTrafficSpike=on`: which alerts there would have been. */
export const alertsPreview: PageRoute<'website'> = {
  path: '/websites/:id/notifications/preview',
  access: 'website',
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
  const days = SPIKE_DAYS;
  const count = spikes.length;
  if (count === 0) return <>{t('The last {days} days had no spike that would have sent an alert.', { days })}</>;
  const named = spikes
    .toReversed()
    .slice(0, MAX_NAMED)
    .map(({ at, visitors }) =>
      t('{time} ({visitors, plural, one {# visitor} other {# visitors}})', {
        time: dayAndTime(new Date(at), zone),
        visitors,
      }),
    );
  const more = count - named.length;
  const all = [...named, ...(more === 0 ? [] : [t('{count} earlier', { count: more })])];
  return (
    <>
      {rich(
        'In the last {days} days, spikes would have sent <strong>{count, plural, one {# alert} other {# alerts}}</strong>: {spikes}.',
        { days, strong, count, spikes: joinAnd(all) },
      )}
    </>
  );
};
