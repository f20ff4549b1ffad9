import { type Context, Hono } from 'hono';
import { includesWebsite, requireAllWebsites, requireScope } from '../../accounts/key-rights.js';
import { AppError, accessDenied } from '../../lib/errors.js';
import { builtFile, UNCHANGED_WHILE_RUNNING } from '../server/built-file.js';
import { type RateLimiter, throttle } from '../server/rate-limiter.js';
import { authenticate, type Caller, type FindCaller } from './authenticate.js';
import type { OpenApiDocument } from './openapi.js';
import type { Route } from './route.js';

export interface RouteDeps<Account, Website extends { readonly id: string }> {
  readonly routes: readonly Route<Account, Website>[];
  /** Throws `not_found` for an unknown id, `forbidden` for a website of another account. */
  readonly ownWebsite: (account: Account, idText: string) => Promise<Website>;
}

export interface ApiDeps<Account, Website extends { readonly id: string }> extends RouteDeps<Account, Website> {
  readonly document: OpenApiDocument;
  readonly findCaller: FindCaller<Account>;
  readonly rateLimiter: RateLimiter;
}

const DOCUMENT_PATH = '/openapi.json';

/**
 * Returns the API, to be mounted at `/api/v1`. Each request is checked in this order: key (401, or 429 after many wrong
 * ones from its address), rate (429), method (405), rights of the key (403), website (404, 403), and then by its route:
 * size (413), type (415), content (400).
 */
export function api<Account extends { readonly id: string }, Website extends { readonly id: string }>(
  deps: ApiDeps<Account, Website>,
) {
  const { routes, document } = deps;
  const app = new Hono<{ Variables: Caller<Account> }>();

  const file = builtFile(Buffer.from(JSON.stringify(document)), UNCHANGED_WHILE_RUNNING, {
    'Content-Type': 'application/json',
  });
  app.get(DOCUMENT_PATH, file);
  app.use(neverStored, authenticate(deps.findCaller), throttle(deps.rateLimiter));
  addRoutes(app, deps);
  for (const [path, methods] of [...methodsByPath(routes), [DOCUMENT_PATH, ['GET']] as const]) {
    app.all(path, (context) => refuseMethod(context, methods));
  }
  app.all('*', () => {
    throw new AppError('not_found', ['Not found']);
  });
  return app;
}

/** Adds the routes behind what has found the caller. */
export function addRoutes<Account extends { readonly id: string }, Website extends { readonly id: string }>(
  app: Hono<{ Variables: Caller<Account> }>,
  { routes, ownWebsite }: RouteDeps<Account, Website>,
): void {
  for (const route of routes) {
    app.on(route.method, route.path, async (context) => {
      const caller = { account: context.get('account'), rights: context.get('rights') };
      for (const scope of route.scopes) requireScope(caller.rights, scope);
      if (route.access === 'account') {
        if (!route.forLimitedKeys) requireAllWebsites(caller.rights);
        return route.answer(context, caller, undefined);
      }
      const website = await ownWebsite(caller.account, context.req.param('id') ?? '');
      if (!includesWebsite(caller.rights, website.id)) throw accessDenied();
      return route.answer(context, caller, website);
    });
  }
}

/** Forbids caching, unless the route allows it: a shared cache ignores `X-API-Key`, and would give one account's answer to another. */
export async function neverStored(context: Context, next: () => Promise<void>): Promise<void> {
  context.header('Cache-Control', 'no-store');
  context.header('Vary', 'Accept-Encoding, Authorization, X-API-Key');
  await next();
}

function methodsByPath(routes: readonly { readonly path: string; readonly method: string }[]) {
  const methods = new Map<string, string[]>();
  for (const { path, method } of routes) methods.set(path, [...(methods.get(path) ?? []), method]);
  return methods;
}

function refuseMethod(context: Context, methods: readonly string[]): never {
  const allowed = methods.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]));
  context.header('Allow', allowed.join(', '));
  throw new AppError('method_not_allowed', ['Method not allowed']);
}
