import type { FC } from 'hono/jsx';
import { emailShape } from '../../../accounts/create-account.js';
import { inLanguage } from '../../../lib/language/language.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { emailLanguage } from '../../../notifications/email-language.js';
import { invitationLinks } from '../../../notifications/email-links.js';
import { invitationEmail } from '../../../notifications/mail/emails.js';
import {
  addRecipient,
  listRecipients,
  MAX_RECIPIENTS,
  type Recipient,
  removeRecipient,
  resubscribe,
} from '../../../notifications/recipients.js';
import { TOPICS, type Topic } from '../../../notifications/topics.js';
import { FormRefusal, type Section, websiteForm } from '../../page-route.js';
import { Fields, line, text } from '../../ui/fields.js';
import { ActionButton, Button, Form, Notice } from '../../ui/form.js';
import { Item } from '../../ui/item.js';
import { SettingsPart } from '../../ui/settings-part.js';
import { countInvitation, sendNow } from './sending.js';
import { requireTopic } from './topics.js';

const invite = websiteForm({
  path: '/recipients',
  anchor: 'new-recipient',
  fields: {
    recipient: line('Email address', { type: 'email', autocomplete: 'off', maxlength: 254, required: true }),
  },
  submit: async ({ recipient }, visit) => {
    const { viewer, website, deps } = visit;
    const { success, data: email } = emailShape.safeParse(recipient);
    if (!success) throw new FormRefusal({ recipient: t('Must be an email address.') });
    if (!deps.mailer.delivers) throw new FormRefusal({}, 409);
    if (email === viewer.email) throw new FormRefusal({ recipient: t('You get these emails already.') });
    await countInvitation(visit, email);
    await addRecipient(deps.db, website.id, email, deps.now());
    const invitation = { websiteId: website.id, email, sentAt: deps.now() };
    const link = invitationLinks(deps.secret, deps.baseUrl).make(invitation);
    const written = inLanguage(emailLanguage(viewer.language), () =>
      invitationEmail({ to: email, link, owner: viewer.email, domain: website.domain }),
    );
    await sendNow(deps, written);
  },
  done: { key: 'invited', text: 'Invitation sent. Emails start once the address is confirmed.', at: 'notices' },
});

const remove = websiteForm({
  path: '/recipients/remove',
  fields: { email: text },
  submit: async ({ email }, { website, deps }) => {
    await removeRecipient(deps.db, website.id, email);
  },
  done: { key: 'removed', text: 'Recipient removed.', at: 'notices' },
});

const resume = websiteForm({
  path: '/recipients/resume',
  fields: { topic: text },
  submit: async ({ topic }, { viewer, website, deps }) => {
    await resubscribe(deps.db, { websiteId: website.id, topic: requireTopic(topic), email: viewer.email });
  },
  done: { key: 'resumed', text: 'You are subscribed again.', at: 'notices' },
});

export const recipientForms = [invite, remove, resume];

export const recipients: Section<'website'> = async (visit) => {
  const { website, deps } = visit;
  const listed = await listRecipients(deps.db, website.id);
  const form = visit.of(invite);
  return (
    <SettingsPart
      id="recipients"
      title={t('Recipients')}
      about={t(
        'You, and up to {count} more addresses. Each confirms with a link first, and can unsubscribe from each kind of email.',
        { count: MAX_RECIPIENTS },
      )}
    >
      <ul class="divided items">
        {listed.map((recipient, index) => (
          <RecipientItem
            recipient={recipient}
            dialog={`remove-recipient-${index}`}
            remove={visit.of(remove).action}
            resume={visit.of(resume).action}
          />
        ))}
      </ul>
      {deps.mailer.delivers ? (
        <Form id="new-recipient" form={form}>
          <Fields form={form} />
          <Button kind="quiet">{t('Send invitation')}</Button>
        </Form>
      ) : (
        <Notice>{t('Recipients can be invited once there is a mail server.')}</Notice>
      )}
    </SettingsPart>
  );
};

const RESUME: Readonly<Record<Topic, Text>> = {
  'weekly-summary': 'Resume the weekly summary',
  'traffic-alert': 'Resume traffic alerts',
};

const UNSUBSCRIBED: Readonly<Record<Topic, Text>> = {
  'weekly-summary': 'Unsubscribed from the weekly summary',
  'traffic-alert': 'Unsubscribed from traffic alerts',
};

const RecipientItem: FC<{ recipient: Recipient; dialog: string; remove: string; resume: string }> = (props) => {
  const { email, isOwner, unsubscribed } = props.recipient;
  return (
    <Item
      title={email}
      head={
        <>
          <small class="muted">{describeRecipient(props.recipient)}</small>
          {isOwner &&
            unsubscribed.map((topic) => (
              <ActionButton action={props.resume} name="topic" value={topic}>
                {t(RESUME[topic])}
              </ActionButton>
            ))}
        </>
      }
      removal={
        isOwner
          ? undefined
          : {
              id: props.dialog,
              verb: t('Remove'),
              question: t('Remove {email}?', { email }),
              consequence: t('No more emails go to this address. To add it again, it must accept a new invitation.'),
              confirm: t('Remove recipient'),
              action: props.remove,
              name: 'email',
              value: email,
            }
      }
    />
  );
};

function describeRecipient({ isOwner, isConfirmed, unsubscribed }: Recipient): string {
  if (!isConfirmed) return t('Invited, not confirmed yet');
  const ended =
    unsubscribed.length === TOPICS.length
      ? [t('Unsubscribed from the weekly summary and traffic alerts')]
      : unsubscribed.map((topic) => t(UNSUBSCRIBED[topic]));
  return [...(isOwner ? [t('Owner')] : []), ...ended].join(' · ');
}
