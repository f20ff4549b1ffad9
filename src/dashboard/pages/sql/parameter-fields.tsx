import type { FC } from 'hono/jsx';
import type { ParameterValues } from '../../../sql/parameter-values.js';
import type { StatementParameter } from '../../../sql/statement-parameters.js';
import { isDate, isDateTime, isInteger, isNullable, isNumber, isUuid, itemType } from '../../../sql/value-types.js';
import type { Website } from '../../../websites/website.js';
import { Field, type FieldErrors } from '../../ui/form.js';

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
export const fieldName = ({ name }: StatementParameter): string => `param_${name}`;

/** A script replaces the element while the query is typed. */
export const ParameterFields: FC<ParameterFieldsProps> = ({ parameters, values, errors, websites }) => (
  <div id="parameters" class="sql-parameters">
    {parameters.map((parameter) => {
      const name = fieldName(parameter);
      const value = values.get(parameter.name) ?? '';
      const label = (
        <>
          {parameter.name} <small class="muted">{parameter.type}</small>
        </>
      );
      if (isUuid(parameter.type) && !isNullable(parameter.type) && websites.length > 0) {
        return <WebsiteField {...{ name, label, value, websites }} />;
      }
      return (
        <Field
          name={name}
          label={label}
          value={value}
          error={errors[name]}
          autocomplete="off"
          spellcheck={false}
          {...inputFor(parameter)}
        />
      );
    })}
  </div>
);

const WebsiteField: FC<{ name: string; label: unknown; value: string; websites: WebsiteChoice }> = (props) => {
  const { name, label, value, websites } = props;
  return (
    <div class="field">
      <label for={name}>{label}</label>
      <select id={name} name={name}>
        {websites.map(({ id, name: websiteName }) => (
          <option value={id} selected={id === value}>
            {websiteName}
          </option>
        ))}
      </select>
    </div>
  );
};

function inputFor({ type }: StatementParameter) {
  if (isDate(type)) return { type: 'date' };
  if (isDateTime(type)) return { placeholder: '2026-01-31 12:00:00' };
  const items = itemType(type);
  if (items !== undefined) return { placeholder: isNumber(items) ? '[1, 2]' : "['a', 'b']" };
  if (isInteger(type)) return { inputmode: 'numeric' as const };
  if (isNumber(type)) return { inputmode: 'decimal' as const };
  return isNullable(type) ? { placeholder: 'NULL' } : {};
}
