import type { FC } from 'hono/jsx';
import type { DropReason } from '../../../collect/drops.js';
import type { RefusedHost } from '../../../collect/steps/refused-hosts.js';
import { type Text, t } from '../../../lib/language/translate.js';
import type { Drops } from '../../../stats/reports/drops.js';
import { Amount } from '../../ui/amounts.js';
import { hidden, linkTo, rich } from '../../ui/rich.js';
import { ForeignHost } from '../websites/first-event.js';
import { DELETE_EVENTS, viewAddress } from './base-path.js';
import type { PageContext } from './page-context.js';
import { isFiltered } from './view.js';

type Meaning = readonly [name: Text, sentence: Text];

/** A newer process may have stored an unknown reason. */
const meanings: Readonly<Record<string, Meaning | undefined>> = {
  bot: ['Bots', 'Self-identified bots and automated browsers.'],
  unknown_key: ['Unknown tracking key', 'Pages with a tracking key that no longer exists.'],
  localhost: ['Localhost', 'Pages on localhost whose snippet doesn’t allow it.'],
  foreign_host: ['Unrecognized domain', 'Pages on a domain that isn’t allowed for this website.'],
  internal_link: ['Internal links', 'Clicks on links to the website’s own hosts, which aren’t outbound.'],
  excluded_hostname: ['Excluded hostname', 'Pages on hostnames excluded in the settings.'],
  excluded_ip: ['Excluded IP address', 'Visits from IP addresses excluded in the settings.'],
  excluded_path: ['Excluded page', 'Pages excluded in the settings.'],
  excluded_country: ['Excluded country', 'Visits from countries excluded in the settings.'],
  hosting: ['Data center', 'Visits from data centers, excluded in the settings.'],
  rate_limited: ['Rate limited', 'More events per minute from one IP address than EVENT_RATE_LIMIT_PER_MINUTE allows.'],
  property_limit: ['Properties left out', 'Events that count without some properties: too many, or too long.'],
  invalid_revenue: [
    'Invalid revenue',
    'Events that count without revenue: no decimal amount, or no ISO 4217 currency.',
  ],
} satisfies Record<DropReason, Meaning>;

interface Props {
  readonly shown: PageContext;
  readonly drops: Drops;
  /** Hosts that used the website's key without belonging to it, in the last 24 hours. */
  readonly foreignHosts: readonly RefusedHost[];
}

/** One line, which opens. */
export const Dropped: FC<Props> = ({ shown: { place, view, website }, drops: { drops, total }, foreignHosts }) => (
  <details class="card dropped" id="dropped">
    <summary class="muted">
      {rich('{count, plural, one {{amount} event excluded} other {{amount} events excluded}}', {
        count: total,
        amount: <Amount value={total} />,
      })}
    </summary>
    <ul class="divided">
      {drops.map(({ reason, events }) => {
        const meaning = meanings[reason];
        return (
          <li>
            <strong>{meaning ? t(meaning[0]) : reason}</strong>
            <span class="muted">{meaning && t(meaning[1])}</span>
            <span class="row-number">
              {rich('{count, plural, one {{amount}<hidden> event</hidden>} other {{amount}<hidden> events</hidden>}}', {
                count: events,
                amount: <Amount value={events} />,
                hidden,
              })}
            </span>
          </li>
        );
      })}
      {foreignHosts.map((refused) => (
        <ForeignHost websiteId={website.id} {...refused} />
      ))}
    </ul>
    {isFiltered(view) && <p class="muted">{t('Not filtered.')}</p>}
    <p class="muted">
      {rich(
        'Spam in your stats? Exclude it in the <settings>settings</settings>, then <delete>delete its events…</delete>',
        {
          settings: linkTo(`${place.path}/settings/exclusions`),
          delete: linkTo(viewAddress(place, view, { list: DELETE_EVENTS })),
        },
      )}
    </p>
  </details>
);
