import { z } from 'zod';
import type { ClickHouse } from '../../clickhouse/clickhouse.js';
import { readReferences } from '../../definitions/references.js';
import { invalid } from '../../lib/errors.js';
import {
  type DimensionName,
  dimensions,
  type FilterName,
  filterNames,
  isFilterName,
  propertyName,
} from '../../stats/dimensions.js';
import { readResolved, resolveFilter } from '../../stats/filter-values.js';
import { type Filter, MAX_FILTER_LENGTH, operators } from '../../stats/filters.js';
import { type Scope, websiteScope } from '../../stats/query.js';
import {
  isRowDimension,
  MAX_CONDITIONS,
  NO_REFERENCES,
  parseFilter,
  type References,
  rowDimensions,
} from '../../stats/rows/parse-filter.js';
import { Problems } from '../../stats/rows/problems.js';
import { typedValues } from '../../stats/typed-values.js';
import { isMoment, MOMENT_PATTERN, MOMENT_RULE, parseRange, type Range, type Ranges } from '../../time/index.js';
import type { Website } from '../../websites/website.js';
import type { AllParameters, KnownParameters } from '../api/query.js';
import type { Services } from '../services.js';

const text = z
  .string()
  .max(MAX_FILTER_LENGTH, `must have at most ${MAX_FILTER_LENGTH.toLocaleString('en')} characters`)
  .optional();

const filters = Object.fromEntries(filterNames.map((name) => [name, text.describe(dimensions[name].filter)])) as Record<
  FilterName,
  typeof text
>;

const moment = (description: string, example: string) =>
  z
    .string()
    .refine(isMoment, MOMENT_RULE)
    .meta({ description, examples: [example], pattern: MOMENT_PATTERN });

export const rangeParameters = z.object({
  from: moment(
    "First day, `YYYY-MM-DD`, in the website's time zone; or an ISO 8601 date-time, without an offset in that time zone. " +
      'From 1970 to 2100',
    '2026-03-01',
  ),
  to: moment(
    'Last day, included; or a date-time, excluded. Of the same kind as `from`, and at most 10 years after it',
    '2026-03-31',
  ),
});

/** Any of several ids. */
export const referenceParameters = {
  segment: text.describe('Id of a segment of the website, whose filters apply too'),
  goal: text.describe('Id of a goal of the website: only its events'),
};

/** The parameters of every statistic: docs/api-specification.md, section 4.3. */
export const statsParameters = rangeParameters.extend(filters);

/**
 * Returns a route's parser of the range, in the website's time zone: its AppError lists errors of `from` and `to` in
 * combination. The schema reports the errors of each alone.
 *
 * @param now returns epoch milliseconds
 * @param isHourly returns whether the range is split into hours
 */
export const rangeParser =
  (now: () => number, isHourly: (parameters: KnownParameters) => boolean = () => false) =>
  (parameters: KnownParameters, { timezone }: Website): Ranges => {
    const { from = '', to = '' } = parameters;
    // The schema reports this error.
    if (!isMoment(from) || !isMoment(to)) throw invalid();
    return parseRange(from, to, timezone, now(), isHourly(parameters));
  };

/** Filters that are no parameters of their own, for the API reference. */
export const OTHER_FILTERS =
  'Filters by any other dimension of queries: `utmSource=news`, `property:plan=pro`. Filters with an operator: ' +
  '`page.contains=/docs`, `country.is_not=DE`. Every dimension of queries has them, and ' +
  `${operators
    .slice(0, 6)
    .map((name) => `\`${name}\``)
    .join(', ')}; properties also \`greater\` and \`less\`. \`is\` and \`is_not\` take ` +
  '`null` for a missing value; `9.5` and `true` are the number or boolean and the text. A property whose name has a dot ' +
  'needs an operator. A filter that is given several times has several values, of which any may match';

/**
 * Returns a route's parser of range and filters, or only of range and references. Values of filters are still as typed.
 * Its AppError lists every problem of all.
 */
export const parseStatsParameters =
  (
    { now, websites }: Pick<Services, 'now' | 'websites'>,
    isHourly: ((given: KnownParameters) => boolean) | undefined,
    accepted: 'filters' | 'references' | 'range',
  ) =>
  async (
    given: KnownParameters,
    website: Website,
    all: AllParameters,
  ): Promise<Ranges & { readonly filter: Filter | undefined }> => {
    const problems = new Problems();
    const ids = accepted === 'range' ? {} : pickReferences(all);
    const references = await readReferences(websites.db, website.id, ids);
    const parts = [
      ...(accepted === 'filters' ? parseFilterParameters(all, problems) : []),
      ...parseReferences(ids, references, problems),
    ];
    const ranges = problems.collect(() => rangeParser(now, isHourly)(given, website));
    problems.throwIfAny();
    return { ...ranges!, filter: parts.length === 0 ? undefined : { and: parts } };
  };

type ReferenceIds = Partial<Record<'segment' | 'goal', readonly string[]>>;

function pickReferences(all: AllParameters): ReferenceIds {
  const pick = (name: 'segment' | 'goal') => {
    const ids = [...new Set((all[name] ?? []).filter((text) => text !== ''))];
    return ids.length === 0 ? {} : { [name]: ids };
  };
  return { ...pick('segment'), ...pick('goal') };
}

const parseReferences = (ids: ReferenceIds, references: References, problems: Problems): readonly Filter[] =>
  Object.entries(ids).flatMap(([kind, given]) =>
    parseParameter({ or: given.map((id) => ({ [kind]: id })) }, kind, references, problems),
  );

/** Parses the filters among all parameters of a request: without an operator, they are `is`. */
function parseFilterParameters(all: AllParameters, problems: Problems): readonly Filter[] {
  let unbounded = 0;
  return Object.entries(all).flatMap(([parameter, given]): readonly Filter[] => {
    const values = given.filter((text) => text !== '');
    const { dimension, operator } = splitParameter(parameter);
    if (dimension === undefined || values.length === 0) return [];
    // The schema checks its first value.
    if (isFilterName(parameter) && values.length === 1) return [{ dimension, operator: 'is', values }];
    if (!rowDimensions.includes(parameter as DimensionName)) unbounded += 1;
    if (unbounded === MAX_CONDITIONS + 1) {
      problems.addAll([`At most ${MAX_CONDITIONS} filters may have an operator or be by a property`]);
    }
    if (unbounded > MAX_CONDITIONS) return [];
    const typed = values.flatMap((text) =>
      // Only after an operator it is a missing value.
      operator === undefined && text === 'null' ? [text] : typedValues(dimension, operator ?? 'is', text),
    );
    return parseParameter({ dimension, operator: operator ?? 'is', values: typed }, parameter, NO_REFERENCES, problems);
  });
}

/** Problems are of the whole parameter. */
function parseParameter(
  filter: unknown,
  parameter: string,
  references: References,
  problems: Problems,
): readonly Filter[] {
  const own = new Problems();
  const parsed = parseFilter(filter, parameter, own, references);
  problems.addAll(own.found.map(({ message }) => ({ field: parameter, message })));
  return parsed === undefined ? [] : [parsed];
}

interface SplitParameter {
  /** Undefined for a parameter that is no filter. */
  readonly dimension: DimensionName | undefined;
  readonly operator: string | undefined;
}

function splitParameter(parameter: string): SplitParameter {
  const dot = parameter.lastIndexOf('.');
  const name = dot < 0 ? parameter : parameter.slice(0, dot);
  // A property that no event can have is refused with the other problems of filters.
  const isFilter = isRowDimension(name) || propertyName(name) !== undefined;
  return {
    dimension: isFilter ? (name as DimensionName) : undefined,
    operator: dot < 0 ? undefined : parameter.slice(dot + 1),
  };
}

/** The matching events of a request, with stored values in its filter. */
export async function readScope(
  clickhouse: ClickHouse,
  website: Website,
  range: Range,
  typed: Filter | undefined,
): Promise<Scope> {
  return websiteScope(website, range, typed && (await resolveFilter(clickhouse, [website.id], typed)));
}

/** Reads in the scope of a request, and again if its filter has values that are stored in another spelling. */
export const readInScope = <Data>(
  clickhouse: ClickHouse,
  website: Website,
  range: Range,
  typed: Filter | undefined,
  read: (clickhouse: ClickHouse, scope: Scope) => Promise<Data>,
): Promise<Data> =>
  typed === undefined
    ? read(clickhouse, websiteScope(website, range))
    : readResolved(clickhouse, [website.id], typed, (client, filter) =>
        read(client, websiteScope(website, range, filter)),
      );
