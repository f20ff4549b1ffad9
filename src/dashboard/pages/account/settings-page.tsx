import type { Child, FC } from 'hono/jsx';
import { t } from '../../../lib/language/translate.js';
import { Done, type FormRoute, type Visit } from '../../page-route.js';
import { accountPages, Page } from '../../ui/page.js';

export const SettingsPage: FC<{
  current: (typeof accountPages)[number]['label'];
  visit: Visit<'viewer'>;
  /** Forms whose success messages the page shows; by default all of the page. */
  forms?: readonly FormRoute<'viewer', unknown>[];
  children?: Child;
}> = ({ current, visit, forms, children }) => (
  <Page title={t(current)} viewer={visit.viewer}>
    <header class="settings-head">
      <h1>{t('Settings')}</h1>
      <nav class="tabs" aria-label={t('Settings')}>
        {accountPages.map(({ path, label }) => (
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
