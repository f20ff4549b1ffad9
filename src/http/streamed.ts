import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { describeError } from './error-description.js';

type BrokenAnswer = (error: unknown) => void;

/** Has the log tell of answers that break off: they have their status already, and nobody else sees them. */
export const logBrokenAnswers =
  (log: Pick<Logger, 'error'>): MiddlewareHandler<{ Variables: { requestId: string; onBroken: BrokenAnswer } }> =>
  async (context, next) => {
    context.set('onBroken', (error) =>
      log.error({ requestId: context.get('requestId'), error: describeError(error) }, 'an answer broke off'),
    );
    await next();
  };

/**
 * Answers with a text that is made while it is sent, as fast as the client takes it. What fails before its first piece is there is
 * answered as a failure; afterwards the connection breaks off, so that nobody takes a part for the whole. The text ends when the
 * client goes.
 */
export async function streamed(
  context: Context,
  text: AsyncGenerator<string>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const first = await text.next();
  // The body of an answer to HEAD is never read, nor given up.
  if (context.req.method === 'HEAD') {
    await text.return(undefined);
    return context.body(null, 200, { ...headers });
  }
  const onBroken: BrokenAnswer | undefined = context.get('onBroken');
  let next: Promise<IteratorResult<string>> = Promise.resolve(first);
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          const { value, done } = await next;
          if (done) return controller.close();
          controller.enqueue(new TextEncoder().encode(value));
          next = text.next();
          // It is awaited when the client has taken this piece; until then a failure is nobody's.
          next.catch(() => {});
        } catch (error) {
          onBroken?.(error);
          // Whoever sends this on prints it: it says nothing of rows and statements.
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
