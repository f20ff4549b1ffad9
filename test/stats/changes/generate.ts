// Random but realistic traffic: sessions with ten correlated traits, visitors who come back, a weekly shape, noise by day and
// by week of the website, its sources, pages and countries. Everything follows from the seed.

/** Places of the traits, as in `src/stats/changes/traits.ts`. */
export const D = {
  campaign: 0,
  referrer: 1,
  channel: 2,
  entryPage: 3,
  country: 4,
  city: 5,
  language: 6,
  device: 7,
  os: 8,
  browser: 9,
} as const;

export const TRAITS = Object.keys(D).length;

export function random(seed: number) {
  let state = Math.imul(seed, 2654435761) >>> 0 || 1;
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
  return Object.assign(next, {
    normal: () => Math.sqrt(-2 * Math.log(next() || 1e-12)) * Math.cos(6.283185307 * next()),
    int: (n: number) => Math.floor(next() * n),
    pick: <Item>(list: readonly Item[]): Item => list[Math.floor(next() * list.length)]!,
    between: (a: number, b: number) => a + (b - a) * next(),
    poisson: (mean: number) => {
      if (mean > 60) {
        const normal = Math.sqrt(-2 * Math.log(next() || 1e-12)) * Math.cos(6.283185307 * next());
        return Math.max(0, Math.round(mean + Math.sqrt(mean) * normal));
      }
      let [k, p] = [0, Math.exp(-mean)];
      const x = next();
      for (let all = p; x > all && k < 500; all += p) p *= mean / ++k;
      return k;
    },
  });
}

export type Rng = ReturnType<typeof random>;

type Cumulative = Float64Array;

function cumulate(weights: ArrayLike<number>): Cumulative {
  const sums = new Float64Array(weights.length);
  let total = 0;
  for (let i = 0; i < sums.length; i++) sums[i] = total += weights[i]!;
  return sums.map((each) => each / total);
}

function draw(sums: Cumulative, x: number): number {
  let [low, high] = [0, sums.length - 1];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sums[middle]! < x) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Name, channel, weight, returning, mobile, US tilt, daily noise. */
const REFERRERS: readonly (readonly [string, string, number, number, number, number, number])[] = [
  ['Direct', 'Direct', 30, 0.45, 0.35, 1, 0.04],
  ['Google', 'Organic Search', 34, 0.2, 0.5, 1, 0.04],
  ['Bing', 'Organic Search', 4, 0.2, 0.2, 1, 0.05],
  ['DuckDuckGo', 'Organic Search', 3, 0.2, 0.35, 1, 0.05],
  ['Hacker News', 'Social', 1.5, 0.08, 0.2, 4, 0.18],
  ['Reddit', 'Social', 3, 0.1, 0.6, 3, 0.15],
  ['X', 'Social', 2, 0.15, 0.75, 2, 0.15],
  ['LinkedIn', 'Social', 3, 0.15, 0.55, 1, 0.12],
  ['Facebook', 'Social', 4, 0.15, 0.85, 1, 0.1],
  ['ChatGPT', 'AI', 3, 0.15, 0.35, 1.5, 0.07],
  ['GitHub', 'Referral', 3, 0.3, 0.1, 1.5, 0.08],
  ['Newsletter', 'Email', 3, 0.5, 0.5, 1, 0.15],
];
const CHANNELS = ['Direct', 'Organic Search', 'Social', 'AI', 'Referral', 'Email', 'Paid'];
const COUNTRIES = 'US DE GB FR IN CA NL ES IT BR JP AU PL SE CH AT BE MX PT DK NO FI IE CZ KR SG TR UA RO AR'.split(
  ' ',
);
const LANGUAGES = 'en de fr es it pt ja nl pl sv tr'.split(' ');
const SPOKEN: Readonly<Record<string, number>> = {
  US: 0,
  GB: 0,
  CA: 0,
  AU: 0,
  IE: 0,
  IN: 0,
  SG: 0,
  DE: 1,
  AT: 1,
  CH: 1,
  FR: 2,
  BE: 2,
  ES: 3,
  MX: 3,
  AR: 3,
  IT: 4,
  BR: 5,
  PT: 5,
  JP: 6,
  NL: 7,
  PL: 8,
  SE: 9,
};
const OTHER_LANGUAGE = 10;
const DEVICES = ['desktop', 'mobile', 'tablet'];
const SYSTEMS = ['Windows', 'macOS', 'Linux', 'iOS', 'Android'];
const BROWSERS = ['Chrome', 'Safari', 'Firefox', 'Edge', 'Samsung Internet', 'Opera'];
const BROWSER_OF = [
  [62, 0, 10, 24, 0, 4],
  [50, 38, 9, 2, 0, 1],
  [55, 0, 42, 0, 0, 3],
  [14, 80, 2, 3, 0, 1],
  [78, 0, 4, 2, 14, 2],
].map(cumulate);

export type Site = ReturnType<typeof makeSite>;

export function makeSite(seed: number, perDay: number) {
  const u = random(seed);
  const isBusiness = u() < 0.6;
  const week = (isBusiness ? [1.12, 1.15, 1.14, 1.1, 0.98, 0.5, 0.55] : [0.95, 0.93, 0.94, 0.97, 1.02, 1.12, 1.1]).map(
    (x) => x * Math.exp(0.04 * u.normal()),
  );
  const blogs = 8 + u.int(perDay >= 5000 ? 60 : 15);
  const sources = [
    ...REFERRERS,
    ...Array.from({ length: blogs }, (_, i): (typeof REFERRERS)[number] => [
      `blog${i + 1}.example`,
      'Referral',
      6 / (i + 3),
      0.15,
      0.4,
      u.between(0.5, 2),
      0.15,
    ]),
  ].map(([name, channel, weight, again, mobile, tilt, noise]) => ({
    name,
    channel,
    weight: weight * Math.exp(0.7 * u.normal()),
    again,
    mobile,
    tilt,
    noise,
  }));
  const pages = 12 + u.int(perDay >= 500 ? 120 : 30);
  const campaigns = ['', 'brand', 'spring', 'webinar', 'retarget'].slice(0, 3 + u.int(3));
  const paths = Array.from({ length: pages }, (_, i) =>
    i === 0 ? '/' : i === 1 ? '/pricing' : `/${i % 3 ? 'blog' : 'docs'}/p${i}`,
  );
  const cities: string[] = [];
  const home = u() < 0.4 ? 0 : u.int(6);
  const base = COUNTRIES.map((_, i) => (i === home ? 20 : 1) * (i + 1.5) ** -0.9 * Math.exp(0.5 * u.normal()));
  const pageBase = paths.map((_, i) => (i + 1) ** -1.05 * Math.exp(0.4 * u.normal()));
  const countries = COUNTRIES.map((code) => {
    const [count, city] = [3 + u.int(9), cities.length];
    for (let k = 1; k <= count; k++) cities.push(`${code}-${k}`);
    const language = SPOKEN[code] ?? OTHER_LANGUAGE;
    return {
      city,
      cities: cumulate(Array.from({ length: count }, (_, k) => (k + 1) ** -1.1)),
      language,
      english: language === 0 ? 0.95 : u.between(0.1, 0.35),
      mobile: code === 'IN' || code === 'BR' ? 1.5 : u.between(0.8, 1.15),
      ios: u.between(0.25, 0.6),
      rate: u.between(0.6, 1.4),
      noise: u.between(0.03, 0.06),
    };
  });
  const refs = sources.map((source) => {
    const hot = source.name === 'Direct' || source.name === 'Google' ? -1 : u.int(pages);
    const spread = source.name === 'Hacker News' ? 0.12 : u.between(0.4, 0.9);
    const page = pageBase.map((w, i) => (i === hot ? 0 : w * Math.exp(0.8 * u.normal())));
    const rest = page.reduce((a, b) => a + b, 0);
    if (hot >= 0) page[hot] = rest * (1 / spread - 1);
    return {
      ...source,
      channel: CHANNELS.indexOf(source.channel),
      page,
      weekend: Math.exp(0.1 * u.normal()),
      rate: Math.exp(0.5 * u.normal()),
      bounce: u.between(0.4, 0.75),
      country: base.map((w, i) => w * (i === 0 ? source.tilt : Math.exp(0.3 * u.normal()))),
    };
  });
  return {
    seed,
    perDay,
    week,
    names: [
      campaigns,
      refs.map(({ name }) => name),
      CHANNELS,
      paths,
      COUNTRIES,
      cities,
      LANGUAGES,
      DEVICES,
      SYSTEMS,
      BROWSERS,
    ],
    countries,
    refs,
    campaigns: campaigns.map((_, i) => ({
      share: i === 0 ? 0 : u.between(0.01, 0.06),
      ref: u.pick([1, 8, 7, 11]),
      page: u.int(pages),
    })),
    rate: u.between(0.02, 0.06),
    dayNoise: u.between(0.03, 0.08),
    weekNoise: 0.02,
    trend: 1 + 0.005 * u.normal() + 0.003,
    again: u.between(0.12, 0.28),
    pageNoise: u.between(0.05, 0.12),
    drift: u.between(0.03, 0.06),
  };
}

/** Columns of sessions. */
export class Block {
  n = 0;
  dims = Array.from({ length: TRAITS }, () => new Uint16Array(0));
  day = new Uint8Array(0);
  visitor = new Uint32Array(0);
  views = new Uint16Array(0);
  conversions = new Uint8Array(0);

  room(): number {
    if (this.n === this.day.length) {
      const length = Math.ceil(this.n * 1.5) + 1024;
      const grow = <List extends Uint8Array | Uint16Array | Uint32Array>(list: List, grown: List): List => {
        grown.set(list);
        return grown;
      };
      this.dims = this.dims.map((list) => grow(list, new Uint16Array(length)));
      this.day = grow(this.day, new Uint8Array(length));
      this.visitor = grow(this.visitor, new Uint32Array(length));
      this.views = grow(this.views, new Uint16Array(length));
      this.conversions = grow(this.conversions, new Uint8Array(length));
    }
    return this.n++;
  }

  copy(from: Block, i: number): number {
    const k = this.room();
    for (let d = 0; d < TRAITS; d++) this.dims[d]![k] = from.dims[d]![i]!;
    this.day[k] = from.day[i]!;
    this.visitor[k] = from.visitor[i]!;
    this.views[k] = from.views[i]!;
    this.conversions[k] = from.conversions[i]!;
    return k;
  }

  filter(keeps: (i: number) => boolean): Block {
    const kept = new Block();
    for (let i = 0; i < this.n; i++) if (keeps(i)) kept.copy(this, i);
    return kept;
  }
}

interface Person {
  readonly ref: number;
  readonly country: number;
  readonly city: number;
  readonly language: number;
  readonly device: number;
  readonly os: number;
  readonly browser: number;
  readonly id: number;
}

/** Who has come before: the most recent visitors. */
export interface Ring {
  readonly people: readonly Person[];
  readonly id: number;
}

interface Options {
  readonly ring?: Ring;
  /** Drifts of weeks that begin before this day are the website's own. */
  readonly fresh?: number;
  readonly scale?: number;
}

/** Sessions of the days `[from, to)`, and who has come by then. `seed` makes the noise of these days. */
export function generate(site: Site, from: number, to: number, seed: number, options: Options = {}) {
  const { ring, fresh = 1e9, scale = 1 } = options;
  const u = random(seed);
  const paths = new Map<number, number>();
  const wander = (key: number, sigma: number, week: number): number => {
    const at = key * 64 + week;
    let x = paths.get(at);
    if (x === undefined) {
      x = 0;
      for (let w = 0; w <= week; w++) {
        x = 0.8 * x + sigma * random(key * 131 + w * 7919 + (w * 7 >= fresh ? seed * 31 : site.seed * 17)).normal();
      }
      paths.set(at, x);
    }
    return Math.exp(x);
  };
  const most = Math.min(60_000, Math.ceil(site.perDay * 5) + 50);
  const people = [...(ring?.people ?? [])];
  let id = ring?.id ?? 1;
  const out = new Block();
  for (let day = from; day < to; day++) {
    const weekday = ((day % 7) + 7) % 7;
    const week = Math.max(0, Math.floor(day / 7));
    const refs = cumulate(
      site.refs.map(
        (x, i) =>
          x.weight *
          wander(1000 + i, site.drift, week) *
          Math.exp(x.noise * u.normal()) *
          (weekday > 4 ? x.weekend : 1),
      ),
    );
    const pageNoise = site.names[D.entryPage]!.map(
      (_, i) => wander(3000 + i, site.drift, week) * Math.exp(site.pageNoise * u.normal()),
    );
    const countryNoise = site.countries.map((c, i) => wander(5000 + i, 0.02, week) * Math.exp(c.noise * u.normal()));
    const pages = site.refs.map((x) => cumulate(x.page.map((w, i) => w * pageNoise[i]!)));
    const countries = site.refs.map((x) => cumulate(x.country.map((w, i) => w * countryNoise[i]!)));
    const sessions = u.poisson(
      site.perDay *
        site.week[weekday]! *
        scale *
        site.trend ** (day / 7) *
        wander(1, site.weekNoise, week) *
        Math.exp(site.dayNoise * u.normal()),
    );
    for (let s = 0; s < sessions; s++) {
      let person: Person;
      let isBack = false;
      if (people.length > 20 && u() < site.again) {
        const recent = u() < 0.5 ? people.length - 1 - Math.floor(people.length * u() * u()) : u.int(people.length);
        const found = people[recent]!;
        person = u() < 0.6 ? { ...found, ref: 0 } : found;
        isBack = true;
      } else {
        person = makePerson(site, u, id++, refs, countries);
        isBack = u() < site.refs[person.ref]!.again * 0.3;
        people.push(person);
      }
      addSession(site, u, out, day, person, isBack, pages);
    }
    if (people.length > most) people.splice(0, people.length - most);
  }
  return { block: out, ring: { people, id } satisfies Ring };
}

function makePerson(site: Site, u: Rng, id: number, refs: Cumulative, countries: readonly Cumulative[]): Person {
  const ref = draw(refs, u());
  const source = site.refs[ref]!;
  const country = draw(countries[ref]!, u());
  const c = site.countries[country]!;
  const city = c.city + draw(c.cities, u());
  const language = u() < c.english ? 0 : c.language;
  const device = u() < source.mobile * c.mobile ? (u() < 0.06 ? 2 : 1) : 0;
  const pickDesktop = () => {
    const y = u();
    const linux = source.name === 'Hacker News' || source.name === 'GitHub' ? 0.25 : 0.06;
    return y < linux ? 2 : y < linux + 0.3 ? 1 : 0;
  };
  const os = device > 0 ? (u() < c.ios ? 3 : 4) : pickDesktop();
  return { ref, country, city, language, device, os, browser: draw(BROWSER_OF[os]!, u()), id };
}

function addSession(
  site: Site,
  u: Rng,
  out: Block,
  day: number,
  person: Person,
  isBack: boolean,
  pages: readonly Cumulative[],
) {
  let { ref } = person;
  let { channel } = site.refs[ref]!;
  let campaign = 0;
  let page: number | undefined;
  for (let k = 1; k < site.campaigns.length; k++) {
    const own = site.campaigns[k]!;
    if (u() >= own.share) continue;
    campaign = k;
    ref = own.ref;
    channel = ref === 11 ? 5 : 6;
    page = u() < 0.8 ? own.page : undefined;
    break;
  }
  page ??= draw(pages[ref]!, u());
  const source = site.refs[ref]!;
  const i = out.room();
  const { country, city, language, device, os, browser } = person;
  [campaign, ref, channel, page, country, city, language, device, os, browser].forEach((value, d) => {
    out.dims[d]![i] = value;
  });
  out.day[i] = day;
  out.visitor[i] = person.id;
  out.views[i] = u() < source.bounce ? 1 : 2 + Math.floor(Math.exp(0.7 + 0.8 * u.normal()));
  const rate =
    site.rate * source.rate * (device === 0 ? 1.2 : 0.7) * site.countries[country]!.rate * (isBack ? 1.6 : 0.9);
  out.conversions[i] = u() < rate ? 1 : 0;
}
