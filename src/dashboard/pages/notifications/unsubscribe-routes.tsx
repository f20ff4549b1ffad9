import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { isUnsubscribed, type Unsubscription, unsubscribe } from '../../../notifications/recipients.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { Button, Form } from '../../ui/form.js';
import { SignInLayout } from '../sign-in/sign-in-layout.js';
import { topicNames } from './topics.js';

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

const AskingPage: FC<Shown> = ({ topic, email, website = 'a deleted website' }) => (
  <SignInLayout title={t('Unsubscribe')}>
    <Form>
      <p>
        Stop sending {topicNames[topic]} of <strong>{website}</strong> to {email}?
      </p>
      <Button>{t('Unsubscribe')}</Button>
    </Form>
  </SignInLayout>
);

const DonePage: FC<Shown> = ({ topic, email, website = 'a deleted website' }) => (
  <SignInLayout title={t('You are unsubscribed')}>
    <p>
      {email} no longer gets {topicNames[topic]} of <strong>{website}</strong>. Other emails are not affected.
    </p>
  </SignInLayout>
);

const DeadLinkPage: FC = () => (
  <SignInLayout title={t('This link does not work')}>
    <p>{t('It is not complete. Open it from the email once more.')}</p>
  </SignInLayout>
);
