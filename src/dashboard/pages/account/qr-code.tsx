import type { FC } from 'hono/jsx';
import { encode } from 'uqr';

/** Width of the light border, in modules; scanners need it. */
const QUIET_ZONE = 4;

/** Dark on light even on dark pages, because many scanners read nothing else. */
export const QrCode: FC<{ text: string; label: string }> = ({ text, label }) => {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE });
  return (
    <svg class="qr-code" viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shape-rendering="crispEdges">
      <rect width={size} height={size} fill="#ffffff" />
      <path fill="#000000" d={data.flatMap(darkRuns).join('')} />
    </svg>
  );
};

/** One rectangle for each run of dark modules in a row. */
function darkRuns(row: readonly boolean[], y: number): readonly string[] {
  const runs: string[] = [];
  for (let start = row.indexOf(true); start >= 0; ) {
    const end = row.indexOf(false, start);
    const width = (end < 0 ? row.length : end) - start;
    runs.push(`M${start} ${y}h${width}v1h-${width}z`);
    start = end < 0 ? -1 : row.indexOf(true, end);
  }
  return runs;
}
