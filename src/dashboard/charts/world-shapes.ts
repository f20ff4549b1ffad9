import { createRequire } from 'node:module';
import { type GeoPermissibleObjects, geoNaturalEarth1, geoPath } from 'd3-geo';
import type { Feature, Geometry } from 'geojson';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import { countryOfNumber } from './country-numbers.js';

/** A country as the map draws it, in whole units of the map. */
export interface CountryShape {
  /** ISO 3166-1 alpha-2; empty where the atlas shows what has none. */
  readonly code: string;
  /** An SVG path. */
  readonly path: string;
}

type Country = Feature<Geometry, { readonly name: string }>;
type Atlas = Topology<{ readonly countries: GeometryCollection<{ readonly name: string }> }>;

const ANTARCTICA = '010';

export const worldWidth = 1000;

const countries = (resolution: '110m' | '50m'): readonly Country[] => {
  const atlas: Atlas = createRequire(import.meta.url)(`world-atlas/countries-${resolution}.json`);
  return feature(atlas, atlas.objects.countries).features.filter(({ id }) => id !== ANTARCTICA);
};

/** What the map shows. */
export interface World {
  readonly height: number;
  /** The countries of the coarse atlas. */
  readonly shapes: readonly CountryShape[];
  /** Countries that only the finer atlas has, such as Singapore, by their middle. */
  readonly smallCountries: readonly { readonly code: string; readonly x: number; readonly y: number }[];
  /** The codes of all of them. The atlas has what lies overseas, such as Réunion, within its state. */
  readonly codes: ReadonlySet<string>;
}

let drawn: World | undefined;

/** The world, drawn once, for the first page that shows it: a start, and commands that show no map, do not wait for it. */
export function world(): World {
  drawn ??= draw();
  return drawn;
}

function draw(): World {
  const large = countries('110m');
  const projection = geoNaturalEarth1().fitWidth(worldWidth, collectionOf(large));
  const path = geoPath(projection).digits(0);
  const shapes = large.map((country) => ({ code: codeOf(country), path: relative(path(country) ?? '') }));
  const smallCountries = countries('50m').flatMap((country) => {
    const code = codeOf(country);
    if (code === '' || shapes.some((shape) => shape.code === code)) return [];
    const [x, y] = path.centroid(country);
    return [{ code, x: Math.round(x), y: Math.round(y) }];
  });
  return {
    height: Math.ceil(path.bounds(collectionOf(large))[1][1]),
    shapes,
    smallCountries,
    codes: new Set([...shapes, ...smallCountries].map(({ code }) => code)),
  };
}

function collectionOf(features: readonly Country[]): GeoPermissibleObjects {
  return { type: 'FeatureCollection', features: [...features] };
}

/** The atlas knows Kosovo by its name alone. */
function codeOf({ id, properties }: Country): string {
  return properties.name === 'Kosovo' ? 'XK' : (countryOfNumber.get(String(id)) ?? '');
}

/** The same path by steps instead of places, without those of no length: half as many bytes. */
function relative(absolute: string): string {
  return absolute.replaceAll(/M([^MZ]*)Z/g, (_, ring: string) => {
    const [first, ...rest] = ring.split('L').map((point) => point.split(',').map(Number) as [number, number]);
    let [x, y] = first ?? [0, 0];
    const steps = rest.flatMap(([nextX, nextY]) => {
      const step = [nextX - x, nextY - y];
      [x, y] = [nextX, nextY];
      return step[0] === 0 && step[1] === 0 ? [] : step;
    });
    return steps.length < 4 ? '' : `M${first?.join(' ')}l${steps.join(' ').replaceAll(' -', '-')}z`;
  });
}
