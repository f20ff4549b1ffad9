import { isUtf8 } from 'node:buffer';
import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** Returns Node's request; empty for a request that was passed to the app without a server. */
const readIncoming = (context: Context): Partial<HttpBindings['incoming']> =>
  (context.env as Partial<HttpBindings> | undefined)?.incoming ?? {};

/**
 * Returns a header from Node's own request: creating a `Headers` for each request would cost as much as deciding on its
 * event.
 *
 * @param name in lower case
 */
export function readHeader(context: Context, name: Lowercase<string>): string | undefined {
  const { headers } = readIncoming(context);
  return headers === undefined ? context.req.header(name) : headers[name]?.toString();
}

/** Returns a header's text: Node reads each byte as a character. Bytes that are not UTF-8 stay as they are. */
export function decodeHeader(text: string): string {
  if (!/[\x80-\xff]/.test(text)) return text;
  const bytes = Buffer.from(text, 'latin1');
  return isUtf8(bytes) ? bytes.toString() : text;
}

/** Returns the address at the other end of the connection; undefined when that is already gone. */
export const socketAddress = (context: Context): string | undefined => readIncoming(context).socket?.remoteAddress;

/** Returns whether the client disconnected before its address was known, so that its sender cannot be identified any more. */
export function isDisconnected(context: Context): boolean {
  const { socket } = readIncoming(context);
  return socket !== undefined && socket.remoteAddress === undefined;
}

/** Returns whether the client disconnected, or was cut off, before its request was complete. */
export function isCutOff(context: Context): boolean {
  const { complete, destroyed } = readIncoming(context);
  return complete === false && destroyed === true;
}
