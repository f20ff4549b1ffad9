import { invalid } from '../../../lib/errors.js';
import { findMissing, type ParameterValues } from '../../../sql/parameter-values.js';
import { MAX_PARAMETERS } from '../../../sql/reader-settings.js';
import { savedQueryName } from '../../../sql/saved-queries.js';
import { findParameters, type StatementParameter } from '../../../sql/statement-parameters.js';
import { isNullable, isText } from '../../../sql/value-types.js';
import { FormRefusal } from '../../page-route.js';
import type { SentForm } from '../../ui/sent-form.js';
import { fieldName } from './parameter-fields.js';

/** The values of the form. */
export interface SqlFormValues {
  readonly query: string;
  /** The name and description under which the query is saved. */
  readonly name: string;
  readonly description: string;
  /** The name of the saved query that was opened; empty for none. */
  readonly opened: string;
  /** Without the parameters that the form had no field for. */
  readonly parameterValues: ParameterValues;
}

export const EMPTY_FORM: SqlFormValues = {
  query: '',
  name: '',
  description: '',
  opened: '',
  parameterValues: new Map(),
};

/** A query to run. A parameter whose field is empty has no value, unless an empty text is one. */
export interface SubmittedQuery {
  readonly text: string;
  readonly parameters: readonly StatementParameter[];
  readonly values: ParameterValues;
}

/** Reads the form. Browsers send every line break as two characters. Throws AppError `invalid` for too many parameters. */
export function parseSqlForm(form: SentForm): SqlFormValues {
  const query = form.text('query').replaceAll('\r\n', '\n');
  const opened = form.text('opened');
  const parameters = findParameters(query);
  if (parameters.length > MAX_PARAMETERS) throw invalid(`A query can have at most ${MAX_PARAMETERS} parameters`);
  const sent = parameters.filter((parameter) => form.has(fieldName(parameter)));
  return {
    query,
    name: form.text('name').trim(),
    description: form.text('description'),
    opened: savedQueryName.safeParse(opened).success ? opened : '',
    parameterValues: new Map(sent.map((parameter) => [parameter.name, form.text(fieldName(parameter))])),
  };
}

/** Returns the query of the form. Throws FormRefusal when there is none, or a parameter has no value. */
export function toSubmittedQuery({ query, parameterValues }: SqlFormValues): SubmittedQuery {
  if (query.trim() === '') throw new FormRefusal({ result: 'Enter a query.' });
  const parameters = findParameters(query);
  const texts = new Set(parameters.filter(({ type }) => isText(type) && !isNullable(type)).map(({ name }) => name));
  const values = new Map([...parameterValues].filter(([name, value]) => value !== '' || texts.has(name)));
  const missing = findMissing(parameters, values).map((parameter) => [fieldName(parameter), 'Enter a value.']);
  if (missing.length > 0) {
    throw new FormRefusal({ ...Object.fromEntries(missing), result: 'Enter a value for each parameter.' });
  }
  return { text: query, parameters, values };
}
