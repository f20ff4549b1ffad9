import { z } from 'zod';
import { AppError } from '../lib/errors.js';
import type { OptionSource } from './query-body.js';

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
      return nameOption(error, field, sources).replace(SCHEMA, ': see footfall query --help');
    }),
  );
}

const SCHEMA = /: GET \/api\/v1\/query\/schema lists what there is$/;

function nameOption(error: string, field: string, sources: readonly OptionSource[]): string {
  if (field === '' || !error.startsWith(`${field}: `)) return error;
  const message = error.slice(field.length + ': '.length);
  const source = sources.find((each) => each.field === '' || `${field}.`.startsWith(`${each.field}.`));
  if (source === undefined) return `--${field}: ${message}`;
  const rest = source.isJson ? field.slice(source.field.length).replace(/^\.?(?=.)/, '.') : '';
  return `${source.option}${rest}: ${message}`;
}
