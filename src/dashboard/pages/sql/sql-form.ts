import { invalid } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import { findMissing, type ParameterValues } from '../../../sql/parameter-values.js';
import { MAX_PARAMETERS } from '../../../sql/reader-settings.js';
import { savedQueryName } from '../../../sql/saved-queries.js';
import { findParameters, type StatementParameter } from '../../../sql/statement-parameters.js';
import { isNullable, isText } from '../../../sql/value-types.js';
import { FormRefusal } from '../../page-route.js';
import type { SentForm } from '../../ui/sent-form.js';
import { parameterField } from './parameter-fields.js';

export interface SqlFormValues {
  readonly query: string;
  /** The query is saved under this name and description. */
  readonly name: string;
  readonly description: string;
  /** The opened saved query; empty for none. */
  readonly opened: string;
  /** Lacks parameters for which the form had no field. */
  readonly parameterValues: ParameterValues;
}

export const EMPTY_FORM: SqlFormValues = {
  query: '',
  name: '',
  description: '',
  opened: '',
  parameterValues: new Map(),
};

/** A parameter with an empty field has no value, unless an empty text is a value of its type. */
export interface SubmittedQuery {
  readonly text: string;
  readonly parameters: readonly StatementParameter[];
  readonly values: ParameterValues;
}

/** Converts the CRLF of browsers. Throws AppError `invalid` for too many parameters. */
export function parseSqlForm(form: Pick<SentForm, 'text' | 'has'>): SqlFormValues {
  const query = form.text('query').replaceAll('\r\n', '\n');
  const opened = form.text('opened');
  const parameters = findParameters(query);
  if (parameters.length > MAX_PARAMETERS)
    throw invalid(t('A query can have at most {count} parameters', { count: MAX_PARAMETERS }));
  const sent = parameters.filter((parameter) => form.has(parameterField(parameter)));
  return {
    query,
    name: form.text('name').trim(),
    description: form.text('description'),
    opened: savedQueryName.safeParse(opened).success ? opened : '',
    parameterValues: new Map(sent.map((parameter) => [parameter.name, form.text(parameterField(parameter))])),
  };
}

/** Throws FormRefusal for an empty query, or a parameter without a value. */
export function toSubmittedQuery({ query, parameterValues }: SqlFormValues): SubmittedQuery {
  if (query.trim() === '') throw new FormRefusal({ result: t('Enter a query.') });
  const parameters = findParameters(query);
  const texts = new Set(parameters.filter(({ type }) => isText(type) && !isNullable(type)).map(({ name }) => name));
  const values = new Map([...parameterValues].filter(([name, value]) => value !== '' || texts.has(name)));
  const missing = findMissing(parameters, values).map((parameter) => [parameterField(parameter), t('Enter a value.')]);
  if (missing.length > 0) {
    throw new FormRefusal({ ...Object.fromEntries(missing), result: t('Enter a value for each parameter.') });
  }
  return { text: query, parameters, values };
}
