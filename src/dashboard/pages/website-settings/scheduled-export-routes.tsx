import { type Context, Hono } from 'hono';
import { exportSettings, firstDay } from '../../../history/export/settings.js';
import { AppError } from '../../../lib/errors.js';
import { requireSignIn, requireWebsite, type WebsiteEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { schemaErrors, toFieldErrors } from '../../ui/field-errors.js';
import { type FieldErrors, TYPE_AGAIN } from '../../ui/form.js';
import { sentForm } from '../../ui/sent-form.js';
import type { ShownExport } from './scheduled-export.js';
import { settingsView } from './settings-view.js';

const PATH = '/websites/:id/settings/export';

/** Serves the forms for the scheduled export of a website. */
export function scheduledExportRoutes(deps: DashboardDeps): Hono<WebsiteEnv> {
  const { scheduledExports } = deps.services;
  const own = [requireSignIn(deps), requireWebsite(deps)] as const;
  const view = settingsView(deps);
  const routes = new Hono<WebsiteEnv>();

  const show = async (context: Context<WebsiteEnv>, shown: ShownExport, status: 400 | 429 | 502) =>
    html(context, await view(context, { scheduledExport: shown }), status);

  const back = (context: Context<WebsiteEnv>, done: string) =>
    context.redirect(`/websites/${context.get('website').id}/settings?done=${done}#scheduled-export`, 303);

  routes.post(PATH, ...own, async (context) => {
    const form = await sentForm(context.req);
    const read = (name: string) => form.text(`export${name}`).trim();
    const [destination, folder, url, region] = [read('Destination'), read('Folder'), read('Url'), read('Region')];
    const keys = { accessKeyId: read('AccessKeyId'), secretAccessKey: read('SecretAccessKey') };
    // The page has the fields of both destinations.
    const chosen = destination === 'folder' ? { folder } : withoutEmpty({ url, region, ...keys });
    const given = { destination, ...chosen };
    const checked = exportSettings.safeParse(given);
    const errors = checked.success
      ? await findFieldErrors(scheduledExports.save(context.get('website'), checked.data))
      : schemaErrors(checked.error, given);
    if (errors === undefined) return back(context, 'export');
    const { accessKeyId, secretAccessKey } = keys;
    const again = secretAccessKey === '' ? {} : { secretAccessKey: TYPE_AGAIN };
    const text = { destination, folder, url, region, accessKeyId, errors: { ...again, ...errors } };
    return show(context, { text }, 400);
  });

  routes.post(`${PATH}/rerun`, ...own, async (context) => {
    const given = { from: (await sentForm(context.req)).text('exportFrom') };
    const checked = firstDay.safeParse(given);
    const errors = checked.success
      ? await findFieldErrors(scheduledExports.rerun(context.get('website'), checked.data.from))
      : schemaErrors(checked.error, given);
    return errors === undefined ? back(context, 'export-rerun') : show(context, { rerun: { ...given, errors } }, 400);
  });

  routes.post(`${PATH}/test`, ...own, async (context) => {
    try {
      const { failure } = await scheduledExports.test(context.get('website').id);
      return failure === undefined ? back(context, 'export-tested') : show(context, { testFailure: failure }, 502);
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.kind !== 'too_many_requests') throw thrown;
      return show(context, { testFailure: thrown.message }, 429);
    }
  });

  routes.post(`${PATH}/delete`, ...own, async (context) => {
    await scheduledExports.remove(context.get('website').id);
    return back(context, 'export-deleted');
  });

  return routes;
}

/** Returns the errors of a change by field; undefined when it was made. */
const findFieldErrors = (change: Promise<unknown>): Promise<FieldErrors | undefined> =>
  change.then(() => undefined, toFieldErrors);

const withoutEmpty = (given: Readonly<Record<string, string>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
