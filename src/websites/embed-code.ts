import type { Website } from './website.js';

export interface EmbedOptions {
  /** Without a trailing slash. */
  readonly scriptUrl: string;
  readonly baseUrl: string;
  /** Also tracks pages served from localhost. */
  readonly allowLocalhost: boolean;
}

/**
 * Returns the script element for the website's pages:
 *
 *     <script defer src="https://stats.example/js/tracker.min.js" data-website-id="site_…"></script>
 *
 * The tracker sends events to the origin of the script, so `data-host` is set only when the collector has another
 * origin.
 */
export function embedCode(website: Pick<Website, 'trackingKey'>, options: EmbedOptions): string {
  const attributes = scriptAttributes(website, options).map(([name, value]) => attribute(name, value));
  return `<script ${['defer', ...attributes].join(' ')}></script>`;
}

/** Of the script element, without `defer`: a script that another one adds needs none. */
export function scriptAttributes(
  { trackingKey }: Pick<Website, 'trackingKey'>,
  { scriptUrl, baseUrl, allowLocalhost }: EmbedOptions,
): readonly (readonly [name: string, value: string])[] {
  const { origin } = new URL(baseUrl);
  return [
    ['src', `${scriptUrl}/js/tracker.min.js`],
    ['data-website-id', trackingKey],
    ...(origin === new URL(scriptUrl).origin ? [] : [['data-host', origin] as const]),
    ...(allowLocalhost ? [['data-allow-localhost', 'true'] as const] : []),
  ];
}

const QUEUE =
  '<script>window.footfall=window.footfall||function(){(footfall.q=footfall.q||[]).push(arguments)}</script>';

/**
 * Returns the HTML for every page: a queue for calls of `footfall`, then the script element. Calls work before the
 * script runs, and do no harm where an ad blocker blocks it.
 */
export const snippet = (website: Pick<Website, 'trackingKey'>, options: EmbedOptions): string =>
  `${QUEUE}\n${embedCode(website, options)}`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

const attribute = (name: string, value: string): string =>
  `${name}="${value.replace(/[&"<>]/g, (character) => ENTITIES[character]!)}"`;
