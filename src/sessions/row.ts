import type { TrackedEvent, Traits } from '../event.js';
import type { Contribution, Session } from './session.js';

/** What a row says beside its event: whose it is, and which import wrote it. */
export interface Origin {
  readonly accountId: string;
  /** COLLECTED for what the collector took. */
  readonly importId: string;
}

/** `import_id` of a collected event. */
export const COLLECTED = '00000000-0000-0000-0000-000000000000';

interface Cells {
  readonly event: TrackedEvent;
  readonly session: Session;
  readonly contribution: Contribution;
  readonly origin: Origin;
}

/** A trait and its column. */
const traitColumns: Readonly<Record<keyof Traits, string>> = {
  referrer: 'referrer',
  channel: 'channel',
  utmSource: 'utm_source',
  utmMedium: 'utm_medium',
  utmCampaign: 'utm_campaign',
  ref: 'ref',
  country: 'country',
  region: 'region',
  city: 'city',
  browser: 'browser',
  browserVersion: 'browser_version',
  os: 'os',
  osVersion: 'os_version',
  device: 'device',
  language: 'language',
};

/** The names of the traits in the order of their columns. */
export const traitNames = Object.keys(traitColumns) as readonly (keyof Traits)[];

export const traitColumnNames: readonly string[] = Object.values(traitColumns);

/** Every column of `events` that is written, and what stands in it. */
const cells: readonly (readonly [string, (row: Cells) => string | number])[] = [
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
  ...traitNames.map((trait) => [traitColumns[trait], ({ session }: Cells) => session.traits[trait]] as const),
  ['own_traits', ({ event, session }) => ownTraits(event.traits, session.traits)],
  ['import_id', ({ origin }) => origin.importId],
];

export const eventColumns: readonly string[] = cells.map(([column]) => column);

/** One line of an insert into `events`, in the order of `eventColumns`. */
export const rowOf = (row: Cells): string => `${JSON.stringify(cells.map(([, cell]) => cell(row)))}\n`;

/** The lines of a block. */
export const linesOf = (block: Uint8Array): readonly string[] =>
  new TextDecoder().decode(block).match(/[^\n]+\n/g) ?? [];

/** Whose such a line is; undefined for what is none. */
export function websiteOf(line: string): string | undefined {
  try {
    return JSON.parse(line)[eventColumns.indexOf('website_id')];
  } catch {
    return undefined;
  }
}

/** The event's traits where they differ from its session's, as JSON; empty when none does. */
function ownTraits(own: Traits, sessions: Traits): string {
  const differing = traitNames.filter((trait) => own[trait] !== sessions[trait]);
  return differing.length === 0
    ? ''
    : JSON.stringify(Object.fromEntries(differing.map((trait) => [trait, own[trait]])));
}
