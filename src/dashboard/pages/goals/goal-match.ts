import { t } from '../../../lib/language/translate.js';
import { abridged } from '../../../lib/text.js';
import { propertyValues } from '../../../stats/typed-values.js';
import { conditionText, isKnownOperator, joinOrWithoutCommas } from '../stats/filter-names.js';

/** What the form of a goal asks for. Goals of the API can be of any filter on one event. */
export interface GoalFields {
  readonly name: string;
  readonly kind: string;
  readonly value: string;
  /** Only of custom events; empty for any. */
  readonly property: string;
  readonly propertyValue: string;
}

export const goalKinds = [
  { kind: 'event', label: 'Custom event', dimension: 'event', operator: 'is' },
  { kind: 'page', label: 'Page', dimension: 'page', operator: 'is' },
  { kind: 'link', label: 'Outbound link', dimension: 'link', operator: 'is' },
  { kind: 'link-part', label: 'Part of an outbound link', dimension: 'link', operator: 'contains' },
] as const;

export type GoalKind = (typeof goalKinds)[number]['kind'];

const MAX_NAME_LENGTH = 100;

/** A name for a new goal. */
export function suggestGoalName(kind: GoalKind, value: string): string {
  const clicked = t('Clicked {link}', { link: value });
  const names = { event: value, link: clicked, 'link-part': clicked, page: t('Saw {page}', { page: value }) };
  return abridged(names[kind], MAX_NAME_LENGTH - 1);
}

/** As in the API. */
export function goalMatch({ kind, value, property, propertyValue }: Omit<GoalFields, 'name'>): object {
  const { dimension = kind, operator = 'is' } = goalKinds.find((each) => each.kind === kind) ?? {};
  const condition = { dimension, operator, values: [value] };
  if (kind !== 'event' || property === '') return condition;
  const ofProperty = { dimension: `property:${property}`, operator: 'is', values: propertyValues(propertyValue) };
  return { and: [condition, ofProperty] };
}

/** In words: `Custom event is signup, plan is pro`. Undefined for filters that the form cannot make. */
export function describeMatch(match: unknown): string | undefined {
  const parts = isObject(match) && Array.isArray(match.and) ? match.and : [match];
  const texts = parts.map(describeCondition);
  return texts.some((text) => text === undefined) ? undefined : texts.join(', ');
}

function describeCondition(condition: unknown): string | undefined {
  if (!isObject(condition)) return undefined;
  const { dimension, operator, values } = condition;
  if (typeof dimension !== 'string' || typeof operator !== 'string' || !Array.isArray(values)) return undefined;
  if (!isKnownOperator(operator) || values.length === 0) return undefined;
  const label = goalKinds.find((each) => each.dimension === dimension)?.label;
  return conditionText(operator, {
    dimension: label === undefined ? dimension.replace(/^property:/, '') : t(label),
    values: joinOrWithoutCommas([...new Set(values.map(String))]),
  });
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null;
