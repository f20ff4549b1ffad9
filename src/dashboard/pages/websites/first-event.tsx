import { millisecondsInDay } from 'date-fns/constants';
import type { FC } from 'hono/jsx';
import type { RefusedHost } from '../../../collect/steps/refused-hosts.js';
import { t } from '../../../lib/language/translate.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { drops } from '../../../stats/reports/drops.js';
import { hasEvents } from '../../../stats/reports/has-events.js';
import type { Website } from '../../../websites/website.js';
import type { PageRoute, Visit } from '../../page-route.js';
import { ActionButton } from '../../ui/form.js';
import { rich } from '../../ui/rich.js';
import { dropNotice } from './drop-advice.js';

export interface FirstEventProps {
  readonly website: Website;
  readonly hasEvents: boolean;
  /** Of the last 24 hours, most frequent first. */
  readonly drops: readonly { readonly reason: string; readonly events: number }[];
  /** Hosts that used the website's key without belonging to it. */
  readonly foreignHosts: readonly RefusedHost[];
  /** The website's own hosts that sent an unknown key. */
  readonly unknownKeyHosts: readonly RefusedHost[];
}

export async function readFirstEvent({ website, deps }: Visit<'website'>): Promise<FirstEventProps> {
  const { clickhouse } = deps.services;
  const end = deps.now() + 1;
  const [any, dropped] = await Promise.all([
    hasEvents(clickhouse, website.id),
    drops(clickhouse, website.id, { start: end - millisecondsInDay, end }),
  ]);
  return {
    website,
    hasEvents: any.hasEvents,
    drops: dropped.drops,
    foreignHosts: deps.refusedHosts.foreignHosts(website, deps.now()),
    unknownKeyHosts: deps.refusedHosts.unknownKeyHosts(website, deps.now()),
  };
}

/** `/websites/:id/snippet/status`, polled by the snippet page until there is an event. */
export const firstEventStatus: PageRoute<'website'> = {
  path: '/websites/:id/snippet/status',
  access: 'website',
  show: async (visit) => {
    const status = <FirstEvent {...(await readFirstEvent(visit))} />;
    return visit.context.html(status.toString(), 200, { 'Cache-Control': 'no-store' });
  },
};

/** Whether events arrive, and why events are dropped. Part of the snippet page, and polled alone. */
export const FirstEvent: FC<FirstEventProps> = (props) => {
  const { website, hasEvents, drops, foreignHosts, unknownKeyHosts } = props;
  return (
    <>
      {hasEvents ? <Received website={website} /> : <Waiting website={website} />}
      {drops.length + foreignHosts.length + unknownKeyHosts.length > 0 && <Drops {...props} />}
    </>
  );
};

const Received: FC<{ website: Website }> = ({ website }) => (
  <div class="first-event" data-done="">
    <span class="signal signal-good" aria-hidden="true" />
    <div>
      <h2>{t('You’re all set')}</h2>
      <p class="muted">
        {t('{name} is sending data.', { name: website.name })}{' '}
        <a href={`/websites/${website.id}`}>{t('View dashboard')}</a>
      </p>
    </div>
  </div>
);

const Waiting: FC<{ website: Website }> = ({ website: { domain } }) => (
  <div class="first-event">
    <span class="signal" aria-hidden="true" />
    <div>
      <h2>{t('Waiting for the first event…')}</h2>
      <p class="muted">
        {t('Open a page on {domain} in another tab. It shows up here within seconds.', { domain: unicodeHost(domain) })}
      </p>
    </div>
  </div>
);

/** Once events arrive, the notices are not red. */
const Drops: FC<FirstEventProps> = ({ website, hasEvents, drops, foreignHosts, unknownKeyHosts }) => (
  <div class={hasEvents ? 'drop-notices' : 'drop-notices notice-bad'}>
    <h3>{t('Excluded or incomplete in the last 24 hours')}</h3>
    <ul class="bullets">
      {unknownKeyHosts.map(({ host, pageviews }) => (
        <li>
          {rich(
            '{count, plural, one {# pageview} other {# pageviews}} from {host} had an unknown tracking key. Replace the snippet on that page with the one on this page.',
            { count: pageviews, host: <strong>{unicodeHost(host)}</strong> },
          )}
        </li>
      ))}
      {foreignHosts.map((refused) => (
        <ForeignHost websiteId={website.id} {...refused} />
      ))}
      {drops
        .filter(({ reason }) => reason !== 'foreign_host' || foreignHosts.length === 0)
        .map(({ reason, events }) => {
          const { happened, todo } = dropNotice(website, reason, events);
          return (
            <li>
              <strong>{happened}</strong> {todo}
            </li>
          );
        })}
    </ul>
    <p>
      <a
        href={`/websites/${website.id}/settings/${drops.some(({ reason }) => reason === 'foreign_host') ? 'tracking' : 'exclusions'}`}
      >
        {t('Open settings')}
      </a>
    </p>
  </div>
);

/** An item of a list, which allows the host. */
export const ForeignHost: FC<RefusedHost & { websiteId: string }> = ({ websiteId, host, pageviews }) => (
  <li>
    {rich('{count, plural, one {# pageview from {host} was ignored.} other {# pageviews from {host} were ignored.}}', {
      count: pageviews,
      host: <strong title={host}>{unicodeHost(host)}</strong>,
    })}
    <ActionButton action={`/websites/${websiteId}/snippet/allow`} name="host" value={host}>
      {t('Allow this domain')}
      <span class="visually-hidden"> {unicodeHost(host)}</span>
    </ActionButton>
  </li>
);
