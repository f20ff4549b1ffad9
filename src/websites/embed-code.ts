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
export function embedCode(
  { trackingKey }: Pick<Website, 'trackingKey'>,
  { scriptUrl, baseUrl, allowLocalhost }: EmbedOptions,
): string {
  const { origin } = new URL(baseUrl);
  const attributes = [
    'defer',
    attribute('src', `${scriptUrl}/js/tracker.min.js`),
    attribute('data-website-id', trackingKey),
    ...(origin === new URL(scriptUrl).origin ? [] : [attribute('data-host', origin)]),
    ...(allowLocalhost ? [attribute('data-allow-localhost', 'true')] : []),
  ];
  return `<script ${attributes.join(' ')}></script>`;
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
