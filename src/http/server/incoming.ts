import { isUtf8 } from 'node:buffer';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Empty for a request that was passed to the app without a server. */
const readIncoming = (context: Context): Partial<HttpBindings['incoming']> =>
  (context.env as Partial<HttpBindings> | undefined)?.incoming ?? {};

/**
 * Reads from Node's own request: creating a `Headers` for each request would cost as much as deciding on its event.
 *
 * @param name in lower case
 */
export function readHeader(context: Context, name: Lowercase<string>): string | undefined {
  const { headers } = readIncoming(context);
  return headers === undefined ? context.req.header(name) : headers[name]?.toString();
}

/** Node decodes headers as Latin-1: converts the bytes to UTF-8. Bytes that are not UTF-8 stay as they are. */
export function decodeHeader(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : text;
}

/** Undefined when the connection is already gone. */
export const socketAddress = (context: Context): string | undefined => readIncoming(context).socket?.remoteAddress;

/** The client disconnected before its address was known, so the sender is unknown. */
export function isDisconnected(context: Context): boolean {
  const { socket } = readIncoming(context);
  return socket !== undefined && socket.remoteAddress === undefined;
}

/** The client disconnected, or was cut off, before its request was complete. */
export function isCutOff(context: Context): boolean {
  const { complete, destroyed } = readIncoming(context);
  return complete === false && destroyed === true;
}
