import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { percentage } from '../../quotient.js';
import { type BreakdownRow, breakDown } from '../breakdown.js';
import type { List } from '../lists.js';
import type { Question } from '../question.js';

/** The shape of a list's answer, which differs between lists in the names of its fields alone. */
export function listShape({ fields: [items, total], named, breakdown: { metrics } }: List) {
  const figures = Object.fromEntries(metrics.map((metric) => [metric, z.number()]));
  const item = named.extend({ ...figures, percentage: z.number().describe('Share of the total, 0 to 100') });
  return z.object({ [items]: z.array(item), [total]: z.number() });
}

/**
 * The rows of a breakdown and its total.
 *
 * @param limit rows at most; undefined for all
 */
export async function list(
  clickhouse: ClickHouse,
  question: Question,
  { path, breakdown, fields: [items, total], name }: List,
  limit: number | undefined,
): Promise<Record<string, Record<string, unknown>[] | number>> {
  const { metrics } = breakdown;
  const answer = await breakDown(clickhouse, question, `stats/${path}`, breakdown, limit);
  const itemOf = ({ key, figures }: BreakdownRow) => ({
    ...name(key),
    ...Object.fromEntries(metrics.map((metric) => [metric, figures[metric]])),
    percentage: percentage(figures[metrics[0]], answer.total),
  });
  return { [items]: answer.rows.map(itemOf), [total]: answer.total };
}
