import { scaleLinear } from 'd3-scale';
import { area, line } from 'd3-shape';
import type { FC } from 'hono/jsx';

const WIDTH = 240;
const HEIGHT = 48;
/** Half the line's width, which would otherwise be cut off at the edges. */
const MARGIN = 2;

/** Draws a small line over its area, from zero, as wide as its container. `label` describes it in words. */
export const Sparkline: FC<{ readonly values: readonly number[]; readonly label: string }> = ({ values, label }) => {
  const x = scaleLinear([0, Math.max(1, values.length - 1)], [0, WIDTH]);
  const y = scaleLinear([0, Math.max(1, ...values)], [HEIGHT - MARGIN, MARGIN]);
  const at = { x: (_: number, index: number) => x(index), y: (value: number) => y(value) };
  return (
    <svg class="sparkline" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" role="img" aria-label={label}>
      <path class="series-area" d={area<number>(at.x, HEIGHT, at.y).digits(1)([...values]) ?? ''} />
      <path class="series-line" d={line<number>(at.x, at.y).digits(1)([...values]) ?? ''} />
    </svg>
  );
};
