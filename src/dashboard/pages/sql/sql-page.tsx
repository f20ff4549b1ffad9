import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import { AppError } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import type { Database } from '../../../postgres/postgres.js';
import type { BiClient } from '../../../sql/bi-client.js';
import { findParameters } from '../../../sql/statement-parameters.js';
import { searchWebsites } from '../../../websites/find-website.js';
import { html } from '../../answer.js';
import { Done, type PageRoute, type Visit } from '../../page-route.js';
import { Field } from '../../ui/fields.js';
import { Button, Form, FormError } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { EXAMPLES } from './examples.js';
import { withInitialValues } from './initial-values.js';
import { ParameterFields, type ParameterFieldsProps, type WebsiteChoice } from './parameter-fields.js';
import { csvForm, parametersForm, queryForm, runForm, type SentQuery } from './query-forms.js';
import { Result } from './result.js';
import { deleteQuery, savedList, saveQuery } from './saved-list.js';
import { SchemaPanel } from './schema-panel.js';
import { EMPTY_FORM, parseSqlForm, type SqlFormValues } from './sql-form.js';

const QUERY_FORMS = [runForm, csvForm, parametersForm, saveQuery];

/** With more websites, an ID is typed instead of selected. */
const MAX_WEBSITES = 200;

/** `/sql`: SQL on the viewer's websites, the editor with the schema beside it, and saved queries. */
export const sqlPage: PageRoute<'viewer'> = {
  path: '/sql',
  access: 'viewer',
  forms: [...QUERY_FORMS, deleteQuery],
  show: async (visit) => {
    const { viewer, context, deps } = visit;
    const reason = await findObstacle(deps.services.bi);
    if (reason !== undefined) return html(context, <SqlUnavailablePage viewer={viewer} reason={reason} />, 503);
    const sent = QUERY_FORMS.map((form) => visit.of(form)).find(({ values }) => values !== undefined);
    const form = sent?.values ?? (await readOpened(visit));
    const errors = sent?.errors ?? {};
    const fields = { ...(await readParameters(visit, form)), errors };
    const result = <Result result={form.result} error={errors.result} />;
    if (visit.isOfScript) {
      return (
        <>
          <ParameterFields {...fields} />
          {result}
        </>
      );
    }
    return (
      <Page title="SQL" viewer={viewer} scripts={['sql']} styles={['sql']}>
        <div class="row page-head">
          <h1>SQL</h1>
        </div>
        <div class="notices">
          <Done visit={visit} />
        </div>
        <div class="sql-layout">
          <div class="stack sql-main">
            <SqlForm form={form} action={visit.of(runForm).action} {...fields} />
            {result}
          </div>
          <SchemaPanel columns={await deps.readColumns()} />
        </div>
        {await savedList(visit)}
      </Page>
    );
  },
};

/** For a ClickHouse server that is not ready for user SQL. */
async function findObstacle(bi: BiClient): Promise<string | undefined> {
  try {
    await bi.ready();
    return undefined;
  } catch (error) {
    if (!(error instanceof AppError && error.kind === 'unavailable')) throw error;
    return error.message;
  }
}

/** The address names a saved query or an example, or has a query with its parameters. */
async function readOpened({ viewer, parameters, deps }: Visit<'viewer'>): Promise<SentQuery> {
  const name = parameters.get('saved');
  if (name === null) {
    const example = EXAMPLES.find((each) => each.name === parameters.get('example'));
    if (example !== undefined) return { ...EMPTY_FORM, query: example.query };
    const has = (field: string) => parameters.has(field);
    const { query, parameterValues } = parseSqlForm({ has, text: (field) => parameters.get(field) ?? '' });
    return { ...EMPTY_FORM, query, parameterValues };
  }
  const saved = await deps.services.savedQueries.find(viewer.id, name);
  if (saved === undefined) throw new AppError('not_found', [t('Query not found')]);
  const { query, description } = saved;
  return { ...EMPTY_FORM, query, name, description: description ?? '', opened: name };
}

/** Also returns the websites to choose from. */
async function readParameters({ viewer, deps }: Visit<'viewer'>, { query, parameterValues }: SentQuery) {
  const parameters = findParameters(query);
  const websites = parameters.length === 0 ? [] : await findWebsites(deps.db, viewer.id);
  return {
    parameters,
    websites,
    values: withInitialValues(parameters, parameterValues, websites, deps.now()),
  };
}

async function findWebsites(db: Database, accountId: string): Promise<WebsiteChoice> {
  const search = { search: '', page: 1, pageSize: MAX_WEBSITES, orderBy: 'name' } as const;
  const { websites, found } = await searchWebsites(db, accountId, search);
  return found > MAX_WEBSITES ? [] : websites;
}

const SqlForm: FC<ParameterFieldsProps & { form: SqlFormValues; action: string }> = ({
  form,
  action,
  errors,
  ...fields
}) => {
  const { name, description, opened } = form;
  const shown = { ...queryForm, values: form, errors };
  const isSaving = opened + name + description !== '' || errors[''] !== undefined || errors.name !== undefined;
  return (
    <Form id="sql" action={action} class="card stack">
      <Field form={shown} name="query" />
      <ParameterFields {...fields} errors={errors} />
      <div class="row">
        <Button>{t('Run')}</Button>
        <Button kind="quiet" formaction="/sql/csv">
          {t('Download CSV')}
        </Button>
      </div>
      <details class="sql-save" open={isSaving}>
        <summary>{t('Save query')}</summary>
        <div class="form">
          <FormError errors={errors} />
          <input type="hidden" name="opened" value={opened} />
          <Field form={shown} name="name" />
          <Field form={shown} name="description" />
          <Button kind="quiet" formaction="/sql/save">
            {t('Save')}
          </Button>
        </div>
      </details>
    </Form>
  );
};

/** For a ClickHouse server that is not ready for user SQL. */
export const SqlUnavailablePage: FC<{ readonly viewer: Account; readonly reason: string }> = ({ viewer, reason }) => (
  <Page title="SQL" viewer={viewer}>
    <div class="row page-head">
      <h1>SQL</h1>
    </div>
    <section class="card stack">
      <p>{t('The SQL editor is not available on this installation.')}</p>
      <p>{reason}</p>
    </section>
  </Page>
);
