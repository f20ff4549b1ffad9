import { type Context, Hono, type MiddlewareHandler } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { streamed } from '../../../http/server/streamed.js';
import { AppError } from '../../../lib/errors.js';
import { memoizePromise } from '../../../lib/memoize.js';
import type { BiClient } from '../../../sql/bi-client.js';
import { readBiColumns } from '../../../sql/bi-columns.js';
import { newSavedQuery, savedQueryName } from '../../../sql/saved-queries.js';
import { findParameters } from '../../../sql/statement-parameters.js';
import { searchWebsites } from '../../../websites/find-website.js';
import { requireSignIn, type ViewerEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { schemaErrors } from '../../ui/field-errors.js';
import type { FieldErrors } from '../../ui/form.js';
import { sentForm } from '../../ui/sent-form.js';
import { EXAMPLES } from './examples.js';
import { withInitialValues } from './initial-values.js';
import { ParameterFields } from './parameter-fields.js';
import { type Outcome, Result } from './result.js';
import { openCsv, runQuery, toFailure } from './run-query.js';
import {
  EMPTY_FORM,
  missingValueErrors,
  parseSqlForm,
  type SqlFormValues,
  type SubmittedQuery,
  toSubmittedQuery,
} from './sql-form.js';
import { SqlPage, SqlUnavailablePage } from './sql-page.js';

/** Websites among which a parameter can be chosen; with more of them an ID is typed. */
const MAX_WEBSITES = 200;

const MESSAGES: Readonly<Record<string, string>> = { saved: 'Query saved.', deleted: 'Query deleted.' };

const newQuery = newSavedQuery.extend({ name: savedQueryName });

interface PageState {
  readonly form: SqlFormValues;
  readonly errors?: FieldErrors;
  readonly outcome?: Outcome;
}

/** Serves `/sql`: SQL on the viewer's websites, and saved queries. */
export function sqlRoutes(deps: DashboardDeps): Hono<ViewerEnv> {
  const { db, now, baseUrl, services } = deps;
  const { bi, savedQueries, clickhouse } = services;
  const signedIn = requireSignIn(deps);
  const routes = new Hono<ViewerEnv>();
  const readColumns = memoizePromise(() => readBiColumns(clickhouse));

  async function showPage(
    context: Context<ViewerEnv>,
    { form, errors = {}, outcome }: PageState,
    status: ContentfulStatusCode = 200,
  ): Promise<Response> {
    const viewer = context.get('viewer');
    const parameters = findParameters(form.query);
    const websites = parameters.length === 0 ? [] : await findWebsites(viewer.id);
    const values = withInitialValues(parameters, form.parameterValues, { websites, now: now() });
    const fields = { parameters, values, errors, websites };
    if (context.req.header('X-Footfall-Fragment') !== undefined) {
      const parts = (
        <>
          <ParameterFields {...fields} />
          <Result outcome={outcome} />
        </>
      );
      return html(context, parts, status);
    }
    const columns = await readColumns();
    const saved = await savedQueries.list(viewer.id);
    const done = MESSAGES[context.req.query('done') ?? ''];
    return html(context, <SqlPage {...{ viewer, form, outcome, saved, columns, baseUrl, done, ...fields }} />, status);
  }

  async function findWebsites(accountId: string) {
    const search = { search: '', page: 1, pageSize: MAX_WEBSITES, orderBy: 'name' } as const;
    const { websites, found } = await searchWebsites(db, accountId, search);
    return found > MAX_WEBSITES ? [] : websites;
  }

  /** Answers with the outcome of the submitted query, or with the errors of the form. */
  async function answerQuery(
    context: Context<ViewerEnv>,
    answer: (client: BiClient, query: SubmittedQuery, form: SqlFormValues) => Promise<Response>,
  ): Promise<Response> {
    const form = parseSqlForm(await sentForm(context.req));
    if (form.query.trim() === '') {
      const failure = { message: 'Enter a query.', status: 400 } as const;
      return showPage(context, { form, outcome: { failure } }, 400);
    }
    const query = toSubmittedQuery(form);
    const errors = missingValueErrors(query);
    if (Object.keys(errors).length > 0) {
      const failure = { message: 'Enter a value for each parameter.', status: 400 } as const;
      return showPage(context, { form, errors, outcome: { failure } }, 400);
    }
    try {
      return await answer(bi, query, form);
    } catch (error) {
      const failure = toFailure(error);
      return showPage(context, { form, outcome: { failure } }, failure.status);
    }
  }

  /** Says why there is no SQL, on a ClickHouse server that is not ready for it. */
  const requireSql: MiddlewareHandler<ViewerEnv> = async (context, next) => {
    try {
      await bi.ready();
    } catch (error) {
      if (!(error instanceof AppError && error.kind === 'unavailable')) throw error;
      return html(context, <SqlUnavailablePage viewer={context.get('viewer')} reason={error.message} />, 503);
    }
    await next();
  };

  routes.use('/sql', signedIn, requireSql);
  routes.use('/sql/*', signedIn, requireSql);

  routes.get('/sql', async (context) => {
    const name = context.req.query('saved');
    if (name !== undefined) {
      const saved = await savedQueries.find(context.get('viewer').id, name);
      if (saved === undefined) throw new AppError('not_found', ['Query not found']);
      const { query, description } = saved;
      return showPage(context, { form: { ...EMPTY_FORM, query, name, description: description ?? '', opened: name } });
    }
    const example = EXAMPLES.find((each) => each.name === context.req.query('example'));
    return showPage(context, { form: { ...EMPTY_FORM, query: example?.query ?? '' } });
  });

  // A reload of an answer with errors, and a sign-in on the way.
  routes.get('/sql/:form{csv|save|delete|parameters}', (context) => context.redirect('/sql', 303));

  routes.post('/sql', (context) =>
    answerQuery(context, async (client, query, form) => {
      const began = performance.now();
      const preview = await runQuery(client, context.get('viewer').id, query, context.req.raw.signal);
      const milliseconds = Math.round(performance.now() - began);
      return showPage(context, { form, outcome: { preview, milliseconds } });
    }),
  );

  routes.post('/sql/parameters', async (context) =>
    showPage(context, { form: parseSqlForm(await sentForm(context.req)) }),
  );

  routes.post('/sql/csv', (context) =>
    answerQuery(context, async (client, query, form) => {
      const name = form.opened === '' ? 'query' : form.opened;
      return streamed(context, await openCsv(client, context.get('viewer').id, query, context.req.raw.signal), {
        'Content-Type': 'text/csv; charset=utf-8; header=present',
        'Content-Disposition': `attachment; filename="${name}.csv"`,
        'Cache-Control': 'no-store',
        Vary: 'Accept-Encoding',
      });
    }),
  );

  routes.post('/sql/save', async (context) => {
    const form = parseSqlForm(await sentForm(context.req));
    const { query, name, description, opened } = form;
    const checked = newQuery.safeParse({ query, name, ...(description.trim() !== '' && { description }) });
    if (!checked.success) return showPage(context, { form, errors: schemaErrors(checked.error, {}) }, 400);
    const accountId = context.get('viewer').id;
    if (name !== opened && (await savedQueries.find(accountId, name)) !== undefined) {
      const error = `A query named “${name}” already exists. Open it to edit it, or choose another name.`;
      return showPage(context, { form, errors: { name: error } }, 409);
    }
    try {
      await savedQueries.save({ accountId, via: 'dashboard' }, name, checked.data);
    } catch (error) {
      const { message, status } = toFailure(error);
      return showPage(context, { form, errors: { '': message } }, status);
    }
    return context.redirect(`/sql?saved=${name}&done=saved`, 303);
  });

  routes.post('/sql/delete', async (context) => {
    await savedQueries.remove(context.get('viewer').id, (await sentForm(context.req)).text('name'));
    return context.redirect('/sql?done=deleted', 303);
  });

  return routes;
}
