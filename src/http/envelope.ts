import { z } from 'zod';

/** What every successful answer of the interface looks like. */
export interface Success<Data> {
  readonly success: true;
  readonly data: Data;
  readonly meta: { readonly status: number; readonly message?: string };
}

/** What every failed answer looks like. */
export interface Failure {
  readonly success: false;
  readonly data: null;
  readonly meta: { readonly status: number; readonly errors: readonly string[]; readonly timestamp: string };
}

export function success<Data>(data: Data, status: number, message?: string): Success<Data> {
  return { success: true, data, meta: message === undefined ? { status } : { status, message } };
}

/** `at` is in epoch milliseconds; the timestamp is UTC with milliseconds. */
export function failure(errors: readonly string[], status: number, at: number): Failure {
  return { success: false, data: null, meta: { status, errors, timestamp: new Date(at).toISOString() } };
}

/** Schema of a successful answer that carries `data`, for the OpenAPI document and for tests. */
export const successSchema = <Data extends z.ZodType>(data: Data, status: number) =>
  z.object({
    success: z.literal(true),
    data,
    meta: z.object({
      status: z.literal(status).describe('Equals the HTTP status'),
      message: z.string().optional().describe('A confirmation, on some answers'),
    }),
  });

export const failureSchema = z
  .object({
    success: z.literal(false),
    data: z.null(),
    meta: z.object({
      status: z.int().describe('Equals the HTTP status'),
      errors: z.array(z.string()).min(1).describe('All that is wrong, each naming its field'),
      timestamp: z.iso.datetime({ precision: 3 }).describe('UTC, with milliseconds'),
    }),
  })
  .meta({ id: 'Failure' });
