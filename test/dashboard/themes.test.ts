import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { comparisonTint, type ThemeColors, themes, themesCss } from '../../src/dashboard/ui/charts/themes.js';
import { checkRows } from '../rows.js';
import { contrast, distance, mix, visions } from './color.js';

/** WCAG 2.2, AA: of text, and of what is drawn. */
const TEXT = 4.5;
const DRAWN = 3;
/** In OKLab, where black and white are 1 apart. Two neighbouring colors of Okabe and Ito's set are 0.13 apart. */
const TOLD_APART = 0.18;
/** Of a comparison, which has the hue of its line. */
const TINTS_TOLD_APART = 0.12;

const tokens = readFileSync(new URL('../../src/dashboard/style/tokens.css', import.meta.url), 'utf8');

/** A color that every theme shares, as the stylesheet has it. */
function token(name: string, scheme: 'light' | 'dark'): string {
  const found = new RegExp(`--${name}: light-dark\\((#[0-9a-f]{6}), (#[0-9a-f]{6})\\)`).exec(tokens);
  const color = found?.[scheme === 'light' ? 1 : 2];
  if (color === undefined) throw new Error(`tokens.css has no ${name}`);
  return color;
}

const schemes = Object.entries(themes).flatMap(([name, theme]) =>
  (['light', 'dark'] as const).map((scheme) => ({ name, scheme, colors: theme[scheme] })),
);

const tint = ({ first }: ThemeColors, scheme: 'light' | 'dark'): string =>
  mix(first, comparisonTint[scheme], comparisonTint.share);

test('there are the nine of the specification', () => {
  expect(Object.keys(themes)).toEqual([
    'default',
    'ocean',
    'forest',
    'sunset',
    'monochrome',
    'vibrant',
    'midnight',
    'candy',
    'cyber',
  ]);
});

const grounds = (scheme: 'light' | 'dark') =>
  ['ground', 'surface', 'surface-raised'].map((name) => token(name, scheme));

test('each theme is readable', () =>
  checkRows(schemes, ({ scheme, colors }) => {
    for (const ground of grounds(scheme)) expect(contrast(colors.accent, ground)).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(colors.onAccent, colors.accent)).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(colors.accent, colors.accentSoft)).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(token('text', scheme), colors.accentSoft)).toBeGreaterThanOrEqual(TEXT);
    expect(contrast(token('muted', scheme), colors.accentSoft)).toBeGreaterThanOrEqual(TEXT);
  }));

test('each theme has lines that stand out from their ground', () =>
  checkRows(schemes, ({ scheme, colors }) => {
    for (const line of [colors.first, colors.second, tint(colors, scheme)]) {
      for (const ground of grounds(scheme)) expect(contrast(line, ground)).toBeGreaterThanOrEqual(DRAWN);
    }
  }));

test.each(Object.entries(visions))('each theme has lines that are told apart with %s vision', (_, vision) =>
  checkRows(schemes, ({ colors, scheme }) => {
    expect(distance(colors.first, colors.second, vision)).toBeGreaterThanOrEqual(TOLD_APART);
    expect(distance(colors.first, tint(colors, scheme), vision)).toBeGreaterThanOrEqual(TINTS_TOLD_APART);
  }),
);

test('the two lines are told apart by their dashes too', () => {
  const style = readFileSync(new URL('../../src/dashboard/style/chart.css', import.meta.url), 'utf8');
  expect(style).toMatch(/\.series-line\.previous \{[^}]*stroke-dasharray: \d+ \d+/);
});

test('the stylesheet has every color of every theme', () => {
  const style = themesCss();
  for (const { name, colors } of schemes) {
    const rule = new RegExp(`\\[data-theme=${name}\\]\\{([^}]*)\\}`).exec(style)?.[1] ?? '';
    for (const color of Object.values(colors satisfies ThemeColors)) expect(rule).toContain(color);
  }
});

describe('the measures', () => {
  test('of contrast are those of WCAG', () => {
    expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5);
    expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2);
  });

  test('of vision make red and green alike where they are', () => {
    const [red, green] = ['#a05000', '#5f6e00'];
    expect(distance(red, green, visions.ordinary!)).toBeGreaterThan(0.1);
    expect(distance(red, green, visions.deuteranopia!)).toBeLessThan(0.07);
    expect(distance('#000000', '#ffffff', visions.tritanopia!)).toBeCloseTo(1, 1);
  });
});
