import type { z } from 'zod';
import { AppError, type Problem } from '../../lib/errors.js';
import { t } from '../../lib/language/translate.js';
import { schemaProblems } from '../../lib/validation.js';
import type { FieldErrors } from './fields.js';
import { toSentence } from './sentence.js';

const MAX_ENTRIES = 3;
const MAX_QUOTE_LENGTH = 60;

type Given = Readonly<Record<string, unknown>>;

/**
 * Sentences by field. An error in a list's entry quotes the entry as it was `given`. Rethrows errors that are not about
 * the form.
 */
export function toFieldErrors(thrown: unknown, given: Given = {}): FieldErrors {
  if (!(thrown instanceof AppError) || (thrown.kind !== 'invalid' && thrown.kind !== 'conflict')) throw thrown;
  return sentences(thrown.problems, given);
}

/** Like `toFieldErrors`, for a schema's error. */
export const schemaErrors = (error: z.ZodError, given: Given): FieldErrors => sentences(schemaProblems(error), given);

function sentences(problems: readonly Problem[], given: Given): FieldErrors {
  const all = problems.map((problem) => {
    if (typeof problem === 'string') return { name: '', text: sentence(problem) };
    const [name = '', index] = problem.field.split('.');
    return { name, text: sentence(problem.message, findEntry(given[name], index)) };
  });
  return Object.fromEntries(
    [...new Set(all.map(({ name }) => name))].map((name) => {
      const own = all.flatMap((each) => (each.name === name ? [each.text] : []));
      const more = own.length - MAX_ENTRIES;
      return [
        name,
        [...own.slice(0, MAX_ENTRIES), ...(more > 0 ? [t('And {count} more.', { count: more })] : [])].join(' '),
      ];
    }),
  );
}

function sentence(message: string, entry?: string): string {
  return toSentence(entry === undefined ? message : `${quoted(entry)} ${message}`);
}

function findEntry(list: unknown, index = ''): string | undefined {
  const entry: unknown = Array.isArray(list) && index !== '' ? list[Number(index)] : undefined;
  return typeof entry === 'string' ? entry : undefined;
}

function quoted(entry: string): string {
  const characters = [...entry];
  const text = characters.length > MAX_QUOTE_LENGTH ? `${characters.slice(0, MAX_QUOTE_LENGTH).join('')}…` : entry;
  return t('“{text}”', { text });
}
