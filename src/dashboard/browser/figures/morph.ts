/** Attributes of the page: an element that a person has opened stays open, and a section says what it has loaded. */
const KEPT = ['open', 'data-loaded'];

const FADE_MS = 120;

/**
 * Makes one element like another, node by node, and leaves equal nodes untouched: focus, scroll positions and open
 * elements remain. Children with the same `data-id` correspond, wherever they are. Elements with `data-keep`, and
 * content loaded from `data-deferred`, are left alone. What is new fades in.
 */
export function morph(from: Element, to: Element): void {
  const focused = document.activeElement;
  morphElement(from, to);
  // A moved element loses focus.
  if (focused instanceof HTMLElement || focused instanceof SVGElement) {
    if (focused.isConnected && document.activeElement !== focused) focused.focus({ preventScroll: true });
  }
}

function morphElement(from: Element, to: Element): void {
  if (from.hasAttribute('data-keep') || from.isEqualNode(to)) return;
  const deferred = to.getAttribute('data-deferred');
  const isLoaded = deferred !== null && from.getAttribute('data-deferred') === deferred;
  for (const { name, value } of to.attributes) if (from.getAttribute(name) !== value) from.setAttribute(name, value);
  for (const { name } of [...from.attributes]) {
    if (!to.hasAttribute(name) && !KEPT.includes(name)) from.removeAttribute(name);
  }
  if (!isLoaded) morphChildren(from, to);
}

export function morphChildren(from: Element, to: Element): void {
  let place = from.firstChild;
  for (const wanted of [...to.childNodes]) {
    const found = matching(place, wanted);
    if (found === undefined) {
      const added = from.insertBefore(document.importNode(wanted, true), place);
      fadeIn(added instanceof Element ? added : from);
      continue;
    }
    if (found === place) place = place.nextSibling;
    else from.insertBefore(found, place);
    if (found instanceof Element && wanted instanceof Element) morphElement(found, wanted);
    else if (found.nodeValue !== wanted.nodeValue) {
      found.nodeValue = wanted.nodeValue;
      fadeIn(from);
    }
  }
  while (place) {
    const next = place.nextSibling;
    place.remove();
    place = next;
  }
}

function fadeIn(element: Element): void {
  if (!matchMedia('(prefers-reduced-motion: reduce)').matches) element.animate({ opacity: [0, 1] }, FADE_MS);
}

/** The first remaining node of the same kind and, if it has one, the same `data-id`. */
function matching(first: ChildNode | null, wanted: Node): ChildNode | undefined {
  for (let node = first; node; node = node.nextSibling) {
    if (node.nodeName === wanted.nodeName && nodeKey(node) === nodeKey(wanted)) return node;
  }
  return undefined;
}

const nodeKey = (node: Node): string | null =>
  node instanceof Element ? (node.getAttribute('data-id') ?? node.id) : null;
