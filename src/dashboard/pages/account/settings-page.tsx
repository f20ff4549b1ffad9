import type { Child, FC } from 'hono/jsx';
import { Done, type FormRoute, type Visit } from '../../page-route.js';
import { Page } from '../../ui/page.js';

const TABS = [
  { path: '/settings/profile', label: 'Profile' },
  { path: '/settings/security', label: 'Security' },
  { path: '/settings/api-key', label: 'API key' },
] as const;

/** Renders the frame of the account's settings pages. */
export const SettingsPage: FC<{
  current: (typeof TABS)[number]['label'];
  visit: Visit<'viewer'>;
  /** The forms that the page reports as done. */
  forms?: readonly FormRoute<'viewer', unknown>[];
  children?: Child;
}> = ({ current, visit, forms = [], children }) => (
  <Page title={current} viewer={visit.viewer}>
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
    <Done visit={visit} forms={forms} />
    <div class="settings">{children}</div>
  </Page>
);
