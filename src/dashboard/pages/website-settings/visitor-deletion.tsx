import type { FC } from 'hono/jsx';
import { type ChosenVisitor, visitorIdShape, visitorOriginShape } from '../../../history/delete/delete-visitor.js';
import { exact, wordFor } from '../../../lib/number-text.js';
import type { Website } from '../../../websites/website.js';
import { schemaErrors } from '../../ui/field-errors.js';
import { Button, Field, type FieldErrors, Form, Notice } from '../../ui/form.js';
import type { SentForm } from '../../ui/sent-form.js';
import { SettingsPart } from '../../ui/settings-part.js';

/** The contents of the form, their errors, and the number of events to confirm. */
export interface VisitorText {
  readonly visitorId: string;
  readonly ip: string;
  readonly userAgent: string;
  readonly errors: FieldErrors;
  /** The visitor's events, when the form asks for confirmation. */
  readonly events?: number;
}

export const EMPTY_VISITOR: VisitorText = { visitorId: '', ip: '', userAgent: '', errors: {} };

/** Returns the contents of a submitted form with their errors, and the visitor unless there are errors. */
export function sentVisitor(form: SentForm): {
  readonly text: VisitorText;
  readonly visitor?: ChosenVisitor;
} {
  const [visitorId = '', ip = '', userAgent = ''] = ['visitorId', 'ip', 'userAgent'].map((name) =>
    form.text(name).trim(),
  );
  const text = { visitorId, ip, userAgent, errors: {} };
  if (visitorId !== '') {
    if (ip + userAgent !== '') {
      return { text: { ...text, errors: { visitorId: 'Enter either the ID, or the IP address and user agent.' } } };
    }
    const id = visitorIdShape.safeParse(visitorId);
    if (id.success) return { text, visitor: { id: id.data } };
    return { text: { ...text, errors: { visitorId: 'Must be a visitor ID, which is a whole number.' } } };
  }
  const origin = visitorOriginShape.safeParse({ ip, userAgent });
  if (origin.success) return { text, visitor: origin.data };
  return { text: { ...text, errors: schemaErrors(origin.error, text) } };
}

/** Renders the form that deletes the data of one visitor, once the number of events is confirmed. */
export const DeleteVisitor: FC<{ website: Website; text: VisitorText }> = ({ website, text }) => (
  <SettingsPart
    id="delete-visitor"
    title="Delete a visitor's data"
    about="Deletes every event of one visitor, for example to fulfill a data deletion request."
  >
    <Form action={`/websites/${website.id}/settings/delete-visitor#delete-visitor`} errors={text.errors}>
      {text.events === undefined ? <VisitorFields text={text} /> : <Confirmation website={website} text={text} />}
    </Form>
  </SettingsPart>
);

const VisitorFields: FC<{ text: VisitorText }> = ({ text }) => (
  <>
    <Field
      name="visitorId"
      label="Visitor ID"
      value={text.visitorId}
      error={text.errors.visitorId}
      hint="Find it in an export or with SQL. If you don't have it, enter the IP address and user agent instead."
      inputmode="numeric"
      autocomplete="off"
    />
    <Field
      name="ip"
      label="IP address"
      value={text.ip}
      error={text.errors.ip}
      placeholder="203.0.113.7"
      autocomplete="off"
      spellcheck={false}
    />
    <Field
      name="userAgent"
      label="User agent"
      value={text.userAgent}
      error={text.errors.userAgent}
      hint="Exactly as the visitor's browser sends it."
      placeholder="Mozilla/5.0 …"
      autocomplete="off"
      spellcheck={false}
    />
    <Button kind="quiet">Find visitor</Button>
  </>
);

const Confirmation: FC<{ website: Website; text: VisitorText }> = ({ website, text }) => (
  <>
    <Notice kind="bad">
      This visitor has {exact(text.events ?? 0)} {wordFor(text.events ?? 0, 'event')}. Deleting them cannot be undone.
    </Notice>
    {(['visitorId', 'ip', 'userAgent'] as const).map((name) => (
      <input type="hidden" name={name} value={text[name]} />
    ))}
    <div class="row">
      <Button kind="danger" name="confirmed" value="yes">
        Delete visitor
      </Button>
      <a class="button button-quiet" href={`/websites/${website.id}/settings#delete-visitor`}>
        Cancel
      </a>
    </div>
  </>
);
