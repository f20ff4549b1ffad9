import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { mailedLinkWorks, verifyEmail } from '../../../accounts/mailed-links.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { Button, ButtonLink, Form } from '../../ui/form.js';
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
  <SignInLayout title="Verify your email address">
    <Form>
      <p>Confirm that this email address belongs to you.</p>
      <Button>Verify email</Button>
    </Form>
  </SignInLayout>
);

const VerifiedPage: FC = () => (
  <SignInLayout title="Email address verified">
    <p>
      <ButtonLink href="/">Continue to Footfall</ButtonLink>
    </p>
  </SignInLayout>
);

const DeadLinkPage: FC = () => (
  <SignInLayout title="This link doesn’t work">
    <div class="stack">
      <p>It was already used, is more than a day old, or the account’s email address has changed.</p>
      <p>
        <ButtonLink href="/settings/profile">Request a new link</ButtonLink>
      </p>
    </div>
  </SignInLayout>
);
