import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { formatDay, localDay } from '../../time/index.js';
import type { StoredNote } from '../../websites/system-notes.js';
import { type BehaviorContext, resolveStored } from '../behavior/behavior-body.js';
import { explainPattern, rangeWarnings } from '../rows/answer-query.js';
import type { Windows } from './calendar.js';
import { type Part, tabulate } from './counts.js';
import { type Cause, type Explanation, explain } from './explain.js';
import { listNotes, readDrops } from './facts.js';
import { type Change, type ChangesBody, parseChanges } from './parse-changes.js';
import { readEvidence } from './read-evidence.js';
import { type Doubt, type SentenceOptions, writeCause, writeSentence } from './sentence.js';
import type { Evidence } from './setting.js';
import { readSilentHosts } from './silent-hosts.js';
import { split } from './statistics.js';
import { traits } from './traits.js';

/** Answers why a figure changed. Throws AppError `invalid` that lists every problem. */
export async function answerChanges(
  clickhouse: ClickHouse,
  body: ChangesBody,
  context: BehaviorContext,
  notes: readonly StoredNote[],
) {
  const parsed = parseChanges(body, context);
  const [filter, goal] = await Promise.all(
    [parsed.scope.filter, parsed.scope.goal].map((each) => each && resolveStored(clickhouse, context, each)),
  );
  const change: Change = { ...parsed, scope: { ...parsed.scope, filter, goal } };
  const { windows, zone, websiteId } = change.scope;
  const evidence = await readEvidence(clickhouse, change, body.metric).catch(explainPattern);
  const found = await explain(evidence);
  const options = describeOptions(body, context, change);
  const isJudged = options.doubt === undefined && found.verdict !== 'few';
  const explanation: Explanation = isJudged ? found : { ...found, causes: [], rest: found.now - found.before };
  const [drops, hosts] = await Promise.all([
    readDrops(clickhouse, websiteId, windows, Math.max(found.now, found.before)),
    readSilentHosts(clickhouse, change, options.dayName),
  ]);
  const facts = [...listNotes(notes, windows, zone), ...drops, ...hosts];
  const { now, before, causes, rest } = explanation;
  return {
    metric: body.metric,
    now,
    before,
    change: now - before,
    usual: Math.round(found.usual),
    text: writeSentence(explanation, options),
    causes: [...facts, ...causes.map((cause) => describeCause(cause, options, causes.length === 1))],
    rows: listRows(evidence, explanation),
    unexplained: causes.some(({ kind }) => kind === 'alike') ? 0 : rest,
    warnings: rangeWarnings([change.ranges], context.now),
  };
}

function describeOptions(
  { metric }: ChangesBody,
  { now, zone, firstEvent }: BehaviorContext,
  { scope: { goal, windows } }: Change,
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

const MONTHS = 'Jan Feb Mar Apr May Jun Jul Aug Sep Oct Nov Dec'.split(' ');

/** As in `12 Nov`. */
function shortDay(day: number): string {
  const [, month, date] = formatDay(day).split('-');
  return `${Number(date)} ${MONTHS[Number(month) - 1]}`;
}

function describeCause(cause: Cause, options: SentenceOptions, isOnly: boolean) {
  const { kind, parts, now, before, detail } = cause;
  const toCondition = ({ trait, value }: Part) => ({ dimension: trait, operator: 'is' as const, values: [value] });
  return {
    kind: kind === 'traffic' ? ('part' as const) : kind,
    text: writeCause(cause, options, isOnly),
    now,
    before,
    change: now - before,
    filters: parts.map(toCondition),
    ...(cause.isBack && { isBackToUsual: true }),
    ...(detail !== undefined && { mostly: toCondition(detail.part) }),
  };
}

/** Those of the dimension of the first cause come first; within a dimension, the largest changes. */
function listRows({ traffic, goal }: Evidence, { now, before, causes }: Explanation) {
  const table = tabulate((goal ?? traffic).cube);
  const visits = goal && tabulate(traffic.cube);
  const whole = now - before;
  const named = causes.flatMap(({ parts }) => parts.map(({ trait }) => trait));
  const order = [...new Set([...named, ...traits.map(({ name }) => name)])];
  const change = (part: Part) => part.now - part.before;
  return order.flatMap((trait) =>
    table.parts
      .filter((part) => part.trait === trait && (part.now > 0 || part.before > 0))
      .sort((one, other) => Math.abs(change(other)) - Math.abs(change(one)) || other.now - one.now)
      .map((part) => ({
        dimension: trait,
        value: part.value === '' ? null : part.value,
        before: part.before,
        now: part.now,
        share: whole === 0 ? 0 : Number((change(part) / whole).toFixed(4)),
        ...(visits !== undefined && { within: Number(split(visits.find(part), part).rate.toFixed(2)) }),
      })),
  );
}
