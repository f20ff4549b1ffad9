/** Returns true or undefined, so that disabled options are left out of events. */
export const isOn = (attribute: string | undefined): true | undefined =>
  (attribute != null && attribute !== 'false') || undefined;

/**
 * Returns a test for paths. `*` stands for any characters, `/` included. Without a pattern it is /^(undefined)$/, which
 * matches no path.
 */
export function matchAny(patterns = ''): RegExp {
  const sources = patterns
    .replace(/[^\w\s*,]/g, '\\$&')
    .replace(/\*/g, '.*')
    .match(/[^\s,]([^,]*[^\s,])?/g);
  return new RegExp(`^(${sources?.join('|')})/?$`);
}

/**
 * Returns the endpoint for events: a `data-host` without a scheme uses `https`. An inlined script has no address of its
 * own.
 * Throws when that is not a valid address.
 */
export function findEndpoint({ dataset, src }: HTMLScriptElement): string {
  const address = (dataset.host || src || location.href).replace(/^(?!.*\/\/)/, 'https://');
  return `${new URL(address, location.href).origin}/api/event`;
}
