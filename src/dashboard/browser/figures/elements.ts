export function element(name: string, className: string, text = ''): HTMLElement {
  const made = document.createElement(name);
  made.className = className;
  made.textContent = text;
  return made;
}

/** As styles. */
export const px = (lengths: Readonly<Record<string, number>>): Record<string, string> =>
  Object.fromEntries(Object.entries(lengths).map(([name, length]) => [name, `${length}px`]));
