import type { FC } from 'hono/jsx';
import { type ChosenVisitor, visitorIdShape, visitorOriginShape } from '../../../history/delete/delete-visitor.js';
import { invalidField } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { FormRefusal, type FormValues, type Section, websiteForm } from '../../page-route.js';
import { Fields, filled, line, unsent } from '../../ui/fields.js';
import { Button, Form, Notice, SubmitOrCancel } from '../../ui/form.js';
import type { SentForm } from '../../ui/sent-form.js';
import { SettingsPart } from '../../ui/settings-part.js';

const trimmed = { read: (sent: SentForm, name: string) => sent.text(name).trim() };

export const deleteVisitor = websiteForm({
  path: '/delete-visitor',
  anchor: 'delete-visitor',
  fields: {
    visitorId: {
      ...line('Visitor ID', {
        hint: "Find it in an export or with SQL. If you don't have it, enter the IP address and user agent instead.",
        inputmode: 'numeric',
        autocomplete: 'off',
      }),
      ...trimmed,
    },
    ip: {
      ...line('IP address', { placeholder: '203.0.113.7', autocomplete: 'off', spellcheck: false }),
      ...trimmed,
    },
    userAgent: {
      ...line('User agent', {
        hint: "Exactly as the visitor's browser sends it.",
        placeholder: 'Mozilla/5.0 …',
        autocomplete: 'off',
        spellcheck: false,
      }),
      ...trimmed,
    },
    confirmed: filled,
    /** Number of the visitor's events, when the form asks for a confirmation. */
    events: unsent<number>(),
  },
  submit: async (text, { website, deps }) => {
    const events = await deps.services.deleteVisitor(website, parseVisitor(text), !text.confirmed);
    if (events === 0) {
      throw new FormRefusal({ '': t('No events of this visitor are stored. Nothing was deleted.') }, 200);
    }
    if (!text.confirmed) return { ask: { ...text, events } };
    return undefined;
  },
  done: { key: 'visitor', text: 'Visitor deleted.', at: 'notices' },
});

function parseVisitor({
  visitorId,
  ip,
  userAgent,
}: Readonly<Record<'visitorId' | 'ip' | 'userAgent', string>>): ChosenVisitor {
  if (visitorId === '') return valid(visitorOriginShape, { ip, userAgent });
  if (ip + userAgent !== '') {
    throw invalidField('visitorId', t('enter either the ID, or the IP address and user agent'));
  }
  const id = visitorIdShape.safeParse(visitorId);
  if (!id.success) throw invalidField('visitorId', t('must be a visitor ID, which is a whole number'));
  return { id: id.data };
}

/** Deletes only after the number of events is confirmed. */
export const visitorDeletion: Section<'website'> = async (visit) => {
  const form = visit.of(deleteVisitor);
  const { values } = form;
  return (
    <SettingsPart
      id="delete-visitor"
      title={t("Delete a visitor's data")}
      about={t('Deletes every event of one visitor, for example to fulfill a data deletion request.')}
    >
      <Form form={form}>
        {values?.events === undefined ? (
          <>
            <Fields form={form} />
            <Button kind="quiet">{t('Find visitor')}</Button>
          </>
        ) : (
          <Confirmation text={values} events={values.events} cancel={`${visit.path}#delete-visitor`} />
        )}
      </Form>
    </SettingsPart>
  );
};

type VisitorText = FormValues<typeof deleteVisitor>;

const Confirmation: FC<{ text: VisitorText; events: number; cancel: string }> = ({ text, events, cancel }) => (
  <>
    <Notice kind="bad">
      {t('This visitor has {count, plural, one {# event} other {# events}}. Deleting them cannot be undone.', {
        count: events,
      })}
    </Notice>
    {(['visitorId', 'ip', 'userAgent'] as const).map((name) => (
      <input type="hidden" name={name} value={text[name]} />
    ))}
    <SubmitOrCancel kind="danger" name="confirmed" value="yes" cancel={cancel}>
      {t('Delete visitor')}
    </SubmitOrCancel>
  </>
);
