import type { Answers } from './answers.js';
import { percentage } from './exact.js';
import { byBytes, grouped, limited, type Ranked, ranked } from './ranking.js';
import { pageviewsOf, type ResolvedQuery } from './resolved-query.js';
import type { Counted } from './sessions.js';
import type { Traits } from './traits.js';

export function countries(query: ResolvedQuery): Answers['countries'] {
  const rows = traitRows(query, (traits) => [traits.country], 'ZZ');
  return {
    data: rows.map(({ name, ...row }) => ({ country: name, countryName: displayName('region', name), ...share(row) })),
    total: query.visitors,
  };
}

export function pages(query: ResolvedQuery): Answers['pages'] {
  const rows = limited(
    query,
    ranked(query, query.events, (event) => [event.path]),
  );
  return {
    data: rows.map(({ name, ...row }) => ({ page: name, pageviews: pageviewsOf(row.events), ...share(row) })),
    total: query.visitors,
  };
}

export function referrers(query: ResolvedQuery): Answers['referrers'] {
  const rows = traitRows(query, (traits) => [traits.referrer]);
  return { data: rows.map(({ name, ...row }) => ({ referrer: name, ...share(row) })), total: query.visitors };
}

export function browsers(query: ResolvedQuery): Answers['browsers'] {
  const rows = traitRows(query, (traits) => [traits.browser], 'Unknown');
  return { data: rows.map(({ name, ...row }) => ({ browser: name, ...share(row) })), total: query.visitors };
}

export function devices(query: ResolvedQuery): Answers['devices'] {
  const rows = traitRows(query, (traits) => [traits.device]);
  return { data: rows.map(({ name, ...row }) => ({ device: name, ...share(row) })), total: query.visitors };
}

export function channels(query: ResolvedQuery): Answers['channels'] {
  const rows = ranked(
    query,
    query.events,
    ofSession((traits) => [traits.channel]),
  );
  return {
    channels: rows.map(({ name, ...row }) => ({
      name,
      ...share(row),
      topSources: topSources(query, name, row.events),
    })),
    totalVisitors: query.visitors,
  };
}

function topSources(query: ResolvedQuery, channel: string, events: readonly Counted[]) {
  if (channel === 'Direct') return [];
  const rows = ranked(
    query,
    events,
    ofSession((traits) => [traits.referrer]),
  );
  return rows.slice(0, 5).map(({ name, ...row }) => ({ source: name, ...share(row) }));
}

export function campaigns(query: ResolvedQuery): Answers['campaigns'] {
  const rows = traitRows(query, ({ campaign }) => campaign && [campaign.name]);
  return {
    campaigns: rows.flatMap((row) => {
      const campaign = row.events[0]?.session.traits.campaign;
      return campaign ? [{ ...campaign, ...share(row) }] : [];
    }),
    totalVisitors: query.visitors,
  };
}

export function cities(query: ResolvedQuery): Answers['cities'] {
  const rows = traitRows(query, (traits) => [traits.city, traits.country], 'Unknown');
  return {
    cities: rows.map((row) => ({ name: row.name, country: row.names[1] ?? '', ...share(row) })),
    totalVisitors: query.visitors,
  };
}

export function entryPages(query: ResolvedQuery): Answers['entry-pages'] {
  const rows = traitRows(query, (traits) => [traits.entryPage]);
  return { entryPages: rows.map((row) => ({ name: row.name, ...share(row) })), totalVisitors: query.visitors };
}

export function exitLinks(query: ResolvedQuery): Answers['exit-links'] {
  const clicks = query.events.filter((event) => event.type === 'exit');
  const rows = grouped(clicks, (event) => [event.link])
    .map(({ names: [url = ''], events }) => ({
      hostname: new URL(url).hostname,
      url,
      clicks: events.length,
      percentage: percentage(events.length, clicks.length),
    }))
    .toSorted((one, other) => other.clicks - one.clicks || byBytes([one.url], [other.url]));
  return { exitLinks: limited(query, rows), totalClicks: clicks.length };
}

const OS_CODES: Readonly<Record<string, string>> = {
  Windows: 'windows',
  macOS: 'macos',
  iOS: 'ios',
  iPadOS: 'ipados',
  Android: 'android',
  Linux: 'linux',
  ChromeOS: 'chromeos',
  Unknown: 'unknown',
};

export function operatingSystems(query: ResolvedQuery): Answers['os'] {
  const rows = traitRows(query, ({ os }) => [OS_CODES[os] ?? slug(os), os], 'unknown');
  return {
    operatingSystems: rows.map((row) => ({ name: row.names[1] ?? '', code: row.name, ...share(row) })),
    totalVisitors: query.visitors,
  };
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

export function customEvents(query: ResolvedQuery): Answers['custom-events'] {
  const rows = ranked(query, query.events, ({ name }) => (name === null ? null : [name]));
  return {
    customEvents: limited(query, rows).map(({ name, events, ...row }) => ({
      name,
      events: events.length,
      ...share(row),
    })),
    totalVisitors: query.visitors,
  };
}

export function languages(query: ResolvedQuery): Answers['languages'] {
  const rows = traitRows(query, (traits) => [traits.language], 'und');
  return {
    languages: rows.map(({ name, ...row }) => ({ code: name, name: displayName('language', name), ...share(row) })),
    totalVisitors: query.visitors,
  };
}

/** The rows of a trait of the session, within the limit; `unknown` is the name that stands for no value. */
function traitRows(
  query: ResolvedQuery,
  namesOf: (traits: Traits) => readonly string[] | null,
  unknown?: string,
): readonly Ranked[] {
  const rows = ranked(query, query.events, ofSession(namesOf));
  return limited(query, query.rules.unknownShown ? rows : rows.filter(({ name }) => name !== unknown));
}

function ofSession(namesOf: (traits: Traits) => readonly string[] | null) {
  return (event: Counted) => namesOf(event.session.traits);
}

function share({ visitors, percentage }: Pick<Ranked, 'visitors' | 'percentage'>) {
  return { visitors, percentage };
}

const ENGLISH = {
  region: new Intl.DisplayNames('en', { type: 'region' }),
  language: new Intl.DisplayNames('en', { type: 'language' }),
};

function displayName(type: 'region' | 'language', code: string): string {
  if (code === 'ZZ' || code === 'und') return 'Unknown';
  return ENGLISH[type].of(code) ?? code;
}
