import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import { parseUrl } from '../../lib/url.js';
import { ownPath } from '../access/viewer.js';
import { sentForm } from './sent-form.js';

const COOKIE = 'footfall_mode';
const YEAR_SECONDS = 365 * 24 * 60 * 60;

const MODES = ['light', 'dark'] as const;

export type ColorMode = (typeof MODES)[number];

const modeNamed = (name: unknown): ColorMode | undefined => MODES.find((mode) => mode === name);

/** Undefined where the system's mode applies. */
export const readColorMode = (context: Context): ColorMode | undefined => modeNamed(getCookie(context, COOKIE));

/** Serves `POST /mode`: stores this browser's choice of light, dark or the system's mode, and returns to the page. */
export async function chooseColorMode(context: Context): Promise<Response> {
  const chosen = modeNamed((await sentForm(context.req)).text('mode'));
  const lifetime = chosen === undefined ? 0 : YEAR_SECONDS;
  setCookie(context, COOKIE, chosen ?? '', { path: '/', sameSite: 'Lax', httpOnly: true, maxAge: lifetime });
  return context.redirect(pageBefore(context), 303);
}

function pageBefore(context: Context): string {
  const page = parseUrl(context.req.header('Referer') ?? '');
  return page === undefined ? '/' : ownPath(page.pathname + page.search);
}
