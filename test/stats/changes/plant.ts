// Planted changes of the sessions of a range, each with the truth that an answer is held against.
import { type Block, D, generate, type Ring, type Rng, random, type Site } from './generate.js';

export const kinds = [
  'source up',
  'source down',
  'page up',
  'page down',
  'country up',
  'country down',
  'campaign starts',
  'campaign ends',
  'new post',
  'spike before',
  'conversions break',
  'mix shift',
  'page silent',
  'all alike',
  'two causes',
  'pair',
  'source, in conversions',
  'nothing',
] as const;

export type Kind = (typeof kinds)[number];

/** Sessions with all of these values. */
export type Region = readonly { readonly d: number; readonly v: number }[];

export interface Truth {
  readonly regions: readonly { readonly region: Region; readonly up: boolean }[];
  /** Sessions that were added or taken away, or conversions that were. */
  readonly sessions: number;
  readonly conversions?: number;
  readonly isNothing?: true;
  /** Everything rose (1) or fell (-1). */
  readonly alike?: 1 | -1;
  readonly isSilent?: true;
  /** The range before was unusual. */
  readonly isBack?: true;
  readonly isRate?: true;
  /** Either region may be named. */
  readonly isAny?: true;
  readonly isMix?: true;
}

export interface Planting {
  readonly site: Site;
  /** Of the history, as which added sessions look. */
  readonly pool: Block;
  readonly before: Block;
  readonly now: Block;
  readonly ring: Ring;
  /** Of the range, in days. */
  readonly length: number;
}

export interface Planted {
  readonly now: Block;
  readonly before: Block;
  readonly truth: Truth;
}

const isInside = (block: Block, i: number, region: Region) => region.every(({ d, v }) => block.dims[d]![i] === v);

export function countRegion(block: Block, region: Region, weight: (i: number) => number = () => 1): number {
  let n = 0;
  for (let i = 0; i < block.n; i++) if (isInside(block, i, region)) n += weight(i);
  return n;
}

function listShares(block: Block, d: number) {
  const counts = new Map<number, number>();
  for (let i = 0; i < block.n; i++) counts.set(block.dims[d]![i]!, (counts.get(block.dims[d]![i]!) ?? 0) + 1);
  return [...counts].map(([v, n]) => ({ v, n, share: n / block.n }));
}

/** Undefined where the website has nothing to plant it in. */
export function plant(kind: Kind, planting: Planting, seed: number): Planted | undefined {
  return new Planter(planting, random(seed)).plant(kind);
}

type Days = (day: number) => boolean;
const always: Days = () => true;

class Planter {
  private now: Block;
  private before: Block;
  private freshVisitor = 3e9;
  private readonly salt: number;
  private readonly first: number;

  constructor(
    private readonly given: Planting,
    private readonly u: Rng,
  ) {
    ({ now: this.now, before: this.before } = given);
    this.salt = u.int(1e9);
    this.first = 28 + given.length;
  }

  plant(kind: Kind): Planted | undefined {
    const truth = this.makeTruth(kind);
    return truth && { now: this.now, before: this.before, truth };
  }

  private makeTruth(kind: Kind): Truth | undefined {
    switch (kind) {
      case 'campaign starts':
        return this.startCampaign();
      case 'campaign ends':
        return this.endCampaign();
      case 'new post':
        return this.post();
      case 'spike before':
        return this.spikeBefore();
      case 'conversions break':
        return this.breakConversions();
      case 'mix shift':
        return this.shiftMix();
      case 'page silent':
        return this.silencePage();
      case 'all alike':
        return this.scale();
      case 'two causes':
        return this.plantTwo();
      case 'pair':
        return this.plantPair();
      case 'nothing':
        return { isNothing: true, regions: [], sessions: 0 };
      default:
        return this.single(kind);
    }
  }

  /** All days of the range, or some of them. */
  private window(): Days {
    const { first, u } = this;
    const { length } = this.given;
    if (length < 7 || u() < 0.5) return always;
    const from = first + u.int(length - 1);
    const to = u() < 0.6 ? first + length : Math.min(first + length, from + 1 + u.int(3));
    return (day) => day >= from && day < to;
  }

  /** Sessions like those of the region in the history, by new visitors. */
  private add(
    block: Block,
    region: Region,
    n: number,
    when: Days,
    change?: (block: Block, i: number) => void,
  ): [Block, number] {
    const { pool } = this.given;
    const out = block.filter(() => true);
    const days = [...new Set(block.day.subarray(0, block.n))].filter(when);
    const like: number[] = [];
    for (let i = 0; i < pool.n; i++) if (isInside(pool, i, region)) like.push(i);
    if (days.length === 0 || like.length === 0) return [block, 0];
    for (let k = 0; k < n; k++) {
      const i = out.copy(pool, this.u.pick(like));
      out.day[i] = this.u.pick(days);
      out.visitor[i] = this.freshVisitor++;
      change?.(out, i);
    }
    return [out, n];
  }

  /** A visitor stays away, and not a visit. */
  private thin(block: Block, region: Region, keep: number, when: Days): [Block, number] {
    let gone = 0;
    const stays = (visitor: number) => (Math.imul(visitor ^ this.salt, 2654435761) >>> 0) / 4294967296 < keep;
    const out = block.filter((i) => {
      if (!when(block.day[i]!) || !isInside(block, i, region) || stays(block.visitor[i]!)) return true;
      gone++;
      return false;
    });
    return [out, gone];
  }

  private amount(): number {
    return Math.exp(this.u.between(Math.log(0.03), Math.log(0.4)));
  }

  private pick(d: number, least: number, most = 1, allows: (v: number) => boolean = () => true) {
    const list = listShares(this.given.pool, d).filter(({ v, share }) => share >= least && share <= most && allows(v));
    return list.length === 0 ? undefined : this.u.pick(list);
  }

  private rise(region: Region): Truth {
    const when = this.window();
    const share = countRegion(this.given.pool, region) / this.given.pool.n;
    const size = Math.min(Math.max(this.amount(), share * 0.4), Math.max(0.03, share * 20));
    const [now, sessions] = this.add(this.now, region, Math.round(size * this.now.n), when);
    this.now = now;
    return { regions: [{ region, up: true }], sessions };
  }

  private fall(region: Region): Truth {
    const when = this.window();
    const [now, sessions] = this.thin(this.now, region, this.u.between(0, 0.5), when);
    this.now = now;
    return { regions: [{ region, up: false }], sessions };
  }

  private single(kind: string): Truth | undefined {
    const isUp = !kind.endsWith('down');
    const [d, least, most] = kind.startsWith('source')
      ? [D.referrer, isUp ? 0.005 : 0.05, 1]
      : kind.startsWith('page')
        ? [D.entryPage, isUp ? 0.005 : 0.05, 1]
        : [D.country, isUp ? 0.01 : 0.05, 0.7];
    const row = this.pick(d, least, most);
    if (row === undefined) return undefined;
    return isUp ? this.rise([{ d, v: row.v }]) : this.fall([{ d, v: row.v }]);
  }

  /** A new campaign, on one source and one page. */
  private startCampaign(): Truth {
    const { u } = this;
    const { site } = this.given;
    const v = site.names[D.campaign]!.length;
    const ref = u.pick([1, 8, 7, 11]);
    const page = u.int(site.names[D.entryPage]!.length);
    const when = this.window();
    const [now, sessions] = this.add(this.now, [], Math.round(this.amount() * this.now.n), when, ({ dims }, i) => {
      dims[D.campaign]![i] = v;
      dims[D.referrer]![i] = ref;
      dims[D.channel]![i] = ref === 11 ? 5 : 6;
      if (u() < 0.85) dims[D.entryPage]![i] = page;
      if (ref !== 8 || u() >= 0.6) return;
      dims[D.device]![i] = 1;
      const isIos = u() < 0.5;
      dims[D.os]![i] = isIos ? 3 : 4;
      dims[D.browser]![i] = isIos ? 1 : 0;
    });
    this.now = now;
    return { regions: [{ region: [{ d: D.campaign, v }], up: true }], sessions };
  }

  private endCampaign(): Truth | undefined {
    const row = this.pick(D.campaign, 0.02, 1, (v) => v !== 0);
    if (row === undefined) return undefined;
    const from = this.given.length < 7 ? 0 : this.first + this.u.int(3);
    const region = [{ d: D.campaign, v: row.v }];
    const [now, sessions] = this.thin(this.now, region, 0, (day) => day >= from);
    this.now = now;
    return { regions: [{ region, up: false }], sessions };
  }

  /** Hacker News to one page: mostly desktops, mostly from the US. */
  private post(): Truth {
    const { u } = this;
    const { site } = this.given;
    const page = u.int(site.names[D.entryPage]!.length);
    const when = this.window();
    const [now, sessions] = this.add(this.now, [], Math.round(this.amount() * this.now.n), when, (block, i) => {
      const { dims } = block;
      dims[D.campaign]![i] = 0;
      dims[D.referrer]![i] = 4;
      dims[D.channel]![i] = 2;
      if (u() < 0.88) dims[D.entryPage]![i] = page;
      if (u() < 0.55) {
        dims[D.country]![i] = 0;
        dims[D.city]![i] = site.countries[0]!.city + u.int(3);
        dims[D.language]![i] = 0;
      }
      if (u() < 0.75) {
        dims[D.device]![i] = 0;
        dims[D.os]![i] = u.int(3);
        dims[D.browser]![i] = u() < 0.6 ? 0 : 2;
      }
      if (u() < 0.8) block.conversions[i] = 0;
    });
    this.now = now;
    return { regions: [{ region: [{ d: D.referrer, v: 4 }], up: true }], sessions };
  }

  private spikeBefore(): Truth | undefined {
    const row = this.pick(D.referrer, 0.005, 0.3);
    if (row === undefined) return undefined;
    const region = [{ d: D.referrer, v: row.v }];
    const [before, sessions] = this.add(this.before, region, Math.round(this.amount() * this.before.n), always);
    this.before = before;
    return { regions: [{ region, up: false }], sessions, isBack: true };
  }

  /** Named by the first dimension that has the same sessions. */
  private breakConversions(): Truth | undefined {
    const { u } = this;
    const { pool } = this.given;
    const picked = u() < 0.6 ? D.browser : u() < 0.5 ? D.device : D.os;
    const row = this.pick(picked, 0.05, 0.7);
    if (row === undefined) return undefined;
    const when = this.window();
    const out = this.now.filter(() => true);
    let conversions = 0;
    for (let i = 0; i < out.n; i++) {
      if (!when(out.day[i]!) || out.dims[picked]![i] !== row.v || !out.conversions[i] || u() >= 0.95) continue;
      out.conversions[i] = 0;
      conversions++;
    }
    this.now = out;
    const isSame = (d: number) => {
      const own: Region = [{ d: picked, v: row.v }];
      return listShares(pool, d).find(({ v, n }) => n === row.n && countRegion(pool, [...own, { d, v }]) === n);
    };
    for (const d of [D.device, D.os, D.browser]) {
      const same = isSame(d);
      if (same !== undefined)
        return { regions: [{ region: [{ d, v: same.v }], up: false }], sessions: 0, conversions, isRate: true };
    }
    return undefined;
  }

  /** One source falls, another one rises as much; the rates within stay. */
  private shiftMix(): Truth | undefined {
    const { pool } = this.given;
    const rate = (v: number) => {
      const region = [{ d: D.referrer, v }];
      return countRegion(pool, region, (i) => pool.conversions[i]!) / (1 + countRegion(pool, region));
    };
    const list = listShares(pool, D.referrer)
      .filter(({ share }) => share > 0.03)
      .map((row) => ({ ...row, rate: rate(row.v) }))
      .sort((a, b) => b.rate * b.share - a.rate * a.share);
    const [high, ...others] = list;
    const [low] = others.sort((a, b) => a.rate - b.rate);
    if (high === undefined || low === undefined) return undefined;
    const count = () => countRegion(this.now, [], (i) => this.now.conversions[i]!);
    const earlier = count();
    const [fallen, sessions] = this.thin(this.now, [{ d: D.referrer, v: high.v }], this.u.between(0.3, 0.7), always);
    [this.now] = this.add(fallen, [{ d: D.referrer, v: low.v }], sessions, always);
    const regions = [
      { region: [{ d: D.referrer, v: high.v }], up: false },
      { region: [{ d: D.referrer, v: low.v }], up: true },
    ];
    return { regions, isAny: true, sessions, conversions: Math.abs(count() - earlier), isMix: true };
  }

  /** A page that does not load on one day: its visitors stay away, or begin with another page. */
  private silencePage(): Truth | undefined {
    const { u } = this;
    const row = this.pick(D.entryPage, 0.03);
    if (row === undefined) return undefined;
    const day = this.first + u.int(this.given.length);
    const others = this.given.site.names[D.entryPage]!.length;
    let sessions = 0;
    const now = this.now.filter(() => true);
    this.now = now.filter((i) => {
      const pages = now.dims[D.entryPage]!;
      if (now.day[i] !== day || pages[i] !== row.v) return true;
      sessions++;
      if (u() < 0.6) return false;
      now.views[i] = Math.max(1, now.views[i]! - 1);
      pages[i] = (row.v + 1 + u.int(others - 1)) % others;
      return true;
    });
    return { isSilent: true, regions: [{ region: [{ d: D.entryPage, v: row.v }], up: false }], sessions };
  }

  private scale(): Truth {
    const isUp = this.u() < 0.6;
    const scale = isUp ? 1.2 : 0.8;
    const { first } = this;
    const { site, length, ring } = this.given;
    const made = generate(site, first, first + length, this.u.int(1e9), { ring, fresh: first, scale });
    this.now = made.block;
    return { alike: isUp ? 1 : -1, regions: [], sessions: Math.round(this.now.n * Math.abs(1 - 1 / scale)) };
  }

  private plantTwo(): Truth | undefined {
    const one = this.single(this.u.pick(['source up', 'source down']));
    const other = this.single(this.u.pick(['page up', 'page down', 'country up', 'country down']));
    if (one === undefined || other === undefined) return undefined;
    return {
      regions: [...one.regions, ...other.regions],
      isAny: true,
      sessions: Math.min(one.sessions, other.sessions),
    };
  }

  private plantPair(): Truth | undefined {
    const device = this.u() < 0.7 ? 1 : 0;
    const row = this.pick(D.country, 0.02, 0.7);
    if (row === undefined) return undefined;
    const region = [
      { d: D.country, v: row.v },
      { d: D.device, v: device },
    ];
    if (countRegion(this.given.pool, region) <= 5) return undefined;
    return this.u() < 0.7 ? this.rise(region) : this.fall(region);
  }
}
