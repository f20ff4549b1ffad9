/** What is off is left out of the events. */
export const isOn = (attribute: string | undefined): true | undefined =>
  (attribute != null && attribute !== 'false') || undefined;

/** `*` stands for any characters, `/` included. Without a pattern it is /^(undefined)$/, which no path is. */
export function anyOf(patterns = ''): RegExp {
  const sources = patterns
    .replace(/[^\w\s*,]/g, '\\$&')
    .replace(/\*/g, '.*')
    .match(/[^\s,]([^,]*[^\s,])?/g);
  return new RegExp(`^(${sources?.join('|')})/?$`);
}

/**
 * Where events go: a bare `data-host` by `https`. A script that was copied into a page has no address of its own.
 * Throws when that is no address.
 */
export function endpointOf({ dataset, src }: HTMLScriptElement): string {
  const address = (dataset.host || src || location.href).replace(/^(?!.*\/\/)/, 'https://');
  return `${new URL(address, location.href).origin}/api/event`;
}
