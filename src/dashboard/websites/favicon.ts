import { iconImage } from '../../websites/settings.js';
import type { Website } from '../../websites/website.js';
import { letterAvatar } from './letter-avatar.js';

/** An SVG icon could hold a script: the policy keeps it from running when the icon is opened directly. */
const HEADERS = {
  'Content-Security-Policy': "default-src 'none'; style-src 'unsafe-inline'; sandbox",
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'private, max-age=3600',
};

/**
 * Answers with a website's icon: the uploaded image, else a letter. An icon at another address is never fetched,
 * neither by browsers nor by this server, because the address could be one that only the server can reach.
 */
export function favicon({ domain, favicon }: Pick<Website, 'domain' | 'favicon'>): Response {
  const image = iconImage(favicon ?? '') ?? { contentType: 'image/svg+xml', bytes: letterAvatar(domain) };
  const body = typeof image.bytes === 'string' ? image.bytes : Uint8Array.from(image.bytes);
  return new Response(body, { headers: { ...HEADERS, 'Content-Type': image.contentType } });
}

/** Returns the address of the icon, which changes with it. */
export function faviconUrl({ id, updatedAt }: Pick<Website, 'id' | 'updatedAt'>): string {
  return `/websites/${id}/favicon?${updatedAt.getTime()}`;
}
