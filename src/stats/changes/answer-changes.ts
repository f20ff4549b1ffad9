import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { StoredNote } from '../../websites/system-notes.js';
import { type BehaviorContext, resolveStored } from '../behavior/behavior-body.js';
import { rangeWarnings } from '../rows/answer-query.js';
import type { Change } from './change-scope.js';
import type { Cause } from './explain.js';
import { type FoundChange, findChange, findFacts } from './find-change.js';
import { type ChangesBody, parseChanges } from './parse-changes.js';
import { sentenceText, toNameFilter, writeCause } from './sentence.js';
import { split } from './statistics.js';

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
  const found = await findChange(clickhouse, change, body.metric, context);
  const facts = await findFacts(clickhouse, change, found, notes);
  const { now, before, usual, causes, rest } = found.explanation;
  const rows = describeRows(found);
  return {
    metric: body.metric,
    now,
    before,
    change: now - before,
    usual: Math.round(usual),
    text: sentenceText(found.sentence),
    causes: [...facts, ...causes.map((cause) => describeCause(cause, found))],
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
