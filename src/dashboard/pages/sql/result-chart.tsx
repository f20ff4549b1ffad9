import { scaleLinear } from 'd3-scale';
import { line } from 'd3-shape';
import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { shortened } from '../../../lib/number-text.js';
import { numberAxis } from '../../ui/charts/axis.js';
import { GridLines, HEIGHT, percent, TickLabels, ValueLabels, WIDTH } from '../../ui/charts/plot.js';
import { MAX_BARS, type Plot, plotRows } from './plot-rows.js';
import type { ResultPreview } from './run-query.js';

/** Renders nothing for a result that cannot be plotted; see `plotRows`. */
export const ResultChart: FC<{ readonly preview: ResultPreview }> = ({ preview }) => {
  const plot = plotRows(preview);
  if (plot === undefined) return null;
  const { series, names, kind } = plot;
  const axis = numberAxis(series.flatMap(({ values }) => values.flatMap((value) => value ?? [])));
  const toY = scaleLinear([axis.bottom, axis.top], [HEIGHT, 0]);
  const height = (value: number) => percent(toY(value) / HEIGHT);
  const described = {
    columns: series.map(({ name }) => name).join(', '),
    first: preview.columns[0]?.name ?? '',
    count: names.length,
  };
  const label =
    kind === 'lines'
      ? t('{columns} by {first}: {count} points', described)
      : t('{columns} by {first}: {count} bars', described);
  return (
    <details class="sql-chart" open>
      <summary>{t('Chart')}</summary>
      <ul class="muted small chart-key">
        {series.map(({ name }, index) => (
          <li class={`key-${index + 1}`}>{name}</li>
        ))}
      </ul>
      <div class="line-chart">
        <ValueLabels values={axis.ticks} height={height} write={shortLabel} />
        <svg class="plot" role="img" aria-label={label}>
          <GridLines values={axis.ticks} height={height} />
          {kind === 'lines' ? <Lines plot={plot} toY={toY} /> : <Bars plot={plot} toY={toY} />}
        </svg>
        <TickLabels ticks={plot.ticks} />
      </div>
      {kind === 'bars' && preview.rows.length > MAX_BARS && (
        <p class="muted">{t('The first {count} rows.', { count: MAX_BARS })}</p>
      )}
    </details>
  );
};

interface ShapesProps {
  readonly plot: Plot;
  readonly toY: (value: number) => number;
}

const Lines: FC<ShapesProps> = ({ plot: { series, shares }, toY }) => (
  <svg class="lines" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
    {series.map(({ values }, index) => {
      const draw = line<number | undefined>(
        (_, at) => (shares[at] ?? 0) * WIDTH,
        (value) => toY(value ?? 0),
      )
        .defined((value) => value !== undefined)
        .digits(1);
      return <path class={`series-line series-${index + 1}`} d={draw([...values]) ?? ''} />;
    })}
  </svg>
);

const Bars: FC<ShapesProps> = ({ plot: { series, names, shares }, toY }) => {
  const width = 0.7 / names.length / series.length;
  return (
    <svg class="lines" viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden="true">
      {series.flatMap(({ values }, index) =>
        values.map((value = 0, at) => {
          const left = (shares[at] ?? 0) + (index - series.length / 2) * width;
          return (
            <rect
              class={`series-bar series-${index + 1}`}
              x={(left * WIDTH).toFixed(1)}
              width={(width * WIDTH).toFixed(1)}
              y={Math.min(toY(value), toY(0)).toFixed(1)}
              height={Math.abs(toY(value) - toY(0)).toFixed(1)}
            />
          );
        }),
      )}
    </svg>
  );
};

/** As in `1.2k`, `-5`, `0.25`. */
function shortLabel(value: number): string {
  if (Math.abs(value) >= 10 && value > 0) return shortened(value);
  return String(Number(value.toPrecision(3)));
}
