import { oneLine } from '../../lib/text.js';
import { type DimensionName, dimensions, findDimension, propertyName } from '../dimensions.js';
import {
  type Condition,
  type Filter,
  listConditions,
  MAX_FILTER_LENGTH,
  type Operator,
  operators,
  type SavedFilter,
  type Value,
} from '../filters.js';
import { type Problems, within } from './problems.js';
import { timeDimensions } from './time-dimensions.js';

export const MAX_CONDITIONS = 20;
export const MAX_VALUES = 100;
const MAX_DEPTH = 10;

/** Of lists, `and`, `or`, `not` and conditions together. */
const MAX_PARTS = 100;

/** With those of goals and segments. */
const MAX_ALL_VALUES = 2_000;

/** Of all values together: a statement with more could be too long for the engine. */
export const MAX_TEXT_LENGTH = 100_000;

/** Longer names of properties are not stored. */
const MAX_PROPERTY_LENGTH = 64;

/** Dimensions that the API groups by and cannot filter by. */
export const unfilteredDimensions: readonly DimensionName[] = ['website', 'goal'];

/** Dimensions that the API groups and filters by, without those of time and properties. */
export const rowDimensions: readonly DimensionName[] = (Object.keys(dimensions) as DimensionName[]).filter(
  (name) => !unfilteredDimensions.includes(name),
);

export const isRowDimension = (name: string): name is DimensionName =>
  rowDimensions.includes(name as DimensionName) || isProperty(name);

const isProperty = (name: string): boolean => {
  const property = propertyName(name);
  return property !== undefined && property.length <= MAX_PROPERTY_LENGTH;
};

/** What filters refer to by id: saved filters and goals of the website. */
export interface References {
  readonly segments: ReadonlyMap<string, Filter>;
  readonly goals: ReadonlyMap<string, SavedFilter>;
  /** Why an id that is in neither cannot be used, if it is not just unknown. */
  readonly explain?: (id: string) => string | undefined;
}

export const NO_REFERENCES: References = { segments: new Map(), goals: new Map() };

/** For queries of several websites. */
export const REFUSED_REFERENCES: References = {
  ...NO_REFERENCES,
  explain: () => 'segments and goals belong to one website, and cannot be used in a query of several',
};

/** Why a filter may not have a part, which is the name of a dimension, or `and`, `or`, `not`, `hasDone`, `segment`, `goal`. */
export type Refusal = (part: string) => string | undefined;

/** The filter that an id refers to. Adds a problem that names the id if there is none. */
export function findReference(
  id: unknown,
  field: string,
  kind: 'segment' | 'goal',
  references: References,
  problems: Problems,
): Filter | undefined {
  const text = typeof id === 'string' ? id : JSON.stringify(id ?? null);
  const found = references[`${kind}s`].get(text.toLowerCase());
  const reason = references.explain?.(text.toLowerCase());
  if (found === undefined) {
    const quoted = oneLine(text, MAX_QUOTED);
    problems.add(field, `unknown_${kind}`, reason ?? `must be the id of a ${kind} of this website, not ${quoted}`);
  }
  return found;
}

/** Longer than an id. */
const MAX_QUOTED = 60;

/**
 * Reads a filter of the API: a condition, `and`, `or`, `not`, `hasDone`, a segment, a goal, or a list, which means `and`.
 * Undefined where there is a problem, and for an empty filter.
 */
export function parseFilter(
  given: unknown,
  field: string,
  problems: Problems,
  references: References,
  refuse: Refusal = () => undefined,
): Filter | undefined {
  let [parts, conditions, count, length] = [0, 0, 0, 0];

  function read(part: unknown, at: string, depth: number): Filter | undefined {
    parts += 1;
    if (parts > MAX_PARTS) {
      if (parts === MAX_PARTS + 1) fail(field, 'too_many_parts', `must have at most ${MAX_PARTS} parts`);
      return undefined;
    }
    if (depth > MAX_DEPTH) return fail(at, 'too_deep', `must be nested at most ${MAX_DEPTH} deep`);
    if (Array.isArray(part)) return { and: readList(part, at, depth + 1) };
    if (typeof part !== 'object' || part === null) return fail(at, 'invalid_filter', 'must be an object or a list');
    const fields = part as Readonly<Record<string, unknown>>;
    const kinds = ['dimension', 'and', 'or', 'not', 'hasDone', 'segment', 'goal'].filter((kind) => kind in fields);
    const [kind, ...others] = kinds;
    if (kind === undefined || others.length > 0) {
      return fail(at, 'invalid_filter', 'must have one of dimension, and, or, not, hasDone, segment, goal');
    }
    const reason = refuse(kind);
    if (reason !== undefined) return fail(within(at, kind), 'does_not_combine', reason);
    const known = kind === 'dimension' ? ['dimension', 'operator', 'values'] : [kind];
    for (const name of Object.keys(fields)) {
      if (!known.includes(name)) problems.addUnknown(within(at, name), 'field', name, known);
    }
    const inner = fields[kind];
    const place = within(at, kind);
    switch (kind) {
      case 'and':
      case 'or': {
        if (!Array.isArray(inner)) return fail(place, 'invalid_filter', 'must be a list of filters');
        const parts = readList(inner, place, depth + 1);
        return kind === 'and' ? { and: parts } : { or: parts };
      }
      case 'not': {
        const filter = read(inner, place, depth + 1);
        return filter && { not: filter };
      }
      case 'hasDone': {
        // It is a subquery of its own.
        if (isOneTooMany()) return undefined;
        const filter = read(inner, place, depth + 1);
        return filter && { hasDone: filter };
      }
      case 'segment':
      case 'goal':
        return isOneTooMany() ? undefined : readReference(inner, place, kind);
      default:
        return readCondition(fields, at);
    }
  }

  const readList = (list: readonly unknown[], at: string, depth: number): readonly Filter[] =>
    list.slice(0, MAX_PARTS + 1).flatMap((each, place) => read(each, within(at, place), depth) ?? []);

  /** What a reference stands for counts, wherever it stands. */
  function readReference(id: unknown, at: string, kind: 'segment' | 'goal'): Filter | undefined {
    const found = findReference(id, at, kind, references, problems);
    if (found === undefined) return undefined;
    const values = listConditions(found).flatMap((condition) => condition.values);
    return areTooMany(values, at) ? undefined : found;
  }

  /** Counts values and their characters. */
  function areTooMany(values: readonly Value[], at: string): boolean {
    count += countValues(values);
    length += values.reduce<number>((sum, value) => sum + String(value).length, 0);
    if (count > MAX_ALL_VALUES) {
      fail(
        at,
        'too_many_values',
        `all filters together must have at most ${MAX_ALL_VALUES.toLocaleString('en')} values`,
      );
      return true;
    }
    if (length <= MAX_TEXT_LENGTH) return false;
    fail(at, 'too_long', `all values together must have at most ${MAX_TEXT_LENGTH.toLocaleString('en')} characters`);
    return true;
  }

  /** Counts conditions; a reference is one too. The first one above the limit is reported. */
  function isOneTooMany(): boolean {
    conditions += 1;
    if (conditions === MAX_CONDITIONS + 1) {
      fail(field, 'too_many_conditions', `must have at most ${MAX_CONDITIONS} conditions`);
    }
    return conditions > MAX_CONDITIONS;
  }

  function readCondition(fields: Readonly<Record<string, unknown>>, at: string): Condition | undefined {
    if (isOneTooMany()) return undefined;
    const dimension = readDimension(fields.dimension, within(at, 'dimension'));
    const operator = readOperator(fields.operator, within(at, 'operator'));
    const values = readValues(fields.values, within(at, 'values'));
    if (dimension === undefined || operator === undefined || values === undefined) return undefined;
    return checkValues({ dimension, operator, values }, at);
  }

  function readDimension(name: unknown, at: string): DimensionName | undefined {
    if (typeof name !== 'string') return fail(at, 'invalid_dimension', 'must be the name of a dimension');
    if (isRowDimension(name)) {
      const reason = refuse(name);
      return reason === undefined ? name : fail(at, 'does_not_combine', reason);
    }
    if (name === 'goal') return fail(at, 'not_filterable', 'the events of a goal are selected by { "goal": id }');
    if (Object.hasOwn(timeDimensions, name))
      return fail(at, 'not_filterable', 'a dimension of time cannot be filtered, use from and to');
    return failUnknown(at, 'dimension', name, rowDimensions);
  }

  function readOperator(name: unknown, at: string): Operator | undefined {
    if (typeof name !== 'string') return fail(at, 'invalid_operator', 'must be the name of an operator');
    return operators.find((each) => each === name) ?? failUnknown(at, 'operator', name, operators);
  }

  function readValues(values: unknown, at: string): readonly Value[] | undefined {
    if (!Array.isArray(values) || values.length === 0) {
      return fail(at, 'invalid_values', 'must be a list of values, such as ["DE"]');
    }
    if (countValues(values) > MAX_VALUES) return fail(at, 'too_many_values', `must have at most ${MAX_VALUES} values`);
    const wrong = values.findIndex((value) => !isValue(value));
    if (wrong >= 0) {
      const most = MAX_FILTER_LENGTH.toLocaleString('en');
      const message = `must be a text of 1 to ${most} characters, a number, true, false or null`;
      return fail(within(at, wrong), 'invalid_values', message);
    }
    return areTooMany(values, at) ? undefined : values;
  }

  function checkValues(condition: Condition, at: string): Condition | undefined {
    const { dimension, operator, values } = condition;
    const isOfProperty = propertyName(dimension) !== undefined;
    const wrong = (holds: (value: Value) => boolean) =>
      within(
        within(at, 'values'),
        Math.max(
          0,
          values.findIndex((value) => !holds(value)),
        ),
      );
    if (operator === 'greater' || operator === 'less') {
      if (!isOfProperty) {
        return fail(
          within(at, 'operator'),
          'does_not_combine',
          `${operator} is for properties, such as property:price`,
          ['is', 'contains', 'matches'],
        );
      }
      if (values.every(isNumber)) return condition;
      return fail(wrong(isNumber), 'invalid_values', `must be a number for ${operator}`);
    }
    if (operator !== 'is' && operator !== 'is_not') {
      if (values.every(isText)) return condition;
      return fail(wrong(isText), 'invalid_values', `must be a text for ${operator}`);
    }
    const fits = (value: Value) => isOfProperty || value === null || isText(value);
    if (values.every(fits)) return condition;
    return fail(
      wrong(fits),
      'invalid_values',
      `must be a text or null for ${findDimension(dimension).label.toLowerCase()}`,
    );
  }

  function fail(at: string, code: string, message: string, suggestions: readonly string[] = []): undefined {
    problems.add(at, code, message, suggestions);
  }

  function failUnknown(at: string, kind: string, name: string, known: readonly string[]): undefined {
    problems.addUnknown(at, kind, name, known);
  }

  return given === undefined || given === null ? undefined : read(given, field, 0);
}

/** The value `5` that is typed for a property is sent as text and as number (`propertyValues`), and counts once. */
export function countValues(values: readonly unknown[]): number {
  const texts = new Set(values.filter((value) => typeof value === 'string'));
  const sameAsText = (value: unknown) => /^(number|boolean)$/.test(typeof value) && texts.has(String(value));
  return values.length - new Set(values.filter(sameAsText)).size;
}

const isText = (value: Value): value is string => typeof value === 'string' && value !== '';
const isNumber = (value: Value): value is number => typeof value === 'number';

const isValue = (value: unknown): value is Value =>
  value === null ||
  typeof value === 'boolean' ||
  (typeof value === 'number' && Number.isFinite(value)) ||
  (typeof value === 'string' && value !== '' && value.length <= MAX_FILTER_LENGTH);
