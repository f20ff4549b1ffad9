import { millisecondsInDay } from 'date-fns/constants';
import type { FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { invitationLinks } from '../../../notifications/email-links.js';
import { acceptInvitation, type Invitation, readInvitation } from '../../../notifications/recipients.js';
import { html } from '../../answer.js';
import { type PageRoute, publicForm, type Visit } from '../../page-route.js';
import { Button, Form } from '../../ui/form.js';
import { rich, strong } from '../../ui/rich.js';
import { SignInLayout } from '../sign-in/sign-in-layout.js';

const LIFETIME_MS = 7 * millisecondsInDay;

const accept = publicForm({
  path: '',
  submit: async (_, visit) => {
    const found = findInvitation(visit);
    if (found !== undefined) await acceptInvitation(visit.deps.db, found, visit.deps.now());
    return { ask: {} };
  },
});

/** `/confirm-recipient/:token`, the link in an invitation. The page asks for a click, because mail scanners open links too. */
export const recipientConfirmation: PageRoute<'anyone'> = {
  path: '/confirm-recipient/:token',
  access: 'anyone',
  forms: [accept],
  show: async (visit) => {
    const { db, services } = visit.deps;
    const found = findInvitation(visit);
    const state = found && (await readInvitation(db, found));
    const website = found && (await services.reader.find(found.websiteId));
    if (state === 'accepted') return <DonePage email={found!.email} />;
    if (state === 'ended') return <EndedPage email={found!.email} />;
    if (state === undefined || website === undefined) return html(visit.context, <DeadLinkPage />, 404);
    return <AskingPage email={found!.email} domain={unicodeHost(website.domain)} />;
  },
};

/** Valid for a week. */
function findInvitation({ context, deps }: Visit<'anyone'>): Invitation | undefined {
  const found = invitationLinks(deps.secret, deps.baseUrl).read(context.req.param('token') ?? '');
  return found !== undefined && deps.now() - found.sentAt < LIFETIME_MS ? found : undefined;
}

const AskingPage: FC<{ email: string; domain: string }> = ({ email, domain }) => (
  <SignInLayout title={t('Do you want these emails?')}>
    <Form>
      <p>
        {rich(
          'Weekly summaries and traffic alerts of <strong>{domain}</strong> are to be sent to {email}. Each has a link that ends it.',
          { strong, domain, email },
        )}
      </p>
      <Button>{t('Yes, send them to me')}</Button>
    </Form>
  </SignInLayout>
);

const DonePage: FC<{ email: string }> = ({ email }) => (
  <SignInLayout title={t('You are on the list')}>
    <p>{t('{email} gets the emails from now on.', { email })}</p>
  </SignInLayout>
);

const EndedPage: FC<{ email: string }> = ({ email }) => (
  <SignInLayout title={t('You have unsubscribed')}>
    <p>{t('{email} has ended these emails since. The owner of the website can invite it again.', { email })}</p>
  </SignInLayout>
);

const DeadLinkPage: FC = () => (
  <SignInLayout title={t('This link does not work')}>
    <p>{t('It is older than a week, or the owner of the website has removed the address.')}</p>
  </SignInLayout>
);
