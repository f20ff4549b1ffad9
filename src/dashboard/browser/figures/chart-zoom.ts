import { figures } from './content.js';
import { element, px } from './elements.js';

/** Buckets that are selected in the chart, to open their days as the range. Hours are selected as whole days. */
export class ChartZoom {
  readonly band = element('div', 'reader-band');
  /** Indexes of buckets: where the selection began, and where it was moved to. */
  #selected: readonly [anchor: number, end: number] | undefined;
  /** The days that were selected from. */
  #chart = '';

  constructor() {
    this.clear();
  }

  /** Another range has other buckets. */
  update(): void {
    const days = this.#rows.map(dayIn).join();
    if (days !== this.#chart) this.clear();
    this.#chart = days;
  }

  /** A single day has nothing to zoom in on. */
  get isPossible(): boolean {
    return this.#link !== null;
  }

  get isActive(): boolean {
    return this.#selected !== undefined;
  }

  get anchor(): number | undefined {
    return this.#selected?.[0];
  }

  select(anchor: number, end: number): void {
    const clamp = (index: number) => Math.max(0, Math.min(index, this.#rows.length - 1));
    this.#selected = [clamp(anchor), clamp(end)];
  }

  clear(): void {
    this.#selected = undefined;
    this.band.hidden = true;
  }

  /** Follows the link, so that the page changes in place. */
  open(): void {
    const [link, days] = [this.#link, this.#days];
    if (!link || !days) return;
    const url = new URL(link.href);
    for (const [name, day] of Object.entries(days)) url.searchParams.set(name, day);
    link.href = url.href;
    link.click();
  }

  /** Each point has the space to the middle between it and the next one. */
  draw(plot: DOMRect, holder: DOMRect): void {
    const buckets = this.#buckets;
    this.band.hidden = buckets === undefined;
    if (!buckets) return;
    const x = (index: number) => Math.max(0, Math.min((index / (this.#rows.length - 1)) * plot.width, plot.width));
    const [left, right] = [x(buckets[0] - 0.5), x(buckets[1] + 0.5)];
    const { height } = plot;
    Object.assign(
      this.band.style,
      px({ left: plot.x - holder.x + left, top: plot.y - holder.y, width: right - left, height }),
    );
  }

  /** What is selected, in words. */
  get name(): string | undefined {
    const names = this.#buckets?.map((index) => this.#rows[index]?.cells[0]?.textContent ?? '');
    return names && [...new Set(names)].join(' – ');
  }

  get #link(): HTMLAnchorElement | null {
    return figures()?.querySelector<HTMLAnchorElement>('.zoom-link') ?? null;
  }

  get #rows(): readonly HTMLTableRowElement[] {
    return [...document.querySelectorAll<HTMLTableRowElement>('.chart-table tbody tr')];
  }

  /** The first and the last one, with all hours of their days. */
  get #buckets(): readonly [first: number, last: number] | undefined {
    if (!this.#selected) return undefined;
    const days = this.#rows.map(dayIn);
    const [first, last] = [Math.min(...this.#selected), Math.max(...this.#selected)];
    return [days.indexOf(days[first] ?? ''), days.lastIndexOf(days[last] ?? '')];
  }

  /** The last day is the one before the next bucket. */
  get #days(): { readonly from: string; readonly to: string } | undefined {
    const buckets = this.#buckets;
    if (!buckets) return undefined;
    const [from, next] = [dayIn(this.#rows[buckets[0]]), dayIn(this.#rows[buckets[1] + 1])];
    return { from, to: next === '' ? (this.#link?.dataset.last ?? from) : dayBefore(next) };
  }
}

const dayIn = (row: HTMLTableRowElement | undefined): string => row?.cells[0]?.dataset.day ?? '';

const DAY_MS = 24 * 60 * 60 * 1000;

const dayBefore = (day: string): string => new Date(Date.parse(day) - DAY_MS).toISOString().slice(0, 10);
