import { z } from 'zod';
import { AppError } from '../lib/errors.js';
import { nameOption, type OptionSource } from './name-options.js';

const failure = z.object({
  meta: z.object({
    errors: z.array(z.string()),
    problems: z.array(z.object({ pointer: z.string() })).default([]),
  }),
});

/** The API's refusal of a query, with options for its fields. */
export async function refusal(response: Response, sources: readonly OptionSource[]): Promise<AppError> {
  const answer = failure.safeParse(await response.json().catch(() => undefined));
  if (!answer.success) return new AppError('unavailable', ['the running Footfall is of another version: restart it']);
  const { errors, problems } = answer.data.meta;
  return new AppError(
    'invalid',
    errors.map((error, place) => {
      const field = problems[place]?.pointer.slice(1).replaceAll('/', '.') ?? '';
      const isOfField = field !== '' && error.startsWith(`${field}: `);
      const message = (isOfField ? error.slice(field.length + ': '.length) : error).replace(SCHEMA, HELP);
      return isOfField ? nameOption({ field, message }, sources) : message;
    }),
  );
}

const SCHEMA = /: GET \/api\/v1\/query\/schema lists what there is$/;
const HELP = ': see footfall query --help';
