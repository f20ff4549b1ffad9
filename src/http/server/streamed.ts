import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { describeError } from '../../lib/error-description.js';
import { withFirst } from '../../lib/with-first.js';
import { answerText, chooseCoding, encodeText, MIN_COMPRESSED_LENGTH } from './compression.js';

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
 * Answers with a text that is produced while it is sent, as fast as the client reads it, in a coding that the client accepts. An
 * error before the first piece, or in a short text, is answered as a failure. Later the connection breaks off, so that a partial
 * answer cannot be taken for a complete one. The text ends when the client disconnects. The caller sets `Vary`.
 */
export async function streamed(
  context: Context,
  text: AsyncGenerator<string>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const { start, done } = await readStart(text);
  if (done) return answerText(context, start, 200, headers);
  const coding = chooseCoding(context);
  const codedHeaders = coding === 'identity' ? { ...headers } : { ...headers, 'Content-Encoding': coding };
  return answerPieces(context, encodeText(withFirst({ value: start }, text), coding), codedHeaders);
}

/** Answers like `streamed` with a file of any kind, as it is. */
export async function streamedFile(
  context: Context,
  file: AsyncGenerator<string | Uint8Array>,
  headers: Readonly<Record<string, string>>,
): Promise<Response> {
  const pieces = withFirst(await file.next(), file);
  return answerPieces(context, toBytes(pieces), { ...headers });
}

async function answerPieces(
  context: Context,
  pieces: AsyncGenerator<Uint8Array<ArrayBuffer>>,
  headers: Record<string, string>,
): Promise<Response> {
  // The body of an answer to HEAD is never read, and never cancelled either.
  if (context.req.method === 'HEAD') {
    await pieces.next();
    await pieces.return(undefined);
    return context.body(null, 200, headers);
  }
  const onBroken: BrokenAnswer | undefined = context.get('onBroken');
  let next = pieces.next();
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array<ArrayBuffer>>(
    {
      pull: async (controller) => {
        try {
          const { value, done } = await next;
          if (isCancelled) return;
          if (done) return controller.close();
          controller.enqueue(value);
          next = pieces.next();
          // The next pull awaits it. Until then a rejection must not count as unhandled.
          next.catch(() => {});
        } catch (error) {
          if (isCancelled) return;
          onBroken?.(error);
          // The code that sends the answer prints this error, so it contains no rows and statements.
          controller.error(new Error('The answer broke off'));
        }
      },
      cancel: async () => {
        isCancelled = true;
        await pieces.return(undefined);
      },
    },
    { highWaterMark: 0 },
  );
  return context.body(body, 200, headers);
}

async function* toBytes(pieces: AsyncGenerator<string | Uint8Array>): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  for await (const piece of pieces) yield typeof piece === 'string' ? encoder.encode(piece) : new Uint8Array(piece);
}

/** Reads a text until it is long enough to be compressed. */
async function readStart(text: AsyncGenerator<string>): Promise<{ readonly start: string; readonly done: boolean }> {
  let start = '';
  while (start.length < MIN_COMPRESSED_LENGTH) {
    const { value, done } = await text.next();
    if (done) return { start, done };
    start += value;
  }
  return { start, done: false };
}
