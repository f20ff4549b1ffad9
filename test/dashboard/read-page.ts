const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', '#39': "'" };

/** The text of HTML as one line. */
export const plainText = (html: string): string =>
  decoded(html.replace(/<(script|style|option)\b.*?<\/\1>/gs, ' ').replace(/<[^>]*>/g, ' '))
    .replace(/\s+/g, ' ')
    .trim();

const decoded = (html: string): string =>
  html.replace(/&(amp|lt|gt|quot|#39);/g, (_, name: string) => ENTITIES[name] ?? '');

/** What a browser would send of each field of a page, by name. */
export function fieldsIn(html: string): Readonly<Record<string, string>> {
  const attribute = (tag: string, name: string) => new RegExp(` ${name}="([^"]*)"`).exec(tag)?.[1];
  const controls = html.matchAll(/<input\b[^>]*>|<(textarea|select)\b[^>]*>(.*?)<\/\1>/gs);
  return Object.fromEntries(
    [...controls].flatMap(([control, kind, content = '']) => {
      const tag = /^[^>]*>/.exec(control)?.[0] ?? '';
      const name = attribute(tag, 'name');
      const isOff = /type="(checkbox|radio)"/.test(tag) && !/ checked/.test(tag);
      if (name === undefined || isOff) return [];
      if (kind === 'textarea') return [[name, decoded(content)]];
      const chosen = kind === 'select' ? (/<option\b[^>]* selected[^>]*>/.exec(content)?.[0] ?? '') : tag;
      const value = attribute(chosen, 'value') ?? (/type="checkbox"/.test(tag) ? 'on' : '');
      return [[name, decoded(value)]];
    }),
  );
}

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

/** Name, share and visitors of each step of a funnel. */
export const stepsIn = (html: string) =>
  [
    ...(/<ol class="funnel-steps">(.*?)<\/ol>/s.exec(html)?.[1] ?? '').matchAll(
      /<bdi>([^<]*)<\/bdi><\/span><span class="muted small">([^<]*)<\/span><span class="row-number">(\d+)/g,
    ),
  ].map(([, name, rate, visitors]) => [name, rate, Number(visitors)]);

/** The columns of a journey's page: the name and the visits of each cell. */
export const columnsIn = (html: string) =>
  html
    .split('class="journey-column"')
    .slice(1)
    .map((column) =>
      [...column.matchAll(/<bdi>(.*?)<\/bdi>.*?class="amount">(\d+)</gs)].map(([, name, count]) => [
        name,
        Number(count),
      ]),
    );

/** What changed, with the links in it. */
export const sentenceIn = (html: string): string => /<p class="why-line">(.*?)<\/p>/s.exec(html)?.[1] ?? '';

/** The same as text. */
export const wordsIn = (html: string): string =>
  sentenceIn(html)
    .replace(/<[^>]*>/g, '')
    .replaceAll('&quot;', '"')
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>');
