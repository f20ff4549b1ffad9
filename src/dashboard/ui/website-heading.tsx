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
  /** The address of the icon, when it is not the owner's. */
  readonly iconUrl?: string;
  /** Whether the viewer may open the other pages. */
  readonly hasTabs?: boolean;
}

/** Renders the heading of every page about one website: its name, and tabs for its pages. */
export const WebsiteHeading: FC<Props> = ({ website, current, iconUrl = faviconUrl(website), hasTabs = true }) => (
  <header class="website-heading">
    <img class="favicon" src={iconUrl} alt="" width="32" height="32" />
    <div class="website-names">
      <h1 title={website.name}>{website.name}</h1>
      <p class="muted">{unicodeHost(website.domain)}</p>
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
