import type { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Services } from '../../http/v1/services.js';
import { drops, type dropsShape } from '../../stats/endpoints/drops.js';
import { hasEvents } from '../../stats/endpoints/has-events.js';
import { main, type mainShape } from '../../stats/endpoints/main.js';
import { visitorsNow } from '../../stats/endpoints/visitors-now.js';
import type { Built, Question } from '../../stats/question.js';
import type { Website } from '../../websites/website.js';
import type { ShownRange } from './range-choice.js';
import { type ChartFigures, intervalOf, readChart } from './read-chart.js';
import { type ListPath, readRows, type ShownRow } from './shown-lists.js';
import { type PanelName, panelNames, type Tab, type View } from './view.js';

export type MainFigures = z.infer<typeof mainShape>;

/** Everything that a page of figures shows. */
export interface Figures {
  readonly main: MainFigures;
  readonly now: number;
  readonly chart: ChartFigures;
  readonly panels: Readonly<Record<PanelName, readonly ShownRow[]>>;
  readonly drops: z.infer<typeof dropsShape>;
  /** Whether the website has had an event, ever. */
  readonly hasEvents: boolean;
}

export interface AskedFigures {
  readonly website: Website;
  readonly view: View;
  readonly range: ShownRange;
  /** Epoch milliseconds. */
  readonly now: number;
}

const PANEL_ROWS = 10;

/** What a view asks, as the interface would be asked. */
export const questionOf = (
  { website, view, range }: Omit<AskedFigures, 'now'>,
  built: Built | undefined,
): Question => ({ websiteId: website.id, period: range.ranges.range, filters: view.filters, built });

/** Reads all of it, in no more time than the slowest part takes. */
export async function readFigures(
  { clickhouse, withBuilt }: Pick<Services, 'clickhouse' | 'withBuilt'>,
  asked: AskedFigures,
): Promise<Figures> {
  const { website, view, range, now } = asked;
  const askBuilt = (built: Built | undefined) => {
    const question = questionOf(asked, built);
    return Promise.all([
      main(clickhouse, question, range.ranges.previous),
      readChart(clickhouse, question, { ...asked, interval: intervalOf(view.interval, range) }),
      readPanels(clickhouse, question, view),
    ]);
  };
  const [[found, chart, panels], visitors, dropped] = await Promise.all([
    withBuilt(website, askBuilt),
    visitorsNow(clickhouse, website.id, now),
    drops(clickhouse, website.id, range.ranges.range),
  ]);
  const isThere = found.totalVisitors > 0 || (await hasEvents(clickhouse, website.id)).hasEvents;
  return { main: found, now: visitors, chart, panels, drops: dropped, hasEvents: isThere };
}

async function readPanels(clickhouse: ClickHouse, question: Question, { tabs }: View): Promise<Figures['panels']> {
  const read = panelNames.map(async (name) => {
    const tab: Tab = tabs[name];
    return [name, await readRows(clickhouse, question, listOf(tab), tab === 'map' ? undefined : PANEL_ROWS)] as const;
  });
  return Object.fromEntries(await Promise.all(read)) as Figures['panels'];
}

/** The list behind a tab. */
export const listOf = (tab: Tab): ListPath => (tab === 'map' ? 'countries' : tab);
