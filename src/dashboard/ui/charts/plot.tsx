import type { FC } from 'hono/jsx';

/** Units of the drawing, which is stretched to its container; lines keep their width. */
export const WIDTH = 1000;
export const HEIGHT = 200;

interface ValuesProps {
  readonly values: readonly number[];
  /** Position from the top. */
  readonly height: (value: number) => string;
}

interface LabelsProps extends ValuesProps {
  readonly write: (value: number) => string;
  /** Beside the plot; by default on its left. */
  readonly isOnRight?: boolean;
}

export const ValueLabels: FC<LabelsProps> = ({ isOnRight = false, ...props }) => (
  <svg class="value-axis" aria-hidden="true">
    {props.values.map((value) => (
      <text x={isOnRight ? '0' : '100%'} y={props.height(value)} dy="0.32em" text-anchor={isOnRight ? 'start' : 'end'}>
        {props.write(value)}
      </text>
    ))}
  </svg>
);

/** One line per value. */
export const GridLines: FC<ValuesProps> = ({ values, height }) => (
  <>
    {values.map((value) => (
      <line class={value === 0 ? 'base-line' : 'grid-line'} x1="0" x2="100%" y1={height(value)} y2={height(value)} />
    ))}
  </>
);

export interface PlacedTick {
  /** From 0 at the left to 1. */
  readonly share: number;
  readonly label: string;
  /** Hidden where space is short. */
  readonly minor: boolean;
}

export const TickLabels: FC<{ readonly ticks: readonly PlacedTick[] }> = ({ ticks }) => (
  <svg class="time-axis" aria-hidden="true">
    {ticks.map(({ share, label, minor }) => (
      <text class={minor ? 'minor' : undefined} x={percent(share)} y="1em" text-anchor={textAnchor(share)}>
        {label}
      </text>
    ))}
  </svg>
);

/** As a CSS length. */
export const percent = (share: number): string => `${(share * 100).toFixed(2)}%`;

/** Labels at the edges begin or end at their position, so that they stay inside. */
function textAnchor(share: number): 'start' | 'middle' | 'end' {
  if (share < 0.02) return 'start';
  return share > 0.98 ? 'end' : 'middle';
}
