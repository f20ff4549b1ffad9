import { type Context, Hono } from 'hono';
import { apiKeyMark, findApiKey, replaceApiKey, revokeApiKey } from '../../../accounts/api-keys.js';
import type { ViewerEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps, NotifyOwner } from '../../deps.js';
import { toFieldErrors } from '../../ui/field-errors.js';
import { sentForm } from '../../ui/sent-form.js';
import { ApiKeyPage, type ApiKeyTry, NewKeyPage } from './api-key-page.js';

const PATH = '/settings/api-key';

/** Serves `/settings/api-key`: docs/api-specification.md, section 3. */
export function apiKeyRoutes({ db, now, baseUrl }: DashboardDeps, notifyOwner: NotifyOwner): Hono<ViewerEnv> {
  const routes = new Hono<ViewerEnv>();

  routes.get(PATH, (context) => show(context));

  routes.post(PATH, async (context) => {
    const viewer = context.get('viewer');
    const form = await sentForm(context.req);
    const name = form.text('name');
    try {
      const given = { mark: form.text('replaces'), name: name.trim() || undefined };
      const key = await replaceApiKey(db, viewer.id, given, now());
      const isFirst = given.mark === apiKeyMark(undefined);
      notifyOwner(context, isFirst ? 'api-key-generated' : 'api-key-replaced', viewer.email);
      return html(context, <NewKeyPage {...{ viewer, apiKey: key, apiUrl: `${baseUrl}/api/v1`, isFirst }} />);
    } catch (thrown) {
      return show(context, { name, errors: toFieldErrors(thrown) });
    }
  });

  routes.post(`${PATH}/revoke`, async (context) => {
    const { id, email } = context.get('viewer');
    if (await revokeApiKey(db, id)) notifyOwner(context, 'api-key-revoked', email);
    return context.redirect(`${PATH}?done=revoked`, 303);
  });

  async function show(context: Context<ViewerEnv>, tried?: ApiKeyTry): Promise<Response> {
    const viewer = context.get('viewer');
    const key = await findApiKey(db, viewer.id);
    const done = context.req.query('done') === 'revoked' && key === undefined ? 'API key revoked.' : undefined;
    const page = (
      <ApiKeyPage viewer={viewer} current={key} mark={apiKeyMark(key)} now={now()} done={done} tried={tried} />
    );
    return html(context, page, tried === undefined ? 200 : 400);
  }

  return routes;
}
