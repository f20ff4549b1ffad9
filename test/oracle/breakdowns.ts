import type { Answers } from './answers.js';
import { type Asked, pageviewsOf } from './asked.js';
import { percentage } from './exact.js';
import { byBytes, grouped, limited, type Ranked, ranked } from './ranking.js';
import type { Counted } from './sessions.js';
import type { Traits } from './traits.js';

export function countries(asked: Asked): Answers['countries'] {
  const rows = traitRows(asked, (traits) => [traits.country], 'ZZ');
  return {
    data: rows.map(({ name, ...row }) => ({ country: name, countryName: displayName('region', name), ...share(row) })),
    total: asked.visitors,
  };
}

export function pages(asked: Asked): Answers['pages'] {
  const rows = limited(
    asked,
    ranked(asked, asked.events, (event) => [event.path]),
  );
  return {
    data: rows.map(({ name, ...row }) => ({ page: name, pageviews: pageviewsOf(row.events), ...share(row) })),
    total: asked.visitors,
  };
}

export function referrers(asked: Asked): Answers['referrers'] {
  const rows = traitRows(asked, (traits) => [traits.referrer]);
  return { data: rows.map(({ name, ...row }) => ({ referrer: name, ...share(row) })), total: asked.visitors };
}

export function browsers(asked: Asked): Answers['browsers'] {
  const rows = traitRows(asked, (traits) => [traits.browser], 'Unknown');
  return { data: rows.map(({ name, ...row }) => ({ browser: name, ...share(row) })), total: asked.visitors };
}

export function devices(asked: Asked): Answers['devices'] {
  const rows = traitRows(asked, (traits) => [traits.device]);
  return { data: rows.map(({ name, ...row }) => ({ device: name, ...share(row) })), total: asked.visitors };
}

export function channels(asked: Asked): Answers['channels'] {
  const rows = ranked(
    asked,
    asked.events,
    ofSession((traits) => [traits.channel]),
  );
  return {
    channels: rows.map(({ name, ...row }) => ({
      name,
      ...share(row),
      topSources: topSources(asked, name, row.events),
    })),
    totalVisitors: asked.visitors,
  };
}

function topSources(asked: Asked, channel: string, events: readonly Counted[]) {
  if (channel === 'Direct') return [];
  const rows = ranked(
    asked,
    events,
    ofSession((traits) => [traits.referrer]),
  );
  return rows.slice(0, 5).map(({ name, ...row }) => ({ source: name, ...share(row) }));
}

export function campaigns(asked: Asked): Answers['campaigns'] {
  const rows = traitRows(asked, ({ campaign }) => campaign && [campaign.name]);
  return {
    campaigns: rows.flatMap((row) => {
      const campaign = row.events[0]?.session.traits.campaign;
      return campaign ? [{ ...campaign, ...share(row) }] : [];
    }),
    totalVisitors: asked.visitors,
  };
}

export function cities(asked: Asked): Answers['cities'] {
  const rows = traitRows(asked, (traits) => [traits.city, traits.country], 'Unknown');
  return {
    cities: rows.map((row) => ({ name: row.name, country: row.names[1] ?? '', ...share(row) })),
    totalVisitors: asked.visitors,
  };
}

export function entryPages(asked: Asked): Answers['entry-pages'] {
  const rows = traitRows(asked, (traits) => [traits.entryPage]);
  return { entryPages: rows.map((row) => ({ name: row.name, ...share(row) })), totalVisitors: asked.visitors };
}

export function exitLinks(asked: Asked): Answers['exit-links'] {
  const clicks = asked.events.filter((event) => event.type === 'exit');
  const rows = grouped(clicks, (event) => [event.link])
    .map(({ names: [url = ''], events }) => ({
      hostname: new URL(url).hostname,
      url,
      clicks: events.length,
      percentage: percentage(events.length, clicks.length),
    }))
    .toSorted((one, other) => other.clicks - one.clicks || byBytes([one.url], [other.url]));
  return { exitLinks: limited(asked, rows), totalClicks: clicks.length };
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

export function operatingSystems(asked: Asked): Answers['os'] {
  const rows = traitRows(asked, ({ os }) => [OS_CODES[os] ?? slug(os), os], 'unknown');
  return {
    operatingSystems: rows.map((row) => ({ name: row.names[1] ?? '', code: row.name, ...share(row) })),
    totalVisitors: asked.visitors,
  };
}

function slug(name: string): string {
  return name
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '');
}

export function customEvents(asked: Asked): Answers['custom-events'] {
  const rows = ranked(asked, asked.events, ({ name }) => (name === null ? null : [name]));
  return {
    customEvents: limited(asked, rows).map(({ name, events, ...row }) => ({
      name,
      events: events.length,
      ...share(row),
    })),
    totalVisitors: asked.visitors,
  };
}

export function languages(asked: Asked): Answers['languages'] {
  const rows = traitRows(asked, (traits) => [traits.language], 'und');
  return {
    languages: rows.map(({ name, ...row }) => ({ code: name, name: displayName('language', name), ...share(row) })),
    totalVisitors: asked.visitors,
  };
}

/** The rows of a trait of the session, within the limit; `unknown` is the name that stands for no value. */
function traitRows(
  asked: Asked,
  namesOf: (traits: Traits) => readonly string[] | null,
  unknown?: string,
): readonly Ranked[] {
  const rows = ranked(asked, asked.events, ofSession(namesOf));
  return limited(asked, asked.rules.unknownShown ? rows : rows.filter(({ name }) => name !== unknown));
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
