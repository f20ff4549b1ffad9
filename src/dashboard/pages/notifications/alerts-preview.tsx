import type { Child, FC } from 'hono/jsx';
import { listFormat } from '../../../lib/language/formats.js';
import { rich, t } from '../../../lib/language/translate.js';
import { findPastSpikes, type PastSpike, SPIKE_DAYS } from '../../../notifications/past-spikes.js';
import type { PageRoute } from '../../page-route.js';
import { dayAndTime } from '../../ui/moment.js';

/** Further ones are counted. */
const MAX_NAMED = 3;

const list = listFormat('unit');

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
  const strong = (text: Child) => <strong>{text}</strong>;
  const more = count - named.length;
  if (more === 0) {
    return (
      <>
        {rich(
          'In the last {days} days, spikes would have sent <strong>{count, plural, one {# alert} other {# alerts}}</strong>: {spikes}.',
          { days, strong, count, spikes: list().format(named) },
        )}
      </>
    );
  }
  const [first, second, third] = named;
  return (
    <>
      {rich(
        'In the last {days} days, spikes would have sent <strong>{count, plural, one {# alert} other {# alerts}}</strong>: {first}, {second}, {third} and {more} earlier.',
        { days, strong, count, first, second, third, more },
      )}
    </>
  );
};
