import type { FC } from 'hono/jsx';
import {
  ROTATIONS,
  VISITOR_ID,
  VISITOR_ID_LIFETIMES,
  type VisitorIdRotation,
} from '../../collect/visitors/rotation.js';
import { t } from '../../lib/language/translate.js';
import { type Option, Options, type ShownForm } from './form.js';

/** What a visitor ID is, and how long it stays the same in this installation. */
export const VisitorIds: FC<{ rotation: VisitorIdRotation }> = ({ rotation }) => (
  <>
    <p>{t(VISITOR_ID)}</p>
    <p>{t(VISITOR_ID_LIFETIMES[rotation])}</p>
  </>
);

const CHOICES = [
  { value: 'daily', label: 'For a day', hint: 'A visitor who returns on another day (UTC) counts as new.' },
  { value: 'monthly', label: 'For a month', hint: 'A visitor who returns in another month (UTC) counts as new.' },
  {
    value: 'never',
    label: 'Always',
    hint: 'A visitor who returns counts as returning, however long ago the last visit was.',
  },
] as const satisfies readonly (Option & { readonly value: VisitorIdRotation })[];

/** The owner's choice of how long a returning visitor is recognized. */
export const VisitorIdChoice: FC<{ form: ShownForm<{ readonly visitorIdRotation: string }> }> = ({ form }) => (
  <Options
    form={form}
    name="visitorIdRotation"
    label={t('Recognize returning visitors')}
    options={CHOICES.map(({ value, label, hint }) => ({ value, label: t(label), hint: t(hint) }))}
    value={ROTATIONS[0]}
  />
);
