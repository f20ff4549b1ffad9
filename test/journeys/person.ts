import type { Page } from 'playwright-core';
import type { PastEvent } from '../oracle/past-event.js';
import { show } from '../tracker/visibility.js';
import type { FixtureSites } from './fixture-sites.js';
import type { Look } from './people.js';
import { isHashPage, LINKS, type LinkName, siteOf } from './sites.js';
import type { Fate } from './timeline.js';

/** A page with a website's script, as its visitor knows it. */
interface View {
  readonly host: string;
  readonly path: string;
  readonly fate: Fate;
  readonly hidden: boolean;
  /** Seconds for which it has been seen, and those that a leave has told of. */
  readonly seen: number;
  readonly told: number;
}

/** What else there is to know of a page that somebody comes to. */
interface Arrival {
  readonly fate?: Fate;
  readonly referrer?: string;
  /** The event that the page reports by itself as soon as it is there. */
  readonly reports?: string;
}

export interface Visitor {
  readonly name: string;
  readonly look: Look;
  readonly fate: Fate;
}

type Place = readonly [host: string, path: string];

/** Somebody who walks through the fixture in a browser, and keeps the timeline of what is to be counted of it. */
export class Person {
  #view: View | undefined;
  #fate: Fate;

  constructor(
    private readonly fixture: FixtureSites,
    private readonly page: Page,
    private readonly visitor: Visitor,
  ) {
    this.#fate = visitor.fate;
  }

  /** Types an address. */
  opens = (host: string, path: string, arrival?: Arrival): Promise<void> =>
    this.#goes(() => this.page.goto(this.fixture.at(host, path)), [host, path], arrival);

  /** Comes across a link to a website somewhere on the web, and follows it. */
  async follows(name: LinkName): Promise<void> {
    const { on, to, ...arrival } = LINKS[name];
    await this.opens(on, '/');
    await this.#goes(() => this.#clicksTo(name, to), to, arrival);
  }

  /** Clicks a link to another page of the website. */
  goes = (text: string, path: string, arrival?: Arrival): Promise<void> =>
    this.#goes(() => this.#clicksTo(text, [this.#host, path]), [this.#host, path], arrival);

  /** Goes back to a page that the browser has kept as it was. */
  goesBack = (host: string, path: string): Promise<void> => this.#goes(() => this.#stepsBack(), [host, path]);

  /** Clicks a link to another host and is gone. */
  async exits(text: string, to: Place): Promise<void> {
    this.#notes({ type: 'exit', link: this.fixture.at(...to) });
    await this.#goes(() => this.#clicksTo(text, to), to);
  }

  /** Opens a link to another host in a tab beside, and stays. */
  async opensBeside(text: string, to: Place): Promise<void> {
    const beside = this.page.context().waitForEvent('page');
    await this.page.click(named(text), { button: 'middle' });
    await (await beside).close();
    this.#notes({ type: 'exit', link: this.fixture.at(...to) });
    await this.fixture.told();
  }

  /** Clicks what leads to another address within an app. */
  moves = (text: string, path: string): Promise<void> => this.#moves(() => this.#clicks(text), path);

  movesBack = (path: string): Promise<void> => this.#moves(() => this.#stepsBack(), path);

  /** Clicks what is no page; what it `reports` is an event of the page's own. */
  async clicks(text: string, reports?: string): Promise<void> {
    await this.#clicks(text);
    if (reports !== undefined) this.#notes({ type: 'custom', name: reports });
    await this.fixture.told();
  }

  /** Another window covers the page. */
  async looksAway(): Promise<void> {
    await show(this.page, 'hidden');
    this.#leaves();
    if (this.#view !== undefined) this.#view = { ...this.#view, hidden: true };
    await this.fixture.told();
  }

  async looksAgain(): Promise<void> {
    await show(this.page, 'visible');
    if (this.#view !== undefined) this.#view = { ...this.#view, hidden: false };
  }

  /** Is not to be counted from now on. */
  async optsOut(): Promise<void> {
    await this.page.evaluate("localStorage.footfall_ignore = 'true'");
    this.#fate = 'unsent';
    if (this.#view !== undefined) this.#view = { ...this.#view, fate: 'unsent' };
  }

  /** Closes the page, and its context when the page has said its last. */
  async closes(): Promise<void> {
    await this.#goes(() => this.page.close());
    await this.page.context().close();
  }

  /** Looks at the page for so many seconds; they go by for everybody. */
  reads = (seconds: number): Promise<void> => this.fixture.passes(seconds);

  /** Time goes by on the page, if it is still there. */
  async waits(seconds: number): Promise<void> {
    if (this.page.isClosed()) return;
    await this.page.clock.fastForward(seconds * 1000);
    if (this.#view?.hidden === false) this.#view = { ...this.#view, seen: this.#view.seen + seconds };
  }

  get #host(): string {
    return this.#view?.host ?? '';
  }

  /** Leaves one page, and comes to another or to none. */
  async #goes(act: () => Promise<unknown>, to?: Place, arrival?: Arrival): Promise<void> {
    await act();
    this.#leaves();
    this.#view = undefined;
    if (to !== undefined) this.#views(to, arrival);
    await this.fixture.told();
  }

  /** Goes on to another page of the app, which is not loaded. */
  async #moves(act: () => Promise<unknown>, path: string): Promise<void> {
    await act();
    this.#leaves();
    this.#views([this.#host, path]);
    await this.fixture.told();
  }

  #views([host, path]: Place, { fate = this.#fate, reports, referrer }: Arrival = {}): void {
    if (siteOf(host) === undefined) return;
    this.#view = { host, path, fate, hidden: false, seen: 0, told: 0 };
    this.#notes({ type: 'pageview', ...(referrer !== undefined && { referrer }) });
    if (reports !== undefined) this.#notes({ type: 'custom', name: reports });
  }

  /** A page that has been seen for longer than it has told so far tells so. */
  #leaves(): void {
    if (this.#view === undefined || this.#view.seen <= this.#view.told) return;
    this.#notes({ type: 'leave', seconds: this.#view.seen });
    this.#view = { ...this.#view, told: this.#view.seen };
  }

  #notes(event: Pick<PastEvent, 'type' | 'referrer' | 'link' | 'name' | 'seconds'>): void {
    const site = siteOf(this.#host);
    if (this.#view === undefined || site === undefined) throw new Error(`${this.visitor.name} is on no website`);
    const { host, path, fate } = this.#view;
    const { name, look } = this.visitor;
    const page = { url: this.fixture.at(host, path), hash: isHashPage(host, path) };
    const noted = { ...event, ...page, timestamp: this.fixture.now(), visitor: name, ...look.traits };
    this.fixture.timeline.note({ site, fate, event: noted });
  }

  #clicks(text: string): Promise<void> {
    const { hand } = this.visitor.look;
    if (hand === 'keyboard') return this.page.press(named(text), 'Enter');
    return hand === 'finger' ? this.page.tap(named(text)) : this.page.click(named(text));
  }

  async #clicksTo(text: string, to: Place): Promise<void> {
    const address = this.fixture.at(...to);
    await Promise.all([this.page.waitForURL((url) => url.href === address), this.#clicks(text)]);
  }

  /** Where the browser has kept the page, nothing loads that could be waited for. */
  async #stepsBack(): Promise<void> {
    await this.page.evaluate('history.back()').catch(() => undefined);
  }
}

/** What bears exactly this text. */
const named = (text: string): string => `text="${text}"`;
