import { gzipSync } from 'node:zlib';
import type { Context } from 'hono';
import type { ContentfulStatusCode } from 'hono/utils/http-status';
import { preferredCoding } from '../http/built-file.js';
import { htmlDocument } from '../http/html-document.js';
import { readColorMode } from './color-mode.js';

/** Options of a page that other sites may frame. */
export interface AnswerOptions {
  readonly embeddable?: boolean;
}

const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
].join('; ');

/** Below this size, compression costs more than it saves. */
const WORTH_CODING = 1400;

/** Answers with a page of the dashboard: never stored, and with content of our own origin only. */
export function html(
  context: Context,
  page: { toString(): unknown },
  status: ContentfulStatusCode = 200,
  { embeddable = false }: AnswerOptions = {},
): Response {
  context.header('Content-Type', 'text/html; charset=UTF-8');
  context.header('Content-Security-Policy', `${POLICY}; frame-ancestors ${embeddable ? '*' : "'none'"}`);
  context.header('Cache-Control', 'no-store');
  // With the usual `no-referrer` a browser would send our own forms with `Origin: null`.
  context.header('Referrer-Policy', 'same-origin');
  const text = inMode(htmlDocument(page), context);
  if (text.length < WORTH_CODING || preferredCoding(context.req.header('Accept-Encoding')) === 'identity') {
    return context.body(text, status);
  }
  context.header('Content-Encoding', 'gzip');
  return context.body(Uint8Array.from(gzipSync(text)), status);
}

/** Sets the color mode. Pages are rendered without the request, which alone knows the mode. */
function inMode(document: string, context: Context): string {
  const mode = readColorMode(context);
  return mode === undefined ? document : document.replace('<html ', `<html data-mode="${mode}" `);
}
