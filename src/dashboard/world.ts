import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** A country as the map draws it, in whole units of the map. */
export interface CountryShape {
  /** ISO 3166-1 alpha-2; empty where the atlas shows what has none. */
  readonly code: string;
  /** An SVG path. */
  readonly path: string;
}

/** What the map shows. */
export interface World {
  readonly width: number;
  readonly height: number;
  /** The countries of the coarse atlas. */
  readonly shapes: readonly CountryShape[];
  /** Countries that only the finer atlas has, such as Singapore, by their middle. */
  readonly smallCountries: readonly { readonly code: string; readonly x: number; readonly y: number }[];
  /** The codes of all of them. The atlas has what lies overseas, such as Réunion, within its state. */
  readonly codes: ReadonlySet<string>;
}

/** Drawn by the build: the same file seen from src/dashboard and from dist/dashboard. */
const FILE = fileURLToPath(new URL('../../dist/dashboard/world.json', import.meta.url));

let known: World | undefined;

/** The world, read once, for the first page that shows it. */
export function world(): World {
  known ??= read();
  return known;
}

function read(): World {
  const drawn: Omit<World, 'codes'> = JSON.parse(readFileSync(FILE, 'utf8'));
  return { ...drawn, codes: new Set([...drawn.shapes, ...drawn.smallCountries].map(({ code }) => code)) };
}
