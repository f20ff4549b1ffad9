import type { FC } from 'hono/jsx';
import { t } from '../../lib/language/translate.js';
import { unicodeHost } from '../../lib/unicode-host.js';
import type { Website } from '../../websites/website.js';
import { faviconUrl } from './favicon.js';

/** Pages of a website, in the order of their tabs. */
const TABS = [
  { name: 'dashboard', label: 'Dashboard', path: '', keepsView: true },
  { name: 'funnels', label: 'Funnels', path: '/funnels', keepsView: true },
  { name: 'journeys', label: 'Journeys', path: '/journeys', keepsView: true },
  { name: 'retention', label: 'Retention', path: '/retention', keepsView: true },
  { name: 'snippet', label: 'Snippet', path: '/snippet' },
  { name: 'notifications', label: 'Notifications', path: '/notifications' },
  { name: 'settings', label: 'Settings', path: '/settings' },
] as const;

export type WebsiteTab = (typeof TABS)[number]['name'];

export type HeadedWebsite = Pick<Website, 'id' | 'name' | 'domain' | 'updatedAt' | 'chartTheme'>;

interface HeadingProps {
  readonly website: HeadedWebsite;
  /** When it differs from the owner's icon URL. */
  readonly iconUrl?: string | undefined;
}

/** The heading of every page about a website. */
export const WebsiteHeading: FC<HeadingProps> = ({ website, iconUrl = faviconUrl(website) }) => (
  <>
    <img class="favicon" src={iconUrl} alt="" width="24" height="24" />
    <h1 class="one-line website-name" title={unicodeHost(website.domain)}>
      {website.name}
    </h1>
  </>
);

interface TabsProps {
  readonly website: HeadedWebsite;
  readonly current?: WebsiteTab | undefined;
  /** The view of the page, which the other pages of figures keep: `?range=7d`, or empty. */
  readonly query?: string | undefined;
}

export const WebsiteTabs: FC<TabsProps> = ({ website, current, query = '' }) => (
  <nav class="tabs" aria-label={t('Website')}>
    {TABS.map(({ name, label, path, ...tab }) => {
      const keepsView = 'keepsView' in tab;
      return (
        <a
          href={`/websites/${website.id}${path}${keepsView ? query : ''}`}
          data-view={keepsView ? '' : undefined}
          aria-current={name === current ? 'page' : undefined}
        >
          {t(label)}
        </a>
      );
    })}
  </nav>
);
