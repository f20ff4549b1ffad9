import type { FC } from 'hono/jsx';
import { type ChosenVisitor, visitorIdShape, visitorOriginShape } from '../../../history/delete/delete-visitor.js';
import { invalidField } from '../../../lib/errors.js';
import { t } from '../../../lib/language/translate.js';
import { valid } from '../../../lib/validation.js';
import { FormRefusal, type Section, websiteForm } from '../../page-route.js';
import { Button, Field, Form, Notice, type ShownForm, SubmitOrCancel } from '../../ui/form.js';
import { SettingsPart } from '../../ui/settings-part.js';

interface VisitorText {
  readonly visitorId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly confirmed: boolean;
  /** Number of the visitor's events, when the form asks for a confirmation. */
  readonly events?: number;
}

export const deleteVisitor = websiteForm({
  path: '/delete-visitor',
  anchor: 'delete-visitor',
  read: (sent): VisitorText => ({
    visitorId: sent.text('visitorId').trim(),
    ip: sent.text('ip').trim(),
    userAgent: sent.text('userAgent').trim(),
    confirmed: sent.text('confirmed') !== '',
  }),
  submit: async (text, { website, deps }) => {
    const events = await deps.services.deleteVisitor(website, parseVisitor(text), !text.confirmed);
    if (events === 0) {
      throw new FormRefusal({ '': t('No events of this visitor are stored. Nothing was deleted.') }, 200);
    }
    return text.confirmed ? 'done' : { ask: { ...text, events } };
  },
  done: { key: 'visitor', text: 'Visitor deleted.', at: 'notices' },
});

function parseVisitor({ visitorId, ip, userAgent }: VisitorText): ChosenVisitor {
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
          <VisitorFields form={form} />
        ) : (
          <Confirmation text={values} events={values.events} cancel={`${visit.path}#delete-visitor`} />
        )}
      </Form>
    </SettingsPart>
  );
};

const VisitorFields: FC<{ form: ShownForm<VisitorText> }> = ({ form }) => (
  <>
    <Field
      form={form}
      name="visitorId"
      label={t('Visitor ID')}
      hint={t("Find it in an export or with SQL. If you don't have it, enter the IP address and user agent instead.")}
      inputmode="numeric"
      autocomplete="off"
    />
    <Field
      form={form}
      name="ip"
      label={t('IP address')}
      placeholder="203.0.113.7"
      autocomplete="off"
      spellcheck={false}
    />
    <Field
      form={form}
      name="userAgent"
      label={t('User agent')}
      hint={t("Exactly as the visitor's browser sends it.")}
      placeholder="Mozilla/5.0 …"
      autocomplete="off"
      spellcheck={false}
    />
    <Button kind="quiet">{t('Find visitor')}</Button>
  </>
);

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
