import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';

/** Visitors of a day, and of the same day a week before. */
interface Day {
  readonly visitors: number;
  readonly before: number;
}

/** Distinguishable from each other, and from the background in light and dark mode: the image is transparent. */
export const CHART_COLORS = { visitors: '#6a63f0', before: '#8a90a0' } as const;

/** Twice the size in the layout, for sharp screens. */
const WIDTH = 1104;
const HEIGHT = 300;
const GAP = 6;
/** For days without visitors. */
const MIN_HEIGHT = 3;

/**
 * Draws two bars for each day, beside each other, as a PNG. It has no text: a font would have to be shipped, and text in
 * an image cannot grow with a reader's settings. The email has the numbers below.
 */
export async function drawDays(days: readonly Day[]): Promise<Uint8Array> {
  const { Resvg } = await loadResvg();
  const renderer = new Resvg(drawSvg(days));
  const image = renderer.render();
  const png = image.asPng();
  // Their memory is outside of JavaScript's.
  image.free();
  renderer.free();
  return png;
}

export function drawSvg(days: readonly Day[]): string {
  const top = Math.max(1, ...days.flatMap(({ visitors, before }) => [visitors, before]));
  const column = WIDTH / Math.max(1, days.length);
  const bar = column * 0.32;
  const draw = (value: number, x: number, color: string) => {
    const height = Math.max(MIN_HEIGHT, (value / top) * (HEIGHT - MIN_HEIGHT));
    const box = `x="${x.toFixed(1)}" y="${(HEIGHT - height).toFixed(1)}" width="${bar.toFixed(1)}" height="${height.toFixed(1)}"`;
    return `<rect ${box} rx="4" fill="${color}"/>`;
  };
  const bars = days.map(({ visitors, before }, index) => {
    const middle = column * (index + 0.5);
    return (
      draw(before, middle - bar - GAP / 2, CHART_COLORS.before) +
      draw(visitors, middle + GAP / 2, CHART_COLORS.visitors)
    );
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${WIDTH}" height="${HEIGHT}">${bars.join('')}</svg>`;
}

let resvg: Promise<typeof import('@resvg/resvg-wasm')> | undefined;

/** Loaded with the first chart: it takes megabytes, which an installation without emails saves. */
function loadResvg(): Promise<typeof import('@resvg/resvg-wasm')> {
  resvg ??= (async () => {
    const loaded = await import('@resvg/resvg-wasm');
    await loaded.initWasm(await readFile(createRequire(import.meta.url).resolve('@resvg/resvg-wasm/index_bg.wasm')));
    return loaded;
  })();
  return resvg;
}
