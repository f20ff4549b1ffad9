interface Target {
  readonly localName?: string;
  readonly href?: string & Partial<SVGAnimatedString>;
}

/**
 * The URL on another host that a click leads to, without user name and fragment. Finds links of HTML and SVG, also in
 * shadow trees: `closest` would stop at a shadow root.
 */
export function exitLink(click: MouseEvent): string | false | undefined {
  for (const { localName, href } of click.composedPath() as readonly Target[]) {
    if ((localName === 'a' || localName === 'area') && href) {
      const url = new URL(href.baseVal ?? href, document.baseURI);
      // Button 0 is the left one and the keyboard, 1 the middle one; the right one opens a menu.
      const leaves = click.button < 2 && /^http/.test(url.href) && url.host !== location.host;
      return leaves && url.origin + url.pathname + url.search;
    }
  }
  return undefined;
}
