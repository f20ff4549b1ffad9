import type { ArgsDef, CommandDef } from 'citty';
import { csvLine } from '../lib/csv-formula.js';
import { invalid } from '../lib/errors.js';
import { type ArgValues, command } from './command.js';
import { cell, plainValue, table, toHeading } from './table.js';

/** A field of the rows, as the table for people shows it. */
interface Column {
  readonly field: string;
  /** By default the field's name. */
  readonly heading?: string;
  /** By default as it is. */
  readonly show?: (value: unknown) => unknown;
}

/** Output of a command whose result is a table. */
export interface Rows {
  /** As the API answers. */
  readonly data: unknown;
  /** Fields of the rows. */
  readonly columns: readonly (string | Column)[];
  readonly rows: readonly Readonly<Record<string, unknown>>[];
  /** For people, beside the table: it can be piped without them. */
  readonly notes?: readonly string[];
  /** Of a cell of the table: visitors choose how long their values are. Without it, all of a cell is shown. */
  readonly maxCellLength?: number;
}

interface Listing<Args extends ArgsDef> {
  readonly name: string;
  readonly description: string;
  readonly args: Args;
  /** @param rawArgs as they were typed, for options that may be repeated */
  readonly run: (args: ArgValues<Args>, rawArgs: readonly string[]) => Promise<Rows>;
}

export const formatArgs = {
  json: { type: 'boolean', description: "Print the API's data as JSON" },
  csv: { type: 'boolean', description: 'Print the rows as CSV' },
} as const satisfies ArgsDef;

export type Format = 'json' | 'csv' | 'table';

/** Throws AppError `invalid` for both options. */
export function readFormat({ json, csv }: { readonly [Name in keyof typeof formatArgs]?: unknown }): Format {
  if (json && csv) throw invalid('use only one of --json and --csv');
  return json ? 'json' : csv ? 'csv' : 'table';
}

/** Prints a table, JSON with `--json` or CSV with `--csv` on standard output, and exits. */
export function listing<const Args extends ArgsDef>(definition: Listing<Args>): CommandDef {
  const args: ArgsDef = { ...definition.args, ...formatArgs };
  return command({
    ...definition,
    args,
    run: async (values, rawArgs) => {
      const format = readFormat(values);
      const answer = await definition.run(values as ArgValues<Args>, rawArgs);
      process.stdout.write(write[format](answer));
      if (format === 'table') process.stderr.write(toText(answer.notes ?? []));
      // Exits at once, because a database that does not answer would keep the process alive.
      process.exit(0);
    },
  });
}

const toColumn = (column: string | Column): Column => (typeof column === 'string' ? { field: column } : column);

const write: Readonly<Record<Format, (answer: Rows) => string>> = {
  json: ({ data }) => `${JSON.stringify(data)}\n`,
  csv: ({ columns, rows }) => {
    const fields = columns.map((column) => toColumn(column).field);
    return [fields, ...rows.map((row) => fields.map((field) => csvCell(row[field])))].map(csvLine).join('');
  },
  table: ({ columns, rows, maxCellLength = Number.POSITIVE_INFINITY }) => {
    const shown = columns.map(toColumn);
    const cells = (row: Readonly<Record<string, unknown>>) =>
      shown.map(({ field, show = (value) => value }) => cell(show(row[field]), { maxLength: maxCellLength }));
    return toText(
      table(
        shown.map(({ field, heading = toHeading(field) }) => heading),
        rows.map(cells),
      ),
    );
  },
};

const csvCell = (value: unknown): string | number =>
  typeof value === 'number' ? value : value === null || value === undefined ? '' : plainValue(value);

const toText = (lines: readonly string[]): string => lines.map((line) => `${line}\n`).join('');
