import { t } from '../t.js';
import { readBucket, tooltipContent } from './chart-reading.js';
import { ChartZoom } from './chart-zoom.js';
import { figures } from './content.js';
import { element, px } from './elements.js';
import type { Tooltip } from './tooltip.js';

/**
 * Shows the values at the pointer, a finger, or the cursor of the arrow keys. It is an overlay; its values come from
 * the chart's table.
 */
export class ChartReader {
  readonly #area = element('div', 'reader-area');
  readonly #line = element('div', 'reader-line');
  readonly #dots = [element('div', 'reader-dot previous'), element('div', 'reader-dot')] as const;
  readonly #sizes = new ResizeObserver(() => this.#place());
  readonly #zoom = new ChartZoom();
  #index: number | undefined;
  #shown = false;
  /** Where the pointer was pressed. */
  #press: { readonly x: number; readonly index: number } | undefined;

  constructor(private readonly tooltip: Tooltip) {
    this.#area.tabIndex = 0;
    this.#area.role = 'slider';
    this.#area.addEventListener('pointermove', (event) => this.#onMove(event));
    this.#area.addEventListener('pointerdown', (event) => this.#onPress(event));
    this.#area.addEventListener('pointerup', () => {
      if (this.#press) this.#open();
    });
    this.#area.addEventListener('pointercancel', () => this.#deselect());
    // A finger leaves right after a tap, so its tooltip stays until the focus moves on.
    this.#area.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'touch' || this.#hide());
    this.#area.addEventListener('focus', () => this.#show(this.#index ?? this.#last()));
    this.#area.addEventListener('blur', () => {
      this.#deselect();
      this.#hide();
    });
    this.#area.addEventListener('keydown', (event) => this.#onKey(event));
    this.update();
  }

  /** Restores its position after the chart has changed, and shows the new values. */
  update(): void {
    const holder = figures()?.querySelector('.chart-reader');
    if (!holder) {
      this.#hide();
      return;
    }
    if (this.#area.parentNode !== holder) {
      holder.append(this.#zoom.band, this.#line, ...this.#dots, this.#area);
      this.#sizes.disconnect();
      this.#sizes.observe(holder);
    }
    const label = figures()?.querySelector('.chart')?.getAttribute('aria-label') ?? '';
    this.#area.ariaLabel = this.#zoom.isPossible
      ? t('{chart}, move with the arrow keys, select with Shift, zoom with Enter', { chart: label })
      : t('{chart}, move with the arrow keys', { chart: label });
    this.#area.ariaValueMin = '0';
    this.#area.ariaValueMax = String(Math.max(0, this.#count - 1));
    this.#zoom.update();
    if (this.#index !== undefined && this.#index >= this.#count) this.#index = undefined;
    this.#describe(this.#index ?? this.#last());
    this.#place();
  }

  /** The first day of the bucket that is read, `YYYY-MM-DD`. */
  get day(): string | undefined {
    return this.#shown ? this.#rows[this.#index ?? 0]?.cells[0]?.dataset.day : undefined;
  }

  get #plot(): DOMRect {
    return figures()?.querySelector('.plot')?.getBoundingClientRect() ?? new DOMRect();
  }

  get #rows(): NodeListOf<HTMLTableRowElement> {
    return document.querySelectorAll('.chart-table tbody tr');
  }

  get #count(): number {
    return this.#rows.length;
  }

  /** The last bucket that has begun. */
  #last(): number {
    const begun = [...this.#rows].filter((row) => row.cells[1]?.textContent !== '');
    return Math.max(0, begun.length - 1);
  }

  #place(): void {
    const holder = this.#area.parentElement?.getBoundingClientRect();
    if (!holder) return;
    const { x, y, right, height } = this.#plot;
    // Without its own width, which would widen the page for a moment in a window that has just become narrower.
    const sides = { left: x - holder.x, right: holder.right - right };
    // The marks of notes reach below the plot.
    Object.assign(this.#area.style, px({ ...sides, top: y - holder.y, height: height + MARK_RADIUS }));
    if (this.#shown) this.#show(this.#index ?? 0);
    else this.#hide();
  }

  #indexAt(clientX: number): number {
    const { x, width } = this.#plot;
    return Math.round(((clientX - x) / width) * (this.#count - 1));
  }

  #show(wanted: number): void {
    const index = Math.max(0, Math.min(wanted, this.#count - 1));
    const reading = readBucket(this.#rows[index], index);
    const holder = this.#area.parentElement?.getBoundingClientRect();
    if (!reading || !holder) return;
    this.#index = index;
    this.#shown = true;
    this.#describe(index);
    const plot = this.#plot;
    const share = this.#count === 1 ? 0.5 : index / (this.#count - 1);
    const left = plot.x - holder.x + share * plot.width;
    Object.assign(this.#line.style, px({ left, top: plot.y - holder.y, height: plot.height }));
    this.#line.hidden = false;
    const top = Number(figures()?.querySelector<HTMLElement>('.line-chart')?.dataset.top ?? 1);
    reading.heights.forEach((value, which) => {
      const dot = this.#dots[which as 0 | 1];
      dot.hidden = Number.isNaN(value);
      const height = (1 - value / top) * plot.height;
      Object.assign(dot.style, px({ left, top: plot.y - holder.y + height }));
    });
    this.#zoom.draw(plot, holder);
    const content = this.#selection ?? tooltipContent(reading, this.#head(2));
    this.tooltip.show(content, plot.x + share * plot.width, plot.y + plot.height / 2);
  }

  /** For the tooltip. */
  get #selection(): readonly Node[] | undefined {
    const { name } = this.#zoom;
    const hint = this.#press ? t('Release to zoom in') : t('Press Enter to zoom in');
    return name === undefined ? undefined : [element('strong', '', name), element('span', 'muted', hint)];
  }

  /** The heading of a column, from 1. */
  #head(column: number): string {
    return document.querySelector(`.chart-table th:nth-child(${column})`)?.textContent ?? '';
  }

  #describe(index: number): void {
    const reading = readBucket(this.#rows[index], index);
    this.#area.ariaValueNow = String(index);
    if (!reading) return;
    if (this.#zoom.isActive) {
      this.#area.ariaValueText = t('Selected: {days}. Press Enter to zoom in.', { days: this.#zoom.name ?? '' });
      return;
    }
    const { name, current, previous, change, notes } = reading;
    const compared = this.#head(3);
    const parts = [
      `${name}. ${this.#head(2)}: ${current || t('no data yet')}.`,
      ...(compared === '' ? [] : [`${compared}: ${previous || t('no data')}.`]),
      ...(change === '' ? [] : [t('Change: {change}.', { change })]),
      ...notes.map((note) => t('Note: {note}', { note })),
    ];
    this.#area.ariaValueText = parts.join(' ');
  }

  #hide(): void {
    this.#shown = false;
    this.#line.hidden = true;
    for (const dot of this.#dots) dot.hidden = true;
    this.tooltip.hide();
  }

  #onPress(event: PointerEvent): void {
    const { clientX: x, pointerType, button, pointerId } = event;
    this.#deselect();
    // A finger scrolls.
    if (pointerType !== 'touch' && button === 0 && this.#zoom.isPossible) {
      this.#press = { x, index: this.#indexAt(x) };
      this.#area.setPointerCapture(pointerId);
    }
    this.#show(this.#indexAt(x));
  }

  #onMove({ clientX: x }: PointerEvent): void {
    const index = this.#indexAt(x);
    if (this.#press && (this.#zoom.isActive || Math.abs(x - this.#press.x) >= MIN_DRAG)) {
      this.#zoom.select(this.#press.index, index);
    }
    this.#show(index);
  }

  /** Opens what is selected. */
  #open(): void {
    this.#press = undefined;
    if (!this.#zoom.isActive) return;
    this.#zoom.open();
    this.#deselect();
    this.#index = undefined;
    this.#hide();
  }

  #onEscape(): void {
    const wasActive = this.#zoom.isActive;
    this.#deselect();
    if (wasActive) this.#show(this.#index ?? this.#last());
    else this.#hide();
  }

  #deselect(): void {
    this.#press = undefined;
    this.#zoom.clear();
  }

  #onKey(event: KeyboardEvent): void {
    const steps: Record<string, number> = {
      ArrowLeft: -1,
      ArrowDown: -1,
      ArrowRight: 1,
      ArrowUp: 1,
      PageDown: -7,
      PageUp: 7,
      Home: -this.#count,
      End: this.#count,
    };
    const step = steps[event.key];
    if (event.key === 'Escape') this.#onEscape();
    if (event.key === 'Enter') this.#open();
    if (step === undefined) return;
    event.preventDefault();
    const index = this.#index ?? this.#last();
    const next = Math.max(0, Math.min(index + step, this.#count - 1));
    if (event.shiftKey && this.#zoom.isPossible) this.#zoom.select(this.#zoom.anchor ?? index, next);
    else this.#deselect();
    this.#show(next);
  }
}

/** In pixels, before a press is a drag. */
const MIN_DRAG = 6;
const MARK_RADIUS = 9;
