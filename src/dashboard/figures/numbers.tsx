import type { Child, FC } from 'hono/jsx';
import { duration, exact, percent } from '../../lib/number-text.js';
import { change } from '../../lib/rounding.js';
import type { ChartMetric } from '../../stats/reports/metric-chart.js';
import { Amount } from './amounts.js';
import { viewAddress } from './base-path.js';
import { shownMetrics } from './chart-metrics.js';
import { hasEarlierEvents, type PageContext, whyNotCompared } from './page-context.js';
import type { MainFigures } from './read-figures.js';

/** Whether an increase of a figure is good or bad. */
type Meaning = 'more-is-better' | 'less-is-better';

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
        <Change {...common} percent={main.visitorsChange} meaning="more-is-better" />
      </Tile>
      <Tile shown={shown} metric="visits">
        <Amount value={main.visits} />
        <Change {...common} percent={main.visitsChange} meaning="more-is-better" />
      </Tile>
      <Tile shown={shown} metric="pageviews">
        <Amount value={main.totalPageviews} />
        <Change {...common} percent={main.pageviewsChange} meaning="more-is-better" />
      </Tile>
      <Tile shown={shown} metric="viewsPerVisitor">
        {meanText(main.viewsPerVisit.toFixed(1))}
        <Change {...mean} percent={viewsChange(main)} meaning="more-is-better" />
      </Tile>
      <Tile shown={shown} metric="bounceRate">
        {meanText(percent(main.bounceRate * 100))}
        <Change {...mean} percent={main.bounceRateChange} meaning="less-is-better" />
      </Tile>
      <Tile shown={shown} metric="visitDuration">
        {meanText(duration(main.averageSessionDurationSeconds))}
        <Change {...mean} percent={main.sessionDurationChange} meaning="more-is-better" />
      </Tile>
      <ReturningTile shown={shown} main={main} />
    </ul>
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

interface ChangeProps {
  /** A description of the comparison range. */
  readonly compared: string;
  /** The reason why there is no change to show. */
  readonly whyNot: string | undefined;
  readonly percent: number;
  readonly meaning: Meaning;
}

/** Stands for a change that cannot be said; the reason is its title. */
const Dash: FC<{ readonly reason: string }> = ({ reason }) => (
  <span class="change" title={`${reason.charAt(0).toUpperCase()}${reason.slice(1)}`}>
    <span aria-hidden="true">—</span>
    <span class="visually-hidden">{`, ${reason}`}</span>
  </span>
);

const Change: FC<ChangeProps> = ({ compared, whyNot, percent: change, meaning }) => {
  if (whyNot !== undefined) return <Dash reason={whyNot} />;
  const size = Math.round(Math.abs(change));
  if (size === 0) {
    return (
      <span class="change">
        <span aria-hidden="true">0%</span>
        <span class="visually-hidden">{`, the same as in ${compared}`}</span>
      </span>
    );
  }
  const isGood = change > 0 === (meaning === 'more-is-better');
  const words = `, ${exact(size)} percent ${change > 0 ? 'more' : 'less'} than in ${compared}, which is ${isGood ? 'better' : 'worse'}`;
  return (
    <span
      class={isGood ? 'change good' : 'change bad'}
      title={`${change > 0 ? '+' : '−'}${exact(size)}% vs. ${compared}`}
    >
      <span aria-hidden="true">{`${change > 0 ? '↑' : '↓'} ${exact(size)}%`}</span>
      <span class="visually-hidden">{words}</span>
    </span>
  );
};
