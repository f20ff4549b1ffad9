import type { Child, FC } from 'hono/jsx';
import type { Account } from '../../../accounts/accounts.js';
import { Notice } from '../../ui/form.js';
import { Page } from '../../ui/page.js';

const TABS = [
  { path: '/settings/profile', label: 'Profile' },
  { path: '/settings/security', label: 'Security' },
  { path: '/settings/api-key', label: 'API key' },
] as const;

/** Renders the frame of the account's settings pages. */
export const SettingsPage: FC<{
  current: (typeof TABS)[number]['label'];
  viewer: Account;
  /** The message of a completed action. */
  done?: string | undefined;
  children?: Child;
}> = ({ current, viewer, done, children }) => (
  <Page title={current} viewer={viewer}>
    <header class="settings-head">
      <h1>Settings</h1>
      <nav class="tabs" aria-label="Settings">
        {TABS.map(({ path, label }) => (
          <a href={path} {...(label === current && { 'aria-current': 'page' })}>
            {label}
          </a>
        ))}
      </nav>
    </header>
    {done !== undefined && <Notice kind="good">{done}</Notice>}
    <div class="settings">{children}</div>
  </Page>
);
