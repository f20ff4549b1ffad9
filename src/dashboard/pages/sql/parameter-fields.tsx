import type { FC } from 'hono/jsx';
import type { ParameterValues } from '../../../sql/parameter-values.js';
import type { StatementParameter } from '../../../sql/statement-parameters.js';
import { isDate, isDateTime, isInteger, isNullable, isNumber, isUuid, itemType } from '../../../sql/value-types.js';
import type { Website } from '../../../websites/website.js';
import { choice, Field, type FieldErrors, line } from '../../ui/fields.js';

/** For parameters of the type `UUID`; empty when there are too many websites to list. */
export type WebsiteChoice = readonly Pick<Website, 'id' | 'name' | 'timezone'>[];

export interface ParameterFieldsProps {
  readonly parameters: readonly StatementParameter[];
  readonly values: ParameterValues;
  /** By field name. */
  readonly errors: FieldErrors;
  readonly websites: WebsiteChoice;
}

/** In the form. */
export const parameterField = ({ name }: Pick<StatementParameter, 'name'>): string => `param_${name}`;

/** A script replaces the element while the query is typed. */
export const ParameterFields: FC<ParameterFieldsProps> = ({ parameters, values, errors, websites }) => (
  <div id="parameters" class="sql-parameters">
    {parameters.map((parameter) => {
      const name = parameterField(parameter);
      const label = () => (
        <>
          {parameter.name} <small class="muted">{parameter.type}</small>
        </>
      );
      const isChosen = isUuid(parameter.type) && !isNullable(parameter.type) && websites.length > 0;
      const field = isChosen
        ? choice(label)
        : line(label, { autocomplete: 'off', spellcheck: false, ...inputFor(parameter) });
      const form = { fields: { [name]: field }, values: { [name]: values.get(parameter.name) ?? '' }, errors };
      return <Field form={form} name={name} options={websites.map(({ id, name: website }) => [id, website])} />;
    })}
  </div>
);

function inputFor({ type }: StatementParameter) {
  if (isDate(type)) return { type: 'date' as const };
  if (isDateTime(type)) return { placeholder: '2026-01-31 12:00:00' };
  const items = itemType(type);
  if (items !== undefined) return { placeholder: isNumber(items) ? '[1, 2]' : "['a', 'b']" };
  if (isInteger(type)) return { inputmode: 'numeric' as const };
  if (isNumber(type)) return { inputmode: 'decimal' as const };
  return isNullable(type) ? { placeholder: 'NULL' } : {};
}
