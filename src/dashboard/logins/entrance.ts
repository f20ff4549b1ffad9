import type { Context } from 'hono';
import { LOGIN_SECONDS } from '../../accounts/login.js';
import { startLogin } from '../../accounts/start-login.js';
import { clientOf, UNKNOWN_CLIENT } from '../../ingest/client.js';
import { ownPath } from '../own-path.js';
import type { DashboardParts } from '../parts.js';
import { loginCookie } from '../private-cookie.js';

/** Signs the account in with this browser, and leads on to the path `next`. */
export async function letIn(
  { db, now, baseUrl }: DashboardParts,
  context: Context,
  accountId: string,
  next?: string,
): Promise<Response> {
  const token = await startLogin(db, accountId, browserName(context.req.header('User-Agent') ?? ''), now());
  loginCookie(baseUrl).write(context, token, LOGIN_SECONDS);
  return context.redirect(ownPath(next), 303);
}

/** As a person knows it: `Firefox on Windows`. */
function browserName(userAgent: string): string {
  const { browser, os } = clientOf(userAgent);
  if (browser === UNKNOWN_CLIENT) return 'Unknown browser';
  return os === UNKNOWN_CLIENT ? browser : `${browser} on ${os}`;
}
