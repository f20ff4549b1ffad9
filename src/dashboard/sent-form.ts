import type { HonoRequest } from 'hono/request';
import { invalid } from '../errors.js';

/** What a form's fields hold. A field that was not sent, or that is of another kind, is empty. */
export interface SentForm {
  readonly text: (name: string) => string;
  /** A file that was chosen. */
  readonly file: (name: string) => File | undefined;
}

/** Reads a form, whichever way it is encoded. Throws Fault `invalid` when it is torn. */
export async function sentForm(request: HonoRequest): Promise<SentForm> {
  const body = await request.parseBody().catch(() => {
    throw invalid('The form could not be read');
  });
  return {
    text: (name) => {
      const value = body[name];
      return typeof value === 'string' ? value : '';
    },
    file: (name) => {
      const value = body[name];
      return value instanceof File && value.size > 0 ? value : undefined;
    },
  };
}
