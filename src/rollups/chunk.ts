import type { Period } from '../stats/question.js';
import type { Days } from '../time/index.js';

/** A stretch of settled local days, within one month, that is made at once. */
export interface Chunk {
  readonly websiteId: string;
  readonly zone: string;
  readonly days: Days;
  /** The same days in epoch milliseconds. */
  readonly period: Period;
}
