import type { Child, FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { shortened } from '../../../lib/number-text.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import type { Website } from '../../../websites/website.js';
import type { Place } from '../../access/place.js';
import { Amount } from '../../ui/amounts.js';
import { type Bar, BarChart } from '../../ui/charts/bar-chart.js';
import { ButtonLink } from '../../ui/form.js';
import { linkTo, rich } from '../../ui/rich.js';
import { AmountCell, Table } from '../../ui/table.js';
import { BackToDashboard } from '../stats/back-to-dashboard.js';
import { REALTIME } from '../stats/base-path.js';
import { ListRows } from '../stats/list-rows.js';
import type { PageContext } from '../stats/page-context.js';
import { emptyText, shownLists } from '../stats/shown-lists.js';
import { LatestEvents } from './latest-events.js';
import type { Realtime, RealtimeList, RealtimeMinute } from './read-realtime.js';

interface FrameProps {
  readonly place: Place;
  readonly title: string;
  /** The script loads the figures when the stream has another one. */
  readonly state: string;
  readonly children?: Child;
}

interface Props extends Pick<FrameProps, 'state'> {
  readonly shown: PageContext;
  readonly figures: Realtime;
}

export const realtimeTitle = ({ name }: Pick<Website, 'name'>, { visitorsNow }: Realtime): string =>
  t('{count, number} now · {website}', { count: visitorsNow, website: name });

/** Everything that changes with time. */
export const RealtimeFrame: FC<FrameProps> = ({ place, title, state, children }) => (
  <div id="figures" class="realtime" data-title={title} data-state={state}>
    <div class="row list-head">
      <BackToDashboard href={place.path} />
      <h2>
        {t('Realtime')} <small class="muted">{t('Last 30 minutes')}</small>
      </h2>
      <div data-keep>
        <noscript>
          <ButtonLink kind="quiet" small href={`${place.path}/${REALTIME}`}>
            {t('Refresh')}
          </ButtonLink>
        </noscript>
        <button class="button button-quiet button-small" id="pause" type="button" hidden>
          {t('Pause')}
        </button>
      </div>
    </div>
    {/* The script says here that the figures are outdated. */}
    <div id="stale" role="status" data-keep />
    {children}
  </div>
);

export const RealtimeContent: FC<Props> = ({ shown, figures, state }) => (
  <RealtimeFrame place={shown.place} title={realtimeTitle(shown.website, figures)} state={state}>
    <section class="card overview" aria-label={t('Overview')}>
      <Numbers figures={figures} />
      {figures.visitors === 0 && <NoVisitors shown={shown} />}
      <MinutesChart minutes={figures.minutes} zone={shown.website.timezone} />
    </section>
    {figures.visitors > 0 && (
      <div class="panels">
        {figures.lists.map((list) => (
          <RealtimePanel shown={shown} list={list} />
        ))}
        <LatestEvents events={figures.latest} zone={shown.website.timezone} />
      </div>
    )}
  </RealtimeFrame>
);

const Numbers: FC<Pick<Props, 'figures'>> = ({ figures }) => (
  <ul class="numbers">
    <Tile label={t('Visitors now')} value={figures.visitorsNow} of={t('in the last 5 minutes')} isNow />
    <Tile label={t('Visitors')} value={figures.visitors} of={t('in the last 30 minutes')} />
    <Tile label={t('Pageviews')} value={figures.pageviews} of={t('in the last 30 minutes')} />
  </ul>
);

interface TileProps {
  readonly label: string;
  readonly value: number;
  readonly of: string;
  readonly isNow?: boolean;
}

const Tile: FC<TileProps> = ({ label, value, of, isNow }) => (
  <li class="tile">
    <div class="tile-link">
      <span class="muted small one-line tile-label">{label}</span>
      <span class="tile-value">
        {isNow && <span class={value === 0 ? 'now-dot empty-dot' : 'now-dot'} aria-hidden="true" />}
        <Amount value={value} />
      </span>
      <span class="change">{of}</span>
    </div>
  </li>
);

const NoVisitors: FC<Pick<Props, 'shown'>> = ({ shown: { place, website } }) => (
  <p class="muted no-visitors">
    {rich(
      'No visitors in the last 30 minutes. Open a page of {domain} to see it here within seconds, or <a>check the snippet</a>.',
      {
        domain: unicodeHost(website.domain),
        a: linkTo(`${place.path}/snippet`),
      },
    )}
  </p>
);

const MinutesChart: FC<{ readonly minutes: readonly RealtimeMinute[]; readonly zone: string }> = ({
  minutes,
  zone,
}) => {
  const most = Math.max(...minutes.map(({ visitors }) => visitors));
  return (
    <figure class="chart" aria-label={t('Visitors by minute')}>
      <div class="row chart-head">
        <p class="muted small">{t('Visitors by minute ({zone})', { zone })}</p>
      </div>
      <BarChart
        bars={minutes.map(toBar)}
        write={shortened}
        label={t('Bar chart of visitors by minute. Peak: {count, number}.', { count: most })}
      />
      <details class="muted small chart-table">
        <summary>{t('View as table')}</summary>
        <section class="scrolling" tabindex={0} aria-label={t('Chart data')}>
          <Table
            columns={[
              { label: t('Minute') },
              { label: t('Visitors'), isNumber: true },
              { label: t('Pageviews'), isNumber: true },
            ]}
          >
            {minutes.map(({ label, visitors, pageviews }) => (
              <tr>
                <th scope="row">{timeIn(label)}</th>
                <AmountCell value={visitors} />
                <AmountCell value={pageviews} />
              </tr>
            ))}
          </Table>
        </section>
      </details>
    </figure>
  );
};

const timeIn = (label: string): string => label.slice(11, 16);

/** Every fifth minute has a tick. */
function toBar({ label, visitors, pageviews }: RealtimeMinute): Bar {
  const time = timeIn(label);
  const minute = Number(time.slice(3));
  return {
    value: visitors,
    title: t(
      '{time}: {visitors, plural, one {# visitor} other {# visitors}}, {pageviews, plural, one {# pageview} other {# pageviews}}',
      { time, visitors, pageviews },
    ),
    ...(minute % 5 === 0 && { tick: { label: time, minor: minute % 10 !== 0 } }),
  };
}

const RealtimePanel: FC<Pick<Props, 'shown'> & { readonly list: RealtimeList }> = ({ shown, list: { path, rows } }) => {
  const list = shownLists[path];
  return (
    <section class="card panel" id={path} aria-labelledby={`${path}-title`}>
      <h2 id={`${path}-title`}>{t(list.title)}</h2>
      {rows.length === 0 ? (
        <p class="empty panel-empty">{emptyText(list, shown.view)}</p>
      ) : (
        <ListRows {...{ shown, rows, list }} />
      )}
    </section>
  );
};
