import type { FC } from 'hono/jsx';
import type { Usage } from '../../../accounts/plan.js';
import { accountUsage } from '../../../http/account-usage.js';
import { type Text, t } from '../../../lib/language/translate.js';
import { exact } from '../../../lib/number-text.js';
import { unicodeHost } from '../../../lib/unicode-host.js';
import { Done, type PageRoute } from '../../page-route.js';
import { Amount } from '../../ui/amounts.js';
import { Sparkline } from '../../ui/charts/sparkline.js';
import { ChoiceBar } from '../../ui/choice-bar.js';
import { faviconUrl } from '../../ui/favicon.js';
import { Button, ButtonLink, Notice } from '../../ui/form.js';
import { Logo, Page } from '../../ui/page.js';
import { PageLinks } from '../../ui/page-links.js';
import { hidden, rich } from '../../ui/rich.js';
import { deleteWebsite } from '../website-settings/website-deletion.js';
import { type ListChoice, type ListedWebsite, listWithVisitors, SORTS, type Sort } from './website-list.js';

/** With more websites, the list is dense and searchable. */
const MANY = 12;

const sortNames: Readonly<Record<Sort, Text>> = { created: 'Date added', name: 'Name', visitors: 'Visitors' };

/** `/websites`: every website as a card, or a line when there are many, with its last 24 hours. */
export const websitesPage: PageRoute<'viewer'> = {
  path: '/websites',
  access: 'viewer',
  show: async (visit) => {
    const { viewer, clickhouse, deps } = visit;
    const choice = readChoice(visit.parameters);
    const [list, usage] = await Promise.all([
      listWithVisitors({ db: deps.db, clickhouse }, viewer.id, choice, deps.now()),
      accountUsage({ ...deps.services, clickhouse }, viewer.id),
    ]);
    const count = usage.websites.used;
    return (
      <Page title={t('Websites')} viewer={viewer} scripts={['websites']}>
        <div class="row page-head">
          <h1>{t('Websites')}</h1>
          {count > MANY && <Search choice={choice} />}
          {count > 1 && <Sorting choice={choice} />}
          {count > 0 && <ButtonLink href="/websites/new">{t('Add website')}</ButtonLink>}
        </div>
        <div class="notices">
          <Done visit={visit} forms={[deleteWebsite]} />
          {usage.pageviews.percentage > 100 && <OverAllowance usage={usage} />}
        </div>
        {count === 0 && <Welcome />}
        <div id="website-list">
          {list.websites.some(({ isInstalled }) => isInstalled) && (
            <p class="muted small website-hours">
              {t('Visitors in the current hour and the 23 hours before it, compared with a day earlier.')}
            </p>
          )}
          {count > 0 && list.found === 0 && (
            <p class="empty">
              {t('No results for “{search}”.', { search: choice.search })} <a href="/websites">{t('Clear search')}</a>
            </p>
          )}
          <ul class={count > MANY ? 'website-cards dense' : 'website-cards'}>
            {list.websites.map((listed) => (
              <WebsiteCard {...listed} />
            ))}
          </ul>
          {(list.pages > 1 || (choice.search !== '' && list.found > 0)) && (
            <PageLinks
              count={t('{count, plural, one {# website} other {# websites}}', { count: list.found })}
              page={list.page}
              pages={list.pages}
              address={(page) => listAddress({ ...choice, page })}
            />
          )}
        </div>
      </Page>
    );
  },
};

function readChoice(parameters: URLSearchParams): ListChoice {
  const text = (name: string) => parameters.get(name) ?? '';
  return {
    search: text('search').trim(),
    page: /^\d{1,9}$/.test(text('page')) ? Math.max(1, Number(text('page'))) : 1,
    sort: SORTS.find((each) => each === text('sort')) ?? 'created',
  };
}

function listAddress({ search, sort, page }: ListChoice): string {
  const parameters = new URLSearchParams({
    ...(search !== '' && { search }),
    ...(sort !== 'created' && { sort }),
    ...(page > 1 && { page: String(page) }),
  });
  return parameters.size === 0 ? '/websites' : `/websites?${parameters}`;
}

/** A script searches while a person types. */
const Search: FC<{ choice: ListChoice }> = ({ choice: { search, sort } }) => (
  <search>
    <form class="website-search" method="get" action="/websites" data-live-search="website-list">
      <input
        type="search"
        name="search"
        value={search}
        placeholder={t('Name or domain')}
        aria-label={t('Search websites')}
      />
      {sort !== 'created' && <input type="hidden" name="sort" value={sort} />}
      <Button kind="quiet">{t('Search')}</Button>
    </form>
  </search>
);

const Sorting: FC<{ choice: ListChoice }> = ({ choice }) => (
  <ChoiceBar
    label={t('Sort by')}
    options={SORTS.map((sort) => [t(sortNames[sort]), sort === choice.sort, listAddress({ ...choice, sort, page: 1 })])}
  />
);

const OverAllowance: FC<{ usage: Usage }> = ({ usage: { pageviews } }) => (
  <Notice kind="bad">
    {t('You’ve used {used} of {limit} pageviews this month ({percentage}%). Data is still collected.', {
      used: exact(pageviews.used),
      limit: exact(pageviews.limit),
      percentage: exact(pageviews.percentage),
    })}
  </Notice>
);

const Welcome: FC = () => (
  <section class="card centered website-welcome">
    <Logo />
    <h2>{t('Add your first website')}</h2>
    <p class="muted">
      {t(
        'Add one line of HTML to your pages and see visits within seconds. No cookie is set, and no IP address is stored.',
      )}
    </p>
    <ButtonLink href="/websites/new">{t('Add website')}</ButtonLink>
  </section>
);

const WebsiteCard: FC<ListedWebsite> = ({ website, day, visitorsBefore, isInstalled }) => {
  const hours = day.timeline.map(({ visitors }) => visitors);
  return (
    <li class="card website-card" data-theme={website.chartTheme}>
      <div class="website-card-head">
        <img class="favicon" src={faviconUrl(website)} alt="" width="32" height="32" loading="lazy" />
        <div class="website-names">
          <h2 class="one-line">
            <a class="website-link" href={`/websites/${website.id}`} title={website.name}>
              {website.name}
            </a>
          </h2>
          <p class="muted small one-line">{unicodeHost(website.domain)}</p>
        </div>
        <a
          class="website-settings"
          href={`/websites/${website.id}/settings`}
          aria-label={t('Settings: {name}', { name: website.name })}
        >
          <SettingsIcon />
        </a>
      </div>
      {isInstalled ? (
        <>
          <Sparkline
            values={hours}
            label={t('Visitors by hour, the current hour last. Peak {count}', { count: exact(Math.max(0, ...hours)) })}
          />
          <p class="muted small website-visitors">
            {rich('{count, plural, one {{amount} visitor} other {{amount} visitors}}', {
              count: day.visitors,
              amount: (
                <strong>
                  <Amount value={day.visitors} />
                </strong>
              ),
            })}{' '}
            <Change now={day.visitors} before={visitorsBefore} />
          </p>
        </>
      ) : (
        <p class="muted small website-visitors">
          {t('Not installed yet.')}{' '}
          <a class="website-install" href={`/websites/${website.id}/snippet`}>
            {rich('Get the snippet<hidden> for {name}</hidden>', { hidden, name: website.name })}
          </a>
        </p>
      )}
    </li>
  );
};

/** Against the same hours a day earlier; nothing if those had no visitors. */
const Change: FC<{ now: number; before: number }> = ({ now, before }) => {
  if (before === 0) return null;
  const change = Math.round(((now - before) / before) * 100);
  const kind = change === 0 ? '' : change > 0 ? ' good' : ' bad';
  const percent = exact(Math.abs(change));
  return (
    <span class={`change${kind}`} title={t('Compared with a day earlier')}>
      <span aria-hidden="true">{change === 0 ? '' : change > 0 ? '↑ ' : '↓ '}</span>
      {change < 0
        ? rich('{percent}%<hidden> less than a day earlier</hidden>', { percent, hidden })
        : rich('{percent}%<hidden> more than a day earlier</hidden>', { percent, hidden })}
    </span>
  );
};

/** Two sliders. */
const SettingsIcon: FC = () => (
  <svg viewBox="0 0 20 20" width="18" height="18" aria-hidden="true">
    <path d="M3 6.5h8M15 6.5h2M3 13.5h2M9 13.5h8" />
    <circle cx="13" cy="6.5" r="2" />
    <circle cx="7" cy="13.5" r="2" />
  </svg>
);
