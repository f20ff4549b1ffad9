import { randomUUID } from 'node:crypto';
import { type Context, Hono } from 'hono';
import { AppError } from '../../../lib/errors.js';
import { isRefusedHost } from '../../../lib/outgoing-request.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { TOPICS } from '../../../notifications/topics.js';
import { writeRequest } from '../../../notifications/webhooks/payload.js';
import { postJson, WebhookFailure } from '../../../notifications/webhooks/post.js';
import {
  createWebhook,
  enableWebhook,
  findWebhook,
  newWebhook,
  removeWebhook,
  type Webhook,
} from '../../../notifications/webhooks/webhooks.js';
import { requireSignIn, requireWebsite, type WebsiteEnv } from '../../access/viewer.js';
import type { DashboardDeps } from '../../deps.js';
import { schemaErrors } from '../../ui/field-errors.js';
import { sentForm } from '../../ui/sent-form.js';
import type { WebhookText } from './webhooks.js';

const PRIVATE_HOST =
  'The host resolves to a private IP address, which webhooks cannot reach. An administrator can allow it with ' +
  'WEBHOOK_ALLOW_PRIVATE=true.';

/** How the forms answer. */
export interface WebhookPages {
  /** Answers with the page of notifications. */
  readonly show: (
    context: Context<WebsiteEnv>,
    shown: { readonly webhook?: WebhookText; readonly failure?: string },
    status: 400 | 409 | 429 | 502,
  ) => Promise<Response>;
  readonly back: (context: Context<WebsiteEnv>, done: string) => Response;
  /** Counts a test against the limit of the viewer. */
  readonly isGranted: (context: Context<WebsiteEnv>) => Promise<boolean>;
}

/** Serves the forms for webhooks, below `/websites/:id/notifications/webhooks`. */
export function webhookRoutes(deps: DashboardDeps, { show, back, isGranted }: WebhookPages): Hono<WebsiteEnv> {
  const { db, now, posting, baseUrl } = deps;
  const own = [requireSignIn(deps), requireWebsite(deps)] as const;
  const PATH = '/websites/:id/notifications/webhooks';
  const routes = new Hono<WebsiteEnv>();

  /** Returns the webhook that a form is about. Throws `not_found` for one of another website. */
  async function requireWebhook(context: Context<WebsiteEnv>): Promise<Webhook> {
    const id = (await sentForm(context.req)).text('webhook');
    const found = await findWebhook(db, context.get('website').id, id);
    if (found === undefined) throw new AppError('not_found', ['Webhook not found']);
    return found;
  }

  routes.get(PATH, ...own, (context) => back(context, ''));
  routes.get(`${PATH}/:form{test|enable|remove}`, ...own, (context) => back(context, ''));

  routes.post(PATH, ...own, async (context) => {
    const form = await sentForm(context.req);
    const topics = TOPICS.filter((topic) => form.text(topic) !== '');
    const given = { name: form.text('name'), format: form.text('format'), url: form.text('url'), topics };
    const checked = newWebhook.safeParse(given);
    if (!checked.success) {
      return show(context, { webhook: { ...given, errors: schemaErrors(checked.error, given) } }, 400);
    }
    if (await isRefusedHost(new URL(checked.data.url), posting)) {
      return show(context, { webhook: { ...given, errors: { url: PRIVATE_HOST } } }, 400);
    }
    try {
      await createWebhook(db, context.get('website').id, checked.data, now());
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.kind !== 'conflict') throw thrown;
      return show(context, { webhook: { ...given, errors: { '': `${thrown.message}.` } } }, 409);
    }
    return back(context, 'webhook');
  });

  routes.post(`${PATH}/remove`, ...own, async (context) => {
    await removeWebhook(db, await requireWebhook(context));
    return back(context, 'webhook-removed');
  });

  routes.post(`${PATH}/enable`, ...own, async (context) => {
    await enableWebhook(db, await requireWebhook(context));
    return back(context, 'webhook-enabled');
  });

  routes.post(`${PATH}/test`, ...own, async (context) => {
    const webhook = await requireWebhook(context);
    if (!(await isGranted(context))) return show(context, { failure: 'Too many tests in the last hour.' }, 429);
    const { id, name, domain } = context.get('website');
    const event = {
      id: randomUUID(),
      type: 'test' as const,
      at: now(),
      website: { id, name, domain },
      brief: {
        title: 'A test from Footfall',
        lines: [`Notices about ${unicodeHost(domain)} will arrive here.`],
        url: `${baseUrl}/websites/${id}`,
      },
      figures: {},
    };
    const { body, headers } = writeRequest(webhook.format, webhook.secret, event, now());
    try {
      await postJson(webhook.url, body, headers, posting);
    } catch (error) {
      if (!(error instanceof WebhookFailure)) throw error;
      return show(context, { failure: `The test did not arrive. ${error.message}.` }, 502);
    }
    return back(context, 'webhook-tested');
  });

  return routes;
}
