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

  /** `above` only if there is room, else below. */
  show(content: readonly (Node | string)[], x: number, y: number, side: 'above' | 'below' = 'above'): void {
    this.#box.replaceChildren(...content);
    this.#box.hidden = false;
    const { offsetWidth: width, offsetHeight: height } = this.#box;
    const room = document.documentElement.clientWidth;
    const left = x + 14 + width > room ? x - 14 - width : x + 14;
    this.#box.style.left = `${scrollX + Math.max(4, Math.min(left, room - width - 4))}px`;
    this.#box.style.top = `${scrollY + (side === 'below' ? y + 6 : Math.max(4, y - height - 10))}px`;
  }

  hide(): void {
    this.#box.hidden = true;
  }
}

/**
 * Shows a country's figures at the pointer or the focus, and a number's definition below it, so that both can be read.
 */
export function showTips(tooltip: Tooltip): void {
  const show = (tip: Element, pointer?: PointerEvent): void => {
    const text = tip.getAttribute('data-tip') ?? '';
    const { x, y, width, bottom } = tip.getBoundingClientRect();
    if (tip instanceof HTMLElement) tooltip.show([text], x, bottom, 'below');
    else tooltip.show([text], pointer?.clientX ?? x + width / 2, pointer?.clientY ?? y);
  };
  const findTip = (target: EventTarget | null): Element | null =>
    target instanceof Element ? target.closest('[data-tip]') : null;
  document.addEventListener('pointermove', (event) => {
    const tip = findTip(event.target);
    if (tip) show(tip, event);
    else if (shown) tooltip.hide();
    shown = Boolean(tip);
  });
  document.addEventListener('focusin', ({ target }) => {
    const tip = findTip(target);
    if (tip?.matches(':focus-visible')) show(tip);
  });
  document.addEventListener('focusout', ({ target }) => {
    if (findTip(target)) tooltip.hide();
  });
  let shown = false;
}
