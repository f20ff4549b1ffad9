import type { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import type { Range } from '../../time/index.js';
import type { Scope } from '../query.js';

/** What a report is read for. */
export interface ReportInput {
  /** The chosen events, in the range of the request. */
  readonly scope: Scope;
  /** The range that the metrics are compared with. */
  readonly comparison: Range;
  /** The time zone of the website, an IANA name. */
  readonly zone: string;
}

/** Query parameters by name: as they were sent, or checked and with their defaults. */
export type QueryParameters = Readonly<Record<string, string | undefined>>;

/** A statistic as an endpoint: a row of `reports`, from which its route and its place in the API reference follow. */
export interface Report<Data = unknown> {
  /** Its path below `/websites/:id/stats`. */
  readonly path: string;
  readonly summary: string;
  readonly description: string;
  /** False where its events are not in `events`, and have no filters. */
  readonly hasFilters?: false;
  /** Its parameters beside the range and the filters. */
  readonly parameters?: z.ZodObject;
  /** Whether the range is split into hours, which long ranges are not, given the parameters that were sent. */
  readonly isHourly?: (sent: QueryParameters) => boolean;
  readonly response: z.ZodType<Data>;
  read(clickhouse: ClickHouse, input: ReportInput, parameters: QueryParameters): Promise<Data>;
  /** Yields the same as JSON, in pieces; undefined where it is short enough to be held. */
  pieces?(clickhouse: ClickHouse, input: ReportInput, parameters: QueryParameters): AsyncGenerator<string> | undefined;
}

/** Says in the API reference how rows are ordered. */
export const ORDER =
  'Rows are in descending order of their first number, then by name. `percentage` is a share of the total, 0 to 100.';
