import type { FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import type { Recipient } from '../../../notifications/recipients.js';
import type { GivenUp } from '../../../notifications/status.js';
import type { Website } from '../../../websites/website.js';
import { type FieldErrors, Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';
import { WebsiteHeading } from '../../ui/website-heading.js';
import { EmailSwitches } from './emails.js';
import { EmailSamples, Recipients } from './recipients.js';
import { type ShownWebhook, Webhooks, type WebhookText } from './webhooks.js';

/** Messages for completed actions, by the parameter in the address. */
const DONE = new Map([
  ['emails', 'Changes saved.'],
  ['invited', 'Invitation sent. Emails start once the address is confirmed.'],
  ['removed', 'Recipient removed.'],
  ['resumed', 'You are subscribed again.'],
  ['tested', 'Test email sent.'],
  ['webhook', 'Webhook added.'],
  ['webhook-removed', 'Webhook removed.'],
  ['webhook-enabled', 'Webhook enabled.'],
  ['webhook-tested', 'Test delivered.'],
]);

export interface NotificationsPageProps {
  readonly viewer: Account;
  readonly website: Website;
  /** Emails that could not be sent. */
  readonly givenUp: readonly GivenUp[];
  readonly recipients: readonly Recipient[];
  /** The typed address of a new recipient. */
  readonly recipient: string;
  readonly errors: FieldErrors;
  readonly webhooks: readonly ShownWebhook[];
  readonly webhook: WebhookText;
  /** Whether there is a mail server. */
  readonly delivers: boolean;
  readonly done: string | undefined;
  readonly failure: string | undefined;
}

/** Renders `GET /websites/:id/notifications`. */
export const NotificationsPage: FC<NotificationsPageProps> = (props) => {
  const { viewer, website, delivers, done = '', failure } = props;
  const doneText = DONE.get(done);
  return (
    <Page title={`Notifications: ${website.name}`} viewer={viewer} website={website} scripts={['websites']}>
      <WebsiteHeading website={website} current="notifications" />
      <div class="notices" id="notices">
        {doneText !== undefined && <Notice kind="good">{doneText}</Notice>}
        {failure !== undefined && <Notice kind="bad">{failure}</Notice>}
        {!delivers && (
          <Notice>
            Emails are off: no mail server is set up. Set <code>SMTP_URL</code> and <code>MAIL_FROM</code>.
          </Notice>
        )}
      </div>
      <EmailSwitches website={website} givenUp={props.givenUp} />
      <Recipients
        website={website}
        recipients={props.recipients}
        text={props.recipient}
        errors={props.errors}
        delivers={delivers}
      />
      <EmailSamples website={website} viewerEmail={viewer.email} delivers={delivers} />
      <Webhooks website={website} shown={props.webhooks} text={props.webhook} />
    </Page>
  );
};
