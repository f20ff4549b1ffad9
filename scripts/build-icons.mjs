// Builds the dashboard's icons and flags: node scripts/build-icons.mjs [directory]
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import * as flagImages from 'country-flag-icons/string/3x2';
import * as simpleIcons from 'simple-icons';
import { optimize } from 'svgo';
import { themes } from '../dist/dashboard/ui/charts/themes.js';
import { readList } from '../dist/lib/read-list.js';
import { countryCodes } from '../dist/websites/settings.js';

const directory = process.argv[2] ?? fileURLToPath(new URL('../dist/dashboard/assets/', import.meta.url));

const require = createRequire(import.meta.url);
const simpleIconByName = new Map(Object.values(simpleIcons).map((icon) => [icon.slug, icon]));
const flagByCode = new Map(Object.entries(flagImages));

/** The side of the square on which icons are drawn, in whole units. More would be larger, and look the same at 16 pixels. */
const SIDE = 96;

/** The width on which flags are drawn, in whole units: at 20 pixels as fine as icons. */
const FLAG_WIDTH = 96;

/** Licenses of everything that is copied into the images. */
const LICENSES = ['bootstrap-icons/LICENSE', 'country-flag-icons/LICENSE', 'simple-icons/LICENSE.md'];

const MIN_CONTRAST = 3;

/** The backgrounds of icons: the surface in tokens.css, and the bars behind rows. */
const backgrounds = {
  light: ['#ffffff', ...Object.values(themes).map(({ light }) => light.accentSoft)],
  dark: ['#161a21', ...Object.values(themes).map(({ dark }) => dark.accentSoft)],
};

await mkdir(directory, { recursive: true });
const symbols = await Promise.all(readList('icons.tsv').map(iconSymbol));
// Those of simple-icons ask for no notice (CC0).
const notice = '<!-- bootstrap-icons, MIT License, Copyright 2019-2024 The Bootstrap Authors -->';
const sprite = `<svg xmlns="http://www.w3.org/2000/svg">${notice}${symbols.join('')}</svg>`;
await writeFile(`${directory}/icons.svg`, sprite);
await mkdir(`${directory}/flags`, { recursive: true });
for (const code of countryCodes) await writeFile(`${directory}/flags/${code}.svg`, flagImage(flagByCode.get(code)));
await writeFile(`${directory}/../icon-licenses.txt`, (await Promise.all(LICENSES.map(licenseText))).join('\n\n'));

async function licenseText(file) {
  const text = await readFile(new URL(`../node_modules/${file}`, import.meta.url), 'utf8');
  return `${file.split('/')[0]}\n\n${text}`;
}

async function iconSymbol([name, drawing, color]) {
  const id = name.replace('device:', '');
  const fill = color === '' ? undefined : readableColor(color);
  const [, bootstrap] = /^bootstrap:(.+)/.exec(drawing) ?? [];
  if (bootstrap !== undefined) return symbol(id, await bootstrapIcon(bootstrap), fill);
  if (drawing !== '') return symbol(id, iconImage(24, `<path fill-rule="evenodd" d="${drawing}"/>`), fill);
  const icon = simpleIconByName.get(id);
  if (icon === undefined) throw new Error(`simple-icons has no ${id}`);
  return symbol(id, iconImage(24, `<path d="${icon.path}"/>`), fill ?? readableColor(`#${icon.hex}`));
}

async function bootstrapIcon(name) {
  const svg = await readFile(require.resolve(`bootstrap-icons/icons/${name}.svg`), 'utf8');
  return iconImage(16, /<svg[^>]*>(.*)<\/svg>/s.exec(svg)[1]);
}

/** Their images begin at different heights. */
function flagImage(svg) {
  const [, box, content] = /^<svg[^>]* viewBox="([^"]+)"[^>]*>(.*)<\/svg>$/s.exec(svg);
  const [x, y, width, height] = box.split(/[ ,]+/).map(Number);
  const scale = FLAG_WIDTH / width;
  const drawn = `<g transform="scale(${scale}) translate(${-x} ${-y})">${content}</g>`;
  const viewBox = `0 0 ${FLAG_WIDTH} ${Math.round(height * scale)}`;
  return optimized(`<svg xmlns="http://www.w3.org/2000/svg" viewBox="${viewBox}">${drawn}</svg>`);
}

/** Rescales an image to the side `SIDE`. */
function iconImage(side, content) {
  return `<svg viewBox="0 0 ${SIDE} ${SIDE}"><g transform="scale(${SIDE / side})">${content}</g></svg>`;
}

/** In whole units. */
function optimized(svg, plugins = []) {
  const shapes = { name: 'convertShapeToPath', params: { convertArcs: true } };
  return optimize(svg, { floatPrecision: 0, plugins: [shapes, 'preset-default', ...plugins], multipass: true }).data;
}

/** Without `fill`, the page that uses the symbol decides the color. */
function symbol(id, svg, fill) {
  const data = optimized(svg, [{ name: 'prefixIds', params: { prefix: id } }]);
  const [, viewBox, content] = /^<svg[^>]* viewBox="([^"]+)"[^>]*>(.*)<\/svg>$/.exec(data);
  return `<symbol id="${id}" viewBox="${viewBox}"${fill ? ` fill="${fill}"` : ''}>${content}</symbol>`;
}

/** Readable in light and dark; undefined for black brands, which get the color of text. */
function readableColor(color) {
  const light = mixUntilReadable(color, '#000000', backgrounds.light);
  const dark = mixUntilReadable(color, '#ffffff', backgrounds.dark);
  if (dark === 'currentColor') return undefined;
  return light === dark ? light : `light-dark(${light},${dark})`;
}

function mixUntilReadable(color, target, against) {
  for (const share of [0, 0.1, 0.2, 0.3, 0.4]) {
    const mixed = mix(color, target, share);
    if (against.every((background) => contrast(mixed, background) >= MIN_CONTRAST)) return mixed;
  }
  return 'currentColor';
}

function mix(color, target, share) {
  const parts = channels(color).map((value, index) => Math.round(value + (channels(target)[index] - value) * share));
  return `#${parts.map((value) => value.toString(16).padStart(2, '0')).join('')}`;
}

function channels(color) {
  return [1, 3, 5].map((start) => Number.parseInt(color.slice(start, start + 2), 16));
}

/** As in WCAG 2.2. */
function contrast(one, other) {
  const [low, high] = [one, other].map(luminance).sort((a, b) => a - b);
  return (high + 0.05) / (low + 0.05);
}

function luminance(color) {
  const [red, green, blue] = channels(color).map((value) =>
    value <= 10 ? value / 255 / 12.92 : ((value / 255 + 0.055) / 1.055) ** 2.4,
  );
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}
