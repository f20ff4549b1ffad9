import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { dayAndMonth } from '../../lib/language/formats.js';
import { formatDay, localDay, type RangeMoment } from '../../time/index.js';
import type { StoredNote } from '../../websites/system-notes.js';
import { explainPattern } from '../rows/patterns.js';
import type { Windows } from './calendar.js';
import type { Change } from './change-scope.js';
import { type Part, partKey, tabulate } from './counts.js';
import { type Explanation, explain } from './explain.js';
import { type Fact, listNotes, readDrops, writeLead } from './facts.js';
import { readEvidence } from './read-evidence.js';
import { type Doubt, type SentenceOptions, type SentencePart, writeSentence } from './sentence.js';
import type { ChangeMetric, Evidence } from './setting.js';
import { readSilentHosts } from './silent-hosts.js';
import { type Split, split } from './statistics.js';
import { type TraitName, traits } from './traits.js';

/** What is known of a change, and the words for it. */
export interface FoundChange {
  readonly metric: ChangeMetric;
  readonly explanation: Explanation;
  /** Whether anything could be compared. */
  readonly isJudged: boolean;
  readonly options: SentenceOptions;
  readonly sentence: readonly SentencePart[];
  /** Those of the dimension of the first cause come first; within a dimension, the largest changes. */
  readonly rows: readonly ChangedRow[];
  /** Of conversions, how their change is made up. */
  readonly split?: Split | undefined;
}

/** A value of a dimension, and its counts. Those of each dimension add up to the change. */
export interface ChangedRow {
  readonly dimension: TraitName;
  /** Empty for none; `(other)` for the sum of rare values. */
  readonly value: string;
  readonly before: number;
  readonly now: number;
  /** Of conversions. */
  readonly visits?: { readonly before: number; readonly now: number } | undefined;
}

/** Reads the counts of both ranges, looks for causes, and writes the sentence. */
export async function findChange(
  clickhouse: ClickHouse,
  change: Change,
  metric: ChangeMetric,
  moment: Pick<RangeMoment, 'now' | 'firstEvent'>,
): Promise<FoundChange> {
  const evidence = await readEvidence(clickhouse, change, metric).catch(explainPattern);
  const found = await explain(evidence);
  const options = describeOptions(change, metric, moment);
  const isJudged = options.doubt === undefined && found.verdict !== 'few';
  const explanation: Explanation = isJudged ? found : { ...found, causes: [], rest: found.now - found.before };
  const { traffic, goal } = evidence;
  return {
    metric,
    explanation,
    isJudged,
    options,
    sentence: writeSentence(explanation, options),
    rows: listRows(evidence, explanation),
    split: goal && split(tabulate(traffic.cube).total, explanation),
  };
}

/** A change with the changes in tracking or data, the most telling first. The first one begins the sentence. */
export interface ChangeWithFacts extends FoundChange {
  readonly facts: readonly Fact[];
}

/** Adds the changes in tracking or data of either range. */
export async function addFacts(
  clickhouse: ClickHouse,
  change: Change,
  found: FoundChange,
  notes: readonly StoredNote[],
): Promise<ChangeWithFacts> {
  const { explanation, options, sentence } = found;
  const { websiteId, windows, zone } = change.scope;
  const [drops, hosts] = await Promise.all([
    readDrops(clickhouse, websiteId, windows, Math.max(explanation.now, explanation.before)),
    readSilentHosts(clickhouse, change, options.dayName),
  ]);
  const facts = [...drops, ...hosts, ...listNotes(notes, windows, zone)];
  const lead = writeLead(facts);
  return { ...found, facts, sentence: lead === undefined ? sentence : [{ text: `${lead} ` }, ...sentence] };
}

function describeOptions(
  { scope: { goal, windows, zone } }: Change,
  metric: ChangeMetric,
  { now, firstEvent }: Pick<RangeMoment, 'now' | 'firstEvent'>,
): SentenceOptions {
  const first = localDay(windows.now.start, zone);
  return {
    metric,
    goal: metric === 'conversions' && goal !== undefined && 'filter' in goal ? goal.name : undefined,
    dayName: (place) => shortDay(first + place),
    isRunning: windows.now.start <= now && now < windows.now.end,
    doubt: findDoubt(windows, firstEvent),
  };
}

function findDoubt({ before, isIncomplete }: Windows, firstEvent = before.start): Doubt | undefined {
  if (before.start === before.end) return 'empty';
  if (isIncomplete) return 'incomplete';
  if (firstEvent >= before.end) return 'unborn';
  return firstEvent > before.start ? 'young' : undefined;
}

/** As in `12 Nov`. The API has three letters for each month, where British English has four for September. */
const shortDay = (day: number): string =>
  dayAndMonth()
    .format(new Date(formatDay(day)))
    .replace(/Sept$/, 'Sep');

function listRows({ traffic, goal }: Evidence, { causes }: Explanation): readonly ChangedRow[] {
  const table = tabulate((goal ?? traffic).cube);
  const visits = goal && tabulate(traffic.cube);
  // Rates of a dimension are of all its visits, also of those without a conversion.
  const parts = new Map([...table.parts, ...(visits?.parts ?? [])].map((part) => [partKey(part), part]));
  const named = causes.flatMap(({ parts }) => parts.map(({ trait }) => trait));
  const order = [...new Set([...named, ...traits.map(({ name }) => name)])];
  const size = ({ now, before }: Part) => Math.abs(now - before);
  return order.flatMap((trait) =>
    [...parts.values()]
      .filter((part) => part.trait === trait)
      .map((part) => ({ ...part, ...table.find(part) }))
      .filter((part) =>
        [part, visits?.find(part)].some((counts) => counts !== undefined && counts.now + counts.before > 0),
      )
      .sort((one, other) => size(other) - size(one) || other.now - one.now)
      .map((part) => ({
        dimension: trait,
        value: part.value,
        before: part.before,
        now: part.now,
        visits: visits?.find(part),
      })),
  );
}
