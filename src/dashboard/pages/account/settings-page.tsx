import type { Child, FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { Done, type FormRoute, type Visit } from '../../page-route.js';
import { Page } from '../../ui/page.js';

const TABS = [
  { path: '/settings/profile', label: 'Profile' },
  { path: '/settings/security', label: 'Security' },
  { path: '/settings/api-key', label: 'API key' },
] as const;

export const SettingsPage: FC<{
  current: (typeof TABS)[number]['label'];
  visit: Visit<'viewer'>;
  /** Forms whose success messages the page shows. */
  forms?: readonly FormRoute<'viewer', unknown>[];
  children?: Child;
}> = ({ current, visit, forms = [], children }) => (
  <Page title={t(current)} viewer={visit.viewer}>
    <header class="settings-head">
      <h1>{t('Settings')}</h1>
      <nav class="tabs" aria-label={t('Settings')}>
        {TABS.map(({ path, label }) => (
          <a href={path} {...(label === current && { 'aria-current': 'page' })}>
            {t(label)}
          </a>
        ))}
      </nav>
    </header>
    <Done visit={visit} forms={forms} />
    <div class="settings">{children}</div>
  </Page>
);
