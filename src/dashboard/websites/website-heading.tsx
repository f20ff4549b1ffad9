import type { FC } from 'hono/jsx';
import type { Website } from '../../websites/website.js';
import { faviconUrl } from './favicon.js';

const TABS = [
  { name: 'figures', label: 'Figures', path: '' },
  { name: 'snippet', label: 'Snippet', path: '/snippet' },
  { name: 'settings', label: 'Settings', path: '/settings' },
] as const;

/** Renders the heading of every page about one website: its name, and links to its other pages. */
export const WebsiteHeading: FC<{ website: Website; current: (typeof TABS)[number]['name'] }> = (props) => {
  const { website, current } = props;
  return (
    <header class="website-heading">
      <img class="favicon favicon-large" src={faviconUrl(website)} alt="" width="40" height="40" />
      <div class="website-names">
        <h1>{website.name}</h1>
        <p class="muted">{website.domain}</p>
      </div>
      <nav class="tabs" aria-label="Pages of this website">
        {TABS.map(({ name, label, path }) => (
          <a href={`/websites/${website.id}${path}`} {...(name === current && { 'aria-current': 'page' })}>
            {label}
          </a>
        ))}
      </nav>
    </header>
  );
};
