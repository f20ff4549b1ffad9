import { createRequire } from 'node:module';
import { jsx } from 'hono/jsx';

withoutAsyncContext(() => jsx(() => null, {}).toString());

/** Rendering is synchronous: no component may be asynchronous. */
export const htmlDocument = (page: { toString(): unknown }): string => `<!doctype html>${page.toString()}`;

/**
 * TRICKY: at its first rendering, Hono's JSX looks for AsyncLocalStorage, to follow asynchronous components. In Node
 * before 24 the first use of one makes every promise of the process slower, and a collected event a fifth slower. Later
 * versions follow contexts without hooks, and the property cannot be replaced there.
 */
function withoutAsyncContext(firstDrawing: () => unknown): void {
  const hooks: Record<string, unknown> = createRequire(import.meta.url)('node:async_hooks');
  const { AsyncLocalStorage } = hooks;
  const hidden = Reflect.set(hooks, 'AsyncLocalStorage', undefined);
  try {
    firstDrawing();
  } finally {
    if (hidden) hooks.AsyncLocalStorage = AsyncLocalStorage;
  }
}
