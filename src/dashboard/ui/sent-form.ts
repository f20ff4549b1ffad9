import type { HonoRequest } from 'hono/request';
import { isDecodable } from '../../http/server/decodable-url.js';
import { invalid } from '../../lib/errors.js';

/** The fields of a submitted form. A missing field, or one of another kind, is empty. */
export interface SentForm {
  readonly text: (name: string) => string;
  /** Returns whether the form has a field, also an empty one. */
  readonly has: (name: string) => boolean;
  /** Returns a chosen file. */
  readonly file: (name: string) => File | undefined;
}

/** Maximum bytes of all part headers. The largest form has 2 KiB of them, and file names may be long. */
const MAX_PART_HEADERS = 8 * 1024;

/** Reads a form in either encoding. Throws AppError `invalid` when it is truncated, or has more fields than any page sends. */
export async function sentForm(request: HonoRequest): Promise<SentForm> {
  const type = request.header('Content-Type') ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return encodedForm(request);
  return /^multipart\/form-data\b/i.test(type) ? multipartForm(request, type) : NO_FIELDS;
}

const NO_FIELDS: SentForm = { text: () => '', has: () => false, file: () => undefined };

/** Reads a form without files, the usual kind. Parsing it as a `FormData` takes ten times as long. */
async function encodedForm(request: HonoRequest): Promise<SentForm> {
  const text = await request.text().catch(refuse);
  if (!isDecodable(text)) refuse();
  // Of several fields of one name, the last one counts.
  const fields = new Map(new URLSearchParams(text));
  return {
    text: (name) => fields.get(name) ?? '',
    has: (name) => fields.has(name),
    file: () => undefined,
  };
}

async function multipartForm(request: HonoRequest, type: string): Promise<SentForm> {
  const [, quoted, boundary = quoted] = BOUNDARY.exec(type) ?? refuse();
  const body = await request.arrayBuffer().catch(refuse);
  if (parsePartHeaders(Buffer.from(body), `--${boundary}`) > MAX_PART_HEADERS)
    throw invalid('The form has too many fields');
  // With the same boundary, so that the parser sees only the measured parts.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
  const fields = await new Response(body, { headers }).formData().catch(refuse);
  const last = (name: string) => fields.getAll(name).at(-1);
  return {
    text: (name) => {
      const value = last(name);
      return typeof value === 'string' ? value : '';
    },
    has: (name) => fields.has(name),
    file: (name) => {
      const value = last(name);
      return value instanceof File && value.size > 0 ? value : undefined;
    },
  };
}

const BOUNDARY = /;\s*boundary=(?:"([^"\\]+)"|([^\s";]+))/i;

/** Returns the bytes from each delimiter to its empty line. Parsing 256 KiB of part headers would take up to 90 ms. */
function parsePartHeaders(body: Buffer, delimiter: string): number {
  let bytes = 0;
  for (let end = 0, start = body.indexOf(delimiter); start !== -1; start = body.indexOf(delimiter, end)) {
    const empty = body.indexOf('\r\n\r\n', start);
    end = empty === -1 ? body.length : empty;
    bytes += end - start;
  }
  return bytes;
}

function refuse(): never {
  throw invalid('The form could not be read. Go back and try again');
}
