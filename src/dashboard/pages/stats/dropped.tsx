import type { FC } from 'hono/jsx';
import { type DropReason, isPartialReason } from '../../../collect/drops.js';
import type { RefusedHost } from '../../../collect/steps/refused-hosts.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { exact } from '../../../lib/number-text.js';
import type { DailyDrops, Drops } from '../../../stats/reports/drops.js';
import { Amount } from '../../ui/amounts.js';
import { Sparkline } from '../../ui/charts/sparkline.js';
import { shortDay } from '../../ui/dates.js';
import { hidden, linkTo, rich } from '../../ui/rich.js';
import { ForeignHost } from '../websites/first-event.js';
import { DELETE_EVENTS, viewAddress } from './base-path.js';
import { isRunning, type PageContext } from './page-context.js';
import { countDays } from './range-choice.js';
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
  /** Without a trend, none. */
  readonly days: readonly DailyDrops[];
  /** Hosts that used the website's key without belonging to it, in the last 24 hours. */
  readonly foreignHosts: readonly RefusedHost[];
}

/** Fewer days have no trend, and more are too many for a small line. */
const MIN_TREND_DAYS = 3;
const MAX_TREND_DAYS = 366;

export function hasDropTrend({ range }: PageContext): boolean {
  const days = countDays(range);
  return !range.areHours && days >= MIN_TREND_DAYS && days <= MAX_TREND_DAYS;
}

/** One line, which opens. Events that count without a part come last. */
export const Dropped: FC<Props> = ({ shown, drops: { drops, bots, total }, days, foreignHosts }) => {
  const { place, view, website } = shown;
  return (
    <details class="card dropped" id="dropped">
      <summary class="muted">
        <Total drops={drops} total={total} />
      </summary>
      <Trend shown={shown} days={days} />
      <ul class="divided">
        {drops.toSorted(byKind).map(({ reason, events }) => {
          const meaning = meanings[reason];
          return (
            <li>
              <strong>{meaning ? t(meaning[0]) : reason}</strong>
              <div class="muted">
                {meaning && t(meaning[1])}
                {reason === 'bot' && <Bots bots={bots} />}
              </div>
              <span class="row-number">
                {rich(
                  '{count, plural, one {{amount}<hidden> event</hidden>} other {{amount}<hidden> events</hidden>}}',
                  {
                    count: events,
                    amount: <Amount value={events} />,
                    hidden,
                  },
                )}
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
};

const Trend: FC<Pick<Props, 'shown' | 'days'>> = ({ shown, days }) => {
  const events = days.map((each) => each.events);
  const most = Math.max(0, ...events);
  const peak = days.find((each) => each.events === most);
  if (peak === undefined || most === 0 || days.length < MIN_TREND_DAYS) return null;
  return (
    <p class="muted small">
      <Sparkline values={events} label={t('Excluded events by day')} isOver={!isRunning(shown)} />
      {t('Peak: {value} on {date}.', { value: exact(most), date: shortDay(peak.day) })}
    </p>
  );
};

const MAX_BOTS = 10;

/** As in `Googlebot 120 · GPTBot 40 · All others 12`. */
const Bots: FC<Pick<Drops, 'bots'>> = ({ bots }) => {
  const named = bots.filter(({ name }) => name !== null).slice(0, MAX_BOTS);
  const others = bots.filter((each) => !named.includes(each)).reduce((sum, { events }) => sum + events, 0);
  if (named.length === 0) return null;
  const shown = [...named, ...(others === 0 ? [] : [{ name: t('All others'), events: others }])];
  return (
    <p class="small">
      {shown.map(({ name, events }, index) => (
        <>
          {index > 0 && ' · '}
          {name} <Amount value={events} />
        </>
      ))}
    </p>
  );
};

type Reason = Drops['drops'][number];

const byKind = (one: Reason, other: Reason): number =>
  Number(isPartialReason(one.reason)) - Number(isPartialReason(other.reason));

/** As in `12 events excluded · 400 events incomplete`. */
const Total: FC<Pick<Drops, 'drops' | 'total'>> = ({ drops, total }) => {
  const incomplete = drops.reduce((sum, { reason, events }) => sum + (isPartialReason(reason) ? events : 0), 0);
  const count = (text: Text, events: number) => rich(text, { count: events, amount: <Amount value={events} /> });
  const excluded = count(EXCLUDED, total);
  if (incomplete === 0) return excluded;
  const rest = count(INCOMPLETE, incomplete);
  return total === 0 ? (
    rest
  ) : (
    <>
      {excluded} · {rest}
    </>
  );
};

const EXCLUDED: Text = '{count, plural, one {{amount} event excluded} other {{amount} events excluded}}';
const INCOMPLETE: Text = '{count, plural, one {{amount} event incomplete} other {{amount} events incomplete}}';
