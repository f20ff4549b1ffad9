import { type Context, Hono } from 'hono';
import { emailShape } from '../../../accounts/create-account.js';
import { describeError } from '../../../lib/error-description.js';
import { AppError } from '../../../lib/errors.js';
import { invitationLinks } from '../../../notifications/email-links.js';
import { invitationEmail } from '../../../notifications/mail/emails.js';
import { type Email, withImages } from '../../../notifications/mail/mailer.js';
import { addRecipient, listRecipients, removeRecipient, resubscribe } from '../../../notifications/recipients.js';
import { sampleEmail } from '../../../notifications/sample-email.js';
import { listGivenUp } from '../../../notifications/status.js';
import { isTopic, type Topic } from '../../../notifications/topics.js';
import { listDeliveries, listWebhooks } from '../../../notifications/webhooks/webhooks.js';
import { updateWebsite } from '../../../websites/change-website.js';
import { hashKey } from '../../access/attempts.js';
import { requireSignIn, requireWebsite, type WebsiteEnv } from '../../access/viewer.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { sentForm } from '../../ui/sent-form.js';
import { NotificationsPage, type NotificationsPageProps } from './notifications-page.js';
import { type WebhookPages, webhookRoutes } from './webhook-routes.js';
import { EMPTY_WEBHOOK } from './webhooks.js';

/** Invitations and tests go out at once: an account must not flood anyone. */
const SENT_BY_ACCOUNT = { name: 'notification-email', limit: 20, seconds: 60 * 60 };
const SENT_TO_ADDRESS = { name: 'notification-invitation', limit: 5, seconds: 24 * 60 * 60 };

const TOO_MANY = 'Too many emails were sent in the last hour. Try again later.';
const NOT_SENT = 'The mail server did not take the email. Its reason is in the log of the service.';

/** The policy of a preview: an email has inlined styles and its own images, and nothing else. */
const EMAIL_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'; " +
  "frame-ancestors 'none'; sandbox allow-popups allow-popups-to-escape-sandbox allow-top-navigation-by-user-activation";

/** Serves the recipients, previews and tests of a website's emails, below `/websites/:id/notifications`. */
export function notificationsRoutes(deps: DashboardDeps): Hono<WebsiteEnv> {
  const { db, now, mailer, links, log, secret, baseUrl, services, rateLimiter } = deps;
  const own = [requireSignIn(deps), requireWebsite(deps)] as const;
  const invitations = invitationLinks(secret, baseUrl);
  const byAccount = rateLimiter(SENT_BY_ACCOUNT);
  const toAddress = rateLimiter(SENT_TO_ADDRESS);
  const routes = new Hono<WebsiteEnv>();
  const PATH = '/websites/:id/notifications';

  type Shown = Partial<Pick<NotificationsPageProps, 'recipient' | 'errors' | 'webhook' | 'done' | 'failure'>>;

  async function view(context: Context<WebsiteEnv>, shown: Shown) {
    const website = context.get('website');
    const webhooks = await listWebhooks(db, website.id);
    const logged = webhooks.map(async (webhook) => ({ webhook, log: await listDeliveries(db, webhook.id) }));
    return (
      <NotificationsPage
        viewer={context.get('viewer')}
        website={website}
        givenUp={await listGivenUp(db, website.id, now())}
        recipients={await listRecipients(db, website.id)}
        recipient={shown.recipient ?? ''}
        errors={shown.errors ?? {}}
        webhooks={await Promise.all(logged)}
        webhook={shown.webhook ?? EMPTY_WEBHOOK}
        delivers={mailer.delivers}
        done={shown.done}
        failure={shown.failure}
      />
    );
  }

  const back = (context: Context<WebsiteEnv>, done: string) =>
    context.redirect(`/websites/${context.get('website').id}/notifications?done=${done}#notices`, 303);

  const isGranted = async (context: Context<WebsiteEnv>) =>
    (await byAccount.take(hashKey(deps, context.get('viewer').id))).granted;

  /** Returns whether the mail server has taken the email. */
  async function sends(email: Email): Promise<boolean> {
    try {
      await mailer.send(email);
      return true;
    } catch (error) {
      log.error({ error: describeError(error) }, 'an email could not be sent');
      return false;
    }
  }

  const sample = (context: Context<WebsiteEnv>, topic: Topic): Promise<Email> =>
    sampleEmail(
      { clickhouse: services.clickhouse, baseUrl, links },
      context.get('website'),
      topic,
      context.get('viewer').email,
      now(),
    );

  routes.get(PATH, ...own, async (context) => html(context, await view(context, { done: context.req.query('done') })));

  // An answer with errors has the form's own address: a reload of it shows the page.
  routes.get(`${PATH}/:form{emails|recipients|recipients/remove|recipients/resume|test}`, ...own, (context) =>
    context.redirect(`/websites/${context.get('website').id}/notifications`, 303),
  );

  routes.get(`${PATH}/preview/:topic`, ...own, async (context) => {
    const topic = context.req.param('topic');
    if (!isTopic(topic)) throw new AppError('not_found', ['Not found']);
    context.header('Content-Type', 'text/html; charset=UTF-8');
    context.header('Content-Security-Policy', EMAIL_POLICY);
    context.header('Cache-Control', 'no-store');
    return context.body(withImages(await sample(context, topic)));
  });

  routes.post(`${PATH}/emails`, ...own, async (context) => {
    const form = await sentForm(context.req);
    const isOn = (name: string) => form.text(name) !== '';
    const patch = {
      emailWeeklySummary: isOn('emailWeeklySummary'),
      emailTrafficSpike: isOn('emailTrafficSpike'),
    };
    await updateWebsite(services.websites, context.get('website'), patch, now());
    return back(context, 'emails');
  });

  routes.post(`${PATH}/test`, ...own, async (context) => {
    const topic = (await sentForm(context.req)).text('topic');
    if (!isTopic(topic)) throw new AppError('not_found', ['Not found']);
    if (!mailer.delivers) return html(context, await view(context, {}), 409);
    if (!(await isGranted(context))) return html(context, await view(context, { failure: TOO_MANY }), 429);
    const email = await sample(context, topic);
    if (!(await sends(email))) return html(context, await view(context, { failure: NOT_SENT }), 503);
    return back(context, 'tested');
  });

  routes.post(`${PATH}/recipients`, ...own, async (context) => {
    const { id: websiteId, domain } = context.get('website');
    const recipient = (await sentForm(context.req)).text('recipient');
    const refuse = async (errors: NotificationsPageProps['errors'], status: 400 | 409 | 429 | 503) =>
      html(context, await view(context, { recipient, errors }), status);
    const checked = emailShape.safeParse(recipient);
    if (!checked.success) return refuse({ recipient: 'Must be an email address.' }, 400);
    if (!mailer.delivers) return refuse({}, 409);
    const { email: owner } = context.get('viewer');
    if (checked.data === owner) return refuse({ recipient: 'You get these emails already.' }, 400);
    const isBelowLimit = (await toAddress.take(hashKey(deps, checked.data))).granted && (await isGranted(context));
    if (!isBelowLimit) return refuse({ '': TOO_MANY }, 429);
    try {
      await addRecipient(db, websiteId, checked.data, now());
    } catch (thrown) {
      if (!(thrown instanceof AppError) || thrown.kind !== 'conflict') throw thrown;
      return refuse({ '': `${thrown.message}.` }, 409);
    }
    const link = invitations.make({ websiteId, email: checked.data, sentAt: now() });
    const isSent = await sends(invitationEmail({ to: checked.data, link, owner, domain }));
    return isSent ? back(context, 'invited') : refuse({ '': NOT_SENT }, 503);
  });

  routes.post(`${PATH}/recipients/remove`, ...own, async (context) => {
    const email = (await sentForm(context.req)).text('email');
    await removeRecipient(db, context.get('website').id, email);
    return back(context, 'removed');
  });

  routes.post(`${PATH}/recipients/resume`, ...own, async (context) => {
    const topic = (await sentForm(context.req)).text('topic');
    if (!isTopic(topic)) throw new AppError('not_found', ['Not found']);
    await resubscribe(db, { websiteId: context.get('website').id, topic, email: context.get('viewer').email });
    return back(context, 'resumed');
  });

  const show: WebhookPages['show'] = async (context, shown, status) =>
    html(context, await view(context, shown), status);
  routes.route('/', webhookRoutes(deps, { show, back, isGranted }));
  return routes;
}
