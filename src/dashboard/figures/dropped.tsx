import type { FC } from 'hono/jsx';
import type { DropReason } from '../../ingest/drops.js';
import { Amount, wordFor } from './amounts.js';
import { DELETE_EVENTS, viewAddress } from './base-path.js';
import type { PageContext } from './page-context.js';
import type { Figures } from './read-figures.js';

type Meaning = readonly [name: string, sentence: string];

/** Explains each reason to people who do not know the program. A newer process may have counted an unknown reason. */
const meanings: Readonly<Record<string, Meaning | undefined>> = {
  bot: ['Bots', 'Programs that say so themselves, or browsers that a program drives.'],
  unknown_key: ['Unknown key', 'The page carries a tracking key that no website has any more.'],
  localhost: ['Your own machine', 'Pages served from localhost, whose script element does not allow it.'],
  foreign_host: ['Foreign host', 'Pages of a host that is neither the domain nor among the allowed ones.'],
  excluded_hostname: ['Excluded host', 'Pages of a host name that the settings exclude.'],
  excluded_ip: ['Excluded address', 'Visits from an IP address that the settings exclude.'],
  excluded_path: ['Excluded path', 'Pages whose path the settings exclude.'],
  excluded_country: ['Excluded country', 'Visits from a country that the settings exclude.'],
  hosting: ['Data center', 'Visits from the networks of data centers, which the settings exclude.'],
  rate_limited: ['Too many', 'More events a minute from one address than EVENT_RATE_LIMIT_PER_MINUTE allows.'],
} satisfies Record<DropReason, Meaning>;

/** Shows the dropped events by reason. */
export const Dropped: FC<{ readonly shown: PageContext; readonly drops: Figures['drops'] }> = ({
  shown: { place, view },
  drops: { drops, total },
}) => (
  <section class="card dropped" id="dropped" aria-labelledby="dropped-title">
    <h2 id="dropped-title">Not counted</h2>
    {total === 0 ? (
      <p class="muted">Every event of this range was counted.</p>
    ) : (
      <ul>
        {drops.map(({ reason, events }) => (
          <li>
            <strong>{meanings[reason]?.[0] ?? reason}</strong>
            <span class="muted">{meanings[reason]?.[1]}</span>
            <span class="row-number">
              <Amount value={events} />
              <span class="visually-hidden">{` ${wordFor(events, 'event')}`}</span>
            </span>
          </li>
        ))}
      </ul>
    )}
    <p class="muted">
      Spam in the figures? Exclude it in the <a href={`${place.path}/settings#exclusions`}>settings</a>, then{' '}
      <a href={viewAddress(place, view, { list: DELETE_EVENTS })}>delete its events…</a>
    </p>
  </section>
);
