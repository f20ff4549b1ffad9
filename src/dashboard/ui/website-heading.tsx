import type { FC } from 'hono/jsx';
import { unicodeHost } from '../../lib/unicode-host.js';
import type { Website } from '../../websites/website.js';
import { faviconUrl } from './favicon.js';

const TABS = [
  { name: 'dashboard', label: 'Dashboard', path: '' },
  { name: 'snippet', label: 'Snippet', path: '/snippet' },
  { name: 'notifications', label: 'Notifications', path: '/notifications' },
  { name: 'settings', label: 'Settings', path: '/settings' },
] as const;

interface Props {
  readonly website: Website;
  readonly current?: (typeof TABS)[number]['name'] | undefined;
  /** When it differs from the owner's icon URL. */
  readonly iconUrl?: string;
  /** Whether the viewer may open the other pages. */
  readonly hasTabs?: boolean;
}

/** On every page about one website, with tabs for its pages. */
export const WebsiteHeading: FC<Props> = ({ website, current, iconUrl = faviconUrl(website), hasTabs = true }) => (
  <header class="row website-heading">
    <img class="favicon" src={iconUrl} alt="" width="32" height="32" />
    <div class="website-names">
      <h1 class="one-line" title={website.name}>
        {website.name}
      </h1>
      <p class="muted one-line">{unicodeHost(website.domain)}</p>
    </div>
    {hasTabs && (
      <nav class="tabs" aria-label="Website">
        {TABS.map(({ name, label, path }) => (
          <a href={`/websites/${website.id}${path}`} {...(name === current && { 'aria-current': 'page' })}>
            {label}
          </a>
        ))}
      </nav>
    )}
  </header>
);
