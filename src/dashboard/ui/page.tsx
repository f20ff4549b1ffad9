import { raw } from 'hono/html';
import type { Child, FC } from 'hono/jsx';
import type { Account } from '../../accounts/accounts.js';
import { currentLanguage } from '../../lib/language/language.js';
import { t } from '../../lib/language/translate.js';
import { assetUrl } from '../assets.js';
import { AccountPicture, accountName } from './account-picture.js';
import { type HeadedWebsite, WebsiteHeading, type WebsiteTab, WebsiteTabs } from './website-heading.js';

export interface PageProps {
  /** Of the browser's tab. */
  readonly title: string;
  readonly viewer?: Account | undefined;
  /** Its name is the page's heading; a page of no website has its own. */
  readonly website?: HeadedWebsite | undefined;
  /** The page among those of the website. */
  readonly current?: WebsiteTab | undefined;
  /** Of the website, when it differs from the owner's. */
  readonly iconUrl?: string | undefined;
  /** The view of a page of figures: `?range=7d`, or empty. */
  readonly query?: string | undefined;
  /** Browser scripts besides `base`, such as `figures`. */
  readonly scripts?: readonly string[];
  /** Style sheets besides `dashboard`. */
  readonly styles?: readonly string[];
  /** Replaces the website's chart theme. */
  readonly theme?: string;
  /** Without navigation, for a frame of another site. */
  readonly bare?: boolean;
  readonly children?: Child;
}

/** Nothing is painted before the foot has been read, so that nothing moves. Hono drops `blocking` of its own elements. */
const PAINT_WHOLE = '<link rel="expect" href="#foot" blocking="render"/>';

export const Page: FC<PageProps> = (props) => {
  const { title, website, scripts = [], styles = [], theme, bare, children } = props;
  return (
    <html lang={currentLanguage()} data-theme={theme ?? website?.chartTheme ?? 'default'}>
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <meta name="robots" content="noindex" />
        <title>{`${title} · Footfall`}</title>
        {raw(PAINT_WHOLE)}
        {['dashboard', ...styles].map((style) => (
          <link rel="stylesheet" href={assetUrl(`${style}.css`)} />
        ))}
        <link rel="icon" href={assetUrl('icon.svg')} type="image/svg+xml" />
        {[...textScripts(), 'base', ...scripts].map((script) => (
          <script src={assetUrl(`${script}.js`)} defer />
        ))}
      </head>
      <body>
        <a class="skip-link" href="#main">
          {t('Skip to content')}
        </a>
        {!bare && <Header {...props} hasKeys={scripts.includes('figures')} />}
        <main id="main" tabindex={-1}>
          {bare && website && (
            <header class="row website-heading">
              <WebsiteHeading website={website} iconUrl={props.iconUrl} />
            </header>
          )}
          {children}
        </main>
        <Footer />
      </body>
    </html>
  );
};

/** The texts of the scripts, for other languages than that in which they are written. */
const textScripts = (): readonly string[] => (currentLanguage() === 'en' ? [] : [`texts-${currentLanguage()}`]);

const Header: FC<PageProps & { hasKeys: boolean }> = ({ viewer, website, iconUrl, current, query, hasKeys }) => (
  <header class="bar">
    <div class="bar-inner">
      <a class="brand" href="/" aria-label="Footfall">
        <Logo />
        {website === undefined && <span class="brand-name">Footfall</span>}
      </a>
      {website && viewer === undefined && (
        <div class="website-heading">
          <WebsiteHeading website={website} iconUrl={iconUrl} />
        </div>
      )}
      {viewer && (
        <>
          {website && (
            <>
              <details class="menu website-menu">
                <summary class="website-heading">
                  <WebsiteHeading website={website} />
                </summary>
                <div class="menu-content" data-load="/websites/menu">
                  <a href="/websites">{t('All websites')}</a>
                </div>
              </details>
              <WebsiteTabs {...{ website, current, query }} />
            </>
          )}
          <nav class="bar-nav" aria-label={t('Main')}>
            {website === undefined && <a href="/websites">{t('Websites')}</a>}
            <a href="/sql">SQL</a>
          </nav>
          <AccountMenu viewer={viewer} hasKeys={hasKeys} />
        </>
      )}
    </div>
  </header>
);

/** In the account menu, and tabs of the account's settings. */
export const accountPages = [
  { path: '/settings/profile', label: 'Profile' },
  { path: '/settings/security', label: 'Security' },
  { path: '/settings/api-key', label: 'API key' },
] as const;

const AccountMenu: FC<{ viewer: Account; hasKeys: boolean }> = ({ viewer, hasKeys }) => (
  <details class="menu">
    <summary>
      <AccountPicture account={viewer} />
      <span class="visually-hidden">{t('Account: {name}', { name: accountName(viewer) })}</span>
    </summary>
    <div class="menu-content">
      <p class="menu-title">
        {accountName(viewer)}
        {accountName(viewer) !== viewer.email && <small>{viewer.email}</small>}
      </p>
      {accountPages.map(({ path, label }) => (
        <a href={path}>{t(label)}</a>
      ))}
      <a href="/api/docs">{t('API reference')}</a>
      {hasKeys && (
        <a class="keys-link" href="#keys" data-dialog="keys">
          {t('Keyboard shortcuts')}
        </a>
      )}
      <form method="post" action="/logout">
        <button type="submit">{t('Sign out')}</button>
      </form>
    </div>
  </details>
);

/** Three growing bars. */
export const Logo: FC = () => (
  <svg class="logo" viewBox="0 0 32 32" aria-hidden="true">
    <rect width="32" height="32" rx="8" />
    <path d="M9 19v4M16 14v9M23 9v14" />
  </svg>
);

const Footer: FC = () => (
  <footer class="foot" id="foot">
    <p>
      <a href="https://db-ip.com" rel="noreferrer">
        {t('IP Geolocation by DB-IP')}
      </a>
    </p>
    <form class="mode" method="post" action="/mode" aria-label={t('Colors')}>
      <button name="mode" value="light" type="submit">
        {t('Light')}
      </button>
      <button name="mode" value="system" type="submit">
        {t('System')}
      </button>
      <button name="mode" value="dark" type="submit">
        {t('Dark')}
      </button>
    </form>
  </footer>
);
