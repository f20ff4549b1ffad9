import type { CountedValues } from '../../daily-visitors/dimensions.js';
import type { TrackedEvent, Traits } from '../event.js';
import { FIRST_TRAITS, traitColumns, traitNames } from '../traits.js';
import { type Revenue, readRevenue } from './revenue.js';
import type { Contribution, Session } from './session.js';

export interface Origin {
  readonly accountId: string;
  /** COLLECTED for collected events. */
  readonly importId: string;
  /** The generation of the website's `daily_visitors` counts that the event is added to; 0 for none. */
  readonly countedIn: number;
}

export const COLLECTED = '00000000-0000-0000-0000-000000000000';

interface Cells {
  readonly event: TrackedEvent;
  readonly session: Session;
  readonly contribution: Contribution;
  readonly origin: Origin;
}

export function countedValues({ entryPath, traits }: Session): CountedValues {
  const others = { entry_path: entryPath, campaign: encodeCampaign(traits) };
  const values = traitNames.map((trait) => [traitColumns[trait], traits[trait]] as const);
  return { ...others, ...(Object.fromEntries(values) as Omit<CountedValues, keyof typeof others>) };
}

/** Encodes a campaign as the computed `campaign` columns do. */
function encodeCampaign({ utmSource, utmMedium, utmCampaign, ref }: Traits): string {
  if (utmCampaign !== '') return utmCampaign;
  return utmSource !== '' || utmMedium !== '' || ref !== '' ? 'Unknown' : '';
}

const traitCells = traitNames.map(
  (trait) => [traitColumns[trait], ({ session }: Cells) => session.traits[trait]] as const,
);

/** Every written column of `events`, and its value. */
const cells: readonly (readonly [string, (row: Cells & { readonly revenue: Revenue }) => string | number])[] = [
  ['website_id', ({ event }) => event.websiteId],
  ['account_id', ({ origin }) => origin.accountId],
  ['time', ({ event }) => event.time],
  ['type', ({ event }) => event.type],
  ['visitor_id', ({ event }) => event.visitorId],
  ['session_start', ({ session }) => session.start],
  ['sessions', ({ contribution }) => contribution.sessions],
  ['bounces', ({ contribution }) => contribution.bounces],
  ['duration', ({ contribution }) => contribution.duration],
  ['hostname', ({ event }) => event.hostname],
  ['path', ({ event }) => event.path],
  ['link', ({ event }) => event.link],
  ['name', ({ event }) => event.name],
  ['props', ({ event }) => event.props],
  ['screen', ({ event }) => event.screen],
  ['seconds', ({ event }) => event.seconds],
  ['entry_path', ({ session }) => session.entryPath],
  ...traitCells.slice(0, FIRST_TRAITS),
  ['own_traits', ({ event, session }) => ownTraits(event.traits, session.traits)],
  ['import_id', ({ origin }) => origin.importId],
  ['counted_in', ({ origin }) => origin.countedIn],
  // New ones come last: a block that an earlier version has left has the first ones.
  ['since_view', ({ contribution }) => contribution.report?.sinceView ?? 0],
  ['page_seconds', ({ contribution }) => contribution.report?.seconds ?? 0],
  ['page_reports', ({ contribution }) => contribution.report?.reports ?? 0],
  ['scroll', ({ event }) => event.scroll ?? NO_SCROLL],
  ['scroll_depth', ({ contribution }) => contribution.report?.scroll ?? 0],
  ['scroll_reports', ({ contribution }) => contribution.report?.scrollReports ?? 0],
  ['revenue', ({ revenue }) => revenue.amount],
  ['currency', ({ revenue }) => revenue.currency],
  ['order_id', ({ revenue }) => revenue.orderId],
  ...traitCells.slice(FIRST_TRAITS),
];

/** The `scroll` of an event without a depth. */
export const NO_SCROLL = -1;

export const eventColumns: readonly string[] = cells.map(([column]) => column);

/** In the order of `eventColumns`. */
export function encodeRow(row: Cells): string {
  const all = { ...row, revenue: readRevenue(row.event) };
  return `${JSON.stringify(cells.map(([, cell]) => cell(all)))}\n`;
}

const NEWLINE = '\n'.charCodeAt(0);

/** The lines are views of the block, not copies. */
export function splitLines(block: Uint8Array): readonly Uint8Array[] {
  const lines: Uint8Array[] = [];
  for (let start = 0; start < block.length; ) {
    const newline = block.indexOf(NEWLINE, start);
    const end = newline === -1 ? block.length : newline + 1;
    lines.push(block.subarray(start, end));
    start = end;
  }
  return lines;
}

/** The first value of the line; undefined if the line is not a row. */
export const readWebsiteId = (line: Uint8Array): string | undefined =>
  /^\["([0-9a-f-]{36})"/.exec(Buffer.from(line.subarray(0, 40)).toString('latin1'))?.[1];

const parseLine = (line: Uint8Array): readonly unknown[] => JSON.parse(Buffer.from(line).toString());

/** 0 for none. */
export const readGeneration = (line: Uint8Array): number => Number(parseLine(line)[eventColumns.indexOf('counted_in')]);

/** The columns of a block's lines: those of an earlier version lack the last ones. */
export const findColumns = (line: Uint8Array | undefined): readonly string[] =>
  line === undefined ? eventColumns : eventColumns.slice(0, parseLine(line).length);

/** Only the traits that differ from the session's, as JSON; empty when none does. */
function ownTraits(own: Traits, sessions: Traits): string {
  const differing = traitNames.filter((trait) => own[trait] !== sessions[trait]);
  return differing.length === 0
    ? ''
    : JSON.stringify(Object.fromEntries(differing.map((trait) => [trait, own[trait]])));
}
