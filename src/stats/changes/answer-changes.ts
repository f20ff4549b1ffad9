import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { StoredNote } from '../../websites/system-notes.js';
import { resolveStored } from '../behavior/behavior-body.js';
import { rangeWarnings } from '../rows/answer-query.js';
import type { Change } from './change-scope.js';
import type { Cause } from './explain.js';
import { addFacts, type FoundChange, findChange } from './find-change.js';
import { type ChangesBody, type ChangesContext, parseChanges } from './parse-changes.js';
import { sentenceText, toNameFilter, writeCause } from './sentence.js';
import { split } from './statistics.js';

/** Answers why a figure changed. Throws AppError `invalid` that lists every problem. */
export async function answerChanges(
  clickhouse: ClickHouse,
  body: ChangesBody,
  context: ChangesContext,
  notes: readonly StoredNote[],
) {
  const parsed = parseChanges(body, context);
  const [filter, goal] = await resolveStored(clickhouse, context, [parsed.scope.filter, parsed.scope.goal]);
  const change: Change = { ...parsed, scope: { ...parsed.scope, filter, goal } };
  const found = await addFacts(clickhouse, change, await findChange(clickhouse, change, body.metric, context), notes);
  const { now, before, usual, causes, rest } = found.explanation;
  const rows = describeRows(found);
  return {
    metric: body.metric,
    now,
    before,
    change: now - before,
    usual: Math.round(usual),
    text: sentenceText(found.sentence),
    causes: [
      ...found.facts.map(({ kind, text }) => ({ kind, text })),
      ...causes.map((cause) => describeCause(cause, found)),
    ],
    rows: rows.slice(0, body.limit),
    totalRows: rows.length,
    unexplained: causes.some(({ kind }) => kind === 'alike') ? 0 : rest,
    warnings: rangeWarnings([parsed.ranges], context.now),
  };
}

function describeCause(cause: Cause, { explanation, options }: FoundChange) {
  const { kind, parts, now, before, detail } = cause;
  return {
    kind: kind === 'traffic' ? ('part' as const) : kind,
    text: sentenceText(writeCause(cause, options, explanation.causes.length === 1)),
    now,
    before,
    change: now - before,
    filters: parts.map(toNameFilter),
    ...(cause.isBack && { isBackToUsual: true }),
    ...(detail !== undefined && { mostly: toNameFilter(detail.part) }),
  };
}

function describeRows({ explanation, rows }: FoundChange) {
  const whole = explanation.now - explanation.before;
  const counted = rows.filter(({ before, now }) => before + now > 0);
  return counted.map(({ dimension, value, before, now, visits }) => ({
    dimension,
    value: value === '' ? null : value,
    before,
    now,
    share: whole === 0 ? 0 : Number(((now - before) / whole).toFixed(4)),
    ...(visits !== undefined && { within: Number(split(visits, { before, now }).rate.toFixed(2)) }),
  }));
}
