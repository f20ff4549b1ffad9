import type { FC } from 'hono/jsx';
import { MAX_RECIPIENTS, type Recipient } from '../../../notifications/recipients.js';
import type { Topic } from '../../../notifications/topics.js';
import type { Website } from '../../../websites/website.js';
import { ConfirmDialog, ConfirmLink } from '../../ui/confirm.js';
import { Button, ButtonLink, Field, type FieldErrors, Form, Notice } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { topicNames } from './unsubscribe-routes.js';

interface RecipientsProps {
  readonly website: Website;
  readonly recipients: readonly Recipient[];
  readonly text: string;
  readonly errors: FieldErrors;
  readonly delivers: boolean;
}

/** Renders the addresses that get a website's emails, and a form for another one. */
export const Recipients: FC<RecipientsProps> = ({ website, recipients, text, errors, delivers }) => {
  const path = `/websites/${website.id}/notifications/recipients`;
  return (
    <SettingsPart
      id="recipients"
      title="Recipients"
      about={`You, and up to ${MAX_RECIPIENTS} more addresses. Each confirms with a link first, and can unsubscribe from each kind of email.`}
    >
      <ul class="shared-links">
        {recipients.map((recipient, index) => (
          <li class="shared-link">
            <div class="shared-link-head">
              <h3>{recipient.email}</h3>
              <small class="muted">{describeRecipient(recipient)}</small>
              {recipient.isOwner ? (
                recipient.unsubscribed.map((topic) => (
                  <Form action={`${path}/resume`} class="row">
                    <input type="hidden" name="topic" value={topic} />
                    <Button kind="quiet">Resume {topicNames[topic]}</Button>
                  </Form>
                ))
              ) : (
                <ConfirmLink dialog={`remove-recipient-${index}`} kind="quiet">
                  Remove<span class="visually-hidden"> {recipient.email}</span>
                </ConfirmLink>
              )}
            </div>
            {!recipient.isOwner && (
              <ConfirmDialog
                id={`remove-recipient-${index}`}
                title={`Remove ${recipient.email}?`}
                action={`${path}/remove`}
                consequence="No more emails go to this address. To add it again, it must accept a new invitation."
              >
                <input type="hidden" name="email" value={recipient.email} />
                <Button kind="danger">Remove recipient</Button>
              </ConfirmDialog>
            )}
          </li>
        ))}
      </ul>
      {delivers ? (
        <Form id="new-recipient" action={`${path}#new-recipient`} errors={errors}>
          <Field
            name="recipient"
            label="Email address"
            type="email"
            value={text}
            error={errors.recipient}
            autocomplete="off"
            maxlength={254}
            required
          />
          <Button kind="quiet">Send invitation</Button>
        </Form>
      ) : (
        <Notice>Recipients can be invited once there is a mail server.</Notice>
      )}
    </SettingsPart>
  );
};

function describeRecipient({ isOwner, isConfirmed, unsubscribed }: Recipient): string {
  if (!isConfirmed) return 'Invited, not confirmed yet';
  const ended = unsubscribed.map((topic) => topicNames[topic]).join(' and ');
  return [...(isOwner ? ['Owner'] : []), ...(ended === '' ? [] : [`Unsubscribed from ${ended}`])].join(' · ');
}

const TOPICS: readonly Topic[] = ['weekly-summary', 'traffic-alert'];

const LABELS: Readonly<Record<Topic, string>> = {
  'weekly-summary': 'Weekly summary',
  'traffic-alert': 'Traffic alert',
};

/** Renders links to previews of a website's emails, and buttons that send one to the viewer. */
export const EmailSamples: FC<{ website: Website; viewerEmail: string; delivers: boolean }> = (props) => {
  const { website, viewerEmail, delivers } = props;
  const path = `/websites/${website.id}/notifications`;
  return (
    <SettingsPart
      id="samples"
      title="Preview"
      about="Each email with your data: the summary of last week, and an alert about yesterday's busiest half hour."
    >
      {TOPICS.map((topic) => (
        <div class="row email-sample">
          <strong>{LABELS[topic]}</strong>
          <ButtonLink kind="quiet" href={`${path}/preview/${topic}`}>
            Preview<span class="visually-hidden"> of the {LABELS[topic]}</span>
          </ButtonLink>
          {delivers && (
            <Form action={`${path}/test`} class="row">
              <input type="hidden" name="topic" value={topic} />
              <Button kind="quiet">
                Send a test<span class="visually-hidden"> of the {LABELS[topic]}</span>
              </Button>
            </Form>
          )}
        </div>
      ))}
      <p class="field-hint">{delivers ? `The test is sent only to ${viewerEmail}.` : 'Tests need a mail server.'}</p>
    </SettingsPart>
  );
};
