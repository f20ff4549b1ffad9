import { columnsIn, plainText, rowsOfTable, stepsIn, tilesOf, wordsIn } from '../dashboard/read-page.js';
import type { ApiClient } from './api-client.js';
import type { Prompt } from './mcp-prompts.js';

interface Counted {
  readonly visitors: number;
}

interface Level {
  readonly children: readonly { readonly value: string | null; readonly sessions: number }[];
}

/** The figures that a page has of an answer of its own tool. */
export function readFigures({ tool, page }: Prompt, html: string): unknown {
  switch (readPath(page)) {
    case '/changes':
      return wordsIn(html);
    case '/funnels':
      return stepsIn(html).map(([, , visitors]) => visitors);
    case '/retention':
      return rowsOfTable(html).map(([, visitors]) => Number(visitors));
    case '/journeys':
      return columnsIn(html)[0]!.map(([, sessions]) => sessions);
    default:
      return tool === 'describe' ? undefined : tilesOf(html).Visitors;
  }
}

/** The same of the tool's answer, or, for the dashboard, of the visitors of its range and filters. */
export async function expectFigures(
  { tool, page, input = {} }: Prompt,
  // biome-ignore lint/suspicious/noExplicitAny: a tool's answer.
  answer: any,
  owner: ApiClient,
  website: string,
): Promise<unknown> {
  switch (readPath(page)) {
    case '/changes':
      return answer.text;
    case '/funnels':
      return answer.steps.map(({ visitors }: Counted) => visitors);
    case '/retention':
      return answer.cohorts.map(({ visitors }: Counted) => visitors);
    case '/journeys':
      return (answer.root as Level).children.map(({ sessions }) => sessions);
    default: {
      if (tool === 'describe') return undefined;
      const { range, from, to, filters } = input;
      const { body } = await owner.call('POST', `/websites/${website}/query`, { range, from, to, filters });
      return String(body.data.rows[0].visitors);
    }
  }
}

const readPath = (page = ''): string => /^[^?]*/.exec(page)![0];

/** What a page says about parameters that it does not understand. */
export const noticesIn = (html: string): readonly string[] =>
  [...html.matchAll(/class="notice notice-info"[^>]*>(.*?)<\/div>/gs)].map(([, notice = '']) => plainText(notice));

/** What a page of a website has in its address besides the view. */
const OWN = 'step within order scope breakdown period returned start end with group path'.split(' ');

/** The range, comparison and filters of a page. */
export function withoutOwn(page: string): string {
  const parameters = new URLSearchParams(page.slice(readPath(page).length));
  for (const name of OWN) parameters.delete(name);
  const query = parameters.toString();
  return query && `?${query}`;
}

/** The range, comparison and filters with which a page links to the other pages of the website. */
export const viewIn = (html: string): string | undefined =>
  /<a href="\/websites\/[^"/?]*([^"/]*)" data-view=""/.exec(html)?.[1]?.replaceAll('&amp;', '&');
