import { expect, test } from 'vitest';
import { LineChart } from '../../src/dashboard/ui/charts/line-chart.js';
import { Sparkline } from '../../src/dashboard/ui/charts/sparkline.js';
import { draw } from './draw.js';

const common = { ticks: [], write: String, label: 'Visitors by day', running: undefined, previous: [] };

const path = (drawn: string, name: string): string => new RegExp(`class="${name}" d="([^"]*)"`).exec(drawn)?.[1] ?? '';

test('goes from edge to edge, and from zero to a round number', () => {
  const drawn = draw(LineChart, { ...common, current: [0, 50, 100] });
  expect(path(drawn, 'series-line')).toBe('M0,200L500,100L1000,0');
  expect(drawn).toContain('data-count="3" data-top="100"');
});

test('has the period before on the same scale', () => {
  const drawn = draw(LineChart, { ...common, current: [0, 50], previous: [200, 100] });
  expect(path(drawn, 'series-line previous')).toBe('M0,0L1000,100');
  expect(path(drawn, 'series-line')).toBe('M0,200L1000,150');
});

test('draws what is not over dotted, and nothing of what has not begun', () => {
  const drawn = draw(LineChart, { ...common, current: [100, 100, 50, undefined, undefined], running: 2 });
  expect(path(drawn, 'series-line')).toBe('M0,0L250,0');
  expect(path(drawn, 'series-line running')).toBe('M250,0L500,100');
});

test('shows a single bucket as a dot, of the period before too', () => {
  const drawn = draw(LineChart, { ...common, current: [4], previous: [2] });
  expect(drawn).toContain('<circle class="series-dot" cx="50.00%" cy="0.00%"');
  expect(drawn).toContain('<circle class="series-dot previous" cx="50.00%" cy="50.00%"');
  expect(draw(LineChart, { ...common, current: [4, 5], previous: [2, 3] })).not.toContain('<circle');
});

test('of nothing is an empty frame', () => {
  const drawn = draw(LineChart, { ...common, current: [] });
  expect(drawn).not.toMatch(/NaN|undefined/);
  expect(draw(LineChart, { ...common, current: [0, 0] })).not.toMatch(/NaN|undefined/);
});

test('a sparkline says in words what it shows', () => {
  const drawn = draw(Sparkline, { values: [0, 3, 1], label: '4 visitors' });
  expect(drawn).toContain('role="img" aria-label="4 visitors"');
  expect(drawn).not.toContain('NaN');
  expect(draw(Sparkline, { values: [], label: 'none' })).not.toContain('NaN');
});

test('a sparkline draws its last value, which is still running, as a dotted line only', () => {
  const drawn = draw(Sparkline, { values: [4, 4, 4, 0], label: 'visitors' });
  const paths = [...drawn.matchAll(/class="([^"]+)" d="([^"]*)"/g)].map(([, name, d]) => [name, d]);
  expect(paths).toEqual([
    ['series-area', expect.stringMatching(/^M0,2L80,2L160,2L160,48/)],
    ['series-line', 'M0,2L80,2L160,2'],
    ['series-line running', 'M160,2L240,46'],
  ]);
});
