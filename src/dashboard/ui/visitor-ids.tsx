import type { FC } from 'hono/jsx';
import { VISITOR_ID, VISITOR_ID_LIFETIMES, type VisitorIdRotation } from '../../collect/visitors/rotation.js';
import { t } from '../../lib/language/translate.js';
import type { Radio } from './fields.js';

/** What a visitor ID is, and how long it stays the same in this installation. */
export const VisitorIds: FC<{ rotation: VisitorIdRotation }> = ({ rotation }) => (
  <>
    <p>{t(VISITOR_ID)}</p>
    <p>{t(VISITOR_ID_LIFETIMES[rotation])}</p>
  </>
);

/** The owner's choice of how long a returning visitor is recognized. */
export const VISITOR_ID_CHOICES = [
  { value: 'daily', label: 'For a day', hint: 'A visitor who returns on another day (UTC) counts as new.' },
  { value: 'monthly', label: 'For a month', hint: 'A visitor who returns in another month (UTC) counts as new.' },
  {
    value: 'never',
    label: 'Always',
    hint: 'A visitor who returns counts as returning, however long ago the last visit was.',
  },
] as const satisfies readonly (Radio & { readonly value: VisitorIdRotation })[];
