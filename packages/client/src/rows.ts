/** Of a dimension: null is a missing value. Numbers of the week and the day count from 1 and 0. */
export type DimensionValue<Name extends string> = Name extends 'weekday' | 'hourOfDay'
  ? number
  : Name extends 'minute' | 'hour' | 'day' | 'week' | 'month' | 'website'
    ? string
    : Name extends `property:${string}`
      ? string | number | boolean | null
      : string | null;

/** Null without a report. */
type Reported = 'averageSecondsOnPage' | 'scrollDepth';

/** `revenue` is a field for each currency. */
type Field<Name extends string> = Name extends 'revenue' ? `revenue:${string}` : Name;

type Metrics<Name extends string> = {
  readonly [Metric in Name as Field<Metric>]: Metric extends Reported ? number | null : number;
};

/** What the compared range had; null for a row that it did not have. */
type Compared<Name extends string> = {
  readonly comparison?: { readonly [Metric in Name as Field<Metric>]: number | null };
};

/** A row has the dimensions and metrics of its query. */
export type Row<Metric extends string, Dimension extends string> = {
  readonly [Name in Dimension]: DimensionValue<Name>;
} & Metrics<Metric> &
  Compared<Metric>;

/** With `include: ['totals']`. */
export type Totals<Metric extends string> = Metrics<Metric> & Compared<Metric>;
