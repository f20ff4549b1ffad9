import type { FC } from 'hono/jsx';
import { valueAxis } from './axis.js';
import { GridLines, type PlacedTick, percent, TickLabels, ValueLabels } from './plot.js';

export interface Bar {
  readonly value: number;
  /** In its tooltip. */
  readonly title: string;
  /** On the time axis, if it has one. */
  readonly tick?: Omit<PlacedTick, 'share'> | undefined;
}

interface Props {
  readonly bars: readonly Bar[];
  readonly write: (value: number) => string;
  /** Describes the chart in words. */
  readonly label: string;
}

/** The share of its place that a bar takes. */
const BAR_WIDTH = 0.7;

/** A bar for each bucket. The last one is in progress, and lighter. */
export const BarChart: FC<Props> = ({ bars, write, label }) => {
  const { top, ticks } = valueAxis(Math.max(0, ...bars.map(({ value }) => value)));
  const height = (value: number) => percent(1 - value / top);
  const share = (index: number) => index / bars.length;
  return (
    <div class="line-chart bar-chart">
      <ValueLabels values={ticks} height={height} write={write} />
      <svg class="plot" role="img" aria-label={label}>
        <GridLines values={ticks} height={height} />
        {bars.map(({ value, title }, index) => (
          <g>
            <title>{title}</title>
            <rect class="bar-place" x={percent(share(index))} width={percent(1 / bars.length)} height="100%" />
            <rect
              class={index === bars.length - 1 ? 'series-bar running' : 'series-bar'}
              x={percent(share(index + (1 - BAR_WIDTH) / 2))}
              width={percent(BAR_WIDTH / bars.length)}
              y={height(value)}
              height={percent(value / top)}
            />
          </g>
        ))}
      </svg>
      <TickLabels ticks={bars.flatMap(({ tick }, index) => (tick ? [{ ...tick, share: share(index + 0.5) }] : []))} />
    </div>
  );
};
