import type { HttpBindings } from '@hono/node-server';
import type { Context } from 'hono';

/** What Node knows of a request; nothing of one that was handed to the app without a server. */
const incomingOf = (context: Context): Partial<HttpBindings['incoming']> =>
  (context.env as Partial<HttpBindings> | undefined)?.incoming ?? {};

/**
 * A header of a request, from where Node has put it: a `Headers` of each request would cost as much as deciding on its
 * event.
 *
 * @param name in lower case
 */
export function headerOf(context: Context, name: Lowercase<string>): string | undefined {
  const { headers } = incomingOf(context);
  return headers === undefined ? context.req.header(name) : headers[name]?.toString();
}

/** The address at the other end of the connection; undefined when that is already gone. */
export const socketAddressOf = (context: Context): string | undefined => incomingOf(context).socket?.remoteAddress;

/** Whether the other end went away before its address was known: who sent such a request cannot be told any more. */
export function isFromNobody(context: Context): boolean {
  const { socket } = incomingOf(context);
  return socket !== undefined && socket.remoteAddress === undefined;
}

/** Whether the client went away, or was cut off, before its request was there as a whole. */
export function isCutOff(context: Context): boolean {
  const { complete, destroyed } = incomingOf(context);
  return complete === false && destroyed === true;
}
