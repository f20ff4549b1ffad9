import type { Website } from './website.js';

export interface EmbedOptions {
  /** Where the tracker is served, without a trailing slash. */
  readonly scriptUrl: string;
  /** The origin that collects events. */
  readonly baseUrl: string;
  /** Also tracks pages that are served from the visitor's own machine. */
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
 * Returns what a person puts on every page: the script element, and in front of it a queue for calls of `footfall`. So a page's own
 * handlers can call it before the script runs, and where an ad blocker keeps it out.
 */
export const snippet = (website: Pick<Website, 'trackingKey'>, options: EmbedOptions): string =>
  `${QUEUE}\n${embedCode(website, options)}`;

const ENTITIES: Readonly<Record<string, string>> = { '&': '&amp;', '"': '&quot;', '<': '&lt;', '>': '&gt;' };

const attribute = (name: string, value: string): string =>
  `${name}="${value.replace(/[&"<>]/g, (character) => ENTITIES[character]!)}"`;
