import type { Child, FC } from 'hono/jsx';
import { duration, percent, rateText } from '../../lib/number-text.js';
import { change } from '../../lib/rounding.js';
import type { ChartMetric } from '../../stats/reports/metric-chart.js';
import { Amount } from './amounts.js';
import { viewAddress } from './base-path.js';
import { Change, type ChangeProps } from './change.js';
import { shownMetrics } from './chart-metrics.js';
import { hasEarlierEvents, type PageContext, whyNotCompared } from './page-context.js';
import type { Conversions, MainFigures } from './read-figures.js';

/** Renders the figures of `main` and the visits, each with its change. Each one selects the metric of the chart. */
export const Numbers: FC<{ readonly shown: PageContext; readonly main: MainFigures }> = ({ shown, main }) => {
  const isEmptyBefore = main.previousTotalVisitors === 0;
  const common = {
    compared: comparedWith(shown),
    whyNot: whyNotCompared(shown) ?? (isEmptyBefore ? 'no visitors in the previous period' : undefined),
  };
  // An average of nothing is neither zero nor better or worse.
  const mean = { ...common, whyNot: main.totalVisitors === 0 ? 'no visits' : common.whyNot };
  const meanText = (text: string) => <span>{main.totalVisitors === 0 ? '—' : text}</span>;
  return (
    <ul class="numbers">
      <Tile shown={shown} metric="visitors">
        <Amount value={main.totalVisitors} />
        <Change {...common} by={main.visitorsChange} meaning="more-is-better" />
      </Tile>
      <Tile shown={shown} metric="visits">
        <Amount value={main.visits} />
        <Change {...common} by={main.visitsChange} meaning="more-is-better" />
      </Tile>
      {main.conversions === undefined ? (
        <PageTiles {...{ shown, main, common, mean, meanText }} />
      ) : (
        <EventTiles {...{ shown, conversions: main.conversions, common, mean }} />
      )}
      <Tile shown={shown} metric="visitDuration">
        {meanText(duration(main.averageSessionDurationSeconds))}
        <Change {...mean} by={main.sessionDurationChange} meaning="more-is-better" />
      </Tile>
      <ReturningTile shown={shown} main={main} />
    </ul>
  );
};

type Common = Pick<ChangeProps, 'compared' | 'whyNot'>;

interface PageTilesProps {
  readonly shown: PageContext;
  readonly main: MainFigures;
  readonly common: Common;
  readonly mean: Common;
  readonly meanText: (text: string) => Child;
}

const PageTiles: FC<PageTilesProps> = ({ shown, main, common, mean, meanText }) => (
  <>
    <Tile shown={shown} metric="pageviews">
      <Amount value={main.totalPageviews} />
      <Change {...common} by={main.pageviewsChange} meaning="more-is-better" />
    </Tile>
    <Tile shown={shown} metric="viewsPerVisitor">
      {meanText(main.viewsPerVisit.toFixed(1))}
      <Change {...mean} by={viewsChange(main)} meaning="more-is-better" />
    </Tile>
    <Tile shown={shown} metric="bounceRate">
      {meanText(percent(main.bounceRate * 100))}
      <Change {...mean} by={(main.bounceRate - main.previousBounceRate) * 100} unit="points" meaning="less-is-better" />
    </Tile>
  </>
);

interface EventTilesProps {
  readonly shown: PageContext;
  readonly conversions: Conversions;
  readonly common: Common;
  readonly mean: Common;
}

const EventTiles: FC<EventTilesProps> = ({ shown, conversions, common, mean }) => {
  const { events, previousEvents, rate, previousRate } = conversions;
  const eventsChange = change({ part: events, of: 1 }, { part: previousEvents, of: 1 });
  return (
    <>
      <Tile shown={shown} metric="events">
        <Amount value={events} />
        <Change {...common} by={eventsChange} meaning="more-is-better" />
      </Tile>
      <Tile shown={shown} metric="conversionRate">
        <span>{rateText(rate)}</span>
        <Change {...mean} by={(rate - previousRate) * 100} unit="points" meaning="more-is-better" />
      </Tile>
    </>
  );
};

/** Renders the visitors who came before the range. A range that begins with the website has none. */
const ReturningTile: FC<{ readonly shown: PageContext; readonly main: MainFigures }> = ({ shown, main }) => (
  <Tile shown={shown} metric="returningVisitors">
    {hasEarlierEvents(shown) ? <Amount value={main.returningVisitors} /> : <span>—</span>}
    <span class="change">
      {!hasEarlierEvents(shown)
        ? 'no earlier data'
        : main.totalVisitors > 0 && `${percent(main.returningVisitorRate * 100)} of visitors`}
    </span>
  </Tile>
);

/** Describes the comparison range: for a range under way, only its elapsed part. */
const comparedWith = ({ range: { ranges } }: PageContext): string =>
  ranges.comparison.end < ranges.previous.end ? 'the previous period, up to the same time' : 'the previous period';

interface TileProps {
  readonly shown: PageContext;
  readonly metric: ChartMetric;
  readonly children: [Child, Child];
}

/** Renders a figure as a link that shows it in the chart. Its definition is shown by pointer and focus. */
const Tile: FC<TileProps> = ({ shown: { place, view }, metric, children }) => (
  <li class="tile">
    <a
      class="tile-link"
      href={viewAddress(place, { ...view, metric })}
      aria-current={view.metric === metric ? 'true' : undefined}
      aria-description={shownMetrics[metric].definition}
      data-tip={shownMetrics[metric].definition}
    >
      <span class="tile-label">{shownMetrics[metric].label}</span>
      <span class="tile-value">{children[0]}</span>
      {children[1]}
    </a>
  </li>
);

/** Returns the change of views per visit, which the interface does not have, from its components. */
const viewsChange = (main: MainFigures): number =>
  change(
    { part: main.totalPageviews, of: main.totalVisitors },
    { part: main.previousTotalPageviews, of: main.previousTotalVisitors },
  );
