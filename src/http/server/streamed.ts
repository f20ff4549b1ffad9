import type { Context, MiddlewareHandler } from 'hono';
import type { Logger } from 'pino';
import { describeError } from '../../lib/error-description.js';
import { withFirst } from '../../lib/with-first.js';
import { answerText, chooseCoding, encodeText, MIN_COMPRESSED_LENGTH } from './compression.js';

type BrokenAnswer = (error: unknown) => void;

/** Their status is already sent, so no other log records the failure. */
export const logBrokenAnswers =
  (log: Pick<Logger, 'error'>): MiddlewareHandler<{ Variables: { requestId: string; onBroken: BrokenAnswer } }> =>
  async (context, next) => {
    context.set('onBroken', (error) =>
      log.error({ requestId: context.get('requestId'), error: describeError(error) }, 'an answer broke off'),
    );
    await next();
  };

/**
 * Streams a text at the client's pace, in a coding that the client accepts. An error before the first piece, or in a
 * short text, becomes a failure response. Later the connection breaks off, so that a partial response does not look
 * complete. The text ends when the client disconnects. The caller sets `Vary`.
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

/** Like `streamed`, for a file of any kind, uncompressed. */
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
  // A HEAD response's body is never read, and never cancelled either.
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
          // The next pull awaits it; until then a rejection must not count as unhandled.
          next.catch(() => {});
        } catch (error) {
          if (isCancelled) return;
          onBroken?.(error);
          // The server prints this error, so it contains no rows or statements.
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

/** Reads until the text is long enough to be compressed. */
async function readStart(text: AsyncGenerator<string>): Promise<{ readonly start: string; readonly done: boolean }> {
  let start = '';
  while (start.length < MIN_COMPRESSED_LENGTH) {
    const { value, done } = await text.next();
    if (done) return { start, done };
    start += value;
  }
  return { start, done: false };
}
