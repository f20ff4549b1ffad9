const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of HTML as one line. */
export const plainText = (html: string): string =>
  html
    .replace(/<(script|style|option)\b.*?<\/\1>/gs, ' ')
    .replace(/<[^>]*>/g, ' ')
    .replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '')
    .replace(/\s+/g, ' ')
    .trim();

/** The metrics of a page of figures, with and without a tile, by their names, exact. */
export function tilesOf(html: string): Readonly<Record<string, string>> {
  const tiles = html.matchAll(
    /class="[^"]*tile-label">([^<]*)<\/span><span class="tile-value">(.*?)<\/span>(?=<span class="change)/gs,
  );
  const others = html.matchAll(
    /class="metric-label">([^<]*)<\/span> <span class="metric-value">(.*?)(?: \(.*?\))?<\/span>/gs,
  );
  return Object.fromEntries([...tiles, ...others].map(([, label = '', value = '']) => [label, exactIn(value)]));
}

/** Where a number is shortened, its exact text is for who listens. */
const exactIn = (html: string): string => /class="visually-hidden">([^<]*)</.exec(html)?.[1] ?? plainText(html);

/** The cells of the chart's table, row by row. */
export function rowsOfTable(html: string): readonly (readonly string[])[] {
  const body = /<tbody>(.*?)<\/tbody>/s.exec(html)?.[1] ?? '';
  return [...body.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[hd][^>]*>(.*?)<\/t[hd]>/gs)].map(([, cell = '']) => plainText(cell)),
  );
}
