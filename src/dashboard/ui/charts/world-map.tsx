import type { Child, FC } from 'hono/jsx';
import { assetUrl } from '../../assets.js';
import { world } from '../../world.js';

export interface MapCountry {
  /** ISO 3166-1 alpha-2. */
  readonly code: string;
  /** Name and figures. */
  readonly label: string;
  /** Determines the shade; at least 1. */
  readonly value: number;
  readonly href: string | undefined;
}

const SHADES = 5;

/** From 1 to 5, by the square root: one large country should not make all others pale. */
const pickShade = (value: number, most: number): number => Math.max(1, Math.ceil(SHADES * Math.sqrt(value / most)));

/** Countries with visitors are links; countries too small for the map are dots. */
export const WorldMap: FC<{ readonly label: string; readonly countries: readonly MapCountry[] }> = ({
  label,
  countries,
}) => {
  const byCode = new Map(countries.map((country) => [country.code, country]));
  const most = Math.max(1, ...countries.map(({ value }) => value));
  const { width, height, shapeCodes, smallCountries } = world();
  const shape = (id: string) => `${assetUrl('world.svg')}#${id}`;
  const link = ({ code, href, label, value }: MapCountry, drawn: Child) => (
    <a
      data-id={code}
      href={href}
      role={href === undefined ? 'img' : undefined}
      aria-label={label}
      data-tip={label}
      class={`shade-${pickShade(value, most)}`}
    >
      {drawn}
    </a>
  );
  return (
    // biome-ignore lint/a11y/useSemanticElements: no HTML element groups SVG shapes.
    <svg class="world-map" viewBox={`0 0 ${width} ${height}`} role="group" aria-label={label}>
      <use class="land" href={shape('land')} />
      {shapeCodes.map((code) => {
        const country = byCode.get(code);
        return country && link(country, <use href={shape(code)} />);
      })}
      {smallCountries.map(({ code, x, y }) => {
        const country = byCode.get(code);
        return country && link(country, <circle cx={x} cy={y} r={6} />);
      })}
    </svg>
  );
};
