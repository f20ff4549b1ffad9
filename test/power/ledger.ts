import { isDeepStrictEqual } from 'node:util';

/** A website that was asked for, and whether it was answered that it is there, has this key, or is gone. */
export interface SentWebsite {
  /** The tracking key that was answered last; undefined while another one is asked for. */
  key: string | undefined;
  deletion: 'none' | 'requested' | 'answered';
}

export interface SentEvent {
  readonly websiteId: string;
  isAnswered: boolean;
}

export interface SentImport {
  readonly websiteId: string;
  readonly pages: readonly string[];
  isAnswered: boolean;
}

/** What was asked of a service, and what it has answered. Each event has a page of its own. */
export interface Ledger {
  readonly websites: Map<string, SentWebsite>;
  readonly events: Map<string, SentEvent>;
  readonly imports: SentImport[];
}

interface Counts {
  readonly visitors: number;
  /** Events, sessions and milliseconds. */
  readonly visits: readonly number[];
  /** Visitors by the day and the facts beside them, of each website that is counted. */
  readonly days: readonly (readonly number[])[];
}

/** What a service has. */
export interface Found {
  /** Websites by their ids, with their tracking keys. */
  readonly websites: ReadonlyMap<string, string>;
  /** How often each page was counted. */
  readonly pages: ReadonlyMap<string, number>;
  readonly usage: number;
  /** What the derived tables say, and what the events themselves say. */
  readonly derived: Counts;
  readonly raw: Counts;
}

/** Everything in which a service contradicts its answers. */
export const contradictions = (found: Found, ledger: Ledger): readonly string[] => [
  ...[...ledger.websites].flatMap(([id, website]) => ofWebsite(id, website, found)),
  ...[...ledger.events].flatMap(([page, event]) => ofEvent(page, event, found, ledger)),
  ...ledger.imports.flatMap((each) => ofImport(each, found, ledger)),
  ...ofOthers(found, ledger),
  ...ofUsage(found, ledger),
  ...(isDeepStrictEqual(found.derived, found.raw)
    ? []
    : [`derived tables have ${JSON.stringify(found.derived)}, events ${JSON.stringify(found.raw)}`]),
];

function ofWebsite(id: string, { key, deletion }: SentWebsite, { websites }: Found): readonly string[] {
  const found = websites.get(id);
  if (deletion === 'none' && found === undefined) return [`website ${id} was lost`];
  if (deletion === 'none' && key !== undefined && found !== key) return [`the key of website ${id} was lost`];
  return deletion === 'answered' && found !== undefined ? [`website ${id} is back`] : [];
}

function ofEvent(page: string, event: SentEvent, { pages }: Found, { websites }: Ledger): readonly string[] {
  const views = pages.get(page) ?? 0;
  const deletion = websites.get(event.websiteId)?.deletion;
  if (deletion === 'answered' && views > 0) return [`${page} is back`];
  if (views > 1) return [`${page} was counted ${views} times`];
  return views === 0 && event.isAnswered && deletion === 'none' ? [`${page} was lost`] : [];
}

function ofImport(sent: SentImport, { pages }: Found, { websites }: Ledger): readonly string[] {
  if (websites.get(sent.websiteId)?.deletion !== 'none') return [];
  const views = sent.pages.map((page) => pages.get(page) ?? 0);
  const counts = [...new Set(views)].join(' and ');
  if (counts === '1' || (counts === '0' && !sent.isAnswered)) return [];
  return [`of an import with ${sent.pages[0]}, ${sent.isAnswered ? '' : 'not '}answered, there are ${counts}`];
}

function ofOthers({ pages }: Found, { events, imports }: Ledger): readonly string[] {
  const imported = new Set(imports.flatMap((each) => each.pages));
  return [...pages.keys()].filter((page) => !events.has(page) && !imported.has(page)).map((page) => `what is ${page}?`);
}

/** Usage outlives a website, so it has more than events by those of deleted ones. */
function ofUsage({ pages, usage }: Found, { events, websites }: Ledger): readonly string[] {
  const all = [...events];
  const stored = all.filter(([page]) => pages.has(page)).length;
  const gone = all.filter(([page]) => !pages.has(page)).map(([, event]) => event);
  const isOf = ({ websiteId }: SentEvent, deletion: SentWebsite['deletion']) =>
    websites.get(websiteId)?.deletion === deletion;
  const least = stored + gone.filter((event) => event.isAnswered && isOf(event, 'answered')).length;
  const most = stored + gone.filter((event) => !isOf(event, 'none')).length;
  return usage >= least && usage <= most ? [] : [`usage is ${usage}, not ${least} to ${most}`];
}
