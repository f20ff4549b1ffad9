import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { answerText } from '../http/server/compression.js';
import { htmlDocument } from '../http/server/html-document.js';
import { readColorMode } from './ui/color-mode.js';

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

/** Never stored, and with content of our own origin only. */
export function html(
  context: Context,
  page: { toString(): unknown },
  status: ContentfulStatusCode = 200,
  { embeddable = false }: { readonly embeddable?: boolean } = {},
): Promise<Response> {
  context.header('Content-Type', 'text/html; charset=UTF-8');
  context.header('Content-Security-Policy', `${POLICY}; frame-ancestors ${embeddable ? '*' : "'none'"}`);
  context.header('Cache-Control', 'no-store');
  // With the usual `no-referrer`, a browser would send our own forms with `Origin: null`.
  context.header('Referrer-Policy', 'same-origin');
  context.header('Vary', 'Accept-Encoding');
  return answerText(context, inMode(htmlDocument(page), context), status);
}

/** Pages are rendered without the request, which alone has the color mode. */
function inMode(document: string, context: Context): string {
  const mode = readColorMode(context);
  return mode === undefined ? document : document.replace('<html ', `<html data-mode="${mode}" `);
}
