import type { FC } from 'hono/jsx';
import type { Account } from '../../accounts/accounts.js';
import type { Usage } from '../../accounts/plan.js';
import type { LastDay } from '../../stats/reports/last-day.js';
import type { FoundWebsites } from '../../websites/find-website.js';
import type { Website } from '../../websites/website.js';
import { Sparkline } from '../charts/sparkline.js';
import { Amount, exact } from '../figures/amounts.js';
import { Button, ButtonLink, Notice } from '../form.js';
import { Logo, Page } from '../page.js';
import { faviconUrl } from './favicon.js';

/** From this number of websites on, the list can be searched. */
const MANY = 12;

export interface WebsitesPageProps {
  readonly viewer: Account;
  /** A page of websites, in order. */
  readonly found: FoundWebsites;
  readonly findLastDay: (website: Website) => LastDay;
  readonly usage: Usage;
  /** The search text; empty for all websites. */
  readonly search: string;
  /** Whether a website was deleted just now. */
  readonly deleted?: boolean;
}

/** Renders `GET /websites`: every website as a card, with its last 24 hours. */
export const WebsitesPage: FC<WebsitesPageProps> = ({ viewer, found, findLastDay, usage, search, deleted }) => {
  const count = usage.websites.used;
  return (
    <Page title="Websites" viewer={viewer}>
      <div class="page-head">
        <h1>Websites</h1>
        {count > MANY && <Search search={search} />}
        {count > 0 && <ButtonLink href="/websites/new">Add a website</ButtonLink>}
      </div>
      <div class="notices">
        {deleted && <Notice kind="good">The website and everything counted for it are deleted.</Notice>}
        {usage.pageviews.percentage > 100 && <OverAllowance usage={usage} />}
      </div>
      {count === 0 && <Welcome />}
      {count > 0 && found.found === 0 && (
        <p class="empty">
          No website has “{search}” in its name or domain. <a href="/websites">Show all</a>
        </p>
      )}
      <ul class="website-cards">
        {found.websites.map((website) => (
          <WebsiteCard website={website} day={findLastDay(website)} />
        ))}
      </ul>
      {(found.pages > 1 || (search !== '' && found.found > 0)) && <Pages found={found} search={search} />}
    </Page>
  );
};

const Pages: FC<{ found: FoundWebsites; search: string }> = ({ found: { found, page, pages }, search }) => {
  const to = (target: number) =>
    `/websites?${new URLSearchParams({ ...(search !== '' && { search }), page: String(target) })}`;
  return (
    <nav class="parts" aria-label="Pages of the list">
      <span class="muted">{found === 1 ? '1 website' : `${exact(found)} websites`}</span>
      {pages > 1 && <span class="muted">{`Page ${exact(page)} of ${exact(pages)}`}</span>}
      {page > 1 && (
        <a class="button button-quiet button-small" href={to(page - 1)} rel="prev">
          Previous
        </a>
      )}
      {page < pages && (
        <a class="button button-quiet button-small" href={to(page + 1)} rel="next">
          Next
        </a>
      )}
    </nav>
  );
};

const Search: FC<{ search: string }> = ({ search }) => (
  <search>
    <form class="website-search" method="get" action="/websites">
      <input type="search" name="search" value={search} placeholder="Name or domain" aria-label="Search the websites" />
      <Button kind="quiet">Search</Button>
    </form>
  </search>
);

const OverAllowance: FC<{ usage: Usage }> = ({ usage: { pageviews } }) => (
  <Notice kind="bad">
    This month's allowance of {exact(pageviews.limit)} pageviews is used up: there were {exact(pageviews.used)}, which
    is {exact(pageviews.percentage)} %. Everything is still counted.
  </Notice>
);

const Welcome: FC = () => (
  <section class="card website-welcome">
    <Logo />
    <h2>Count your first website</h2>
    <p class="muted">
      Name it, put one line of HTML on its pages, and see visits here within seconds. No cookie is set, and no IP
      address is stored.
    </p>
    <ButtonLink href="/websites/new">Add a website</ButtonLink>
  </section>
);

const WebsiteCard: FC<{ website: Website; day: LastDay }> = ({ website, day }) => {
  const hours = day.timeline.map(({ visitors }) => visitors);
  return (
    <li class="card website-card" data-theme={website.chartTheme}>
      <div class="website-card-head">
        <img class="favicon" src={faviconUrl(website)} alt="" width="32" height="32" loading="lazy" />
        <div class="website-names">
          <h2>
            <a class="website-link" href={`/websites/${website.id}`} title={website.name}>
              {website.name}
            </a>
          </h2>
          <p class="muted">{website.domain}</p>
        </div>
        <a
          class="website-settings"
          href={`/websites/${website.id}/settings`}
          aria-label={`Settings of ${website.name}`}
        >
          <SettingsIcon />
        </a>
      </div>
      <Sparkline
        values={hours}
        label={`Visitors of each of the last 24 hours, at most ${exact(Math.max(0, ...hours))}`}
      />
      <p class="website-visitors">
        <strong>
          <Amount value={day.visitors} />
        </strong>{' '}
        {day.visitors === 1 ? 'visitor' : 'visitors'} in the last 24 hours
      </p>
    </li>
  );
};

/** Renders two sliders. */
const SettingsIcon: FC = () => (
  <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
    <path d="M3 6.5h8M15 6.5h2M3 13.5h2M9 13.5h8" />
    <circle cx="13" cy="6.5" r="2" />
    <circle cx="7" cy="13.5" r="2" />
  </svg>
);
