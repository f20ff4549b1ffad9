import { millisecondsInDay } from 'date-fns/constants';
import { Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { invitationLinks } from '../jobs/email-links.js';
import { confirmRecipient } from '../jobs/recipients.js';
import { html } from './answer.js';
import type { DashboardDeps } from './deps.js';
import { Button, Form } from './form.js';
import { SignInLayout } from './sign-in/sign-in-layout.js';

const LIFETIME_MS = 7 * millisecondsInDay;

/** Serves `/confirm-recipient/:token`, the link in an invitation. The page asks for a click, because mail scanners open links too. */
export function recipientConfirmationRoutes({ db, now, secret, baseUrl, services }: DashboardDeps): Hono {
  const links = invitationLinks(secret, baseUrl);
  const routes = new Hono();

  function read(token: string) {
    const found = links.read(token);
    return found !== undefined && now() - found.sentAt < LIFETIME_MS ? found : undefined;
  }

  routes.get('/confirm-recipient/:token', async (context) => {
    const found = read(context.req.param('token'));
    const website = found && (await services.reader.find(found.websiteId));
    if (website === undefined) return html(context, <DeadLinkPage />, 404);
    return html(context, <AskingPage email={found!.email} domain={website.domain} />);
  });

  routes.post('/confirm-recipient/:token', async (context) => {
    const found = read(context.req.param('token'));
    const isConfirmed = found !== undefined && (await confirmRecipient(db, found, now()));
    return isConfirmed ? html(context, <DonePage email={found.email} />) : html(context, <DeadLinkPage />, 404);
  });

  return routes;
}

const AskingPage: FC<{ email: string; domain: string }> = ({ email, domain }) => (
  <SignInLayout title="Do you want these emails?">
    <Form>
      <p>
        Weekly summaries and traffic alerts of <strong>{domain}</strong> are to be sent to {email}. Each has a link that
        ends it.
      </p>
      <Button>Yes, send them to me</Button>
    </Form>
  </SignInLayout>
);

const DonePage: FC<{ email: string }> = ({ email }) => (
  <SignInLayout title="You are on the list">
    <p>{email} gets the emails from now on.</p>
  </SignInLayout>
);

const DeadLinkPage: FC = () => (
  <SignInLayout title="This link does not work">
    <p>It is older than a week, or the owner of the website has removed the address.</p>
  </SignInLayout>
);
