/** Has the settings of the script. */
export type ScriptElement = Pick<HTMLScriptElement, 'dataset' | 'src'>;

/** True or undefined, so that disabled options are left out of events. */
export const isOn = (attribute: string | undefined): true | undefined =>
  (attribute != null && attribute !== 'false') || undefined;

/** `*` stands for any characters, `/` included. Without patterns it is /^(undefined)$/, which matches no path. */
export function matchAny(patterns = ''): RegExp {
  const sources = patterns
    .replace(/[^\w\s*,]/g, '\\$&')
    .replace(/\*/g, '.*')
    .match(/[^\s,]([^,]*[^\s,])?/g);
  return new RegExp(`^(${sources?.join('|')})/?$`);
}

/**
 * A `data-host` without a scheme uses `https`. An inlined script has no URL of its own. Throws when the result is no
 * valid URL.
 */
export function findEndpoint({ dataset, src }: ScriptElement): string {
  const address = (dataset.host || src || location.href).replace(/^(?!.*\/\/)/, 'https://');
  return `${new URL(address, location.href).origin}/api/event`;
}
