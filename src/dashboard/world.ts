import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A country on the map, in whole units of the map. */
export interface CountryShape {
  /** ISO 3166-1 alpha-2; empty for areas of the atlas without a code. */
  readonly code: string;
  /** An SVG path. */
  readonly path: string;
}

/** The contents of the map. */
export interface World {
  readonly width: number;
  readonly height: number;
  /** The countries of the coarse atlas. */
  readonly shapes: readonly CountryShape[];
  /** Countries that only the finer atlas has, such as Singapore, by their center. */
  readonly smallCountries: readonly { readonly code: string; readonly x: number; readonly y: number }[];
  /** The codes of all countries. The atlas shows overseas areas, such as Réunion, as part of their state. */
  readonly codes: ReadonlySet<string>;
}

/** Drawn by the build; the path is the same from src/dashboard and from dist/dashboard. */
const FILE = fileURLToPath(new URL('../../dist/dashboard/world.json', import.meta.url));

let known: World | undefined;

/** Returns the world, which is read once, for the first page that shows it. */
export function world(): World {
  known ??= read();
  return known;
}

function read(): World {
  const drawn: Omit<World, 'codes'> = JSON.parse(readFileSync(FILE, 'utf8'));
  return { ...drawn, codes: new Set([...drawn.shapes, ...drawn.smallCountries].map(({ code }) => code)) };
}
