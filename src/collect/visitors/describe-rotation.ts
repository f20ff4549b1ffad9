import type { VisitorIdRotation } from './rotation.js';

/** States what a visitor ID is made of, in words that hold under every rotation. */
export const VISITOR_ID =
  'A visitor ID is a keyed hash of website, IP address and user agent. No cookie is set, nothing is kept in the browser, and no IP address is stored.';

/** States for how long a visitor ID stays the same. */
export const VISITOR_ID_LIFETIMES: Readonly<Record<VisitorIdRotation, string>> = {
  never:
    'Visitor IDs stay the same permanently, so a returning visitor is recognized however long ago the last visit was.',
  monthly: 'Visitor IDs change at the start of each month (UTC), so a returning visitor is recognized within a month.',
  daily: 'Visitor IDs change at the start of each day (UTC), so a returning visitor is recognized within a day.',
};
