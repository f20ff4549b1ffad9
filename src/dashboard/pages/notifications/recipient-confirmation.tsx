import { millisecondsInDay } from 'date-fns/constants';
import { type Context, Hono } from 'hono';
import type { FC } from 'hono/jsx';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { invitationLinks } from '../../../notifications/email-links.js';
import { acceptInvitation, type InvitationState, readInvitation } from '../../../notifications/recipients.js';
import { html } from '../../answer.js';
import type { DashboardDeps } from '../../deps.js';
import { Button, Form } from '../../ui/form.js';
import { SignInLayout } from '../sign-in/sign-in-layout.js';

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
    const state = found && (await readInvitation(db, found));
    const website = found && (await services.reader.find(found.websiteId));
    if (state !== 'open' || website === undefined) return answer(context, state, found?.email);
    return html(context, <AskingPage email={found!.email} domain={unicodeHost(website.domain)} />);
  });

  routes.post('/confirm-recipient/:token', async (context) => {
    const found = read(context.req.param('token'));
    return answer(context, found && (await acceptInvitation(db, found, now())), found?.email);
  });

  return routes;
}

function answer(context: Context, state: InvitationState | undefined, email = ''): Promise<Response> | Response {
  if (state === 'accepted') return html(context, <DonePage email={email} />);
  if (state === 'ended') return html(context, <EndedPage email={email} />);
  return html(context, <DeadLinkPage />, 404);
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

const EndedPage: FC<{ email: string }> = ({ email }) => (
  <SignInLayout title="You have unsubscribed">
    <p>{email} has ended these emails since. The owner of the website can invite it again.</p>
  </SignInLayout>
);

const DeadLinkPage: FC = () => (
  <SignInLayout title="This link does not work">
    <p>It is older than a week, or the owner of the website has removed the address.</p>
  </SignInLayout>
);
