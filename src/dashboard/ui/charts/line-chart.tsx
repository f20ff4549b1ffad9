import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { FC } from 'hono/jsx';
import { type TimeTick, valueAxis } from './axis.js';
import { GridLines, HEIGHT, percent, TickLabels, ValueLabels, WIDTH } from './plot.js';

/** One value per bucket; undefined for a bucket that has not begun. */
export interface ChartLines {
  readonly current: readonly (number | undefined)[];
  readonly previous: readonly (number | undefined)[];
  /** Index of the bucket in progress, drawn dotted. */
  readonly running: number | undefined;
  readonly ticks: readonly TimeTick[];
  /** For its axis. */
  readonly write: (value: number) => string;
  /** Describes the chart in words. */
  readonly label: string;
}

type Point = readonly [index: number, value: number];

/**
 * A line over its area, beside the line of the comparison range. Text is positioned in percent of the width, so that it
 * is not stretched.
 */
export const LineChart: FC<ChartLines> = ({ current, previous, running, ticks, write, label }) => {
  const count = current.length;
  const share = (index: number): number => (count === 1 ? 0.5 : index / (count - 1));
  const { top, ticks: values } = valueAxis(Math.max(0, ...[...current, ...previous].map((value) => value ?? 0)));
  const x = ([index]: Point) => share(index) * WIDTH;
  const y = scaleLinear([0, top], [HEIGHT, 0]);
  const drawn = line<Point>(x, ([, value]) => y(value)).digits(1);
  const filled = area<Point>(x, HEIGHT, ([, value]) => y(value)).digits(1);
  const [points, before] = [toPoints(current), toPoints(previous)];
  const finished = running === undefined ? points : points.filter(([index]) => index < running);
  const unfinished = running === undefined ? [] : points.filter(([index]) => index >= running - 1);
  const height = (value: number) => `${((1 - value / top) * 100).toFixed(2)}%`;
  // A line of one point is invisible, so a dot marks it.
  const dot = (className: string, [point, next]: readonly Point[]) =>
    point && !next && <circle class={className} cx={percent(share(point[0]))} cy={height(point[1])} r="4" />;
  return (
    <div class="line-chart" data-chart data-count={count} data-top={top}>
      <ValueLabels values={values} height={height} write={write} />
      <svg class="plot" role="img" aria-label={label}>
        <GridLines values={values} height={height} />
        <svg class="lines" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
          <path class="series-area" d={filled(points) ?? ''} />
          <path class="series-line previous" d={drawn(before) ?? ''} />
          <path class="series-line" d={drawn(finished) ?? ''} />
          <path class="series-line running" d={drawn(unfinished) ?? ''} />
        </svg>
        {dot('series-dot previous', before)}
        {dot('series-dot', points)}
      </svg>
      <TickLabels ticks={ticks.map(({ index, ...tick }) => ({ ...tick, share: share(index) }))} />
    </div>
  );
};

const toPoints = (values: readonly (number | undefined)[]): Point[] =>
  values.flatMap((value, index) => (value === undefined ? [] : [[index, value] as const]));
