import { iconImage } from '../../websites/icon.js';
import type { Website } from '../../websites/website.js';
import type { FindIcon } from './fetch-icon.js';
import { letterAvatar } from './letter-avatar.js';

/** An SVG icon could contain a script: the policy keeps it from running when the icon is opened directly. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
};

/**
 * The uploaded image, the one at its URL, else a letter. The server fetches the URL, so that no other host learns who
 * uses the dashboard.
 */
export async function favicon(
  { domain, favicon }: Pick<Website, 'domain' | 'favicon'>,
  findIcon: FindIcon,
): Promise<Response> {
  const isAddress = /^https?:/i.test(favicon ?? '');
  const found = isAddress ? await findIcon(favicon!) : iconImage(favicon ?? '');
  const image = found ?? { contentType: 'image/svg+xml', bytes: letterAvatar(domain) };
  const body = typeof image.bytes === 'string' ? image.bytes : Uint8Array.from(image.bytes);
  // The host may answer soon.
  const seconds = isAddress && found === undefined ? 60 : 3600;
  const headers = { ...HEADERS, 'Cache-Control': `private, max-age=${seconds}`, 'Content-Type': image.contentType };
  return new Response(body, { headers });
}

/** Changes with the icon. */
export function faviconUrl({ id, updatedAt }: Pick<Website, 'id' | 'updatedAt'>): string {
  return `/websites/${id}/favicon?${updatedAt.getTime()}`;
}
