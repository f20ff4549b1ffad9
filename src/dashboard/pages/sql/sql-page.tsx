import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import type { BiColumn } from '../../../sql/bi-columns.js';
import type { SavedQuery } from '../../../sql/saved-queries.js';
import { Field, type FieldErrors, Form, Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { ParameterFields, type ParameterFieldsProps } from './parameter-fields.js';
import { type Outcome, Result } from './result.js';
import { SavedList } from './saved-list.js';
import { SchemaPanel } from './schema-panel.js';
import type { SqlFormValues } from './sql-form.js';

export interface SqlPageProps extends Omit<ParameterFieldsProps, 'errors'> {
  readonly viewer: Account;
  readonly form: SqlFormValues;
  /** Errors by the name of the field; `''` has those of saving. */
  readonly errors: FieldErrors;
  readonly outcome: Outcome;
  readonly saved: readonly SavedQuery[];
  readonly columns: readonly BiColumn[];
  readonly baseUrl: string;
  /** The message of a completed action. */
  readonly done?: string | undefined;
}

/** Renders `/sql`: the editor with the schema beside it, the result, and the saved queries. */
export const SqlPage: FC<SqlPageProps> = ({ viewer, done, outcome, saved, columns, baseUrl, ...fields }) => (
  <Page title="SQL" viewer={viewer} scripts={['sql']}>
    <div class="page-head">
      <h1>SQL</h1>
    </div>
    <div class="notices">{done !== undefined && <Notice kind="good">{done}</Notice>}</div>
    <div class="sql-layout">
      <div class="stack sql-main">
        <SqlForm {...fields} />
        <Result outcome={outcome} />
      </div>
      <SchemaPanel columns={columns} />
    </div>
    <SavedList saved={saved} baseUrl={baseUrl} />
  </Page>
);

const SqlForm: FC<ParameterFieldsProps & { form: SqlFormValues }> = ({ form, errors, ...fields }) => {
  const { query, name, description, opened } = form;
  const isSaving = opened + name + description !== '' || errors[''] !== undefined || errors.name !== undefined;
  return (
    <Form id="sql" action="/sql#result" class="card stack">
      <div class={errors.query === undefined ? 'field' : 'field field-wrong'}>
        <label for="query">Query</label>
        <textarea
          id="query"
          name="query"
          rows={12}
          spellcheck={false}
          autocapitalize="off"
          aria-describedby={errors.query === undefined ? 'query-hint' : 'query-error query-hint'}
        >
          {query}
        </textarea>
        {errors.query !== undefined && (
          <p class="field-error" id="query-error">
            {errors.query}
          </p>
        )}
        <p class="field-hint" id="query-hint">
          Write one read-only statement. Use <code>{'{name:Type}'}</code> for parameters. Press Ctrl+Enter (⌘+Enter) to
          run.
        </p>
      </div>
      <ParameterFields {...fields} errors={errors} />
      <div class="row">
        <button class="button" type="submit">
          Run
        </button>
        <button class="button button-quiet" type="submit" formaction="/sql/csv">
          Download CSV
        </button>
      </div>
      <details class="sql-save" open={isSaving}>
        <summary>Save query</summary>
        <div class="form">
          {errors[''] !== undefined && <Notice kind="bad">{errors['']}</Notice>}
          <input type="hidden" name="opened" value={opened} />
          <Field
            name="name"
            label="Name"
            hint="The last part of its URL, e.g. “visitors-by-country”"
            value={name}
            error={errors.name}
            autocomplete="off"
            spellcheck={false}
            maxlength={60}
          />
          <Field
            name="description"
            label="Description (optional)"
            value={description}
            error={errors.description}
            autocomplete="off"
            maxlength={200}
          />
          <button class="button button-quiet" type="submit" formaction="/sql/save">
            Save
          </button>
        </div>
      </details>
    </Form>
  );
};

/** Renders `/sql` on an installation whose ClickHouse server is not ready for it. */
export const SqlUnavailablePage: FC<{ readonly viewer: Account; readonly reason: string }> = ({ viewer, reason }) => (
  <Page title="SQL" viewer={viewer}>
    <div class="page-head">
      <h1>SQL</h1>
    </div>
    <section class="card stack">
      <p>The SQL editor is not available on this installation.</p>
      <p>{reason}</p>
    </section>
  </Page>
);
