import type { Access, PageRoute } from '../page-route.js';
import { apiKeyPage } from './account/api-key-page.js';
import { profilePage } from './account/profile-page.js';
import { securityPage } from './account/security-page.js';
import { twoFactorOffPage } from './account/two-factor-off.js';
import { twoFactorSetUpPage } from './account/two-factor-set-up.js';
import { deleteEventsPage } from './delete-events/delete-events-page.js';
import { funnelsPage } from './funnels/funnels-page.js';
import { goalPreview } from './goals/goal-preview.js';
import { goalsPage } from './goals/goals-page.js';
import { journeysPage } from './journeys/journeys-page.js';
import { notesPage } from './notes/notes-page.js';
import { alertsPreview } from './notifications/alerts-preview.js';
import { notificationsPage } from './notifications/notifications-page.js';
import { recipientConfirmation } from './notifications/recipient-confirmation.js';
import { emailPreview } from './notifications/samples.js';
import { realtimePage } from './realtime/realtime-page.js';
import { realtimeStream } from './realtime/realtime-stream.js';
import { retentionPage } from './retention/retention-page.js';
import { segmentsPage } from './segments/segments-page.js';
import { sharingPage } from './sharing/sharing-page.js';
import { emailVerificationPage } from './sign-in/email-verification.js';
import { forgottenPasswordPage } from './sign-in/forgotten-password.js';
import { signUpPage, welcomePage } from './sign-in/new-accounts.js';
import { passwordResetPage } from './sign-in/password-reset.js';
import { secondStepPage } from './sign-in/second-step.js';
import { signInPage } from './sign-in/sign-in.js';
import { sqlPage } from './sql/sql-page.js';
import { figuresPages } from './stats/figures-pages.js';
import { viewFile } from './stats/view-file.js';
import { exclusionsPreview } from './website-settings/exclusions-preview.js';
import { settingsPages } from './website-settings/settings-page.js';
import { firstEventStatus } from './websites/first-event.js';
import { newWebsitePage } from './websites/new-website-page.js';
import { snippetPage } from './websites/snippet-page.js';
import { websiteMenu } from './websites/website-menu.js';
import { websitesPage } from './websites/websites-page.js';

export const pages: readonly PageRoute<Access>[] = [
  signInPage,
  secondStepPage,
  welcomePage,
  signUpPage,
  forgottenPasswordPage,
  passwordResetPage,
  emailVerificationPage,
  profilePage,
  securityPage,
  twoFactorSetUpPage,
  twoFactorOffPage,
  apiKeyPage,
  websitesPage,
  websiteMenu,
  newWebsitePage,
  snippetPage,
  firstEventStatus,
  exclusionsPreview,
  ...settingsPages,
  notificationsPage,
  alertsPreview,
  emailPreview,
  recipientConfirmation,
  deleteEventsPage,
  funnelsPage,
  journeysPage,
  retentionPage,
  realtimePage,
  realtimeStream,
  notesPage,
  sqlPage,
  goalsPage,
  goalPreview,
  segmentsPage,
  sharingPage,
  viewFile,
  ...figuresPages,
];
