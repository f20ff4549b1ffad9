import type { Context } from 'hono';
import type { z } from 'zod';
import { AppError, type Problem } from '../../lib/errors.js';
import { openStream, readJsonObject } from './body.js';
import { type Checked, check } from './checked.js';
import { type AllParameters, checkQuery, type KnownParameters } from './query.js';

/** A JSON object, one of several strict ones, a stream of JSON lines of any length, or nothing. */
export type BodyKind = z.ZodObject | z.ZodDiscriminatedUnion<readonly z.ZodObject[]> | 'stream' | undefined;

export type ParametersKind = z.ZodObject | undefined;

export interface RequestSchemas {
  readonly pathParameters: ParametersKind;
  readonly query: ParametersKind;
  readonly body: BodyKind;
  /** Query parameters that may have several values. The schema checks the first one. */
  readonly repeatable?: readonly string[] | undefined;
}

/** Finds further errors, which are reported with those of the schemas. */
export interface FurtherChecks {
  readonly query: (given: KnownParameters, all: AllParameters) => Promise<readonly Problem[]>;
  readonly body: (body: object) => readonly Problem[];
}

/**
 * @throws AppError `invalid` that lists every error in path, query and body
 */
export async function checkRequest(
  { pathParameters, query, body, repeatable }: RequestSchemas,
  further: FurtherChecks,
  context: Context,
) {
  const checkedPath: Checked<unknown> =
    pathParameters === undefined ? { ok: true, value: undefined } : check(pathParameters, context.req.param());
  const checkedBody = await checkBody(body, further.body, context.req.raw);
  const checkedQuery: Checked<unknown> =
    query === undefined
      ? { ok: true, value: undefined }
      : await checkQuery(query, context.req, further.query, repeatable);
  if (checkedPath.ok && checkedQuery.ok && checkedBody.ok) {
    return { pathParameters: checkedPath.value, query: checkedQuery.value, body: checkedBody.value };
  }
  throw new AppError(
    'invalid',
    [checkedPath, checkedQuery, checkedBody].flatMap((part) => (part.ok ? [] : part.errors)),
  );
}

async function checkBody(
  body: BodyKind,
  findFurther: FurtherChecks['body'],
  request: Request,
): Promise<Checked<unknown>> {
  if (body === undefined) return { ok: true, value: undefined };
  if (body === 'stream') return { ok: true, value: openStream(request) };
  const read = await readJsonObject(request);
  if (!read.ok) return read;
  const checked = check(body, read.value);
  const further = findFurther(read.value);
  return further.length === 0 ? checked : { ok: false, errors: [...(checked.ok ? [] : checked.errors), ...further] };
}
