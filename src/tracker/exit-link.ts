/** Links of HTML and SVG, shadow trees included: `closest` would stop at a shadow root. */
function clickedHref(click: Event): string | undefined {
  for (const target of click.composedPath()) {
    const { localName, href } = target as Partial<HTMLAnchorElement | SVGAElement>;
    if ((localName === 'a' || localName === 'area') && href) return typeof href === 'string' ? href : href.baseVal;
  }
  return undefined;
}

/** The address on another host that this click leads to, without user name and fragment. */
export function exitLink(click: MouseEvent): string | undefined {
  // Button 0 is the left one and the keyboard, 1 the middle one; the right one opens a menu.
  const href = click.button < 2 && clickedHref(click);
  if (!href) return undefined;
  const { protocol, host, origin, pathname, search } = new URL(href, document.baseURI);
  return /^http/.test(protocol) && host !== location.host ? origin + pathname + search : undefined;
}
