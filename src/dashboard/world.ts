import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

/** The contents of the map, whose shapes are in `world.svg`. */
export interface World {
  readonly width: number;
  readonly height: number;
  /** ISO 3166-1 alpha-2 codes of the countries of the coarse atlas. */
  readonly shapeCodes: readonly string[];
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
  return { ...drawn, codes: new Set([...drawn.shapeCodes, ...drawn.smallCountries.map(({ code }) => code)]) };
}
