import { parseArgs } from 'node:util';
import { type Cost, eventCost, filterCost, leastCost, lineCost } from './costs.js';
import { AGENT_PIECES, pieces, places, worstInputs } from './worst-inputs.js';

const KIB = 1024;
const RUNS = 5;
const SHOWN = 8;

interface Found {
  readonly what: string;
  readonly ms: number;
}

const { values } = parseArgs({ options: { seconds: { type: 'string', default: '60' } } });
const searchMs = (Number(values.seconds) * 1000) / 3;

const oneOf = <Item>(items: readonly Item[]): Item => items[Math.floor(Math.random() * items.length)] as Item;

const madeUp = (parts: readonly string[]): string =>
  Array.from({ length: 1 + Math.floor(Math.random() * 5) }, () => oneOf(parts)).join('');

/** Measures what is known to be bad, and then looks for worse until the time is over. */
async function report(
  what: string,
  size: number,
  known: readonly (readonly [string, Cost])[],
  next: () => readonly [string, Cost],
) {
  const found: Found[] = [];
  const measure = async ([name, cost]: readonly [string, Cost]) => {
    await leastCost(cost, size, 2);
    found.push({ what: name, ms: await leastCost(cost, size, RUNS) });
  };
  for (const each of known) await measure(each);
  const tried = found.length;
  for (const until = performance.now() + searchMs; performance.now() < until; ) await measure(next());
  found.sort((a, b) => b.ms - a.ms);
  console.log(
    `${what} of ${Math.round(size / KIB)} KiB, milliseconds of the main thread; ${tried} known and ${found.length - tried} made up:`,
  );
  for (const { what: name, ms } of found.slice(0, SHOWN)) console.log(`  ${ms.toFixed(2).padStart(8)}  ${name}`);
}

const known = (costOf: (build: (typeof worstInputs)[string]) => Cost) =>
  Object.entries(worstInputs).map(([name, build]) => [name, costOf(build)] as const);

function inEvent(costOf: typeof eventCost): readonly [string, Cost] {
  const place = oneOf(Object.keys(places));
  const unit = madeUp(pieces);
  return [`${place} of ${JSON.stringify(unit)}`, costOf(places[place]!(unit))];
}

function userAgent(): readonly [string, Cost] {
  const unit = madeUp(AGENT_PIECES);
  return [JSON.stringify(unit), eventCost(places['user agent']!(unit))];
}

function filter(unit = madeUp(pieces)): readonly [string, Cost] {
  return [JSON.stringify(unit), filterCost((size, salt) => unit.repeat(Math.ceil(size / unit.length)) + salt)];
}

await report('events', 14 * KIB, known(eventCost), () => inEvent(eventCost));
await report('lines of an import', 60 * KIB, known(lineCost), () => inEvent(lineCost));
await report('user agents', 14 * KIB, [], userAgent);
await report('filters', 2_000, [filter('German ')], filter);
