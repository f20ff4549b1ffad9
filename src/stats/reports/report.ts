import type { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Range } from '../../time/index.js';
import type { Scope } from '../query.js';

export interface ReportInput {
  /** The matching events, in the requested range. */
  readonly scope: Scope;
  readonly comparison: Range;
  /** The website's IANA time zone. */
  readonly zone: string;
}

/** By name: raw, or validated with defaults. */
export type QueryParameters = Readonly<Record<string, string | undefined>>;

/** A statistic as an endpoint; its route and its place in the API reference follow from it. */
export interface Report<Data = unknown> {
  /** Its path below `/websites/:id/stats`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** False for a report that does not read `events`, and so has no filters. */
  readonly hasFilters?: false;
  /** Parameters besides the range and the filters. */
  readonly parameters?: z.ZodObject;
  /** Whether the sent parameters split the range into hours, which limits its length. */
  readonly isHourly?: (sent: QueryParameters) => boolean;
  readonly response: z.ZodType<Data>;
  read(clickhouse: ClickHouse, input: ReportInput, parameters: QueryParameters): Promise<Data>;
  /** Replaces `read` where the response may be too large to hold in memory. */
  readonly streaming?: {
    readonly isNeeded: (parameters: QueryParameters) => boolean;
    readonly open: (
      clickhouse: ClickHouse,
      input: ReportInput,
      parameters: QueryParameters,
    ) => Promise<{ readonly data: Data } | { readonly dataText: AsyncGenerator<string> }>;
  };
}

/** The API reference's sentence on the order of rows. */
export const ORDER =
  'Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.';
