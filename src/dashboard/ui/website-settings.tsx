import type { Child, FC } from 'hono/jsx';
import type { Account } from '../../accounts/accounts.js';
import { t } from '../../lib/language/translate.js';
import { Page } from './page.js';
import type { HeadedWebsite } from './website-heading.js';

/** Pages of a website's settings, in the order of their tabs. */
export const settingsTabs = {
  general: { title: 'General', path: '/settings' },
  tracking: { title: 'Tracking', path: '/settings/tracking' },
  exclusions: { title: 'Exclusions', path: '/settings/exclusions' },
  goals: { title: 'Goals', path: '/goals' },
  segments: { title: 'Segments', path: '/segments' },
  sharing: { title: 'Sharing', path: '/sharing' },
  exports: { title: 'Exports', path: '/settings/exports' },
  data: { title: 'Data', path: '/settings/data' },
} as const;

export type SettingsTab = keyof typeof settingsTabs;

interface Props {
  readonly viewer: Account;
  readonly website: HeadedWebsite;
  readonly current: SettingsTab;
  /** Messages above the settings. */
  readonly notices?: Child;
  readonly children?: Child;
}

export const WebsiteSettings: FC<Props> = ({ viewer, website, current, notices, children }) => (
  <Page
    title={`${t(current === 'general' ? 'Settings' : settingsTabs[current].title)} · ${website.name}`}
    viewer={viewer}
    website={website}
    current="settings"
    scripts={['websites']}
  >
    <nav class="tabs" aria-label={t('Settings')}>
      {Object.entries(settingsTabs).map(([name, { title, path }]) => (
        <a href={`/websites/${website.id}${path}`} aria-current={name === current ? 'page' : undefined}>
          {t(title)}
        </a>
      ))}
    </nav>
    <div class="notices" id="notices">
      {notices}
    </div>
    {children}
  </Page>
);
