import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { FC } from 'hono/jsx';

const WIDTH = 240;
const HEIGHT = 48;
/** Half the line's width, so that it is not cut off at the edges. */
const MARGIN = 2;

interface Props {
  readonly values: readonly number[];
  readonly label: string;
  /** Whether the last value is complete. */
  readonly isOver?: boolean;
}

/**
 * A small line from zero, as wide as its container. The line to a last value in progress is dotted. `label` describes it in
 * words.
 */
export const Sparkline: FC<Props> = ({ values, label, isOver = false }) => {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, WIDTH]);
  const y = scaleLinear([0, Math.max(1, ...values)], [HEIGHT - MARGIN, MARGIN]);
  const points = values.map((value, index): [number, number] => [x(index), y(value)]);
  const finished = isOver ? points : points.slice(0, -1);
  const draw = line().digits(1);
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="series-area" d={area().y0(HEIGHT).digits(1)(finished) ?? ''} />
      <path class="series-line" d={draw(finished) ?? ''} />
      {!isOver && <path class="series-line running" d={draw(points.slice(-2)) ?? ''} />}
    </svg>
  );
};
