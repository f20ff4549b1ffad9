import { z } from 'zod';
import type { FieldProblem, Problem } from '../../lib/errors.js';

/** The envelope of every successful JSON response. */
export interface Success<Data> {
  readonly success: true;
  readonly data: Data;
  readonly meta: SuccessMeta & { readonly status: number };
}

export interface SuccessMeta {
  readonly message?: string | undefined;
  /** Undefined on the last page, and for responses without pages. */
  readonly nextCursor?: string | undefined;
  /** What a reader of the figures should know. */
  readonly warnings?: readonly { readonly code: string; readonly message: string }[] | undefined;
  /** Queries behind the response, when the owner of the installation requested them with `explain=1`. */
  readonly explain?: readonly unknown[] | undefined;
}

/** The reply of a route, of an answer with its warnings. */
export const toReply = <Answer extends { readonly warnings: SuccessMeta['warnings'] }>({
  warnings,
  ...data
}: Answer) => ({ data, warnings });

/** The envelope of every failed response. */
export interface Failure {
  readonly success: false;
  readonly data: null;
  readonly meta: {
    readonly status: number;
    readonly errors: readonly string[];
    /** The errors of a query, for programs. */
    readonly problems?: readonly PointedProblem[];
    readonly timestamp: string;
  };
}

/** A problem with a JSON pointer to the part of the body that it is about, such as `/filters/and/0/operator`. */
export interface PointedProblem {
  readonly pointer: string;
  readonly code: string;
  readonly suggestions: readonly string[];
}

/** Undefined if no problem has a code: only queries have them. */
export function pointedProblems(problems: readonly Problem[]): readonly PointedProblem[] | undefined {
  const fields = problems.map(
    (problem): FieldProblem => (typeof problem === 'string' ? { field: '', message: problem } : problem),
  );
  if (fields.every(({ code }) => code === undefined)) return undefined;
  return fields.slice(0, MAX_ERRORS).map(({ field, code = 'invalid', suggestions = [] }) => ({
    pointer: field === '' ? '' : `/${field.replaceAll('.', '/')}`,
    code,
    suggestions,
  }));
}

export const success = <Data>(data: Data, status: number, meta: SuccessMeta = {}): Success<Data> => ({
  success: true,
  data,
  meta: toMeta(status, meta),
});

const toMeta = (status: number, { message, nextCursor, warnings, explain }: SuccessMeta) => ({
  status,
  ...(message !== undefined && { message }),
  ...(nextCursor !== undefined && { nextCursor }),
  ...(warnings !== undefined && { warnings }),
  ...(explain !== undefined && { explain }),
});

/** Wraps pieces of JSON for `data` in the success envelope, and reads `meta` after them. */
export async function* successText(
  data: AsyncIterable<string>,
  status: number,
  meta: SuccessMeta = {},
): AsyncGenerator<string> {
  let start = '{"success":true,"data":';
  for await (const piece of data) {
    yield start + piece;
    start = '';
  }
  yield `,"meta":${JSON.stringify(toMeta(status, meta))}}`;
}

const MAX_ERRORS = 20;

/** Keeps the first errors and counts the rest, so that a response is never longer than its request. */
export const boundedErrors = (errors: readonly string[]): readonly string[] =>
  errors.length <= MAX_ERRORS
    ? errors
    : [...errors.slice(0, MAX_ERRORS), `and ${(errors.length - MAX_ERRORS).toLocaleString('en')} more errors`];

/** `at` is epoch milliseconds; the timestamp is UTC with milliseconds. */
export function failure(
  errors: readonly string[],
  status: number,
  at: number,
  problems?: readonly PointedProblem[],
): Failure {
  const timestamp = new Date(at).toISOString();
  return {
    success: false,
    data: null,
    meta: { status, errors: boundedErrors(errors), ...(problems !== undefined && { problems }), timestamp },
  };
}

const nextCursor = z
  .string()
  .optional()
  .describe('Where the next page begins, for the parameter `cursor`; missing on the last page');

const warnings = z
  .array(z.object({ code: z.string(), message: z.string() }))
  .optional()
  .describe('What a reader of the figures should know');

export const pointedProblem = z.object({ pointer: z.string(), code: z.string(), suggestions: z.array(z.string()) });

/** For the OpenAPI document and for tests. */
export const successSchema = <Data extends z.ZodType>(
  data: Data,
  status: number,
  { paged = false, hasWarnings = false }: { readonly paged?: boolean; readonly hasWarnings?: boolean } = {},
) =>
  z.object({
    success: z.literal(true),
    data,
    meta: z.object({
      status: z.literal(status).describe('Equals the HTTP status'),
      message: z.string().optional().describe('A confirmation, on some answers'),
      ...(paged && { nextCursor }),
      ...(hasWarnings && { warnings }),
    }),
  });

export const failureSchema = z
  .object({
    success: z.literal(false),
    data: z.null(),
    meta: z.object({
      status: z.int().describe('Equals the HTTP status'),
      errors: z
        .array(z.string())
        .min(1)
        .describe(`What is wrong, each naming its field: the first ${MAX_ERRORS}, and then how many more there are`),
      problems: z
        .array(pointedProblem)
        .optional()
        .describe('Of a query: the same errors for programs, with a JSON pointer into the body'),
      timestamp: z.iso.datetime({ precision: 3 }).describe('UTC, with milliseconds'),
    }),
  })
  .meta({ id: 'Failure' });
