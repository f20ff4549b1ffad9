import type { Handler } from 'hono';
import { endSignInSession } from '../../../accounts/sign-in-sessions.js';
import { signInCookie } from '../../access/private-cookie.js';
import { type ViewerEnv, viewerFinder } from '../../access/viewer.js';
import type { DashboardDeps } from '../../deps.js';

export function signOut(deps: DashboardDeps): Handler<ViewerEnv> {
  const findViewer = viewerFinder(deps);
  return async (context) => {
    if (await findViewer(context)) {
      await endSignInSession(deps.db, context.get('viewer').id, context.get('sessionHash'));
    }
    signInCookie(deps.baseUrl).remove(context);
    return context.redirect('/login?left', 303);
  };
}
