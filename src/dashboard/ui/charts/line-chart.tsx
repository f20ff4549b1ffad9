import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { FC } from 'hono/jsx';
import { type TimeTick, type ValueAxis, valueAxis } from './axis.js';
import { GridLines, HEIGHT, percent, TickLabels, ValueLabels, WIDTH } from './plot.js';

/** One value per bucket; undefined for a bucket that has not begun. */
export interface ChartLines {
  readonly current: readonly (number | undefined)[];
  readonly previous: readonly (number | undefined)[];
  /** Of a `previous` line that is of something else, drawn to the scale of `current`. */
  readonly secondAxis?: (ValueAxis & { readonly write: (value: number) => string }) | undefined;
  /** Index of the bucket in progress, drawn dotted. */
  readonly running: number | undefined;
  readonly ticks: readonly TimeTick[];
  readonly marks?: readonly ChartMark[] | undefined;
  /** For its axis. */
  readonly write: (value: number) => string;
  /** Describes the chart in words. */
  readonly label: string;
}

/** On the time axis, from a bucket to a bucket. */
export interface ChartMark {
  readonly first: number;
  readonly last: number;
  readonly label: string;
  /** `large` has its label in every window, `medium` in wide ones, `small` is a dot. */
  readonly size: 'large' | 'medium' | 'small';
  /** Whether the service made it, and no person. */
  readonly isSystem: boolean;
}

type Point = readonly [index: number, value: number];

/**
 * A line over its area, beside the line of the comparison range or of a second metric. Text is positioned in percent of
 * the width, so that it is not stretched.
 */
export const LineChart: FC<ChartLines> = (chart) => {
  const { current, previous, secondAxis, running, ticks, marks = [], write, label } = chart;
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
  const height = heightBelow(top);
  // A line of one point is invisible, so a dot marks it.
  const dot = (className: string, [point, next]: readonly Point[]) =>
    point && !next && <circle class={className} cx={percent(share(point[0]))} cy={height(point[1])} r="4" />;
  return (
    <div
      class={secondAxis === undefined ? 'line-chart' : 'line-chart two-axes'}
      data-chart
      data-count={count}
      data-top={top}
    >
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
        {marks.map((mark) => (
          <Mark mark={mark} share={share} />
        ))}
      </svg>
      {secondAxis && (
        <ValueLabels
          values={secondAxis.ticks}
          height={heightBelow(secondAxis.top)}
          write={secondAxis.write}
          isOnRight
        />
      )}
      <TickLabels ticks={ticks.map(({ index, ...tick }) => ({ ...tick, share: share(index) }))} />
    </div>
  );
};

const Mark: FC<{ readonly mark: ChartMark; readonly share: (index: number) => number }> = ({ mark, share }) => {
  const { first, last, label, size, isSystem } = mark;
  const x = percent(share(first));
  return (
    <g class={`mark ${size}-mark ${isSystem ? 'system-mark' : ''}`}>
      {last > first && <line x1={x} x2={percent(share(last))} y1="100%" y2="100%" />}
      <circle cx={x} cy="100%" r={size === 'small' ? 4 : 9} />
      {size !== 'small' && (
        <text x={x} y="100%" dy="0.36em" text-anchor="middle">
          {label}
        </text>
      )}
    </g>
  );
};

/** Position from the top, of an axis that ends at `top`. */
const heightBelow =
  (top: number) =>
  (value: number): string =>
    percent(1 - value / top);

const toPoints = (values: readonly (number | undefined)[]): Point[] =>
  values.flatMap((value, index) => (value === undefined ? [] : [[index, value] as const]));
