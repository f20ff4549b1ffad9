import { streamed } from '../../../http/server/streamed.js';
import { viewerForm } from '../../page-route.js';
import { area, line, text } from '../../ui/fields.js';
import { rich } from '../../ui/rich.js';
import type { SentForm } from '../../ui/sent-form.js';
import type { QueryResult } from './result.js';
import { openCsv, refuseQuery, runQuery } from './run-query.js';
import { parseSqlForm, type SqlFormValues, toSubmittedQuery } from './sql-form.js';

/** The submitted form, with the result once the query has run. */
export type SentQuery = SqlFormValues & { readonly result?: QueryResult };

const readQuery = (sent: SentForm): SentQuery => parseSqlForm(sent);

/** Besides those of the query's parameters. */
const fields = {
  query: area('Query', {
    rows: 12,
    autocapitalize: 'off',
    hint: () =>
      rich('Write one read-only statement. Use {example} for parameters. Press Ctrl+Enter (⌘+Enter) to run.', {
        example: <code>{'{name:Type}'}</code>,
      }),
  }),
  opened: text,
  name: line('Name', {
    hint: 'The last part of its URL, e.g. “visitors-by-country”',
    autocomplete: 'off',
    spellcheck: false,
    maxlength: 60,
  }),
  description: line('Description (optional)', { autocomplete: 'off', maxlength: 200 }),
};

/** What every form of a query has. */
export const queryForm = { fields, read: readQuery };

export const runForm = viewerForm({
  path: '',
  anchor: 'result',
  ...queryForm,
  submit: async (form, { viewer, context, deps }) => {
    const query = toSubmittedQuery(form);
    const began = performance.now();
    const preview = await runQuery(deps.services.bi, viewer.id, query, context.req.raw.signal).catch(refuse);
    const milliseconds = Math.round(performance.now() - began);
    return { ask: { ...form, result: { preview, milliseconds } } };
  },
});

export const csvForm = viewerForm({
  path: '/csv',
  ...queryForm,
  submit: async (form, { viewer, context, deps }) => {
    const query = toSubmittedQuery(form);
    const text = await openCsv(deps.services.bi, viewer.id, query, context.req.raw.signal).catch(refuse);
    const name = form.opened === '' ? 'query' : form.opened;
    return streamed(context, text, {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="${name}.csv"`,
      'Cache-Control': 'no-store',
      Vary: 'Accept-Encoding',
    });
  },
});

export const parametersForm = viewerForm({
  path: '/parameters',
  ...queryForm,
  submit: async (form) => ({ ask: form }),
});

const refuse = (error: unknown): never => refuseQuery(error, 'result');
