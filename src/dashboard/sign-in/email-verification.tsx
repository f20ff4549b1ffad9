import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { mailedLinkWorks, verifyEmail } from '../../accounts/mailed-links.js';
import { html } from '../answer.js';
import type { DashboardDeps } from '../deps.js';
import { Button, ButtonLink, Form } from '../form.js';
import { SignInLayout } from './sign-in-layout.js';

/** Serves `/verify-email/:token`. The page asks for a click, because mail scanners open links too. */
export function emailVerificationRoutes({ db, now, lookups }: DashboardDeps): Hono {
  const routes = new Hono();
  routes.get('/verify-email/:token', async (context) => {
    const token = context.req.param('token');
    const look = async () => (await mailedLinkWorks(db, token, 'verify-email', now())) || undefined;
    const works = await lookups.find(context, 'mailed-link', token, look);
    return works ? html(context, <AskingPage />) : html(context, <DeadLinkPage />, 404);
  });
  routes.post('/verify-email/:token', async (context) => {
    const token = context.req.param('token');
    const verify = async () => (await verifyEmail(db, token, now())) || undefined;
    const verified = await lookups.find(context, 'mailed-link', token, verify);
    return verified ? html(context, <VerifiedPage />) : html(context, <DeadLinkPage />, 404);
  });
  return routes;
}

const AskingPage: FC = () => (
  <SignInLayout title="Is this your email address?">
    <Form>
      <p>The email that brought you here was sent to the address of a Footfall account.</p>
      <Button>Yes, it is mine</Button>
    </Form>
  </SignInLayout>
);

const VerifiedPage: FC = () => (
  <SignInLayout title="Your email address is verified">
    <p>
      <ButtonLink href="/">On to Footfall</ButtonLink>
    </p>
  </SignInLayout>
);

const DeadLinkPage: FC = () => (
  <SignInLayout title="This link does not work">
    <div class="stack">
      <p>It was used already, is older than a day, or the account has another address by now.</p>
      <p>
        <ButtonLink href="/settings/profile">Ask for another one</ButtonLink>
      </p>
    </div>
  </SignInLayout>
);
