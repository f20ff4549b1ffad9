import { figures } from './content.js';
import type { Tooltip } from './tooltip.js';

/** A bucket in the chart's table. */
interface Reading {
  readonly name: string;
  readonly current: string;
  readonly previous: string;
  readonly previousName: string;
  /** Heights in the chart; NaN for a missing value. */
  readonly heights: readonly [previous: number, current: number];
}

/**
 * Shows the values at the pointer, a finger, or the cursor of the arrow keys. It is an overlay; its values come from
 * the chart's table.
 */
export class ChartReader {
  readonly #area = element('div', 'reader-area');
  readonly #line = element('div', 'reader-line');
  readonly #dots = [element('div', 'reader-dot previous'), element('div', 'reader-dot')] as const;
  readonly #sizes = new ResizeObserver(() => this.#place());
  #index: number | undefined;
  #shown = false;

  constructor(private readonly tooltip: Tooltip) {
    this.#area.tabIndex = 0;
    this.#area.role = 'slider';
    this.#area.addEventListener('pointermove', (event) => this.#show(this.#indexAt(event.clientX)));
    this.#area.addEventListener('pointerdown', (event) => this.#show(this.#indexAt(event.clientX)));
    // A finger leaves right after a tap, so its tooltip stays until the focus moves on.
    this.#area.addEventListener('pointerleave', ({ pointerType }) => pointerType === 'touch' || this.#hide());
    this.#area.addEventListener('focus', () => this.#show(this.#index ?? this.#last()));
    this.#area.addEventListener('blur', () => this.#hide());
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
      holder.append(this.#line, ...this.#dots, this.#area);
      this.#sizes.disconnect();
      this.#sizes.observe(holder);
    }
    const label = figures()?.querySelector('.chart')?.getAttribute('aria-label') ?? '';
    this.#area.ariaLabel = `${label}, move with the arrow keys`;
    this.#area.ariaValueMin = '0';
    this.#area.ariaValueMax = String(Math.max(0, this.#count - 1));
    if (this.#index !== undefined && this.#index >= this.#count) this.#index = undefined;
    this.#describe(this.#index ?? this.#last());
    this.#place();
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

  #reading(index: number): Reading | undefined {
    const row = this.#rows[index];
    if (!row) return undefined;
    const [name, current, previous] = row.cells;
    return {
      name: name?.textContent ?? '',
      current: current?.textContent ?? '',
      previous: previous?.textContent ?? '',
      previousName: previous?.title ?? '',
      heights: [readHeight(previous), readHeight(current)],
    };
  }

  #place(): void {
    const holder = this.#area.parentElement?.getBoundingClientRect();
    if (!holder) return;
    const { x, y, right, height } = this.#plot;
    // Without its own width, which would widen the page for a moment in a window that has just become narrower.
    const sides = { left: x - holder.x, right: holder.right - right };
    Object.assign(this.#area.style, px({ ...sides, top: y - holder.y, height }));
    if (this.#shown) this.#show(this.#index ?? 0);
    else this.#hide();
  }

  #indexAt(clientX: number): number {
    const { x, width } = this.#plot;
    return Math.round(((clientX - x) / width) * (this.#count - 1));
  }

  #show(wanted: number): void {
    const index = Math.max(0, Math.min(wanted, this.#count - 1));
    const reading = this.#reading(index);
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
    this.tooltip.show(tooltipContent(reading, this.#head()), plot.x + share * plot.width, plot.y + plot.height / 2);
  }

  #head(): string {
    return document.querySelector('.chart-table th:nth-child(2)')?.textContent ?? '';
  }

  #describe(index: number): void {
    const reading = this.#reading(index);
    this.#area.ariaValueNow = String(index);
    if (!reading) return;
    const { name, current, previous } = reading;
    this.#area.ariaValueText = `${name}. ${this.#head()}: ${current || 'no data yet'}. Previous: ${previous || 'no data'}.`;
  }

  #hide(): void {
    this.#shown = false;
    this.#line.hidden = true;
    for (const dot of this.#dots) dot.hidden = true;
    this.tooltip.hide();
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
    if (event.key === 'Escape') this.#hide();
    if (step === undefined) return;
    event.preventDefault();
    this.#show((this.#index ?? this.#last()) + step);
  }
}

function tooltipContent({ name, current, previous, previousName }: Reading, head: string): readonly Node[] {
  const title = element('strong', '');
  title.textContent = name;
  const list = element('dl', '');
  const add = (term: string, value: string, className: string) => {
    if (value === '') return;
    const [dt, dd] = [element('dt', className), element('dd', '')];
    [dt.textContent, dd.textContent] = [term, value];
    list.append(dt, dd);
  };
  add(head, current, '');
  add(previousName, previous, 'previous');
  return [title, list];
}

function element(name: string, className: string): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  return made;
}

const px = (lengths: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, `${length}px`]));

/** Height in the chart. */
const readHeight = (cell: HTMLElement | undefined): number => Number.parseFloat(cell?.dataset.height ?? '');
