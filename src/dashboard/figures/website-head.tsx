import type { Child, FC } from 'hono/jsx';
import { faviconUrl } from '../websites/favicon.js';
import type { PageContext } from './page-context.js';

/** Renders the website's name above its figures, with its tools. */
export const WebsiteHead: FC<{ readonly shown: PageContext; readonly children?: Child }> = ({ shown, children }) => {
  const { website, place } = shown;
  return (
    <header class="figures-head">
      <img
        class="favicon"
        src={place.own ? faviconUrl(website) : `${place.path}/favicon`}
        alt=""
        width="24"
        height="24"
      />
      <h1 title={website.name}>{website.name}</h1>
      {place.own && (
        <a
          class="settings-link"
          href={`${place.path}/settings`}
          title="Settings"
          aria-label={`Settings of ${website.name}`}
        >
          <SettingsIcon />
        </a>
      )}
      {children}
    </header>
  );
};

const SettingsIcon: FC = () => (
  <svg class="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d="M2 4.5h7M13 4.5h1M2 11.5h1M7 11.5h7" />
    <circle cx="11" cy="4.5" r="2" />
    <circle cx="5" cy="11.5" r="2" />
  </svg>
);
