import { createHash } from 'node:crypto';
import { z } from 'zod';

/** Parts that may be missing at a start, when the operator accepts that. */
export const PARTS = ['postgres', 'clickhouse', 'secret', 'instance'] as const;
export type Part = (typeof PARTS)[number];

/** `DATA_DIR/installation.json`, written by each start for the next. */
export const markerShape = z.object({
  version: z.literal(1),
  instance: z.string(),
  /** A fingerprint, not the secret itself. */
  secretFingerprint: z.string(),
  /** Creation time of the ClickHouse tables, which identifies the database; null while there are none. */
  clickhouseSince: z.string().nullable(),
  /** IDs of the oldest accounts, which identify the PostgreSQL database. */
  accounts: z.array(z.string()),
  /** Whether the installation has, or had, an owner. */
  hadAccounts: z.boolean(),
});
export type Marker = Readonly<z.infer<typeof markerShape>>;

/** Found in `DATA_DIR` before anything is opened. A database on a server counts as present. */
export interface FoundFiles {
  readonly instance: string | undefined;
  readonly secretFingerprint: string | undefined;
  readonly postgres: boolean;
  readonly clickhouse: boolean;
}

/** Found in the databases before anything in them is changed. A database that is not open is undefined. */
export interface FoundData {
  readonly accounts: readonly string[];
  readonly clickhouse?: { readonly since: string | null; readonly hasEvents: boolean };
}

export interface Difference {
  readonly part: Part;
  readonly is: 'missing' | 'another one';
}

const missing = (part: Part): Difference => ({ part, is: 'missing' });
const another = (part: Part): Difference => ({ part, is: 'another one' });

export function compareFiles(marker: Marker | undefined, found: FoundFiles): readonly Difference[] {
  if (marker === undefined) return [];
  const differences: Difference[] = [];
  if (!found.postgres && marker.accounts.length > 0) differences.push(missing('postgres'));
  if (!found.clickhouse && marker.clickhouseSince !== null) differences.push(missing('clickhouse'));
  if (found.secretFingerprint === undefined) differences.push(missing('secret'));
  else if (found.secretFingerprint !== marker.secretFingerprint) differences.push(another('secret'));
  if (found.instance === undefined) differences.push(missing('instance'));
  else if (found.instance !== marker.instance) differences.push(another('instance'));
  return differences;
}

/** Events without any account have lost their owner. */
export function compareData(marker: Marker | undefined, found: FoundData): readonly Difference[] {
  const { accounts, clickhouse } = found;
  if (marker === undefined) {
    return accounts.length === 0 && clickhouse?.hasEvents ? [missing('postgres')] : [];
  }
  const differences: Difference[] = [];
  if (marker.accounts.length > 0 && !marker.accounts.some((id) => accounts.includes(id))) {
    differences.push(accounts.length === 0 ? missing('postgres') : another('postgres'));
  }
  if (clickhouse !== undefined && marker.clickhouseSince !== null && marker.clickhouseSince !== clickhouse.since) {
    differences.push(clickhouse.since === null ? missing('clickhouse') : another('clickhouse'));
  }
  return differences;
}

/** Identifies a secret without revealing it. */
export const fingerprint = (secret: string): string =>
  createHash('sha256').update(`footfall secret\n${secret}`).digest('hex').slice(0, 16);

const CONSEQUENCES: Readonly<Record<Part, string>> = {
  postgres: 'all accounts, websites and API keys would be gone',
  clickhouse: 'all statistics would be gone',
  secret: 'every visitor would count as new',
  instance: 'what an earlier process left unfinished could be counted twice',
};

/** One line, with the location of each part and what to do. */
export function describeDifferences(
  differences: readonly Difference[],
  places: Readonly<Record<Part, string>>,
): string {
  const each = differences.map(({ part, is }) => `${part} is ${is} (${places[part]}): ${CONSEQUENCES[part]}`);
  const parts = differences.map(({ part }) => part).join(',');
  return `this installation is not complete: ${each.join('; ')}. Restore it from a backup, or correct the configuration; to go on without, start once with: footfall serve --accept-missing ${parts}`;
}
