import { Hono } from 'hono';
import type { Child, FC } from 'hono/jsx';
import { type Text, t } from '../../../lib/language/translate.js';
import { isUnsubscribed, type Unsubscription, unsubscribe } from '../../../notifications/recipients.js';
import type { Topic } from '../../../notifications/topics.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { Button, Form } from '../../ui/form.js';
import { rich, strong } from '../../ui/rich.js';
import { SignInLayout } from '../sign-in/sign-in-layout.js';

/**
 * Serves `/unsubscribe/:token`, which every email about a website links to. It needs no sign-in, and ends one kind of
 * email for one address. The page asks for a click, because mail scanners open links; mail programs post at once (RFC 8058).
 */
export function unsubscribeRoutes({ db, now, links, services }: DashboardDeps): Hono {
  const routes = new Hono();
  const websiteName = async ({ websiteId }: Unsubscription) => (await services.reader.find(websiteId))?.name;

  routes.get('/unsubscribe/:token', async (context) => {
    const found = links.read(context.req.param('token'));
    if (found === undefined) return html(context, <DeadLinkPage />, 404);
    const Page = (await isUnsubscribed(db, found)) ? DonePage : AskingPage;
    return html(context, <Page {...found} website={await websiteName(found)} />);
  });

  routes.post('/unsubscribe/:token', async (context) => {
    const found = links.read(context.req.param('token'));
    if (found === undefined) return html(context, <DeadLinkPage />, 404);
    await unsubscribe(db, found, now());
    return html(context, <DonePage {...found} website={await websiteName(found)} />);
  });

  return routes;
}

type Shown = Unsubscription & { readonly website: string | undefined };

/** Of a website, and of one that is deleted. */
type Texts = Readonly<Record<Topic, { readonly named: Text; readonly deleted: Text }>>;

const QUESTIONS: Texts = {
  'weekly-summary': {
    named: 'Stop sending the weekly summary of <strong>{website}</strong> to {email}?',
    deleted: 'Stop sending the weekly summary of <strong>a deleted website</strong> to {email}?',
  },
  'traffic-alert': {
    named: 'Stop sending traffic alerts of <strong>{website}</strong> to {email}?',
    deleted: 'Stop sending traffic alerts of <strong>a deleted website</strong> to {email}?',
  },
};

const OUTCOMES: Texts = {
  'weekly-summary': {
    named: '{email} no longer gets the weekly summary of <strong>{website}</strong>. Other emails are not affected.',
    deleted:
      '{email} no longer gets the weekly summary of <strong>a deleted website</strong>. Other emails are not affected.',
  },
  'traffic-alert': {
    named: '{email} no longer gets traffic alerts of <strong>{website}</strong>. Other emails are not affected.',
    deleted:
      '{email} no longer gets traffic alerts of <strong>a deleted website</strong>. Other emails are not affected.',
  },
};

function describe(texts: Texts, { topic, email, website }: Shown): Child {
  const { named, deleted } = texts[topic];
  return website === undefined ? rich(deleted, { email, strong }) : rich(named, { email, strong, website });
}

const AskingPage: FC<Shown> = (shown) => (
  <SignInLayout title={t('Unsubscribe')}>
    <Form>
      <p>{describe(QUESTIONS, shown)}</p>
      <Button>{t('Unsubscribe')}</Button>
    </Form>
  </SignInLayout>
);

const DonePage: FC<Shown> = (shown) => (
  <SignInLayout title={t('You are unsubscribed')}>
    <p>{describe(OUTCOMES, shown)}</p>
  </SignInLayout>
);

const DeadLinkPage: FC = () => (
  <SignInLayout title={t('This link does not work')}>
    <p>{t('It is not complete. Open it from the email once more.')}</p>
  </SignInLayout>
);
