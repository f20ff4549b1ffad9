import { accountsSuite } from '../accounts/accounts-suite.js';
import { apiKeySuite } from '../accounts/api-key-suite.js';
import { bootstrapSuite } from '../accounts/bootstrap-suite.js';
import { firstAccountSuite } from '../accounts/first-account-suite.js';
import { passwordSuite } from '../accounts/password-suite.js';
import { profileSuite } from '../accounts/profile-suite.js';
import { scopedKeySuite } from '../accounts/scoped-key-suite.js';
import { signInSessionSuite } from '../accounts/sign-in-session-suite.js';
import { twoFactorSuite } from '../accounts/two-factor-suite.js';
import { visitorKeySuite } from '../collect/visitors/visitor-key-suite.js';
import { retentionSuite } from '../history/retention-suite.js';
import { outboxSuite } from '../notifications/outbox-suite.js';
import { savedQuerySuite } from '../sql/saved-query-suite.js';
import { sharedLinkSuite } from '../websites/shared-link-suite.js';
import { websiteCacheSuite } from '../websites/website-cache-suite.js';
import { websiteLookupSuite } from '../websites/website-lookup-suite.js';
import { websiteSuite } from '../websites/website-suite.js';
import type { PostgresSuite } from './each-postgres.js';

/** Everything that is stored in PostgreSQL: embedded with every change, and on a server, where two processes meet, before a release. */
export const STORES: readonly (readonly [name: string, suite: PostgresSuite])[] = [
  ['accounts', accountsSuite],
  ['API keys', apiKeySuite],
  ['API keys with scopes', scopedKeySuite],
  ['bootstrap', bootstrapSuite],
  ['the first account', firstAccountSuite],
  ['passwords and mailed links', passwordSuite],
  ['profiles', profileSuite],
  ['logins', signInSessionSuite],
  ['two-factor authentication', twoFactorSuite],
  ['saved queries', savedQuerySuite],
  ['the outbox', outboxSuite],
  ['the retention of websites', retentionSuite],
  ['keys of visitors', visitorKeySuite],
  ['shared links', sharedLinkSuite],
  ['live websites', websiteCacheSuite],
  ['a reader of websites', websiteLookupSuite],
  ['websites', websiteSuite],
];
