import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { describeError } from './error-description.js';

type BrokenAnswer = (error: unknown) => void;

/** Logs answers that break off. Their status is sent already, so that no other log has them. */
export const logBrokenAnswers =
  (log: Pick<Logger, 'error'>): MiddlewareHandler<{ Variables: { requestId: string; onBroken: BrokenAnswer } }> =>
  async (context, next) => {
    context.set('onBroken', (error) =>
      log.error({ requestId: context.get('requestId'), error: describeError(error) }, 'an answer broke off'),
    );
    await next();
  };

/**
 * Answers with a text, or bytes, that are produced while they are sent, as fast as the client reads. An error before the first
 * piece is answered as a failure. Later the connection breaks off, so that a partial answer cannot be taken for a
 * complete one. The text ends when the client disconnects.
 */
export async function streamed(
  context: Context,
  text: AsyncGenerator<string | Uint8Array>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const first = await text.next();
  // The body of an answer to HEAD is never read, and never cancelled either.
  if (context.req.method === 'HEAD') {
    await text.return(undefined);
    return context.body(null, 200, { ...headers });
  }
  const onBroken: BrokenAnswer | undefined = context.get('onBroken');
  let next: Promise<IteratorResult<string | Uint8Array>> = Promise.resolve(first);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          const { value, done } = await next;
          if (done) return controller.close();
          controller.enqueue(typeof value === 'string' ? new TextEncoder().encode(value) : new Uint8Array(value));
          next = text.next();
          // The next pull awaits it. Until then a rejection must not count as unhandled.
          next.catch(() => {});
        } catch (error) {
          onBroken?.(error);
          // The code that sends the answer prints this error, so it contains no rows and statements.
          controller.error(new Error('The answer broke off'));
        }
      },
      cancel: async () => {
        await text.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return context.body(body, 200, { ...headers });
}
