/** What the script element on the page says. */
export interface Settings {
  readonly key: string;
  readonly endpoint: string;
  readonly localhost: boolean;
  readonly hash: boolean;
  readonly excluded: RegExp;
}

const isOn = (attribute: string | undefined): boolean => attribute !== undefined && attribute !== 'false';

/** `*` stands for any characters, `/` included; an empty list excludes nothing. */
function anyOf(patterns: string): RegExp {
  const sources = patterns
    .split(',')
    .map((pattern) => pattern.trim())
    .filter(Boolean)
    .map((pattern) => pattern.replace(/[^\w*]/g, '\\$&').replace(/\*/g, '.*'));
  return new RegExp(`^(${sources.join('|') || '(?!)'})/?$`);
}

/** Throws when `data-host` is no address. */
export function readSettings({ dataset, src }: HTMLScriptElement): Settings {
  return {
    key: dataset.websiteId ?? '',
    endpoint: `${new URL(dataset.host || src, src).origin}/api/event`,
    localhost: isOn(dataset.allowLocalhost),
    hash: isOn(dataset.hash),
    excluded: anyOf(dataset.exclude ?? ''),
  };
}
