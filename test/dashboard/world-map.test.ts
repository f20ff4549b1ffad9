import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { Panel } from '../../src/dashboard/pages/stats/panel.js';
import { shownBy } from '../../src/dashboard/pages/stats/parse-view.js';
import { WorldMap } from '../../src/dashboard/ui/charts/world-map.js';
import { world } from '../../src/dashboard/world.js';
import { NO_FACTS } from '../../src/stats/metrics.js';
import { sampleWebsite } from '../websites/sample-website.js';
import { draw } from './draw.js';
import { plainText } from './read-page.js';

const { width, height, shapeCodes, smallCountries, codes: known } = world();
const shapes = readFileSync(new URL('../../dist/dashboard/assets/world.svg', import.meta.url), 'utf8');

const country = (code: string, value = 1) => ({ code, value, label: `${code}: ${value}`, href: `?country=${code}` });

test('every country has one place, drawn or dotted', () => {
  const codes = [...shapeCodes, ...smallCountries.map(({ code }) => code)];
  for (const code of shapeCodes) expect(shapes).toContain(`<path id="${code}" d="M`);
  expect(new Set(codes).size).toBe(codes.length);
  for (const code of ['US', 'DE', 'FR', 'NO', 'XK', 'ZA', 'SG', 'MT', 'HK', 'IN']) expect(codes).toContain(code);
  expect(codes.length).toBeGreaterThan(230);
  expect(codes.filter((code) => !known.has(code))).toEqual([]);
});

test('the map lies within its frame', () => {
  for (const { x, y } of smallCountries) {
    expect(x).toBeGreaterThanOrEqual(0);
    expect(x).toBeLessThanOrEqual(width);
    expect(y).toBeLessThanOrEqual(height);
  }
  for (const [, path] of shapes.matchAll(/ d="([^"]*)"/g)) expect(path).toMatch(/^(M\d+ \d+l-?\d+[-\d ]*z)+$/);
});

test('countries with visitors are links, and the others are there too', () => {
  const drawn = draw(WorldMap, { label: 'Visitors', countries: [country('DE', 100), country('FR', 1), country('SG')] });
  expect(drawn.match(/<a /g)).toHaveLength(3);
  expect(drawn).toContain('href="?country=DE" aria-label="DE: 100"');
  expect(drawn).toMatch(/class="shade-5"><use href="[^"]*world.svg#DE"/);
  expect(drawn).toMatch(/class="shade-1"><circle/);
  expect(drawn).toMatch(/<use class="land" href="[^"]*world.svg#land"/);
});

test('what is on no map is left out', () => {
  expect(draw(WorldMap, { label: 'Visitors', countries: [country('ZZ')] })).not.toContain('<a ');
});

test('countries that are on no map are named below it, those of the most visitors, and filter', () => {
  const place = { path: '/websites/1', own: true, embedded: false };
  const shown = shownBy(new URLSearchParams('places=map'), {
    website: sampleWebsite(),
    place,
    now: Date.UTC(2026, 2, 15),
  });
  const row = (name: string, code: string, value: number) => ({
    name,
    value,
    now: { ...NO_FACTS, visitors: value },
    before: NO_FACTS,
    percentage: 10,
    filters: { country: code },
  });
  const panelOf = (...rows: ReturnType<typeof row>[]) => draw(Panel, { shown, name: 'places', content: { rows } });
  const overseas = [row('Réunion', 'RE', 4), row('Guadeloupe', 'GP', 3)];
  const drawn = panelOf(row('Unknown', 'ZZ', 7), row('Germany', 'DE', 5), ...overseas, row('Mayotte', 'YT', 1));
  expect(plainText(drawn)).toContain(
    'Not on the map: Unknown 7 visitors , Réunion 4 visitors , Guadeloupe 3 visitors All countries →',
  );
  expect(drawn).toContain('<a href="/websites/1?country=RE&amp;places=map">Réunion');
  expect(panelOf(row('Germany', 'DE', 5))).not.toContain('Not on the map');
});
