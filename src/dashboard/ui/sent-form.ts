import type { HonoRequest } from 'hono/request';
import { isDecodable } from '../../http/server/decodable-url.js';
import { invalid } from '../../lib/errors.js';
import { t } from '../../lib/language/translate.js';
import { capitalized } from '../../lib/text.js';

/** The name on the page, where it is also the id of the control. */
export function fieldName({ prefix }: { readonly prefix?: string | undefined }, name: string): string {
  return prefix === undefined ? name : `${prefix}${capitalized(name)}`;
}

/** A missing field, or one of another kind, is empty. */
export interface SentForm {
  readonly text: (name: string) => string;
  /** Of all fields of that name. */
  readonly list: (name: string) => readonly string[];
  /** Also true for an empty field. */
  readonly has: (name: string) => boolean;
  readonly file: (name: string) => File | undefined;
}

/** Of all part headers. The largest form has 2 KiB of them, and file names may be long. */
const MAX_PART_HEADERS = 8 * 1024;

/** Accepts both encodings. Throws AppError `invalid` for a truncated form, or more fields than any page sends. */
export async function sentForm(request: HonoRequest, prefix?: string): Promise<SentForm> {
  const sent = await readFields(request);
  return {
    text: (name) => sent.text(fieldName({ prefix }, name)),
    list: (name) => sent.list(fieldName({ prefix }, name)),
    has: (name) => sent.has(fieldName({ prefix }, name)),
    file: (name) => sent.file(fieldName({ prefix }, name)),
  };
}

async function readFields(request: HonoRequest): Promise<SentForm> {
  const type = request.header('Content-Type') ?? '';
  if (/^application\/x-www-form-urlencoded\b/i.test(type)) return encodedForm(request);
  return /^multipart\/form-data\b/i.test(type) ? multipartForm(request, type) : NO_FIELDS;
}

const NO_FIELDS: SentForm = { text: () => '', list: () => [], has: () => false, file: () => undefined };

/** The usual encoding, without files. Parsing it as `FormData` takes ten times as long. */
async function encodedForm(request: HonoRequest): Promise<SentForm> {
  const text = await request.text().catch(refuse);
  if (!isDecodable(text)) refuse();
  // The last of several fields with the same name counts.
  const fields = new URLSearchParams(text);
  return {
    text: (name) => fields.getAll(name).at(-1) ?? '',
    list: (name) => fields.getAll(name),
    has: (name) => fields.has(name),
    file: () => undefined,
  };
}

async function multipartForm(request: HonoRequest, type: string): Promise<SentForm> {
  const [, quoted, boundary = quoted] = BOUNDARY.exec(type) ?? refuse();
  const body = await request.arrayBuffer().catch(refuse);
  if (parsePartHeaders(Buffer.from(body), `--${boundary}`) > MAX_PART_HEADERS)
    throw invalid(t('The form has too many fields'));
  // With the same boundary, so that the parser sees only the measured parts.
  const headers = { 'Content-Type': `multipart/form-data; boundary="${boundary}"` };
  const fields = await new Response(body, { headers }).formData().catch(refuse);
  const last = (name: string) => fields.getAll(name).at(-1);
  return {
    text: (name) => {
      const value = last(name);
      return typeof value === 'string' ? value : '';
    },
    list: (name) => fields.getAll(name).filter((value) => typeof value === 'string'),
    has: (name) => fields.has(name),
    file: (name) => {
      const value = last(name);
      return value instanceof File && value.size > 0 ? value : undefined;
    },
  };
}

const BOUNDARY = /;\s*boundary=(?:"([^"\\]+)"|([^\s";]+))/i;

/** The bytes from each delimiter to its empty line. Parsing 256 KiB of part headers would take up to 90 ms. */
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
  throw invalid(t('The form could not be read. Go back and try again'));
}
