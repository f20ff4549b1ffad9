/** A box beside a point, within the window. */
export class Tooltip {
  readonly #box = document.createElement('div');

  constructor() {
    this.#box.className = 'tooltip';
    this.#box.hidden = true;
    // Screen readers read the labels of the elements beside it instead.
    this.#box.ariaHidden = 'true';
    document.body.append(this.#box);
  }

  get isShown(): boolean {
    return !this.#box.hidden;
  }

  /** Shows the box at a point in the window, preferably above it. */
  show(content: readonly (Node | string)[], x: number, y: number): void {
    this.#box.replaceChildren(...content);
    this.#box.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.#box;
    const room = document.documentElement.clientWidth;
    const left = x + 14 + width > room ? x - 14 - width : x + 14;
    this.#box.style.left = `${scrollX + Math.max(4, Math.min(left, room - width - 4))}px`;
    this.#box.style.top = `${scrollY + Math.max(4, y - height - 10)}px`;
  }

  hide(): void {
    this.#box.hidden = true;
  }
}

/** Shows a country's figures at the pointer or the focus. */
export function showTips(tooltip: Tooltip): void {
  const findTip = (target: EventTarget | null): Element | null =>
    target instanceof Element ? target.closest('[data-tip]') : null;
  document.addEventListener('pointermove', (event) => {
    const tip = findTip(event.target);
    if (tip) tooltip.show([tip.getAttribute('data-tip') ?? ''], event.clientX, event.clientY);
    else if (findTip(event.target) === null && shown) tooltip.hide();
    shown = Boolean(tip);
  });
  document.addEventListener('focusin', ({ target }) => {
    const tip = findTip(target);
    if (!tip?.matches(':focus-visible')) return;
    const { x, y, width } = tip.getBoundingClientRect();
    tooltip.show([tip.getAttribute('data-tip') ?? ''], x + width / 2, y);
  });
  document.addEventListener('focusout', ({ target }) => {
    if (findTip(target)) tooltip.hide();
  });
  let shown = false;
}
